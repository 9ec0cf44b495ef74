/**
 * Exact signs of the determinants that decide whether triangles, segments and polygons meet: volumes of four points, turns of three
 * points of a plane, and volumes along a direction.
 *
 * First in plain doubles with an error bound. Where that leaves the sign open, which takes a contact within rounding, it is computed
 * without rounding, as sums of doubles that do not overlap (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
 * Robust Geometric Predicates", 1997). Deviations: one routine of 3×3 matrices serves all determinants, because a ray has a direction
 * and no second point, so its volumes are not those of four points; and terms are added one by one. That takes a fifth of the
 * code of his predicates.
 *
 * Exact while no product of three coordinates over- or underflows: coordinates that are zero or between 1e-90 and 1e100.
 *
 * Points are in one array of doubles and are named by where they start.
 */
import { DETERMINANT_ROUNDING, DETERMINANT_TWICE, DETERMINANT_TWICE_SUM } from '../tolerances.ts';

/** Three rows of a matrix, then what rounding took from each element: element k is m[k] + m[k + 9]. */
const m: Float64Array = /* #__PURE__ */ new Float64Array(18);

/** What is to be added, 6·8·4 numbers at most, and how many they are. */
const terms: Float64Array = /* #__PURE__ */ new Float64Array(192);
let count = 0;

/** Their sum, as doubles that do not overlap, in the order of their size. */
const sum: Float64Array = /* #__PURE__ */ new Float64Array(192);

/** Columns of the six products, three numbers each: first those that are added, then those that are subtracted. */
const COLUMNS: readonly number[] = [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1, 1, 0, 2, 2, 1, 0];

/** 2²⁷ + 1 splits a double into halves whose products do not round. */
const SPLITTER = 134217729;

/** The sign of (b − a) × (c − a) · (d − a). */
export function above(v: Float64Array, a: number, b: number, c: number, d: number): number {
  // Most signs are clear, and this is most of what meshes ask: in plain doubles first, without the detour over the matrix.
  const ex = v[b] - v[a];
  const ey = v[b + 1] - v[a + 1];
  const ez = v[b + 2] - v[a + 2];
  const fx = v[c] - v[a];
  const fy = v[c + 1] - v[a + 1];
  const fz = v[c + 2] - v[a + 2];
  const gx = v[d] - v[a];
  const gy = v[d + 1] - v[a + 1];
  const gz = v[d + 2] - v[a + 2];
  const det = (ey * fz - ez * fy) * gx + (ez * fx - ex * fz) * gy + (ex * fy - ey * fx) * gz;
  const size =
    (Math.abs(ey * fz) + Math.abs(ez * fy)) * Math.abs(gx) +
    (Math.abs(ez * fx) + Math.abs(ex * fz)) * Math.abs(gy) +
    (Math.abs(ex * fy) + Math.abs(ey * fx)) * Math.abs(gz);
  if (Math.abs(det) > DETERMINANT_ROUNDING * size) return det > 0 ? 1 : -1;
  // Where all products vanish, as with points that coincide, so does the determinant.
  if (size === 0 || isSame(v, b, c) || isSame(v, b, d) || isSame(v, c, d)) return 0;
  for (let k = 0; k < 3; k++) {
    subtract(v, b + k, a + k, k);
    subtract(v, c + k, a + k, 3 + k);
    subtract(v, d + k, a + k, 6 + k);
  }
  return signOfMatrix(size);
}

function isSame(v: Float64Array, a: number, b: number): boolean {
  return v[a] === v[b] && v[a + 1] === v[b + 1] && v[a + 2] === v[b + 2];
}

/** The sign of dir · (b − a) × (c − a), where `dir` is a direction as it is. */
export function aboveAlong(v: Float64Array, dir: number, a: number, b: number, c: number): number {
  for (let k = 0; k < 3; k++) {
    m[k] = v[dir + k];
    m[9 + k] = 0;
    subtract(v, b + k, a + k, 3 + k);
    subtract(v, c + k, a + k, 6 + k);
  }
  const xy = m[3] * m[7];
  const yx = m[4] * m[6];
  const yz = m[4] * m[8];
  const zy = m[5] * m[7];
  const zx = m[5] * m[6];
  const xz = m[3] * m[8];
  const det = (yz - zy) * m[0] + (zx - xz) * m[1] + (xy - yx) * m[2];
  const size =
    (Math.abs(yz) + Math.abs(zy)) * Math.abs(m[0]) +
    (Math.abs(zx) + Math.abs(xz)) * Math.abs(m[1]) +
    (Math.abs(xy) + Math.abs(yx)) * Math.abs(m[2]);
  return Math.abs(det) > DETERMINANT_ROUNDING * size ? Math.sign(det) : signOfMatrix(size);
}

/** The sign of the turn from a over b to c, seen with coordinate `axis` dropped: positive is counterclockwise. */
export function turn(v: Float64Array, axis: number, a: number, b: number, c: number): number {
  const x = axis === 2 ? 0 : axis + 1;
  const y = 3 - axis - x;
  const left = (v[b + x] - v[a + x]) * (v[c + y] - v[a + y]);
  const right = (v[b + y] - v[a + y]) * (v[c + x] - v[a + x]);
  const size = Math.abs(left) + Math.abs(right);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * size) return left > right ? 1 : -1;
  if (size === 0) return 0;
  subtract(v, b + x, a + x, 0);
  subtract(v, b + y, a + y, 1);
  subtract(v, c + x, a + x, 3);
  subtract(v, c + y, a + y, 4);
  return signOfFlatMatrix();
}

