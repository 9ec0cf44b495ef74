/**
 * Dumb references in integers of any length: doubles are integers times a common power of two, and everything here is a rational
 * function of them.
 */
import type { Vec } from '../support/vectors.ts';

type Big = readonly [bigint, bigint, bigint];

const bits = new DataView(new ArrayBuffer(8));

/** x = mantissa · 2^exponent. */
function split(x: number): [bigint, number] {
  bits.setFloat64(0, x);
  const word = bits.getBigUint64(0);
  const biased = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const m = biased === 0 ? fraction : fraction | (1n << 52n);
  return [word >> 63n ? -m : m, Math.max(biased, 1) - 1075];
}

/** Numbers as integers of one unit, 2^exponent. */
export function integers(numbers: readonly number[]): { values: bigint[]; exponent: number } {
  const parts = numbers.map(split);
  const exponent = Math.min(...parts.map(([m, e]) => (m === 0n ? 0 : e)));
  return { values: parts.map(([m, e]) => (m === 0n ? 0n : m << BigInt(e - exponent))), exponent };
}

const minus = (a: Big, b: Big): Big => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Big, s: bigint): Big => [a[0] * s, a[1] * s, a[2] * s];
const inner = (a: Big, b: Big): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const vectors = (values: readonly bigint[]): Big[] =>
  Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);

function determinant(m: readonly (readonly bigint[])[]): bigint {
  if (m.length === 1) return m[0][0];
  return m[0].reduce((sum, x, j) => {
    const minor = m.slice(1).map((row) => row.filter((_, k) => k !== j));
    return sum + (j % 2 === 0 ? x : -x) * determinant(minor);
  }, 0n);
}

/** The radius of the smallest ball: the least of those around one to four points that hold all. Good to 2e-16. */
export function smallestRadius(points: readonly Vec[]): number {
  const { values, exponent } = integers(points.flat());
  const p = vectors(values);
  let num = -1n;
  let den = 1n;
  for (const choice of choices(p.length, 4)) {
    const base = p[choice[0]];
    const arms = choice.slice(1).map((i) => minus(p[i], base));
    const gram = arms.map((a) => arms.map((b) => inner(a, b)));
    const d = arms.length === 0 ? 1n : determinant(gram);
    if (d === 0n) continue;
    // The centre is base + s / 2d.
    let s: Big = [0n, 0n, 0n];
    arms.forEach((arm, i) => {
      const replaced = gram.map((row, r) => row.map((x, c) => (c === i ? gram[r][r] : x)));
      const w = times(arm, determinant(replaced));
      s = [s[0] + w[0], s[1] + w[1], s[2] + w[2]];
    });
    const radius = inner(s, s);
    const size = 4n * d * d;
    if (num >= 0n && radius * den >= num * size) continue;
    const holds = p.every((q) => {
      const away = minus(times(minus(q, base), 2n * d), s);
      return inner(away, away) <= radius;
    });
    if (!holds) continue;
    num = radius;
    den = size;
  }
  // Of a fraction the first 120 bits and more, then the root, then the unit.
  let shift = 0;
  while (num > 0n && num < den << 120n) {
    num <<= 64n;
    shift += 64;
  }
  return scaledByTwo(Math.sqrt(Number(num / den)), exponent - shift / 2);
}

/** x · 2^exponent, which may be beyond the range of one power. */
function scaledByTwo(x: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return x * 2 ** half * 2 ** (exponent - half);
}

/** All sets of one to `most` of n numbers. */
function* choices(n: number, most: number, first = 0): Generator<number[]> {
  for (let i = first; i < n; i++) {
    yield [i];
    if (most > 1) for (const rest of choices(n, most - 1, i + 1)) yield [i, ...rest];
  }
}

/** The first point that is outside of a sphere in exact arithmetic, or −1. */
export function outsideSphere(points: readonly Vec[], center: Vec, radius: number): number {
  const { values } = integers([...points.flat(), ...center, radius]);
  const r = values[values.length - 1];
  const [c, ...p] = vectors(values.slice(0, -1)).reverse();
  const at = p.reverse().findIndex((q) => inner(minus(q, c), minus(q, c)) > r * r);
  return at;
}

/** The first point that is outside of the slab |(p − center)·axis| ≤ half in exact arithmetic, or −1. */
export function outsideSlab(points: readonly Vec[], center: Vec, axis: Vec, half: number): number {
  const lengths = integers([...points.flat(), ...center, half]);
  const direction = integers([...axis, 1]);
  const h = lengths.values[lengths.values.length - 1] * direction.values[3];
  const [c, ...p] = vectors(lengths.values.slice(0, -1)).reverse();
  const [u] = vectors(direction.values.slice(0, 3));
  return p.reverse().findIndex((q) => {
    const s = inner(minus(q, c), u);
    return s > h || -s > h;
  });
}

/** The sign of x·d − bound in exact arithmetic. */
export function compareAlong(p: Vec, d: Vec, bound: number): number {
  const { values } = integers([...p, bound]);
  const sum = d.reduce((s, x, i) => s + BigInt(x) * values[i], 0n) - values[3];
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}
