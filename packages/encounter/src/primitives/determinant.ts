/**
 * Exact signs of the determinants that decide whether triangles, segments and polygons meet: volumes of four points, turns of three
 * points of a plane, and volumes along a direction.
 *
 * First in plain doubles with an error bound. Where that leaves the sign open, which takes a contact within rounding, it is computed
 * without rounding (exact.ts). Deviations from Shewchuk's predicates: one routine of 3×3 matrices serves all volumes, because a ray
 * has a direction and no second point, so its volumes are not those of four points; and terms are added one by one. That takes a fifth
 * of the code.
 *
 * Exact while no product of three coordinates over- or underflows: coordinates that are zero or between 1e-90 and 1e100.
 *
 * Points are in one array of doubles and are named by where they start.
 */
import { DETERMINANT_ROUNDING, DETERMINANT_TWICE, DETERMINANT_TWICE_SUM } from '../tolerances.ts';
import {
  add,
  addProduct,
  difference,
  type Expansion,
  expansion,
  expansions,
  lowProduct,
  only,
  round,
  signOf,
} from './exact.ts';

/** Three rows of a matrix, then what rounding took from each element: element k is m[k] + m[k + 9]. */
const m: Float64Array = /* #__PURE__ */ new Float64Array(18);
/** The same elements, where they are multiplied without rounding. */
const e: readonly Expansion[] = /* #__PURE__ */ expansions(9, 2);
/** A minor of two rows, and what is added up to the determinant. */
const minor: Expansion = /* #__PURE__ */ expansion(16);
const sum: Expansion = /* #__PURE__ */ expansion(192);
/** A double on its way into an expansion, or out of one. */
const rounded: Float64Array = /* #__PURE__ */ new Float64Array(1);

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
  setVolume(v, a, b, c, d);
  rounded[0] = size;
  return signOfMatrix();
}

function isSame(v: Float64Array, a: number, b: number): boolean {
  return v[a] === v[b] && v[a + 1] === v[b + 1] && v[a + 2] === v[b + 2];
}

/** The sign of dir · (b − a) × (c − a), where `dir` is a direction as it is. */
export function aboveAlong(v: Float64Array, dir: number, a: number, b: number, c: number): number {
  const dx = v[dir];
  const dy = v[dir + 1];
  const dz = v[dir + 2];
  const ex = v[b] - v[a];
  const ey = v[b + 1] - v[a + 1];
  const ez = v[b + 2] - v[a + 2];
  const fx = v[c] - v[a];
  const fy = v[c + 1] - v[a + 1];
  const fz = v[c + 2] - v[a + 2];
  const det = (ey * fz - ez * fy) * dx + (ez * fx - ex * fz) * dy + (ex * fy - ey * fx) * dz;
  const size =
    (Math.abs(ey * fz) + Math.abs(ez * fy)) * Math.abs(dx) +
    (Math.abs(ez * fx) + Math.abs(ex * fz)) * Math.abs(dy) +
    (Math.abs(ex * fy) + Math.abs(ey * fx)) * Math.abs(dz);
  if (Math.abs(det) > DETERMINANT_ROUNDING * size) return det > 0 ? 1 : -1;
  if (size === 0) return 0;
  setVolumeAlong(v, dir, a, b, c);
  rounded[0] = size;
  return signOfMatrix();
}

/**
 * When the ray from `from` along `dir` is in the plane of a, b and c, which it crosses: the quotient of two exact volumes, to out[0].
 * Plain doubles leave nothing of it where the ray runs almost in the plane.
 */
export function timeAtPlane(
  v: Float64Array,
  from: number,
  dir: number,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): void {
  setVolume(v, a, from, b, c);
  sumMatrix();
  round(sum, out, 0);
  const height = out[0];
  setVolumeAlong(v, dir, a, b, c);
  sumMatrix();
  round(sum, out, 0);
  out[0] = -height / out[0];
}

/** The sign of the turn from a over b to c, seen with coordinate `axis` dropped: positive is counterclockwise. */
export function turn(v: Float64Array, axis: number, a: number, b: number, c: number): number {
  const x = axis === 2 ? 0 : axis + 1;
  const y = 3 - axis - x;
  const left = (v[b + x] - v[a + x]) * (v[c + y] - v[a + y]);
  const right = (v[b + y] - v[a + y]) * (v[c + x] - v[a + x]);
  const size = Math.abs(left) + Math.abs(right);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * size) return left > right ? 1 : -1;
  return size === 0 ? 0 : Math.sign(exactArea(v, a, b, v, c, x, y));
}

/**
 * Twice the area of the triangle of v[a], v[b] and w[c], points of two coordinates: positive is counterclockwise. To rounding, and with
 * an exact sign.
 */
export function areaInPlane(v: Float64Array, a: number, b: number, w: Float64Array, c: number): number {
  const x = v[a];
  const y = v[a + 1];
  const left = (v[b] - x) * (w[c + 1] - y);
  const right = (v[b + 1] - y) * (w[c] - x);
  const size = Math.abs(left) + Math.abs(right);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * size || size === 0) return left - right;
  return exactArea(v, a, b, w, c, 0, 1);
}

function exactArea(v: Float64Array, a: number, b: number, w: Float64Array, c: number, x: number, y: number): number {
  difference(e[0], v, b + x, v, a + x);
  difference(e[1], v, b + y, v, a + y);
  difference(e[3], w, c + x, v, a + x);
  difference(e[4], w, c + y, v, a + y);
  return valueOfMinor();
}

