/** A sphere and a box along the axes, which are solid. */
import { ballsMeet } from './ball-ball.ts';
import { clampToBox } from './point-box.ts';
import { readBox, readSphere } from './read.ts';
import { DEPTH, fillPenetration, POINT_A } from './results.ts';
import { towardsBlock } from './sphere-block.ts';
import type { BoxValue, Penetration, SphereValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
// The point of the box nearest to the center, as a ball of radius zero: nearest[3] stays 0.
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(4);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);

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
  towardsBlock(ball, b, w);
  for (let i = 0; i < 3; i++) w[POINT_A + i] = ball[i] + ball[3] * w[i];
  w[DEPTH] = ball[3] - w[DEPTH];
  return fillPenetration(w, out);
}
