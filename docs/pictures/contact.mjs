// The picture of the page about contact: patches as `manifolds` gives them, seen along the normal, and points beside the surface.
import { Box, Collider, Cylinder, manifolds } from 'encounter';
import { A, B, FAINT, INK, Picture, placed, silhouette } from './svg.mjs';

const DASHED = 'stroke-dasharray="4 4"';
const signed = (x) => x.toFixed(2).replace('-', '−');

/** Two bodies one above the other along z, seen along z: their faces, the patch, and the corners chosen of it. */
function seenFromAbove(picture, below, above, place, words) {
  const a = new Collider(below, { position: [0, 0, -0.5] });
  const { position, orientation } = placed(place);
  // The axis of a cylinder is y. Turned by a quarter, its cap faces the box.
  const upright = above instanceof Cylinder ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2] : orientation;
  const b = new Collider(above, { position: [position[0], position[1], 0.5], orientation: upright });
  const [{ points: patch }] = manifolds(a, b, null, { maxPoints: Infinity });
  const [{ points: chosen }] = manifolds(a, b);
  picture.outline(silhouette(below), { ...A, fill: 'none' });
  if (above instanceof Cylinder) picture.circle({ x: place.x, y: place.y }, above.baseRadius, { ...B, fill: 'none' });
  else picture.outline(silhouette(above, place), { ...B, fill: 'none' });
  picture.outline(
    patch.map(({ pointA }) => pointA),
    { stroke: 'none', fill: FAINT.stroke },
    'opacity="0.55"',
  );
  for (const { pointA } of patch) picture.dot(pointA, INK, 2.5);
  for (const { pointA } of chosen) picture.circle(pointA, 7 / picture.unit, INK, 'stroke-width="2"');
  picture.words({ x: -1.5, y: -1.75 }, `${words}: ${patch.length} corners, 4 chosen`);
}

/** A box that leans over another, from the side, and its points up to a separation. */
function fromTheSide(picture, maxSeparation) {
  const [below, above] = [new Box([3, 0.8, 1]), new Box([1.5, 0.9, 1])];
  const [floor, box] = [
    { x: 0, y: -0.9 },
    { x: 0.1, y: -0.03, angle: 0.045 },
  ];
  const [{ points, normal }] = manifolds(new Collider(below, placed(floor)), new Collider(above, placed(box)), null, {
    maxSeparation,
  });
  picture.outline(silhouette(below, floor), A).outline(silhouette(above, box), B);
  // Points in front hide those behind them.
  for (const { pointA, pointB, separation } of points.filter(({ pointA }) => pointA.z > 0)) {
    picture.line(pointA, pointB, INK).dot(pointA, A).dot(pointB, B);
    const side = pointA.x < 0 ? -1 : 1;
    picture.words(pointA, signed(separation), INK, 6 * side, separation < 0 ? 26 : 20, side < 0 ? 'end' : 'start');
  }
  const middle = { x: 0.1, y: -0.5 };
  picture.arrow(middle, { x: middle.x + 0.5 * normal.x, y: middle.y + 0.5 * normal.y }, INK);
  picture.words(middle, 'normal', INK, 8, -18);
  picture.line({ x: -1.5, y: -0.5 + maxSeparation }, { x: 1.5, y: -0.5 + maxSeparation }, FAINT, DASHED);
  picture.words({ x: -1.5, y: -1.88 }, `a box that leans, maxSeparation ${maxSeparation}`);
}

export function patches() {
  const picture = new Picture(
    'Regions of contact of two boxes and of a cylinder on a box, and points with separations',
    850,
    280,
  );
  seenFromAbove(
    picture.panel(130, 125, 78),
    new Box([2.8, 1.8, 1]),
    new Box([2, 2, 1]),
    { x: 0.35, y: 0, angle: 0.6 },
    'two boxes',
  );
  seenFromAbove(
    picture.panel(425, 125, 78),
    new Box([2.4, 1.8, 1]),
    new Cylinder(0.8, 1),
    { x: 0.55, y: 0.25 },
    'a cylinder',
  );
  fromTheSide(picture.panel(705, 115, 78), 0.1);
  return picture;
}