/** The sign of the turn from a direction to the way from a to b, seen with coordinate `axis` dropped. */
export function turnAlong(v: Float64Array, axis: number, dir: number, a: number, b: number): number {
  const x = axis === 2 ? 0 : axis + 1;
  const y = 3 - axis - x;
  const left = v[dir + x] * (v[b + y] - v[a + y]);
  const right = v[dir + y] * (v[b + x] - v[a + x]);
  const size = Math.abs(left) + Math.abs(right);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * size) return left > right ? 1 : -1;
  if (size === 0) return 0;
  only(e[0], v, dir + x);
  only(e[1], v, dir + y);
  difference(e[3], v, b + x, v, a + x);
  difference(e[4], v, b + y, v, a + y);
  return Math.sign(valueOfMinor());
}

/**
 * The sign of |x|² − r²·|y|², where x and y are vectors and r is a number, as they are: whether a ball of radius r reaches what is
 * |x| / |y| away.
 */
export function compareSquares(x: Float64Array, r: number, y: Float64Array): number {
  const left = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const right = r * r * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  if (Math.abs(left - right) > DETERMINANT_ROUNDING * (left + right)) return left > right ? 1 : -1;
  rounded[0] = r;
  const rr = e[0];
  const factor = only(e[1], rounded, 0);
  rr[0] = 0;
  addProduct(rr, factor, factor, 1);
  minor[0] = 0;
  sum[0] = 0;
  for (let k = 0; k < 3; k++) {
    only(factor, x, k);
    addProduct(sum, factor, factor, 1);
    only(factor, y, k);
    addProduct(minor, factor, factor, 1);
  }
  return signOf(addProduct(sum, rr, minor, -1));
}

/** Makes the rows of the matrix b − a, c − a and d − a. */
function setVolume(v: Float64Array, a: number, b: number, c: number, d: number): void {
  for (let k = 0; k < 3; k++) {
    subtract(v, b + k, a + k, k);
    subtract(v, c + k, a + k, 3 + k);
    subtract(v, d + k, a + k, 6 + k);
  }
}

/** Makes the rows of the matrix a direction, b − a and c − a. */
function setVolumeAlong(v: Float64Array, dir: number, a: number, b: number, c: number): void {
  for (let k = 0; k < 3; k++) {
    m[k] = v[dir + k];
    m[9 + k] = 0;
    subtract(v, b + k, a + k, 3 + k);
    subtract(v, c + k, a + k, 6 + k);
  }
}

/** Element `to` of the matrix is v[i] − v[j], exactly. */
function subtract(v: Float64Array, i: number, j: number, to: number): void {
  const a = v[i];
  const b = v[j];
  const x = a - b;
  const part = a - x;
  m[to] = x;
  m[to + 9] = a - (x + part) + (part - b);
}

/** The sign of the determinant of the three rows. On entry rounded[0] is the sum of its absolute products: an argument would be boxed. */
function signOfMatrix(): number {
  const size = rounded[0];
  // With twice the digits first: each of the six products in two parts, and a sum that is compensated once (T. Ogita, S. M. Rump, S.
  // Oishi, "Accurate Sum and Dot Product", 2005). That decides unless the determinant vanishes.
  let det = 0;
  let low = 0;
  let isExact = true;
  for (let k = 0; k < 6; k++) {
    // One element of each row: those of k < 3 are added, the others are subtracted.
    const i = k % 3;
    const j = 3 + ((i + (k < 3 ? 1 : 2)) % 3);
    const l = 12 - i - j;
    const sign = k < 3 ? 1 : -1;
    const a = sign * m[i];
    const b = m[j];
    const c = m[l];
    const aTail = sign * m[i + 9];
    const bTail = m[j + 9];
    const cTail = m[l + 9];
    const ab = a * b;
    const abc = ab * c;
    const abLow = lowProduct(a, b, ab);
    const abcLow = lowProduct(ab, c, abc);
    const s = det + abc;
    const part = s - det;
    const sumLow = det - (s - part) + (abc - part);
    det = s;
    low += abcLow + abLow * c + sumLow + (aTail * b * c + a * bTail * c + ab * cTail);
    if (abLow !== 0 || abcLow !== 0 || sumLow !== 0 || aTail !== 0 || bTail !== 0 || cTail !== 0) isExact = false;
  }
  det += low;
  // Nothing was rounded, as of points on a lattice: then this is the determinant, zero or not.
  if (isExact) return det > 0 ? 1 : det < 0 ? -1 : 0;
  if (Math.abs(det) > DETERMINANT_TWICE * size + DETERMINANT_TWICE_SUM * Math.abs(det)) return det > 0 ? 1 : -1;
  sumMatrix();
  return signOf(sum);
}

/** Adds up the determinant of the three rows, exactly. */
function sumMatrix(): void {
  for (let k = 0; k < 9; k++) add(only(e[k], m, k + 9), m, k, 1);
  sum[0] = 0;
  for (let k = 0; k < 3; k++) {
    const x = (k + 1) % 3;
    const y = (k + 2) % 3;
    setMinor(3 + x, 3 + y, 6 + x, 6 + y);
    addProduct(sum, e[k], minor, 1);
  }
}

/** e[a]·e[d] − e[b]·e[c], exactly. */
function setMinor(a: number, b: number, c: number, d: number): void {
  minor[0] = 0;
  addProduct(addProduct(minor, e[a], e[d], 1), e[b], e[c], -1);
}

/** The determinant of the first two elements of the first two rows, to rounding, and with an exact sign. */
function valueOfMinor(): number {
  setMinor(0, 1, 3, 4);
  round(minor, rounded, 0);
  return rounded[0];
}