/** The sign of the turn from a direction to the way from a to b, seen with coordinate `axis` dropped. */
export function turnAlong(v: Float64Array, axis: number, dir: number, a: number, b: number): number {
  const x = axis === 2 ? 0 : axis + 1;
  const y = 3 - axis - x;
  m[0] = v[dir + x];
  m[1] = v[dir + y];
  m[9] = 0;
  m[10] = 0;
  subtract(v, b + x, a + x, 3);
  subtract(v, b + y, a + y, 4);
  return signOfFlatMatrix();
}

/** The sign of normal · point − offset, of a plane of four numbers. */
export function abovePlane(plane: Float64Array, v: Float64Array, at: number): number {
  count = 0;
  for (let k = 0; k < 3; k++) addProduct(plane[k], v[at + k]);
  terms[count++] = -plane[3];
  return signOfSum();
}

/**
 * The sign of |x|² − r²·|y|², where x and y are vectors and r is a number, as they are: whether a ball of radius r reaches what is
 * |x| / |y| away.
 */
export function compareSquares(x: Float64Array, r: number, y: Float64Array): number {
  const rr = r * r;
  const left = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const right = rr * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * (left + right)) return left > right ? 1 : -1;
  const low = lowProduct(r, r, rr);
  count = 0;
  for (let k = 0; k < 3; k++) {
    addProduct(x[k], x[k]);
    addTripleProduct(-rr, y[k], y[k]);
    addTripleProduct(-low, y[k], y[k]);
  }
  return signOfSum();
}

/** Element `to` of the matrix is v[i] − v[j], exactly. */
function subtract(v: Float64Array, i: number, j: number, to: number): void {
  const a = v[i];
  const b = v[j];
  const x = a - b;
  const rounded = a - x;
  m[to] = x;
  m[to + 9] = a - (x + rounded) + (rounded - b);
}

/** The sign of the determinant of the first two elements of the first two rows. */
function signOfFlatMatrix(): number {
  const left = m[0] * m[4];
  const right = m[1] * m[3];
  const size = Math.abs(left) + Math.abs(right);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * size) return left > right ? 1 : -1;
  count = 0;
  for (let t = 0; t < 4; t++) {
    const i = 9 * (t & 1);
    const j = 9 * (t >> 1);
    addProduct(m[i], m[j + 4]);
    addProduct(-m[i + 1], m[j + 3]);
  }
  return signOfSum();
}

/** The sign of the determinant of the three rows. `size` is the sum of its absolute products. */
function signOfMatrix(size: number): number {
  // A sum that is compensated once (T. Ogita, S. M. Rump, S. Oishi, "Accurate Sum and Dot Product", 2005), and the products with one
  // tail each, in plain doubles: they decide unless the determinant vanishes.
  count = 0;
  let low = 0;
  for (let k = 0; k < 18; k += 3) {
    const i = COLUMNS[k];
    const j = 3 + COLUMNS[k + 1];
    const l = 6 + COLUMNS[k + 2];
    const a = k < 9 ? m[i] : -m[i];
    const aTail = k < 9 ? m[i + 9] : -m[i + 9];
    addTripleProduct(a, m[j], m[l]);
    low += aTail * m[j] * m[l] + a * m[j + 9] * m[l] + a * m[j] * m[l + 9];
  }
  let det = 0;
  for (let k = 0; k < count; k++) {
    const x = terms[k];
    const s = det + x;
    const rounded = s - det;
    low += det - (s - rounded) + (x - rounded);
    det = s;
  }
  det += low;
  if (Math.abs(det) > DETERMINANT_TWICE * size + DETERMINANT_TWICE_SUM * Math.abs(det)) return det > 0 ? 1 : -1;

  // All the others with tails.
  for (let k = 0; k < 18; k += 3) {
    for (let t = 1; t < 8; t++) {
      const a = m[COLUMNS[k] + 9 * (t & 1)];
      const b = m[3 + COLUMNS[k + 1] + 9 * ((t >> 1) & 1)];
      const c = m[6 + COLUMNS[k + 2] + 9 * (t >> 2)];
      addTripleProduct(k < 9 ? a : -a, b, c);
    }
  }
  return signOfSum();
}

/** Adds a·b·c to the terms. */
function addTripleProduct(a: number, b: number, c: number): void {
  const ab = a * b;
  if (ab === 0 || c === 0) return;
  const low = lowProduct(a, b, ab);
  if (low !== 0) addProduct(low, c);
  addProduct(ab, c);
}

/** Adds a·b to the terms, in two parts that do not round. */
function addProduct(a: number, b: number): void {
  const ab = a * b;
  if (ab === 0) return;
  const low = lowProduct(a, b, ab);
  if (low !== 0) terms[count++] = low;
  terms[count++] = ab;
}

/** What rounding takes from a product (T. J. Dekker, 1971). */
function lowProduct(a: number, b: number, product: number): number {
  let c = SPLITTER * a;
  const aHigh = c - (c - a);
  const aLow = a - aHigh;
  c = SPLITTER * b;
  const bHigh = c - (c - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** The sign of the sum of the terms, which are added without rounding one by one: Shewchuk's Grow-Expansion without its zeros. */
function signOfSum(): number {
  let length = 0;
  for (let i = 0; i < count; i++) {
    let x = terms[i];
    let kept = 0;
    for (let k = 0; k < length; k++) {
      const e = sum[k];
      const s = x + e;
      const rounded = s - x;
      const rest = x - (s - rounded) + (e - rounded);
      if (rest !== 0) sum[kept++] = rest;
      x = s;
    }
    if (x !== 0) sum[kept++] = x;
    length = kept;
  }
  return length === 0 ? 0 : sum[length - 1] > 0 ? 1 : -1;
}
