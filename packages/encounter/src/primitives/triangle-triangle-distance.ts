/**
 * The distance of two triangles and where they are nearest (E. Larsen, S. Gottschalk, M. C. Lin and D. Manocha, "Fast
 * Distance Queries with Rectangular Swept Sphere Volumes", 2000, on triangles: two that are apart are nearest at two edges
 * or at a vertex and a face).
 *
 * Every candidate is a pair of points *on* the triangles. So rounding may choose a candidate that is as good as the best to
 * rounding, but never invents a shorter distance. The candidates are:
 *   - nine pairs of edges. With v from P's point to Q's, the planes across v through these points bound a slab. If the third
 *     vertices are not inside it either, the pair is nearest and the search ends. If they reach into it without closing it, the
 *     rest of its width is a lower bound of the distance, which may end the search of a caller who knows a nearer pair;
 *   - six vertices in front of the other's face.
 *
 * Deviations: the line of the centroids is tried first. It often proves the pair too far, and tells where to begin: the first
 * or second pair of edges is then the nearest in two of three cases. Where it does not separate, `trianglesMeet`
 * decides whether the triangles meet, so that the squared distance is 0 exactly when they do.
 *
 * Degenerate triangles are legal: a segment is a triangle with a repeated vertex, a point one with three. Fourth powers of
 * lengths must neither over- nor underflow: coordinates up to 1e60, sizes down to 1e-60.
 */

import { TRIANGLE_PARALLEL_SQ, TRIANGLE_ROUNDING, TRIANGLE_SLACK, TRIANGLE_SLANTED } from '../tolerances.ts';
import { best, longest, offerPiercings, offerVertex, prepareFace } from './triangle-face.ts';
import { trianglesMeet } from './triangle-triangle.ts';

/** The vertices of P and Q nearest to the other along the line of the centroids: the search begins there. */
const foremost: Int32Array = /* #__PURE__ */ new Int32Array(2);

/** What the line of the centroids proves: see `separate`. */
const NOTHING = 0;
const APART = 1;
const BEYOND = 2;

/**
 * Nearest points of the triangles with the vertices p[0…8] and q[0…8], if they are nearer than a bound.
 *
 * On entry out[0] is the bound, a squared distance; Infinity for none. If the triangles are nearer, returns true with
 * out[0] = squared distance, out[1…3] = a nearest point of P, out[4…6] = one of Q. Otherwise returns false and leaves `out` as
 * it was. So one `out` can be the running minimum of a search over many pairs. Triangles that meet, and no others, have squared
 * distance 0; both points are then a common point.
 */
