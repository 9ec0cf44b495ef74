/**
 * Nearest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9): those of their lines, then clamped one after the
 * other. triangle-triangle-distance.ts has the same inlined for its nine pairs of edges.
 */
import { TRIANGLE_PARALLEL_SQ, TRIANGLE_SLANTED } from '../tolerances.ts';

/**
 * Offers nearest points of the segments from v[i] to v[j] and from v[k] to v[l], either of which may be a point: if they are nearer
 * than out[0], a squared distance, they are written to out[0], out[1…3] and out[4…6].
 */
export function offerEdges(v: Float64Array, i: number, j: number, k: number, l: number, out: Float64Array): void {
  const px = v[i];
  const py = v[i + 1];
  const pz = v[i + 2];
  const qx = v[k];
  const qy = v[k + 1];
  const qz = v[k + 2];
  const ex = v[j] - px;
  const ey = v[j + 1] - py;
  const ez = v[j + 2] - pz;
  const fx = v[l] - qx;
  const fy = v[l + 1] - qy;
  const fz = v[l + 2] - qz;
  const rx = qx - px;
  const ry = qy - py;
  const rz = qz - pz;
  const ee = ex * ex + ey * ey + ez * ez;
  const ff = fx * fx + fy * fy + fz * fz;
  const ef = ex * fx + ey * fy + ez * fz;
  const er = ex * rx + ey * ry + ez * rz;
  const fr = fx * rx + fy * ry + fz * rz;
  let s = 0;
  const den = ee * ff - ef * ef;
  if (den > TRIANGLE_SLANTED * ee * ff) {
    s = (er * ff - fr * ef) / den;
  } else if (ee > 0) {
    // w is the shorter one without its part along the longer; twice, so that what is left is perpendicular.
    const pIsLonger = ee >= ff;
    const longerSq = pIsLonger ? ee : ff;
    const lx = pIsLonger ? ex : fx;
    const ly = pIsLonger ? ey : fy;
    const lz = pIsLonger ? ez : fz;
    const part = ef / longerSq;
    let wx = (pIsLonger ? fx : ex) - part * lx;
    let wy = (pIsLonger ? fy : ey) - part * ly;
    let wz = (pIsLonger ? fz : ez) - part * lz;
    const rest = (wx * lx + wy * ly + wz * lz) / longerSq;
    wx -= rest * lx;
    wy -= rest * ly;
    wz -= rest * lz;
    const ww = wx * wx + wy * wy + wz * wz;
    const rw = rx * wx + ry * wy + rz * wz;
    // Parallel ones start from the middle of the shorter: any point would do.
    const isParallel = ww <= TRIANGLE_PARALLEL_SQ * (pIsLonger ? ff : ee);
    if (pIsLonger) s = (er + (isParallel ? 0.5 : Math.max(0, Math.min(1, -rw / ww))) * ef) / ee;
    else s = isParallel ? 0.5 : rw / ww;
  }
  s = Math.max(0, Math.min(1, s));
  let t = ff > 0 ? (s * ef - fr) / ff : 0;
  if (t < 0 || t > 1) {
    t = t < 0 ? 0 : 1;
    s = ee > 0 ? Math.max(0, Math.min(1, (er + t * ef) / ee)) : 0;
  }
  const x = rx + t * fx - s * ex;
  const y = ry + t * fy - s * ey;
  const z = rz + t * fz - s * ez;
  const distanceSq = x * x + y * y + z * z;
  if (!(distanceSq < out[0])) return;
  out[0] = distanceSq;
  out[1] = px + s * ex;
  out[2] = py + s * ey;
  out[3] = pz + s * ez;
  out[4] = qx + t * fx;
  out[5] = qy + t * fy;
  out[6] = qz + t * fz;
}
