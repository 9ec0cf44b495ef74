/**
 * Coordinates in the faces of two triangles P and Q, and what is nearest there: vertices in front of a face, and edges that pierce it.
 * Every candidate is a pair of points *on* the triangles.
 */

/**
 * Coordinates in a face. r from the vertex `corner` has t = r·across and s = r·along − t·shift, so that
 * r ≈ s·longest + t·other, where these are the longest edge, starting there, and the way to the vertex opposite. P's at 0,
 * Q's at 1 (shift, corner) or 3 (the vectors).
 */
const corner: Int32Array = /* #__PURE__ */ new Int32Array(2);
export const longest: Float64Array = /* #__PURE__ */ new Float64Array(6);
const other: Float64Array = /* #__PURE__ */ new Float64Array(6);
const along: Float64Array = /* #__PURE__ */ new Float64Array(6);
const across: Float64Array = /* #__PURE__ */ new Float64Array(6);
const shift: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** The best candidate: squared distance, point on P, point on Q. */
export const best: Float64Array = /* #__PURE__ */ new Float64Array(7);

/** Fills the coordinates of P's (0) or Q's (1) face. */
export function prepareFace(t: Float64Array, face: number): void {
  let c = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  let ee = -1;
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const x = t[j] - t[i];
    const y = t[j + 1] - t[i + 1];
    const z = t[j + 2] - t[i + 2];
    const sq = x * x + y * y + z * z;
    if (sq > ee) {
      c = i;
      ex = x;
      ey = y;
      ez = z;
      ee = sq;
    }
  }
  const o = c === 0 ? 6 : c - 3;
  const fx = t[o] - t[c];
  const fy = t[o + 1] - t[c + 1];
  const fz = t[o + 2] - t[c + 2];
  const k = ee > 0 ? 1 / ee : 0;
  // Across the longest edge to the vertex opposite; twice, as above. In a needle this may turn around its long edge with the
  // rounding of the vertices, which moves a projection by that much of its height: the distance is flat there.
  const part = (fx * ex + fy * ey + fz * ez) * k;
  let wx = fx - part * ex;
  let wy = fy - part * ey;
  let wz = fz - part * ez;
  const rest = (wx * ex + wy * ey + wz * ez) * k;
  wx -= rest * ex;
  wy -= rest * ey;
  wz -= rest * ez;
  const ww = wx * wx + wy * wy + wz * wz;
  const unit = ww > 0 ? 1 / ww : 0;
  const l = 3 * face;
  corner[face] = c;
  shift[face] = part;
  longest[l] = ex;
  longest[l + 1] = ey;
  longest[l + 2] = ez;
  other[l] = fx;
  other[l + 1] = fy;
  other[l + 2] = fz;
  along[l] = k * ex;
  along[l + 1] = k * ey;
  along[l + 2] = k * ez;
  across[l] = unit * wx;
  across[l + 1] = unit * wy;
  across[l + 2] = unit * wz;
}

/** Offers the vertex of `a` at i, where `a` is P (A = 0) or Q (A = 1), and its projection if that is in the other's face. */
export function offerVertex(a: Float64Array, i: number, A: number, b: Float64Array, B: number): void {
  const l = 3 * B;
  const c = corner[B];
  const rx = a[i] - b[c];
  const ry = a[i + 1] - b[c + 1];
  const rz = a[i + 2] - b[c + 2];
  const t = rx * across[l] + ry * across[l + 1] + rz * across[l + 2];
  const s = rx * along[l] + ry * along[l + 1] + rz * along[l + 2] - t * shift[B];
  if (s < 0 || t < 0 || s + t > 1) return;
  const yx = s * longest[l] + t * other[l];
  const yy = s * longest[l + 1] + t * other[l + 1];
  const yz = s * longest[l + 2] + t * other[l + 2];
  const vv = (yx - rx) * (yx - rx) + (yy - ry) * (yy - ry) + (yz - rz) * (yz - rz);
  if (vv >= best[0]) return;
  const from = 1 + 3 * A;
  const to = 1 + 3 * B;
  best[0] = vv;
  best[from] = a[i];
  best[from + 1] = a[i + 1];
  best[from + 2] = a[i + 2];
  best[to] = b[c] + yx;
  best[to + 1] = b[c + 1] + yy;
  best[to + 2] = b[c + 2] + yz;
}

/** Offers the points where the edges of `a` pass the plane of the other triangle, with the points of that at the same place. */
export function offerPiercings(a: Float64Array, A: number, b: Float64Array, B: number): void {
  const l = 3 * B;
  const c = corner[B];
  const nx = along[l + 1] * across[l + 2] - along[l + 2] * across[l + 1];
  const ny = along[l + 2] * across[l] - along[l] * across[l + 2];
  const nz = along[l] * across[l + 1] - along[l + 1] * across[l];
  const from = 1 + 3 * A;
  const to = 1 + 3 * B;
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const ix = a[i] - b[c];
    const iy = a[i + 1] - b[c + 1];
    const iz = a[i + 2] - b[c + 2];
    const hi = nx * ix + ny * iy + nz * iz;
    const hj = nx * (a[j] - b[c]) + ny * (a[j + 1] - b[c + 1]) + nz * (a[j + 2] - b[c + 2]);
    if (hi === hj || (hi > 0 && hj > 0) || (hi < 0 && hj < 0)) continue;
    const lambda = hi / (hi - hj);
    const dx = lambda * (a[j] - a[i]);
    const dy = lambda * (a[j + 1] - a[i + 1]);
    const dz = lambda * (a[j + 2] - a[i + 2]);
    const rx = ix + dx;
    const ry = iy + dy;
    const rz = iz + dz;
    const t = Math.max(0, Math.min(1, rx * across[l] + ry * across[l + 1] + rz * across[l + 2]));
    const free = rx * along[l] + ry * along[l + 1] + rz * along[l + 2] - t * shift[B];
    const s = Math.max(0, Math.min(1 - t, free));
    const yx = s * longest[l] + t * other[l];
    const yy = s * longest[l + 1] + t * other[l + 1];
    const yz = s * longest[l + 2] + t * other[l + 2];
    const vv = (yx - rx) * (yx - rx) + (yy - ry) * (yy - ry) + (yz - rz) * (yz - rz);
    if (vv >= best[0]) continue;
    best[0] = vv;
    best[from] = a[i] + dx;
    best[from + 1] = a[i + 1] + dy;
    best[from + 2] = a[i + 2] + dz;
    best[to] = b[c] + yx;
    best[to + 1] = b[c + 1] + yy;
    best[to + 2] = b[c + 2] + yz;
  }
}