export function distanceTriangleTriangle(p: Float64Array, q: Float64Array, out: Float64Array): boolean {
  const bound = out[0];
  const proof = separate(p, q, out);
  if (proof === BEYOND) return false;

  best[0] = Infinity;
  const meet = proof === NOTHING && trianglesMeet(p, q);
  if (meet) {
    prepareFace(p, 0);
    prepareFace(q, 1);
    offerPiercings(p, 0, q, 1);
    offerPiercings(q, 1, p, 0);
    // If no piercing point is common, the triangles lie in one plane or are degenerate.
    if (isCommon()) return takeCommon(out);
  }
  for (let kCount = 0, k = foremost[0]; kCount < 3; kCount++, k = k === 0 ? 2 : k - 1) {
    const i = 3 * k;
    const iNext = k === 2 ? 0 : i + 3;
    const iThird = k === 0 ? 6 : i - 3;
    const px = p[i];
    const py = p[i + 1];
    const pz = p[i + 2];
    const ex = p[iNext] - px;
    const ey = p[iNext + 1] - py;
    const ez = p[iNext + 2] - pz;
    const ee = ex * ex + ey * ey + ez * ez;
    for (let lCount = 0, l = foremost[1]; lCount < 3; lCount++, l = l === 0 ? 2 : l - 1) {
      const j = 3 * l;
      const jNext = l === 2 ? 0 : j + 3;
      const jThird = l === 0 ? 6 : j - 3;
      const qx = q[j];
      const qy = q[j + 1];
      const qz = q[j + 2];
      const fx = q[jNext] - qx;
      const fy = q[jNext + 1] - qy;
      const fz = q[jNext + 2] - qz;
      const ff = fx * fx + fy * fy + fz * fz;
      const rx = qx - px;
      const ry = qy - py;
      const rz = qz - pz;
      const ef = ex * fx + ey * fy + ez * fz;
      const er = ex * rx + ey * ry + ez * rz;
      const fr = fx * rx + fy * ry + fz * rz;
      // The lines are nearest at s on P's edge and t on Q's. Both are then clamped, one after the other.
      let s = 0;
      let t = 0;
      const den = ee * ff - ef * ef;
      if (den > TRIANGLE_SLANTED * ee * ff) {
        s = (er * ff - fr * ef) / den;
      } else if (ee > 0) {
        // w is the shorter edge without its part along the longer one. It is removed twice, so that w is perpendicular to rounding.
        const pIsLonger = ee >= ff;
        const lx = pIsLonger ? ex : fx;
        const ly = pIsLonger ? ey : fy;
        const lz = pIsLonger ? ez : fz;
        const longerSq = pIsLonger ? ee : ff;
        const part = ef / longerSq;
        let wx = (pIsLonger ? fx : ex) - part * lx;
        let wy = (pIsLonger ? fy : ey) - part * ly;
        let wz = (pIsLonger ? fz : ez) - part * lz;
        const rest = (wx * lx + wy * ly + wz * lz) / longerSq;
        wx -= rest * lx;
        wy -= rest * ly;
        wz -= rest * lz;
        const ww = wx * wx + wy * wy + wz * wz;
        const shorterSq = pIsLonger ? ff : ee;
        const rw = rx * wx + ry * wy + rz * wz;
        // Parallel edges start from the middle of the shorter one; any point would do.
        const isParallel = ww <= TRIANGLE_PARALLEL_SQ * shorterSq;
        if (pIsLonger) {
          const sigma = isParallel ? 0.5 : Math.max(0, Math.min(1, -rw / ww));
          s = (er + sigma * ef) / ee;
        } else s = isParallel ? 0.5 : rw / ww;
      }
      s = Math.max(0, Math.min(1, s));
      t = ff > 0 ? (s * ef - fr) / ff : 0;
      if (t < 0 || t > 1) {
        t = t < 0 ? 0 : 1;
        s = ee > 0 ? Math.max(0, Math.min(1, (er + t * ef) / ee)) : 0;
      }
      const vx = rx + t * fx - s * ex;
      const vy = ry + t * fy - s * ey;
      const vz = rz + t * fz - s * ez;
      const vv = vx * vx + vy * vy + vz * vz;
      if (vv >= best[0]) continue;
      best[0] = vv;
      best[1] = px + s * ex;
      best[2] = py + s * ey;
      best[3] = pz + s * ez;
      best[4] = qx + t * fx;
      best[5] = qy + t * fy;
      best[6] = qz + t * fz;

      // How far the third vertices reach into the slab.
      const gx = p[iThird] - px - s * ex;
      const gy = p[iThird + 1] - py - s * ey;
      const gz = p[iThird + 2] - pz - s * ez;
      const hx = q[jThird] - qx - t * fx;
      const hy = q[jThird + 1] - qy - t * fy;
      const hz = q[jThird + 2] - qz - t * fz;
      const reachSq = ee + ff + vv + gx * gx + gy * gy + gz * gz + hx * hx + hy * hy + hz * hz;
      const error = TRIANGLE_ROUNDING * reachSq;
      const into =
        Math.max(0, error + (gx * vx + gy * vy + gz * vz)) + Math.max(0, error - (hx * vx + hy * vy + hz * vz));
      const left = vv - into;
      if (left > 0 && !meet) {
        if (left * left >= bound * vv) return false;
        if (into * into <= TRIANGLE_SLACK * TRIANGLE_SLACK * vv * reachSq) return take(out);
      }
    }
  }
  if (!meet) {
    prepareFace(p, 0);
    prepareFace(q, 1);
  }
  for (let k = 0; k < 9; k += 3) {
    offerVertex(p, k, 0, q, 1);
    offerVertex(q, k, 1, p, 0);
  }
  if (meet) return takeCommon(out);
  // Only triangles that meet may have squared distance 0, so rounding must not make it 0.
  best[0] = Math.max(best[0], Number.MIN_VALUE);
  return take(out);
}

