/**
 * The facet of an impact: a triangle or a parallelogram that is spanned by two edges from one corner.
 *
 *   r      the point, seen from the corner
 *   e, g   the edges from the corner: the facet is all u·e + v·g
 *   sides  TRIANGLE: u, v ≥ 0 and u + v ≤ 1;  PARALLELOGRAM: 0 ≤ u, v ≤ 1
 *
 * A point meets a triangle if r is in the facet of its edges. Two segments meet if the difference of their starts is in the
 * parallelogram of one and the other turned around.
 */
import { FACET_FLAT, FACET_FOOT } from '../tolerances.ts';

export const TRIANGLE = 3;
export const PARALLELOGRAM = 4;

/**
 * Most steps of refinement; an ordinary facet takes two. Each step multiplies the error of u and v by 5 units of rounding / sine of the
 * angle between e and g. For a sine of 20 units it gains 2 bits a step, and all bits in the end; a facet that is narrower still is
 * within 10 units of one of its sides.
 */
const MAX_REFINEMENTS = 24;

/**
 * The vector from the nearest point of the facet to r in out[0…2], and its length in out[3]; w holds r, e and g.
 *
 * The nearest point of each side is tried, and the foot of the perpendicular, moved into the facet should it be outside. All of these
 * are points of the facet, so the length is never too small by more than rounding, about 10 units of rounding of the largest coordinate in w. Nor
 * is it too large by more: the nearest point is on a side, or it is the foot. An inaccurate normal of a needle makes an inaccurate
 * foot, which is refined by asking for the foot of what is left; and a facet for which this does not converge is so narrow that a side
 * is as near.
 */
export function nearestInFacet(w: Float64Array, sides: number, out: Float64Array): void {
  const rx = w[0];
  const ry = w[1];
  const rz = w[2];
  const ex = w[3];
  const ey = w[4];
  const ez = w[5];
  const gx = w[6];
  const gy = w[7];
  const gz = w[8];
  let least = Infinity;
  let bestX = 0;
  let bestY = 0;
  let bestZ = 0;
  for (let side = 0; side < sides; side++) {
    // Along e and along g from the corner; then across the triangle, or along both again from the ends.
    let px = rx;
    let py = ry;
    let pz = rz;
    let dx = ex;
    let dy = ey;
    let dz = ez;
    if (side === 1 || side === 3) {
      dx = gx;
      dy = gy;
      dz = gz;
    }
    if (side === 2 && sides === TRIANGLE) {
      px -= ex;
      py -= ey;
      pz -= ez;
      dx = gx - ex;
      dy = gy - ey;
      dz = gz - ez;
    } else if (side === 2) {
      px -= gx;
      py -= gy;
      pz -= gz;
    } else if (side === 3) {
      px -= ex;
      py -= ey;
      pz -= ez;
    }
    const dd = dx * dx + dy * dy + dz * dz;
    const s = dd > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy + pz * dz) / dd)) : 0;
    const x = px - s * dx;
    const y = py - s * dy;
    const z = pz - s * dz;
    const square = x * x + y * y + z * z;
    if (square < least) {
      least = square;
      bestX = x;
      bestY = y;
      bestZ = z;
    }
  }
  const nx = ey * gz - ez * gy;
  const ny = ez * gx - ex * gz;
  const nz = ex * gy - ey * gx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (nn > FACET_FLAT) {
    let u = 0;
    let v = 0;
    let x = rx;
    let y = ry;
    let z = rz;
    for (let i = 0; i < MAX_REFINEMENTS; i++) {
      const du = ((y * gz - z * gy) * nx + (z * gx - x * gz) * ny + (x * gy - y * gx) * nz) / nn;
      const dv = ((ey * z - ez * y) * nx + (ez * x - ex * z) * ny + (ex * y - ey * x) * nz) / nn;
      u += du;
      v += dv;
      if (Math.abs(du) + Math.abs(dv) <= FACET_FOOT * (1 + Math.abs(u) + Math.abs(v))) break;
      x = rx - u * ex - v * gx;
      y = ry - u * ey - v * gy;
      z = rz - u * ez - v * gz;
    }
    u = Math.max(0, Math.min(1, u));
    v = Math.max(0, Math.min(sides === TRIANGLE ? 1 - u : 1, v));
    x = rx - u * ex - v * gx;
    y = ry - u * ey - v * gy;
    z = rz - u * ez - v * gz;
    const square = x * x + y * y + z * z;
    if (square < least) {
      least = square;
      bestX = x;
      bestY = y;
      bestZ = z;
    }
  }
  out[0] = bestX;
  out[1] = bestY;
  out[2] = bestZ;
  out[3] = Math.sqrt(least);
}
