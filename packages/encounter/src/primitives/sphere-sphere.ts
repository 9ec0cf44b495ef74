/** Two spheres, which are solid. */
import type { Vec3Input } from '../math/vec3.ts';
import { ballsMeet } from './ball-ball.ts';
import { normalizeAt } from './length.ts';
import { AT_START, CENTER, FROM, meetsBall, NEVER, RADIUS, START, TO } from './moving-ball.ts';
import { readPoint, readSphere } from './read.ts';
import { Penetration, type SphereValue } from './values.ts';

const ballA: Float64Array = /* #__PURE__ */ new Float64Array(4);
const ballB: Float64Array = /* #__PURE__ */ new Float64Array(4);
const v: Float64Array = /* #__PURE__ */ new Float64Array(4);

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
  v[0] = ballB[0] - ballA[0];
  v[1] = ballB[1] - ballA[1];
  v[2] = ballB[2] - ballA[2];
  normalizeAt(v, 0);
  if (v[3] === 0) v[0] = 1;
  const result = out ?? new Penetration();
  const { normal, pointA, pointB } = result;
  result.depth = Math.max(0, ballA[3] + ballB[3] - v[3]);
  normal.x = v[0];
  normal.y = v[1];
  normal.z = v[2];
  pointA.x = ballA[0] + ballA[3] * v[0];
  pointA.y = ballA[1] + ballA[3] * v[1];
  pointA.z = ballA[2] + ballA[3] * v[2];
  pointB.x = ballB[0] - ballB[3] * v[0];
  pointB.y = ballB[1] - ballB[3] * v[1];
  pointB.z = ballB[2] - ballB[3] * v[2];
  return result;
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
  path[RADIUS + 1] = ballB[3];
  const when = meetsBall(path, true, time);
  return when === NEVER ? null : when === AT_START ? 0 : time[1];
}
