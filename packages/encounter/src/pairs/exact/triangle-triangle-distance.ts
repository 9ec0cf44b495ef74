/**
 * The distance of two triangles and where they are nearest (E. Larsen, S. Gottschalk, M. C. Lin and D. Manocha, "Fast
 * Distance Queries with Rectangular Swept Sphere Volumes", 2000, on triangles: two that are apart are nearest at two edges
 * or at a vertex and a face).
 *
 * Every candidate is a pair of points that are *on* the triangles, so rounding can only hide the best one behind one that
 * is as good to rounding, never invent a shorter distance:
 *   - nine pairs of edges. With v from P's point to Q's, the planes across v through these points bound a slab. If the third
 *     vertices are outside of it as well, the pair is nearest and the search ends; if they do not close the slab, what
 *     remains of it is a lower bound of the distance, which proves the triangles apart, or farther than is of interest;
 *   - six vertices in front of the other's face.
 *
 * Whether the triangles meet is decided by `intersectsTriangleTriangle` when no slab proves them apart; so the squared
 * distance is 0 exactly when they do.
 *
 * Degenerate triangles are legal: a segment is a triangle with a repeated vertex, a point one with three.
 */
import { intersectsTriangleTriangle } from './triangle-triangle.ts';

/**
 * Squared sine of the angle between edges below which the normal equations lose more than a digit; then one edge is made
 * perpendicular to the other first, as in segment-segment.ts.
 */
const SLANTED = 1e-2;

/** Squared sine below which the direction across two edges is rounding alone. */
const PARALLEL_SQ = 1e-30;

/** Rounding of a product of two lengths of the pair, relative to them. */
const ROUNDING = 4e-15;

/** What the early end may cost, relative to the size of the triangles or their distance. */
const SLACK = 2e-14;

/** Edge k of P at 3k, of Q at 9 + 3k, from vertex k to the next; `lengthSq` and its inverse (0 for a point) at k and 3 + k. */
const edges = new Float64Array(18);
const lengthSq = new Float64Array(6);
const inverse = new Float64Array(6);

/**
 * Coordinates in a face: r from the vertex `corner`, where the longest edge starts, has t = r·across and
 * s = r·along − t·shift, with corner + s·(longest edge) + t·(edge to the vertex opposite). First P's, then Q's.
 */
const corner = new Int32Array(2);
const along = new Float64Array(6);
const across = new Float64Array(6);
const shift = new Float64Array(2);

/** The best candidate: squared distance, point on P, point on Q. */
const best = new Float64Array(7);

/**
 * Nearest points of the triangles with the vertices p[0…8] and q[0…8], if they are nearer than a bound.
 *
 * On entry out[0] is the bound, a squared distance; Infinity for none. If the triangles are nearer, returns true with
 * out[0] = squared distance, out[1…3] = a nearest point of P, out[4…6] = one of Q. Otherwise returns false and leaves `out` as
 * it was. So `out` is the running minimum of a search: many pairs, one array. Triangles that meet have squared distance 0 (and
 * no others have) and a common point in both places.
 */
