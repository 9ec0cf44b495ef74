/** How far a point is from a triangle, squared, into out[0]: from the inside of its plane, or from the nearest edge. */
import { SLIVER } from '../tolerances.ts';

export function pointTriangleSq(p: Float64Array, t: Float64Array, out: Float64Array): void {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const wx = p[0] - t[0];
  const wy = p[1] - t[1];
  const wz = p[2] - t[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  if (nn > SLIVER * uu * vv) {
    // Twice the areas that the foot of the point makes with two edges, times the normal.
    const b = (wy * vz - wz * vy) * nx + (wz * vx - wx * vz) * ny + (wx * vy - wy * vx) * nz;
    const c = (uy * wz - uz * wy) * nx + (uz * wx - ux * wz) * ny + (ux * wy - uy * wx) * nz;
    if (b >= 0 && c >= 0 && b + c <= nn) {
      const height = wx * nx + wy * ny + wz * nz;
      out[0] = (height * height) / nn;
      return;
    }
  }
  out[0] = Infinity;
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const ex = t[j] - t[i];
    const ey = t[j + 1] - t[i + 1];
    const ez = t[j + 2] - t[i + 2];
    const ee = ex * ex + ey * ey + ez * ez;
    const along = (p[0] - t[i]) * ex + (p[1] - t[i + 1]) * ey + (p[2] - t[i + 2]) * ez;
    const s = ee > 0 ? Math.max(0, Math.min(1, along / ee)) : 0;
    const dx = p[0] - t[i] - s * ex;
    const dy = p[1] - t[i + 1] - s * ey;
    const dz = p[2] - t[i + 2] - s * ez;
    out[0] = Math.min(out[0], dx * dx + dy * dy + dz * dz);
  }
}
