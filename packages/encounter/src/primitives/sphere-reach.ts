/**
 * Whether a ball reaches a segment or a plane: comparisons of squares, without divisions and roots.
 *
 * In plain doubles first. What these leave open is computed with twice their digits (T. J. Dekker, "A Floating-Point Technique for
 * Extending the Available Precision", 1971). There integers with differences of up to 2¹⁷ do not round, so the answer is exact;
 * elsewhere a ball that misses by less than the 28th digit counts as touching.
 */
import { SPHERE_ROUNDING, SPHERE_TWICE } from '../tolerances.ts';
import { lowProduct } from './determinant.ts';

/** Numbers of twice the digits, a high and a low part each. Three in a row from these places are vectors. */
const w: Float64Array = /* #__PURE__ */ new Float64Array(32);
const R = 0;
const E = 6;
const F = 12;
const N = 18;
const SUM = 24;
const OTHER = 26;
const PRODUCT = 28;
const RADIUS = 30;

/** 2¹⁴⁰, about 1.4e42: sixth powers of lengths below it and above its inverse are doubles. */
const MUCH: number = 2 ** 140;

/**
 * Scales a ball and the points from v[from] up to v[to] by a power of two, which rounds nothing, if sixth powers of their lengths
 * might over- or underflow.
 */
export function tameLengths(s: Float64Array, v: Float64Array, from: number, to: number): void {
  let length = s[3];
  for (let i = from; i < to; i += 3) for (let k = 0; k < 3; k++) length = Math.max(length, Math.abs(v[i + k] - s[k]));
  if (length < MUCH && length > 1 / MUCH) return;
  const by = length < 1 ? MUCH : 1 / MUCH;
  for (let k = 0; k < 4; k++) s[k] *= by;
  for (let i = from; i < to; i++) v[i] *= by;
}

/** Whether the ball around s[0…2] of radius s[3] reaches the segment from v[i] to v[j], which may be a point. */
export function ballReachesSegment(s: Float64Array, v: Float64Array, i: number, j: number): boolean {
  const rr = s[3] * s[3];
  const ex = v[j] - v[i];
  const ey = v[j + 1] - v[i + 1];
  const ez = v[j + 2] - v[i + 2];
  const x = s[0] - v[i];
  const y = s[1] - v[i + 1];
  const z = s[2] - v[i + 2];
  const ee = ex * ex + ey * ey + ez * ez;
  const along = x * ex + y * ey + z * ez;
  if (along <= 0) return ballReachesPoint(s, v, i);
  if (along >= ee) return ballReachesPoint(s, v, j);
  // The distance from the line, times the length of the segment.
  const nx = y * ez - z * ey;
  const ny = z * ex - x * ez;
  const nz = x * ey - y * ex;
  const excess = nx * nx + ny * ny + nz * nz - rr * ee;
  const scale = (x * x + y * y + z * z + rr) * ee;
  if (Math.abs(excess) > SPHERE_ROUNDING * scale) return excess < 0;
  for (let k = 0; k < 3; k++) {
    difference(R + 2 * k, s, k, v, i + k);
    difference(E + 2 * k, v, j + k, v, i + k);
  }
  cross(R, E);
  dot(N, N, SUM);
  dot(E, E, OTHER);
  return isWithin(s, scale);
}

function ballReachesPoint(s: Float64Array, v: Float64Array, i: number): boolean {
  const rr = s[3] * s[3];
  const x = s[0] - v[i];
  const y = s[1] - v[i + 1];
  const z = s[2] - v[i + 2];
  const distanceSq = x * x + y * y + z * z;
  const scale = distanceSq + rr;
  if (Math.abs(distanceSq - rr) > SPHERE_ROUNDING * scale) return distanceSq < rr;
  for (let k = 0; k < 3; k++) difference(R + 2 * k, s, k, v, i + k);
  dot(R, R, SUM);
  w[OTHER] = 1;
  w[OTHER + 1] = 0;
  return isWithin(s, scale);
}

/** Whether the ball reaches the plane through v[a], v[b] and v[c]; true if these are on a line. */
export function ballReachesPlane(s: Float64Array, v: Float64Array, a: number, b: number, c: number): boolean {
  const rr = s[3] * s[3];
  const ex = v[b] - v[a];
  const ey = v[b + 1] - v[a + 1];
  const ez = v[b + 2] - v[a + 2];
  const fx = v[c] - v[a];
  const fy = v[c + 1] - v[a + 1];
  const fz = v[c + 2] - v[a + 2];
  const x = s[0] - v[a];
  const y = s[1] - v[a + 1];
  const z = s[2] - v[a + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const height = nx * x + ny * y + nz * z;
  const excess = height * height - rr * (nx * nx + ny * ny + nz * nz);
  const spread = (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
  const scale = spread * (x * x + y * y + z * z + rr);
  if (Math.abs(excess) > SPHERE_ROUNDING * scale) return excess < 0;
  for (let k = 0; k < 3; k++) {
    difference(R + 2 * k, s, k, v, a + k);
    difference(E + 2 * k, v, b + k, v, a + k);
    difference(F + 2 * k, v, c + k, v, a + k);
  }
  cross(E, F);
  dot(N, R, PRODUCT);
  multiply(PRODUCT, PRODUCT, SUM);
  dot(N, N, OTHER);
  return isWithin(s, scale);
}

/** SUM ≤ radius² · OTHER, where they differ by more than a part of `scale`. */
function isWithin(s: Float64Array, scale: number): boolean {
  w[RADIUS] = s[3];
  w[RADIUS + 1] = 0;
  multiply(RADIUS, RADIUS, PRODUCT);
  multiply(PRODUCT, OTHER, PRODUCT);
  add(SUM, PRODUCT, -1);
  return w[SUM] <= SPHERE_TWICE * scale;
}

/** p[i] − q[j], exactly. */
function difference(to: number, p: Float64Array, i: number, q: Float64Array, j: number): void {
  const a = p[i];
  const b = q[j];
  const x = a - b;
  const rounded = a - x;
  w[to] = x;
  w[to + 1] = a - (x + rounded) + (rounded - b);
}

/** N is the product of two vectors. */
function cross(a: number, b: number): void {
  for (let k = 0; k < 3; k++) {
    const x = k === 2 ? 0 : 2 * k + 2;
    const y = 6 - 2 * k - x;
    multiply(a + x, b + y, N + 2 * k);
    multiply(a + y, b + x, PRODUCT);
    add(N + 2 * k, PRODUCT, -1);
  }
}

function dot(a: number, b: number, to: number): void {
  w[to] = 0;
  w[to + 1] = 0;
  for (let k = 0; k < 6; k += 2) {
    multiply(a + k, b + k, RADIUS);
    add(to, RADIUS, 1);
  }
}

function multiply(a: number, b: number, to: number): void {
  const x = w[a];
  const y = w[b];
  const high = x * y;
  const low = lowProduct(x, y, high) + (x * w[b + 1] + w[a + 1] * y);
  w[to] = high + low;
  w[to + 1] = low - (w[to] - high);
}

function add(to: number, a: number, sign: number): void {
  const x = w[to];
  const y = sign * w[a];
  const high = x + y;
  const rounded = high - x;
  const low = x - (high - rounded) + (y - rounded) + (w[to + 1] + sign * w[a + 1]);
  w[to] = high + low;
  w[to + 1] = low - (w[to] - high);
}
