// The pictures of the page about primitives. Everything is in the plane z = 0, where nearest points and normals stay.
import {
  closestObbObb,
  closestPointBox,
  closestPointPolygon2,
  closestSegmentBox,
  impactSphereTriangle,
  penetrationPolygon2Polygon2,
  rayCastPolygon,
} from 'encounter/primitives';
import { A, B, FAINT, INK, Picture } from './svg.mjs';

const DASHED = 'stroke-dasharray="4 4"';
const xy = ([x, y]) => ({ x, y });
const middle = (p, q) => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
const corners = ({ min, max }) => [min, [max[0], min[1]], max, [min[0], max[1]]].map(xy);

/** Nearest points of segments, a point and a box, and of two oriented boxes. */
export function nearest() {
  const picture = new Picture('Nearest points of segments and a point with a box, and of two oriented boxes', 700, 290);
  const show = (p, q, words, dx = 0, dy = -8) =>
    picture.line(p, q, INK, DASHED).dot(p, INK).dot(q, INK).words(middle(p, q), words, INK, dx, dy, 'middle');

  picture.panel(130, 195, 60);
  const box = { min: [-0.2, -0.6, -1], max: [1.8, 0.8, 1] };
  picture.outline(corners(box), A).words({ x: 1.2, y: 0.2 }, 'box', A, 0, 0, 'middle');
  [
    [[2.6, -1, 0], [3, 2.2, 0], 4, -8],
    [[-1.4, 2.3, 0], [1.6, 1.7, 0], 26, 4],
    [[-1.4, 0.5, 0], [0.6, 0.1, 0], 0, 0],
  ].forEach(([from, to, dx, dy]) => {
    const { distance, pointA, pointB } = closestSegmentBox({ from, to }, box);
    picture.line(xy(from), xy(to), B, 'stroke-width="2.5"');
    if (distance > 0) show(pointA, pointB, distance.toFixed(3), dx, dy);
    else picture.dot(pointA, INK).words(pointA, '0', INK, 8, 16);
  });
  const point = [-1.5, -1.1, 0];
  const foot = closestPointBox(point, box);
  picture.dot(xy(point), B);
  show(xy(point), foot, 'closestPointBox', 34, 30);

  picture.panel(490, 150, 60);
  const obb = (center, angle, half) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return {
      center,
      axes: [
        [c, s, 0],
        [-s, c, 0],
        [0, 0, 1],
      ],
      half,
    };
  };
  const outline = ({ center, axes: [u, v], half }) =>
    [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ].map(([a, b]) => ({
      x: center[0] + a * half[0] * u[0] + b * half[1] * v[0],
      y: center[1] + a * half[0] * u[1] + b * half[1] * v[1],
    }));
  const [a, b] = [obb([0, 0, 0], 0.4, [0.9, 0.6, 1]), obb([2.2, 0.3, 0], 0.95, [0.5, 1.1, 1])];
  const { distance, pointA, pointB } = closestObbObb(a, b);
  picture.outline(outline(a), A).outline(outline(b), B);
  picture.words(xy(a.center), 'obb', A, 0, 4, 'middle').words(xy(b.center), 'obb', B, 0, 4, 'middle');
  show(pointA, pointB, distance.toFixed(3), 0, -12);
  return picture;
}

/** Balls that move towards a triangle: one meets a side, one a corner, one passes. */
export function movingBalls() {
  const picture = new Picture('Balls that move towards a triangle: at a side, at a corner, and past it', 700, 290);
  picture.panel(330, 215, 62);
  const triangle = { a: [-1.6, -0.4, 0], b: [1.9, 0.1, 0], c: [-0.2, 1.7, 0] };
  picture.outline([triangle.a, triangle.b, triangle.c].map(xy), A);
  [
    [[-4.4, 2.2, 0], 0.55, [4.4, -1.4, 0]],
    [[3.1, 2.7, 0], 0.45, [-4.6, -0.9, 0]],
    [[5.1, -0.6, 0], 0.4, [-1.9, 2.4, 0]],
  ].forEach(([center, radius, move]) => {
    const t = impactSphereTriangle({ center, radius }, move, triangle);
    const at = (s) => ({ x: center[0] + s * move[0], y: center[1] + s * move[1] });
    picture.circle(at(0), radius, FAINT).circle(at(1), radius, FAINT, DASHED).arrow(at(0), at(1), INK);
    if (t !== null) picture.circle(at(t), radius, B);
    picture.words(at(0), t === null ? 'null' : `t = ${t.toFixed(3)}`, INK, 0, -10 - 62 * radius, 'middle');
  });
  return picture;
}

