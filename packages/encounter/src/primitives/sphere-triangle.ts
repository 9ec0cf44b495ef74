/** A ball and a triangle. */
import { readSphere, readTriangle } from './read.ts';
import { ballReachesPlane, ballReachesSegment, tameLengths } from './sphere-reach.ts';
import type { SphereValue, TriangleValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(4);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);

/**
 * Whether a ball and a triangle have a point in common; the ball may be a point, the triangle a segment or a point.
 *
 * §3.4.6 finds the nearest point and measures its distance; here no division rounds it: the ball reaches an edge, or it reaches the
 * plane and its centre is in front of the face. Constant time.
 */
export function intersectsSphereTriangle(sphere: SphereValue, triangle: TriangleValue): boolean {
  readSphere(sphere, s, 'sphere');
  readTriangle(triangle, t, 'triangle');
  tameLengths(s, t, 0, 9);
  for (let i = 0; i < 9; i += 3) if (ballReachesSegment(s, t, i, i === 6 ? 0 : i + 3)) return true;
  return isInFront(s, t) && ballReachesPlane(s, t, 0, 3, 6);
}

/**
 * Whether the point s[0…2] is in front of the inside of a triangle that has one. Rounding matters at the edges only, and from there
 * a ball that gets here is farther than its radius.
 */
function isInFront(s: Float64Array, t: Float64Array): boolean {
  const ex = t[3] - t[0];
  const ey = t[4] - t[1];
  const ez = t[5] - t[2];
  const fx = t[6] - t[0];
  const fy = t[7] - t[1];
  const fz = t[8] - t[2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const gx = t[j] - t[i];
    const gy = t[j + 1] - t[i + 1];
    const gz = t[j + 2] - t[i + 2];
    const x = s[0] - t[i];
    const y = s[1] - t[i + 1];
    const z = s[2] - t[i + 2];
    // n × edge points inward.
    if (!((ny * gz - nz * gy) * x + (nz * gx - nx * gz) * y + (nx * gy - ny * gx) * z > 0)) return false;
  }
  return true;
}
