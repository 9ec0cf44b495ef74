/**
 * The plane that separates a point from a triangle best: that of the nearest point. There are no cases of faces, sides and corners whose
 * borders rounding could blur: each of the seven gives a plane, and the best is taken. So all of the triangle is behind it, whatever
 * rounding does.
 */

/** The sides b − a, c − b and c − a of the triangle. */
export const side: Float64Array = /* #__PURE__ */ new Float64Array(9);
/** Its normal, of any length, that of (b − a) × (c − a), and then its longest side. Both are zero for a point, and the normal for a segment. */
export const normal: Float64Array = /* #__PURE__ */ new Float64Array(6);
/** A direction to try. */
const direction: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * Takes a triangle.
 *
 * The normal of a sliver is off by ε over its width, in units of its length. Made perpendicular to the longest side it is so only about
 * that side: all of the sliver is within ε of the plane that it is taken for.
 */
export function setSides(t: Float64Array): void {
  for (let i = 0; i < 9; i++) side[i] = i < 6 ? t[i + 3] - t[i] : t[i] - t[i - 6];
  const ex = side[0];
  const ey = side[1];
  const ez = side[2];
  const gx = side[6];
  const gy = side[7];
  const gz = side[8];
  let x = side[3];
  let y = side[4];
  let z = side[5];
  let longest = x * x + y * y + z * z;
  const ee = ex * ex + ey * ey + ez * ez;
  if (ee > longest) {
    longest = ee;
    x = ex;
    y = ey;
    z = ez;
  }
  const gg = gx * gx + gy * gy + gz * gz;
  if (gg > longest) {
    longest = gg;
    x = gx;
    y = gy;
    z = gz;
  }
  const nx = ey * gz - ez * gy;
  const ny = ez * gx - ex * gz;
  const nz = ex * gy - ey * gx;
  const tilt = longest > 0 ? (nx * x + ny * y + nz * z) / longest : 0;
  normal[0] = nx - tilt * x;
  normal[1] = ny - tilt * y;
  normal[2] = nz - tilt * z;
  normal[3] = x;
  normal[4] = y;
  normal[5] = z;
}

/**
 * The plane from which a point is farthest, of those that have the triangle behind them: across the normal, across the perpendicular
 * from each side, and across the way from each corner. `from` is the point as seen from each corner; plane[0…2] becomes the unit vector
 * from the triangle to the point, and plane[3] how far the point is beyond all corners along it, below zero only for rounding.
 */
export function findPlane(from: Float64Array, plane: Float64Array): void {
  plane[3] = -Infinity;
  tryPlane(normal, 0, from, plane);
  for (let i = 0; i < 9; i += 3) {
    const x = from[i];
    const y = from[i + 1];
    const z = from[i + 2];
    tryPlane(from, i, from, plane);
    const dx = side[i];
    const dy = side[i + 1];
    const dz = side[i + 2];
    const dd = dx * dx + dy * dy + dz * dz;
    if (dd === 0) continue;
    let s = (x * dx + y * dy + z * dz) / dd;
    const px = x - s * dx;
    const py = y - s * dy;
    const pz = z - s * dz;
    // Once more: what rounding left along the side would tilt the plane.
    s = (px * dx + py * dy + pz * dz) / dd;
    direction[0] = px - s * dx;
    direction[1] = py - s * dy;
    direction[2] = pz - s * dz;
    tryPlane(direction, 0, from, plane);
  }
}

/** Takes a direction of any length, or its opposite if that is where the point is, if it is better than the best so far. */
function tryPlane(vectors: Float64Array, at: number, from: Float64Array, plane: Float64Array): void {
  let x = vectors[at];
  let y = vectors[at + 1];
  let z = vectors[at + 2];
  const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(scale > 0)) return;
  x /= scale;
  y /= scale;
  z /= scale;
  const length = Math.sqrt(x * x + y * y + z * z);
  const a = x * from[0] + y * from[1] + z * from[2];
  const b = x * from[3] + y * from[4] + z * from[5];
  const c = x * from[6] + y * from[7] + z * from[8];
  const above = Math.min(a, b, c);
  const below = -Math.max(a, b, c);
  const sign = above >= below ? 1 : -1;
  const gap = Math.max(above, below) / length;
  if (!(gap > plane[3])) return;
  plane[0] = (sign * x) / length;
  plane[1] = (sign * y) / length;
  plane[2] = (sign * z) / length;
  plane[3] = gap;
}