export function distanceTriangleTriangle(p: Float64Array, q: Float64Array, out: Float64Array): boolean {
  const bound = out[0];
  if (bound < Infinity && isBeyond(p, q, out)) return false;

  let sizeSq = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const n = k === 2 ? 0 : i + 3;
    let x = p[n] - p[i];
    let y = p[n + 1] - p[i + 1];
    let z = p[n + 2] - p[i + 2];
    edges[i] = x;
    edges[i + 1] = y;
    edges[i + 2] = z;
    const pSq = x * x + y * y + z * z;
    lengthSq[k] = pSq;
    inverse[k] = pSq > 0 ? 1 / pSq : 0;
    x = q[n] - q[i];
    y = q[n + 1] - q[i + 1];
    z = q[n + 2] - q[i + 2];
    edges[i + 9] = x;
    edges[i + 10] = y;
    edges[i + 11] = z;
    const qSq = x * x + y * y + z * z;
    lengthSq[k + 3] = qSq;
    inverse[k + 3] = qSq > 0 ? 1 / qSq : 0;
    sizeSq = Math.max(sizeSq, pSq, qSq);
  }

  best[0] = Infinity;
  let isApart = false;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const px = p[i];
    const py = p[i + 1];
    const pz = p[i + 2];
    const ex = edges[i];
    const ey = edges[i + 1];
    const ez = edges[i + 2];
    const ee = lengthSq[k];
    // The third vertices, of P here and of Q below.
    const i3 = k === 0 ? 6 : i - 3;
    for (let l = 0; l < 3; l++) {
      const j = 3 * l;
      const fx = edges[j + 9];
      const fy = edges[j + 10];
      const fz = edges[j + 11];
      const ff = lengthSq[l + 3];
      const rx = q[j] - px;
      const ry = q[j + 1] - py;
      const rz = q[j + 2] - pz;
      const ef = ex * fx + ey * fy + ez * fz;
      const er = ex * rx + ey * ry + ez * rz;
      const fr = fx * rx + fy * ry + fz * rz;
      // Nearest on the lines at s on P's edge and t on Q's, then clamped one after the other.
      let s = 0;
      let t = 0;
      const den = ee * ff - ef * ef;
      if (den > SLANTED * ee * ff) {
        s = (er * ff - fr * ef) / den;
      } else if (ee > 0) {
        // w is the shorter edge without its part along the longer one; twice, so that what is left is perpendicular.
        const pIsLonger = ee >= ff;
        const lx = pIsLonger ? ex : fx;
        const ly = pIsLonger ? ey : fy;
        const lz = pIsLonger ? ez : fz;
        const toUnit = inverse[pIsLonger ? k : l + 3];
        const part = ef * toUnit;
        let wx = (pIsLonger ? fx : ex) - part * lx;
        let wy = (pIsLonger ? fy : ey) - part * ly;
        let wz = (pIsLonger ? fz : ez) - part * lz;
        const rest = (wx * lx + wy * ly + wz * lz) * toUnit;
        wx -= rest * lx;
        wy -= rest * ly;
        wz -= rest * lz;
        const ww = wx * wx + wy * wy + wz * wz;
        const shorterSq = pIsLonger ? ff : ee;
        const rw = rx * wx + ry * wy + rz * wz;
        // Parallel ones start from the middle of the shorter: any point would do.
        const isParallel = ww <= PARALLEL_SQ * shorterSq;
        if (pIsLonger) {
          const sigma = isParallel ? 0.5 : Math.max(0, Math.min(1, -rw / ww));
          s = (er + sigma * ef) * inverse[k];
        } else s = isParallel ? 0.5 : rw / ww;
      }
      s = Math.max(0, Math.min(1, s));
      t = (s * ef - fr) * inverse[l + 3];
      if (t < 0 || t > 1) {
        t = t < 0 ? 0 : 1;
        s = Math.max(0, Math.min(1, (er + t * ef) * inverse[k]));
      }
      const vx = rx + t * fx - s * ex;
      const vy = ry + t * fy - s * ey;
      const vz = rz + t * fz - s * ez;
      const vv = vx * vx + vy * vy + vz * vz;
      if (vv >= best[0]) continue;
      const ax = px + s * ex;
      const ay = py + s * ey;
      const az = pz + s * ez;
      const bx = q[j] + t * fx;
      const by = q[j + 1] + t * fy;
      const bz = q[j + 2] + t * fz;
      best[0] = vv;
      best[1] = ax;
      best[2] = ay;
      best[3] = az;
      best[4] = bx;
      best[5] = by;
      best[6] = bz;

      // How far the third vertices reach into the slab.
      const j3 = l === 0 ? 6 : j - 3;
      const intoP = (p[i3] - px - s * ex) * vx + (p[i3 + 1] - py - s * ey) * vy + (p[i3 + 2] - pz - s * ez) * vz;
      const intoQ =
        (q[j] - q[j3] + t * fx) * vx + (q[j + 1] - q[j3 + 1] + t * fy) * vy + (q[j + 2] - q[j3 + 2] + t * fz) * vz;
      const error = ROUNDING * (sizeSq + vv);
      const into = Math.max(0, intoP + error) + Math.max(0, intoQ + error);
      const left = vv - into;
      if (left > 0) {
        isApart = true;
        if (left * left >= bound * vv) return false;
        if (into <= SLACK * Math.sqrt(vv * Math.max(vv, sizeSq))) return take(out);
      }
    }
  }
  prepareFace(0);
  prepareFace(1);
  isApart = offerVertices(p, 0, q, 1) || isApart;
  isApart = offerVertices(q, 1, p, 0) || isApart;
  if (isApart) return take(out);

  if (intersectsTriangleTriangle(p, q)) {
    offerPiercings(p, 0, q, 1);
    offerPiercings(q, 1, p, 0);
    if (bound <= 0) return false;
    out[0] = 0;
    for (let k = 1; k < 4; k++) {
      out[k] = best[k];
      out[k + 3] = best[k];
    }
    return true;
  }
  // Apart by less than rounding, but apart.
  best[0] = Math.max(best[0], Number.MIN_VALUE);
  return take(out);
}

