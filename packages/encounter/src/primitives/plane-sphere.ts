/** A plane and a sphere. */
import type { Vec3Input } from '../math/vec3.ts';
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { AT_REST, planeBall, planeSide, unitNormal } from './plane-side.ts';
import { readPlane, readPoint, readSphere } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import type { Penetration, PlaneValue, SphereValue } from './values.ts';

const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const motion: Float64Array = /* #__PURE__ */ new Float64Array(3);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);

/**
 * Whether a sphere touches or crosses a plane, which is a surface here (slide 11-119): |normal·center − offset| ≤ radius·|normal|.
 * Exact, for a normal of any length.
 *
 * Cost: a dot product, a root and their bounds; exact arithmetic within rounding.
 */
export function intersectsPlaneSphere(plane: PlaneValue, sphere: SphereValue): boolean {
  readPlane(plane, n, 'plane');
  readSphere(sphere, ball, 'sphere');
  return planeBall(n, ball, AT_REST, height) === 0;
}

/**
 * How deep a sphere is in a plane, which is solid below here: normal·x ≤ offset. The normal of the result is the plane's, of unit length.
 * Null for a sphere wholly above it; whether it touches is decided exactly.
 *
 * Cost: as `intersectsPlaneSphere`, and another root.
 */
export function penetrationPlaneSphere(plane: PlaneValue, sphere: SphereValue, out?: Penetration): Penetration | null {
  readPlane(plane, n, 'plane');
  readSphere(sphere, ball, 'sphere');
  if (planeBall(n, ball, AT_REST, height) > 0) return null;
  unitNormal(n, w);
  // The length of the normal is where the depth goes.
  w[DEPTH] = ball[3] - height[0] / w[3];
  for (let i = 0; i < 3; i++) {
    w[POINT_B + i] = ball[i] - ball[3] * w[i];
    w[POINT_A + i] = w[POINT_B + i] + w[DEPTH] * w[i];
  }
  return fillPenetration(w, out);
}

/**
 * When a sphere that moves by `move` over t in [0, 1] first touches a plane, or null. The plane is a surface, as in the slides (11-132,
 * 11-133): a sphere comes to it from either side. In touch at the start: 0. Whether they meet is decided exactly, and t is a lower bound
 * of the time despite rounding: never late, and early by some units in the last place of the heights.
 *
 * Cost: two of `intersectsPlaneSphere`, two roots and a division.
 */
export function impactPlaneSphere(plane: PlaneValue, sphere: SphereValue, move: Vec3Input): number | null {
  readPlane(plane, n, 'plane');
  readSphere(sphere, ball, 'sphere');
  readPoint(move, motion, 0, 'move');
  const before = planeBall(n, ball, AT_REST, height);
  if (before === 0) return 0;
  if (planeBall(n, ball, motion, height) === before) return null;
  planeSide(n, ball, height);
  const reach = ball[3] * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const gap = Math.abs(height[0]) - reach - (height[1] + PRODUCTS_ROUNDING * reach);
  let speed = 0;
  let error = 0;
  for (let i = 0; i < 3; i++) {
    speed += n[i] * motion[i];
    error += Math.abs(n[i] * motion[i]);
  }
  const t = gap / (Math.abs(speed) + PRODUCTS_ROUNDING * error);
  return Math.max(0, Math.min(1, t * (1 - PRODUCTS_ROUNDING)));
}