/** The least translation of two convex polygons of the plane, and the nearest point of one. */
export function flat() {
  const picture = new Picture(
    'The least translation that separates two polygons of the plane, and a nearest point',
    700,
    260,
  );
  picture.panel(60, 200, 62);
  const a = [
    [0, 0],
    [2.4, -0.4],
    [3.3, 1],
    [1.9, 2.3],
    [0.3, 1.6],
  ];
  const b = [
    [2.5, 0.6],
    [4.7, 0.1],
    [5.3, 1.5],
    [3.1, 2],
  ];
  const { depth, normal } = penetrationPolygon2Polygon2(a, b);
  const moved = b.map(([x, y]) => ({ x: x + depth * normal[0], y: y + depth * normal[1] }));
  picture
    .outline(a.map(xy), A)
    .outline(b.map(xy), B)
    .outline(moved, { ...B, fill: 'none' }, DASHED);
  picture.arrow(xy(b[2]), moved[2], INK).words(middle(xy(b[2]), moved[2]), `depth ${depth.toFixed(3)}`, INK, 6, -10);
  picture
    .words({ x: 1.3, y: 0.8 }, 'a', A)
    .words({ x: 4, y: 1.1 }, 'b', B)
    .words(moved[1], 'b moved by depth · normal', B, 0, 18, 'middle');

  picture.panel(490, 190, 62);
  const c = [
    [0, 0],
    [1.5, -0.3],
    [2.1, 0.9],
    [0.7, 1.6],
  ];
  const p = [2.7, 2.1];
  const q = xy(closestPointPolygon2(p, c));
  picture.outline(c.map(xy), A).line(xy(p), q, INK, DASHED).dot(xy(p), B).dot(q, INK);
  picture.words(xy(p), 'point', B, -8, -2, 'end').words(q, 'nearest', INK, -12, 22, 'end');
  return picture;
}

/** Rays along z at a polygon with a notch and a hole, and one in its plane. */
export function sheet() {
  const picture = new Picture('Rays at a polygon with a notch and a hole', 700, 300).panel(60, 255, 56);
  const outline = [
    [0, 0],
    [6, 0],
    [6, 4],
    [4, 2],
    [0, 4],
  ];
  const hole = [
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 1],
  ];
  // Around the outline, over to the hole, around that, and back the same way.
  const points = [...outline, outline[0], ...hole, hole[0]];
  const polygon = { points: points.map(([x, y]) => [x, y, 0]) };
  picture.outline(points.map(xy), A, 'fill-rule="evenodd"');
  for (let y = 0; y <= 4; y += 0.5)
    for (let x = 0; x <= 6; x += 0.5) {
      const hit = rayCastPolygon({ from: [x, y, 1], direction: [0, 0, -1] }, polygon);
      if (hit !== null) picture.dot({ x, y }, A);
      else picture.circle({ x, y }, 3 / 56, FAINT);
    }
  const from = [7.4, 3.2, 0];
  const { point } = rayCastPolygon({ from, direction: [-1, -0.2, 0] }, polygon);
  picture.arrow(xy(from), point, B).dot(point, B).words(xy(from), 'a ray in the plane', B, 0, -10, 'start');
  picture.panel(440, 150, 56).dot({ x: 1.2, y: -0.6 }, A).words({ x: 1.4, y: -0.6 }, 'rays that hit', INK, 0, 4);
  picture.circle({ x: 1.2, y: -1.1 }, 3 / 56, FAINT).words({ x: 1.4, y: -1.1 }, 'rays that pass', INK, 0, 4);
  return picture;
}
