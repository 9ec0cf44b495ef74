import type { Vec3Input } from '../math/vec3.ts';
import { IMPACT_BALL_ROUNDING, IMPACT_BALL_STEPS } from '../tolerances.ts';
import { readPoint, readSphere, readTriangle } from './read.ts';
import { findPlane, setSides, side } from './triangle-plane.ts';
import type { SphereValue, TriangleValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const way: Float64Array = /* #__PURE__ */ new Float64Array(3);
const corners: Float64Array = /* #__PURE__ */ new Float64Array(9);
/** The center as seen from each corner. */
const from: Float64Array = /* #__PURE__ */ new Float64Array(9);
const plane: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * The first time, in [0, 1], when a ball that moves by `move` touches a triangle that stands; or null. What touches at the start gives
 * 0. The triangle may be flat; radius 0 is a moving point.
 *
 * Never late: null is a proof. The ball advances to where it would cross a plane that separates it from the triangle. That is Newton's
 * method for the distance, which is a convex function of time, and from this side it never goes beyond the root. Any plane would do for
 * the proof; the best of seven, which the face, the sides and the corners give, is that of the nearest point. So there are no cases of
 * faces, sides and corners whose borders rounding could blur. The time is early by about the time in which the gap changes by 1e-14 of
 * the largest coordinate, as seen from the triangle; and passing closer than that may count as touching. (Where squares underflow, for
 * sizes below 1e-150, it may be earlier.)
 *
 * The slides ask only a moving box against a plane (11-132); where both move, give the difference of their moves, as they say. Cost: 2
 * to 5 steps of about 150 multiplications; some 30 where the ball just grazes.
 *
 * @example
 * impactSphereTriangle({ center: [0, 3, 0], radius: 1 }, [0, -4, 0], { a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 1] }) // 0.5, less 4e-15
 */
export function impactSphereTriangle(sphere: SphereValue, move: Vec3Input, triangle: TriangleValue): number | null {
  readSphere(sphere, ball, 'sphere');
  readPoint(move, way, 0, 'move');
  readTriangle(triangle, corners, 'triangle');
  setSides(corners);
  for (let i = 0; i < 9; i++) corners[i] = ball[i % 3] - corners[i];
  let size = ball[3];
  for (let i = 0; i < 9; i++) size = Math.max(size, Math.abs(corners[i]) + Math.abs(way[i % 3]), Math.abs(side[i]));
  const error = IMPACT_BALL_ROUNDING * size;
  let t = 0;
  for (let step = 0; step < IMPACT_BALL_STEPS; step++) {
    for (let i = 0; i < 9; i++) from[i] = corners[i] + t * way[i % 3];
    findPlane(from, plane);
    const gap = plane[3] - ball[3];
    if (!(gap > 2 * error)) return t;
    const speed = plane[0] * way[0] + plane[1] * way[1] + plane[2] * way[2];
    if (!(speed < 0)) return null;
    t -= (gap - error) / speed;
    if (!(t <= 1)) return null;
  }
  return t;
}
