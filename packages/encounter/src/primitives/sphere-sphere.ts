/** Two spheres, which are solid. */
import type { Vec3Input } from '../math/vec3.ts';
import { ballsMeet } from './ball-ball.ts';
import { normalizeAt } from './length.ts';
import { AT_START, CENTER, FROM, GROWTH, meetsBall, NEVER, RADIUS, START, TO } from './moving-ball.ts';
import { readPoint, readSphere } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import type { Penetration, SphereValue } from './values.ts';

const ballA: Float64Array = /* #__PURE__ */ new Float64Array(4);
const ballB: Float64Array = /* #__PURE__ */ new Float64Array(4);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);

/**
 * Whether two spheres have a point in common (§3.1.1, slide 11-115, which leaves touching out). Exact.
 *
 * Cost: a squared length and its bound; exact arithmetic for spheres that touch within rounding.
 */
export function intersectsSphereSphere(a: SphereValue, b: SphereValue): boolean {
  readSphere(a, ballA, 'a');
  readSphere(b, ballB, 'b');
  return ballsMeet(ballA, ballB);
}

/**
 * How deep two spheres overlap (§3.1.1). Concentric ones are pushed apart along x. Null for spheres apart, decided exactly.
 *
 * Cost: as `intersectsSphereSphere`, a root and three divisions.
 */
export function penetrationSphereSphere(a: SphereValue, b: SphereValue, out?: Penetration): Penetration | null {
  readSphere(a, ballA, 'a');
  readSphere(b, ballB, 'b');
  if (!ballsMeet(ballA, ballB)) return null;
  for (let i = 0; i < 3; i++) w[i] = ballB[i] - ballA[i];
  normalizeAt(w, 0);
  // The distance of the centers is where the depth goes.
  if (w[3] === 0) w[0] = 1;
  w[DEPTH] = ballA[3] + ballB[3] - w[3];
  for (let i = 0; i < 3; i++) {
    w[POINT_A + i] = ballA[i] + ballA[3] * w[i];
    w[POINT_B + i] = ballB[i] - ballB[3] * w[i];
  }
  return fillPenetration(w, out);
}

const path: Float64Array = /* #__PURE__ */ new Float64Array(14);
const time: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * When two spheres that move by `moveA` and `moveB` over t in [0, 1] first touch, or null: a ray cast on the sphere of both radii (§2.4,
 * §3.1.2). Overlapping or touching at the start: 0. Whether they meet is decided exactly, and t is a lower bound of the time despite
 * rounding (see `moving-ball.ts`): never late, and early only by rounding. Where they graze, that is about 1e-8 of a radius along the
 * path, and 1e-16 of it across.
 *
 * Cost: about 50 multiplications, two roots and two divisions; exact arithmetic where they graze within rounding.
 */
export function impactSphereSphere(a: SphereValue, moveA: Vec3Input, b: SphereValue, moveB: Vec3Input): number | null {
  readSphere(a, ballA, 'a');
  readPoint(moveA, path, FROM, 'moveA');
  readSphere(b, ballB, 'b');
  readPoint(moveB, path, TO, 'moveB');
  for (let i = 0; i < 3; i++) {
    path[START + i] = ballB[i];
    path[CENTER + i] = ballA[i];
  }
  path[RADIUS] = ballA[3];
  path[GROWTH] = ballB[3];
  const when = meetsBall(path, true, time);
  return when === NEVER ? null : when === AT_START ? 0 : time[1];
}
