/** A sphere and a box along the axes, which are solid. */
import { ballsMeet } from './ball-ball.ts';
import { clampToBox } from './point-box.ts';
import { readBox, readSphere } from './read.ts';
import { towardsBlock } from './sphere-block.ts';
import { type BoxValue, Penetration, type SphereValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
// The point of the box nearest to the center, as a ball of radius zero: nearest[3] stays 0.
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(4);
const way: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether a sphere and a box have a point in common (§3.2.2, slide 11-117): whether the point of the box nearest to the center is in the
 * sphere. Exact.
 *
 * Cost: six comparisons, a squared length and its bound; exact arithmetic where they touch within rounding.
 */
export function intersectsSphereBox(sphere: SphereValue, box: BoxValue): boolean {
  readSphere(sphere, ball, 'sphere');
  readBox(box, b, 'box');
  clampToBox(ball, b, nearest);
  return ballsMeet(ball, nearest);
}

/**
 * How deep a sphere and a box overlap (§3.2.2). With the center in the box, the nearest face is the way out; the first of several. Null
 * where they are apart, decided exactly.
 *
 * Cost: as `intersectsSphereBox`, a root and three divisions.
 */
export function penetrationSphereBox(sphere: SphereValue, box: BoxValue, out?: Penetration): Penetration | null {
  readSphere(sphere, ball, 'sphere');
  readBox(box, b, 'box');
  clampToBox(ball, b, nearest);
  if (!ballsMeet(ball, nearest)) return null;
  towardsBlock(ball, b, way);
  const result = out ?? new Penetration();
  const { normal, pointA, pointB } = result;
  result.depth = Math.max(0, ball[3] - way[3]);
  normal.x = way[0];
  normal.y = way[1];
  normal.z = way[2];
  pointA.x = ball[0] + ball[3] * way[0];
  pointA.y = ball[1] + ball[3] * way[1];
  pointA.z = ball[2] + ball[3] * way[2];
  pointB.x = way[4];
  pointB.y = way[5];
  pointB.z = way[6];
  return result;
}
