/** A ray against a sphere, which is solid. */
import { AT_START, CENTER, meetsBall, NEVER } from './moving-ball.ts';
import { readRay, readSphere } from './read.ts';
import { fillHit } from './results.ts';
import type { Hit, RayValue, SphereValue } from './values.ts';

// The ray is read into the first six numbers, the sphere into a part of its own.
const path: Float64Array = /* #__PURE__ */ new Float64Array(14);
const ball: Float64Array = /* #__PURE__ */ path.subarray(CENTER, CENTER + 4);
const time: Float64Array = /* #__PURE__ */ new Float64Array(2);
const found: Float64Array = /* #__PURE__ */ new Float64Array(5);

/**
 * Where a ray meets a solid sphere (§3.1.2, Alg. 3.1; slides 11-128 to 11-131). Whether it does is decided exactly, and t keeps its digits
 * for distant spheres, where the book's form loses them (see `moving-ball.ts`). Starting inside or on the surface: t = 0, zero normal.
 *
 * Cost: about 50 multiplications, three roots and some divisions; exact arithmetic for rays that graze within rounding.
 */
export function rayCastSphere(ray: RayValue, sphere: SphereValue, out?: Hit): Hit | null {
  readRay(ray, path, 'ray');
  readSphere(sphere, ball, 'sphere');
  const when = meetsBall(path, false, time);
  if (when === NEVER) return null;
  const t = when === AT_START ? 0 : time[0];
  if (!(t < Infinity)) return null;
  // A sphere of radius zero has the normal against the ray, and a start inside none.
  const isInside = when === AT_START;
  const outward = isInside || ball[3] === 0 ? 0 : 1;
  found[0] = t;
  for (let k = 0; k < 3; k++) found[1 + k] = outward * (path[k] - ball[k] + t * path[3 + k]);
  return fillHit(path, found, out, isInside);
}