/** Whether the triangles are apart by more than the bound out[0] along the line of their centroids. */
function isBeyond(p: Float64Array, q: Float64Array, out: Float64Array): boolean {
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
  const gap =
    Math.min(q0x * cx + q0y * cy + q0z * cz, q1x * cx + q1y * cy + q1z * cz, q2x * cx + q2y * cy + q2z * cz) -
    Math.max(0, p1x * cx + p1y * cy + p1z * cz, p2x * cx + p2y * cy + p2z * cz);
  if (gap <= 0 || gap * gap < out[0] * cc) return false;
  // A gap of rounding proves nothing: the triangles may meet.
  const reachSq =
    p1x * p1x + p1y * p1y + p1z * p1z + p2x * p2x + p2y * p2y + p2z * p2z + q0x * q0x + q0y * q0y + q0z * q0z + cc;
  return gap * gap > ROUNDING * ROUNDING * reachSq * cc;
}

/** Writes the best candidate into `out` if it is nearer than out[0]. */
function take(out: Float64Array): boolean {
  if (best[0] >= out[0]) return false;
  for (let k = 0; k < 7; k++) out[k] = best[k];
  return true;
}

/** Fills corner, along, across and shift of P (0) or Q (1). */
function prepareFace(face: number): void {
  const l = 3 * face;
  const first = lengthSq[l] >= lengthSq[l + 1] && lengthSq[l] >= lengthSq[l + 2];
  const m = first ? 0 : lengthSq[l + 1] >= lengthSq[l + 2] ? 1 : 2;
  corner[face] = 3 * m;
  const e = 9 * face + 3 * m;
  // The edge before the longest comes from the vertex opposite.
  const f = m === 0 ? e + 6 : e - 3;
  const ex = edges[e];
  const ey = edges[e + 1];
  const ez = edges[e + 2];
  const k = inverse[l + m];
  const part = -(edges[f] * ex + edges[f + 1] * ey + edges[f + 2] * ez) * k;
  let wx = -edges[f] - part * ex;
  let wy = -edges[f + 1] - part * ey;
  let wz = -edges[f + 2] - part * ez;
  const rest = (wx * ex + wy * ey + wz * ez) * k;
  wx -= rest * ex;
  wy -= rest * ey;
  wz -= rest * ez;
  const ww = wx * wx + wy * wy + wz * wz;
  const unit = ww > 0 ? 1 / ww : 0;
  along[l] = k * ex;
  along[l + 1] = k * ey;
  along[l + 2] = k * ez;
  across[l] = unit * wx;
  across[l + 1] = unit * wy;
  across[l + 2] = unit * wz;
  shift[face] = part;
}

/**
 * Offers the vertices of `a`, which is P (A = 0) or Q (A = 1), with their projections into the other's face. Tells whether
 * one of these proves the triangles apart, by the slab between them.
 */
