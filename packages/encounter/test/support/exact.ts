/**
 * Geometry in integers of any length: slow, short, and never wrong by rounding. Doubles are integers times a common power of two
 * (`Integers`), so an answer about doubles is exact too. Where an answer is a quotient, it stays one: numerator and denominator.
 *
 * The one algorithm here is the nearest point of a hull (`nearest`); its answer proves itself, as every point of the hull is then
 * shown to lie on the far side of the plane across it.
 */

export type V = readonly [bigint, bigint, bigint];

/** num / den with den > 0. */
export interface Ratio {
  readonly num: bigint;
  readonly den: bigint;
}

/** x = mantissa · 2^exponent, with exponent ≤ 0: doubling a double until it is an integer does not round. */
export function split(x: number): [bigint, number] {
  let exponent = 0;
  while (!Number.isInteger(x)) [x, exponent] = [x * 2, exponent - 1];
  return [BigInt(x), exponent];
}

/** The doubles of one case as integers of one unit, 2^exponent with exponent ≤ 0. */
export class Integers {
  readonly exponent: number;

  constructor(values: Iterable<number>) {
    let least = 0;
    for (const x of values) least = Math.min(least, split(x)[1]);
    this.exponent = least;
  }

  of(x: number): bigint {
    const [m, e] = split(x);
    return m << BigInt(e - this.exponent);
  }

  vector(p: readonly [number, number, number]): V {
    return [this.of(p[0]), this.of(p[1]), this.of(p[2])];
  }

  /** √(num / den), where that is a length of this unit. */
  length({ num, den }: Ratio): number {
    return root(num, den) * 2 ** this.exponent;
  }
}

export const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: V, b: V): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V, b: V): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const isZero = (a: V): boolean => a[0] === 0n && a[1] === 0n && a[2] === 0n;
/** s·a + t·b */
export const mix = (a: V, s: bigint, b: V, t: bigint): V => [
  s * a[0] + t * b[0],
  s * a[1] + t * b[1],
  s * a[2] + t * b[2],
];
export const times = (a: V, s: bigint): V => [s * a[0], s * a[1], s * a[2]];

const size = (x: bigint): number => x.toString(2).length;

/** num / den to double precision. */
export function quotient(num: bigint, den: bigint): number {
  if (num < 0n) return -quotient(-num, den);
  if (num === 0n) return 0;
  const shift = Math.max(0, 70 + size(den) - size(num));
  const q = (num << BigInt(shift)) / den;
  const extra = Math.max(0, size(q) - 70);
  return Number(q >> BigInt(extra)) * 2 ** (extra - shift);
}

/** √(num / den) to double precision. */
export function root(num: bigint, den: bigint): number {
  if (num === 0n) return 0;
  // An even shift that leaves the quotient with at least 120 bits.
  const shift = Math.max(0, 120 + size(den) - size(num));
  const even = shift + (shift & 1);
  const q = (num << BigInt(even)) / den;
  const extra = Math.max(0, size(q) - 120) & ~1;
  return Math.sqrt(Number(q >> BigInt(extra))) * 2 ** ((extra - even) / 2);
}

/** A point x / den of the hull. */
export interface Nearest {
  readonly x: V;
  readonly den: bigint;
}

/**
 * The nearest point to the origin of the hull of at most four points, and the fewest points that span it. The affine hull of each
 * subset has one nearest point; the one that lies inside its subset and before all points is the answer.
 */
function nearestOfSimplex(points: readonly V[]): Nearest & { subset: V[] } {
  for (const subset of subsets(points)) {
    const found = nearestOfAffine(subset);
    if (found === null) continue;
    const xx = dot(found.x, found.x);
    if (points.every((p) => dot(found.x, p) * found.den >= xx)) return { ...found, subset };
  }
  throw new Error('a hull has a nearest point');
}

/** The smaller ones first. */
function subsets(points: readonly V[]): V[][] {
  const all: V[][] = [];
  for (let mask = 1; mask < 1 << points.length; mask++) all.push(points.filter((_, i) => mask & (1 << i)));
  return all.sort((a, b) => a.length - b.length);
}

