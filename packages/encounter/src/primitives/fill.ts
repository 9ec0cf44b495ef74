/** From flat arrays of doubles to the results that are handed out. */
import type { Closest, Hit } from './values.ts';

/** From the squared distance, a point on A and one on B. */
export function fillClosest(found: Float64Array, out: Closest): Closest {
  const { pointA, pointB } = out;
  out.distance = Math.sqrt(found[0]);
  pointA.x = found[1];
  pointA.y = found[2];
  pointA.z = found[3];
  pointB.x = found[4];
  pointB.y = found[5];
  pointB.z = found[6];
  return out;
}

/** From a ray, and the time and the normal of a hit; the normal is of any length, and against the ray if it is zero. */
export function fillHit(ray: Float64Array, found: Float64Array, out: Hit): Hit {
  const { point, normal } = out;
  const t = found[0];
  const x = found[1];
  const y = found[2];
  const z = found[3];
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  out.t = t;
  point.x = ray[0] + t * dx;
  point.y = ray[1] + t * dy;
  point.z = ray[2] + t * dz;
  const nn = x * x + y * y + z * z;
  if (nn > 0) {
    const s = (x * dx + y * dy + z * dz > 0 ? -1 : 1) / Math.sqrt(nn);
    normal.x = s * x;
    normal.y = s * y;
    normal.z = s * z;
    return out;
  }
  // A direction may be too long or too short to be squared.
  const largest = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
  const ux = dx / largest;
  const uy = dy / largest;
  const uz = dz / largest;
  const l = -Math.sqrt(ux * ux + uy * uy + uz * uz);
  normal.x = ux / l;
  normal.y = uy / l;
  normal.z = uz / l;
  return out;
}
