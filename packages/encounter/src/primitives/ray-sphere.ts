/** A ray against a sphere, which is solid. */
import { normalizeAt } from './length.ts';
import { AT_START, CENTER, meetsBall, NEVER } from './moving-ball.ts';
import { readRay, readSphere } from './read.ts';
import { Hit, type RayValue, type SphereValue } from './values.ts';

// The ray is read into the first six numbers, the sphere into a part of its own.
const path: Float64Array = /* #__PURE__ */ new Float64Array(14);
const ball: Float64Array = /* #__PURE__ */ path.subarray(CENTER, CENTER + 4);
const time: Float64Array = /* #__PURE__ */ new Float64Array(2);
const v: Float64Array = /* #__PURE__ */ new Float64Array(4);

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
  const hit = out ?? new Hit();
  const { normal, point } = hit;
  hit.t = t;
  const r = path;
  point.x = r[0] + t * r[3];
  point.y = r[1] + t * r[4];
  point.z = r[2] + t * r[5];
  // A sphere of radius zero has the normal against the ray, and a start inside none.
  v[0] = ball[3] > 0 ? r[0] - ball[0] + t * r[3] : -r[3];
  v[1] = ball[3] > 0 ? r[1] - ball[1] + t * r[4] : -r[4];
  v[2] = ball[3] > 0 ? r[2] - ball[2] + t * r[5] : -r[5];
  normalizeAt(v, 0);
  const inside = when === AT_START;
  normal.x = inside ? 0 : v[0];
  normal.y = inside ? 0 : v[1];
  normal.z = inside ? 0 : v[2];
  return hit;
}
