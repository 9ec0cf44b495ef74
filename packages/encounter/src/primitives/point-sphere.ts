/** A point and a sphere, which is solid. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { ballsMeet } from './ball-ball.ts';
import { normalizeAt } from './length.ts';
import { readPoint, readSphere, writePoint } from './read.ts';
import type { SphereValue } from './values.ts';

// The point as a ball of radius zero: p[3] stays 0.
const p: Float64Array = /* #__PURE__ */ new Float64Array(4);
const s: Float64Array = /* #__PURE__ */ new Float64Array(4);
const v: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Whether a point is in a sphere or on it: |point − center|² ≤ radius², exactly.
 *
 * Cost: one squared length; exact arithmetic within rounding of the surface.
 */
export function intersectsPointSphere(point: Vec3Input, sphere: SphereValue): boolean {
  readPoint(point, p, 0, 'point');
  readSphere(sphere, s, 'sphere');
  return ballsMeet(p, s);
}

/**
 * The point of a solid sphere nearest to a point: the point itself where it is inside. (Slide 11-101 has the surface's, from inside, too.)
 *
 * Cost: one squared length, and a root and a division from outside.
 */
export function closestPointSphere(point: Vec3Input, sphere: SphereValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, p, 0, 'point');
  readSphere(sphere, s, 'sphere');
  if (ballsMeet(p, s)) {
    return writePoint(p, 0, out);
  }
  v[0] = p[0] - s[0];
  v[1] = p[1] - s[1];
  v[2] = p[2] - s[2];
  normalizeAt(v, 0);
  out.x = s[0] + s[3] * v[0];
  out.y = s[1] + s[3] * v[1];
  out.z = s[2] + s[3] * v[2];
  return out;
}
