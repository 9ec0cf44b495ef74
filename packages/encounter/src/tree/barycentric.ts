/** Barycentric coordinates of a point on a triangle. */
import type { Vec3 } from '../math/vec3.ts';

/**
 * Writes the weights of the corners p[0 …], p[3 …], p[6 …] at the point of the triangle nearest to x, none negative, with the sum 1. A
 * point that a query found on the triangle is off it by rounding only, so weights that are negative are rounded up to zero.
 */
export function weigh(p: Float64Array, x: Float64Array, out: Vec3): void {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const qx = x[0] - p[0];
  const qy = x[1] - p[1];
  const qz = x[2] - p[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  let a: number;
  let b: number;
  if (nn > 0) {
    // Areas across the normal: (u × v)·n is nn, (q × v)·n belongs to the corner at u, (u × q)·n to that at v.
    a = (nx * (qy * vz - qz * vy) + ny * (qz * vx - qx * vz) + nz * (qx * vy - qy * vx)) / nn;
    b = (nx * (uy * qz - uz * qy) + ny * (uz * qx - ux * qz) + nz * (ux * qy - uy * qx)) / nn;
  } else {
    // A segment or a point. On the side from the first corner to the second or to the third, whichever leads to the point.
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const alongU = uu > 0 ? (qx * ux + qy * uy + qz * uz) / uu : 0;
    const alongV = vv > 0 ? (qx * vx + qy * vy + qz * vz) / vv : 0;
    const second = alongU > 0 && (alongV <= 0 || uu >= vv);
    a = second ? Math.min(alongU, 1) : 0;
    b = second ? 0 : Math.min(alongV, 1);
  }
  a = Math.max(a, 0);
  b = Math.max(b, 0);
  const sum = a + b;
  if (sum > 1) {
    a /= sum;
    b = 1 - a;
  }
  out.x = 1 - a - b;
  out.y = a;
  out.z = b;
}