/** Tells what the line of the centroids proves. BEYOND means: not nearer than out[0]. Sets `foremost`. */
function separate(p: Float64Array, q: Float64Array, out: Float64Array): number {
  const ox = p[0];
  const oy = p[1];
  const oz = p[2];
  const p1x = p[3] - ox;
  const p1y = p[4] - oy;
  const p1z = p[5] - oz;
  const p2x = p[6] - ox;
  const p2y = p[7] - oy;
  const p2z = p[8] - oz;
  const q0x = q[0] - ox;
  const q0y = q[1] - oy;
  const q0z = q[2] - oz;
  const q1x = q[3] - ox;
  const q1y = q[4] - oy;
  const q1z = q[5] - oz;
  const q2x = q[6] - ox;
  const q2y = q[7] - oy;
  const q2z = q[8] - oz;
  const cx = q0x + q1x + q2x - p1x - p2x;
  const cy = q0y + q1y + q2y - p1y - p2y;
  const cz = q0z + q1z + q2z - p1z - p2z;
  const cc = cx * cx + cy * cy + cz * cz;
  const p1 = p1x * cx + p1y * cy + p1z * cz;
  const p2 = p2x * cx + p2y * cy + p2z * cz;
  const q0 = q0x * cx + q0y * cy + q0z * cz;
  const q1 = q1x * cx + q1y * cy + q1z * cz;
  const q2 = q2x * cx + q2y * cy + q2z * cz;
  const pMost = Math.max(0, p1, p2);
  const qLeast = Math.min(q0, q1, q2);
  foremost[0] = pMost === p1 ? 1 : pMost === p2 ? 2 : 0;
  foremost[1] = qLeast === q1 ? 1 : qLeast === q2 ? 2 : 0;
  const gap = qLeast - pMost;
  if (gap <= 0) return NOTHING;
  // A gap that may be rounding proves nothing.
  const pSq = p1x * p1x + p1y * p1y + p1z * p1z + p2x * p2x + p2y * p2y + p2z * p2z;
  const qSq = q0x * q0x + q0y * q0y + q0z * q0z + q1x * q1x + q1y * q1y + q1z * q1z + q2x * q2x + q2y * q2y + q2z * q2z;
  if (gap * gap <= TRIANGLE_ROUNDING * TRIANGLE_ROUNDING * (pSq + qSq) * cc) return NOTHING;
  return gap * gap >= out[0] * cc ? BEYOND : APART;
}

/** Writes the best candidate into `out` if it is nearer than out[0]. */
function take(out: Float64Array): boolean {
  if (best[0] >= out[0]) return false;
  for (let k = 0; k < 7; k++) out[k] = best[k];
  return true;
}

/** The same for triangles that meet: the two points of the best candidate differ by rounding only. */
function takeCommon(out: Float64Array): boolean {
  if (out[0] <= 0) return false;
  out[0] = 0;
  for (let k = 1; k < 4; k++) {
    out[k] = best[k];
    out[k + 3] = best[k];
  }
  return true;
}

/** Whether the best candidate is a common point, to rounding relative to the longest edge of both. */
function isCommon(): boolean {
  const p = longest[0] * longest[0] + longest[1] * longest[1] + longest[2] * longest[2];
  const q = longest[3] * longest[3] + longest[4] * longest[4] + longest[5] * longest[5];
  return best[0] <= TRIANGLE_SLACK * TRIANGLE_SLACK * Math.max(p, q);
}
