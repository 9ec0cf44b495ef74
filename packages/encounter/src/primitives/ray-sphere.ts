/** A ray against a sphere, which is solid. */
import { normalizeAt } from './length.ts';
import { AT_START, CENTER, meetsBall, NEVER, RADIUS, START, TO } from './moving-ball.ts';
import { readRay, readSphere } from './read.ts';
import { Hit, type RayValue, type SphereValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const path: Float64Array = /* #__PURE__ */ new Float64Array(14);
const time: Float64Array = /* #__PURE__ */ new Float64Array(2);
const v: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Where a ray meets a solid sphere (§3.1.2, Alg. 3.1; slides 11-128 to 11-131). Whether it does is decided exactly, and t keeps its digits
 * for distant spheres, where the book's form loses them (see `moving-ball.ts`). Starting inside or on the surface: t = 0, zero normal.
 *
 * Cost: about 50 multiplications, three roots and some divisions; exact arithmetic for rays that graze within rounding.
 */
export function rayCastSphere(ray: RayValue, sphere: SphereValue, out?: Hit): Hit | null {
  readRay(ray, r, 'ray');
  readSphere(sphere, ball, 'sphere');
  for (let i = 0; i < 3; i++) {
    path[START + i] = r[i];
    path[CENTER + i] = ball[i];
    path[TO + i] = r[3 + i];
  }
  path[RADIUS] = ball[3];
  const when = meetsBall(path, false, time);
  if (when === NEVER) return null;
  const t = when === AT_START ? 0 : time[0];
  if (!(t < Infinity)) return null;
  const hit = out ?? new Hit();
  const { normal, point } = hit;
  hit.t = t;
  point.x = r[0] + t * r[3];
  point.y = r[1] + t * r[4];
  point.z = r[2] + t * r[5];
  // A sphere of radius zero has the normal against the ray.
  for (let i = 0; i < 3; i++) v[i] = when === AT_START ? 0 : ball[3] === 0 ? -r[3 + i] : r[i] - ball[i] + t * r[3 + i];
  normalizeAt(v, 0);
  normal.x = v[0];
  normal.y = v[1];
  normal.z = v[2];
  return hit;
}