/** Null when the points are dependent, or the nearest point of their affine hull is not between them. Cramer's rule. */
function nearestOfAffine(points: readonly V[]): Nearest | null {
  const p = points[0];
  if (points.length === 1) return { x: p, den: 1n };
  const e = points.slice(1).map((q) => sub(q, p));
  // Gram · w = −(e·p), w = weights / den
  const r = e.map((x) => -dot(x, p));
  const g = e.map((x) => e.map((y) => dot(x, y)));
  let den: bigint;
  let w: bigint[];
  if (e.length === 1) {
    den = g[0][0];
    w = r;
  } else if (e.length === 2) {
    den = g[0][0] * g[1][1] - g[0][1] * g[1][0];
    w = [r[0] * g[1][1] - g[0][1] * r[1], g[0][0] * r[1] - r[0] * g[1][0]];
  } else {
    const column = (k: number): V => [g[0][k], g[1][k], g[2][k]];
    const det = (a: V, b: V, c: V): bigint => dot(a, cross(b, c));
    const [a, b, c] = [column(0), column(1), column(2)];
    const right: V = [r[0], r[1], r[2]];
    den = det(a, b, c);
    w = [det(right, b, c), det(a, right, c), det(a, b, right)];
  }
  if (den === 0n || w.some((x) => x < 0n) || w.reduce((s, x) => s + x, 0n) > den) return null;
  return { x: e.reduce((x, y, i) => mix(x, 1n, y, w[i]), times(p, den)), den };
}

/**
 * The nearest point to the origin of the hull of all p − q: Gilbert, Johnson and Keerthi's iteration, which ends here after
 * finitely many steps, as the distance falls in each and there are finitely many subsets.
 */
export function nearest(p: readonly V[], q: readonly V[]): Nearest {
  let found = nearestOfSimplex([sub(p[0], q[0])]);
  while (!isZero(found.x)) {
    const w = sub(least(p, found.x), least(q, times(found.x, -1n)));
    if (dot(found.x, w) * found.den >= dot(found.x, found.x)) break;
    found = nearestOfSimplex([...found.subset, w]);
  }
  return found;
}

/** The point that is first along a direction. */
function least(points: readonly V[], along: V): V {
  let best = points[0];
  let value = dot(best, along);
  for (const p of points) {
    const d = dot(p, along);
    if (d < value) [best, value] = [p, d];
  }
  return best;
}

/** Whether the hulls of two sets of points have a point in common. */
export function hullsMeet(p: readonly V[], q: readonly V[]): boolean {
  // Most pairs are apart along an axis.
  for (let k = 0; k < 3; k++) {
    const [a, b] = [range(p, k), range(q, k)];
    if (a[0] > b[1] || b[0] > a[1]) return false;
  }
  return isZero(nearest(p, q).x);
}

function range(points: readonly V[], axis: number): [bigint, bigint] {
  let [lo, hi] = [points[0][axis], points[0][axis]];
  for (const p of points) {
    if (p[axis] < lo) lo = p[axis];
    if (p[axis] > hi) hi = p[axis];
  }
  return [lo, hi];
}

/** The square of the distance of two hulls. */
export function distanceSq(p: readonly V[], q: readonly V[]): Ratio {
  const { x, den } = nearest(p, q);
  return { num: dot(x, x), den: den * den };
}

/** Two closed segments, either of which may be a point. */
export function segmentsMeet(a: V, b: V, c: V, d: V): boolean {
  const u = sub(b, a);
  const w = sub(d, c);
  const r = sub(c, a);
  const n = cross(u, w);
  if (!isZero(n)) {
    if (dot(n, r) !== 0n) return false;
    const den = dot(n, n);
    const s = dot(cross(r, w), n);
    const t = dot(cross(r, u), n);
    return s >= 0n && s <= den && t >= 0n && t <= den;
  }
  // Parallel or a point: on one line, and overlapping when measured along it.
  const along = isZero(u) ? w : u;
  if (isZero(along)) return isZero(r);
  if (!isZero(cross(along, r))) return false;
  const [k, l, m, o] = [a, b, c, d].map((x) => dot(along, sub(x, a)));
  const [lo1, hi1] = k < l ? [k, l] : [l, k];
  const [lo2, hi2] = m < o ? [m, o] : [o, m];
  return lo1 <= hi2 && lo2 <= hi1;
}

/** The least t ≥ 0 with from + t·dir on a closed segment, or null; dir is not zero. */
export function rayToSegment(from: V, dir: V, a: V, b: V): Ratio | null {
  const e = sub(b, a);
  const r = sub(a, from);
  const n = cross(dir, e);
  const nn = dot(n, n);
  if (nn !== 0n) {
    const s = dot(cross(r, dir), n);
    const t = dot(cross(r, e), n);
    return dot(n, r) === 0n && t >= 0n && s >= 0n && s <= nn ? { num: t, den: nn } : null;
  }
  if (!isZero(cross(dir, r))) return null;
  const [ta, tb] = [dot(dir, r), dot(dir, sub(b, from))];
  const [lo, hi] = ta < tb ? [ta, tb] : [tb, ta];
  return hi < 0n ? null : { num: lo < 0n ? 0n : lo, den: dot(dir, dir) };
}