function offerVertices(a: Float64Array, A: number, b: Float64Array, B: number): boolean {
  let isApart = false;
  const l = 3 * B;
  const c = corner[B];
  const e = 9 * B + c;
  const f = c === 0 ? e + 6 : e - 3;
  for (let i = 0; i < 9; i += 3) {
    const rx = a[i] - b[c];
    const ry = a[i + 1] - b[c + 1];
    const rz = a[i + 2] - b[c + 2];
    const t = rx * across[l] + ry * across[l + 1] + rz * across[l + 2];
    const s = rx * along[l] + ry * along[l + 1] + rz * along[l + 2] - t * shift[B];
    if (!(s >= 0 && t >= 0 && s + t <= 1)) continue;
    const yx = s * edges[e] - t * edges[f];
    const yy = s * edges[e + 1] - t * edges[f + 1];
    const yz = s * edges[e + 2] - t * edges[f + 2];
    const vx = yx - rx;
    const vy = yy - ry;
    const vz = yz - rz;
    const vv = vx * vx + vy * vy + vz * vz;
    if (vv >= best[0]) continue;
    best[0] = vv;
    const from = 1 + 3 * A;
    const to = 1 + 3 * B;
    best[from] = a[i];
    best[from + 1] = a[i + 1];
    best[from + 2] = a[i + 2];
    best[to] = b[c] + yx;
    best[to + 1] = b[c + 1] + yy;
    best[to + 2] = b[c + 2] + yz;
    let intoA = 0;
    let intoB = 0;
    let reachSq = vv;
    for (let j = 0; j < 9; j += 3) {
      const ax = a[j] - a[i];
      const ay = a[j + 1] - a[i + 1];
      const az = a[j + 2] - a[i + 2];
      intoA = Math.max(intoA, ax * vx + ay * vy + az * vz);
      const bx = b[c] - b[j] + yx;
      const by = b[c + 1] - b[j + 1] + yy;
      const bz = b[c + 2] - b[j + 2] + yz;
      intoB = Math.max(intoB, bx * vx + by * vy + bz * vz);
      reachSq += ax * ax + ay * ay + az * az + bx * bx + by * by + bz * bz;
    }
    isApart ||= vv - intoA - intoB > ROUNDING * reachSq;
  }
  return isApart;
}

/** Offers the points where the edges of `a` pass the plane of the other triangle, with the points of that at the same place. */
function offerPiercings(a: Float64Array, A: number, b: Float64Array, B: number): void {
  const l = 3 * B;
  const c = corner[B];
  const e = 9 * B + c;
  const f = c === 0 ? e + 6 : e - 3;
  const nx = along[l + 1] * across[l + 2] - along[l + 2] * across[l + 1];
  const ny = along[l + 2] * across[l] - along[l] * across[l + 2];
  const nz = along[l] * across[l + 1] - along[l + 1] * across[l];
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const g = 9 * A + i;
    const ix = a[i] - b[c];
    const iy = a[i + 1] - b[c + 1];
    const iz = a[i + 2] - b[c + 2];
    const hi = nx * ix + ny * iy + nz * iz;
    const hj = nx * (a[j] - b[c]) + ny * (a[j + 1] - b[c + 1]) + nz * (a[j + 2] - b[c + 2]);
    if (hi === hj || (hi > 0 && hj > 0) || (hi < 0 && hj < 0)) continue;
    const lambda = hi / (hi - hj);
    const rx = ix + lambda * edges[g];
    const ry = iy + lambda * edges[g + 1];
    const rz = iz + lambda * edges[g + 2];
    const t = Math.max(0, Math.min(1, rx * across[l] + ry * across[l + 1] + rz * across[l + 2]));
    const s = rx * along[l] + ry * along[l + 1] + rz * along[l + 2] - t * shift[B];
    const inside = Math.max(0, Math.min(1 - t, s));
    const yx = inside * edges[e] - t * edges[f];
    const yy = inside * edges[e + 1] - t * edges[f + 1];
    const yz = inside * edges[e + 2] - t * edges[f + 2];
    const vv = (yx - rx) * (yx - rx) + (yy - ry) * (yy - ry) + (yz - rz) * (yz - rz);
    if (vv >= best[0]) continue;
    best[0] = vv;
    const from = 1 + 3 * A;
    const to = 1 + 3 * B;
    best[from] = a[i] + lambda * edges[g];
    best[from + 1] = a[i + 1] + lambda * edges[g + 1];
    best[from + 2] = a[i + 2] + lambda * edges[g + 2];
    best[to] = b[c] + yx;
    best[to + 1] = b[c + 1] + yy;
    best[to + 2] = b[c + 2] + yz;
  }
}
