/**
 * Points, segments, planes, spheres and boxes in rational arithmetic: what they are for the very doubles given, from definitions, and
 * sharing no idea with the library beyond those. Distances come from projections and clipping, which the library avoids.
 */
import type { Vec } from '../support/vectors.ts';

/** A fraction; the denominator is positive. */
export interface Q {
  readonly n: bigint;
  readonly d: bigint;
}
export type QVec = readonly [Q, Q, Q];

export function q(x: number): Q {
  let scaled = x;
  let bits = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bits++;
  }
  return { n: BigInt(scaled), d: 1n << BigInt(bits) };
}

/** Shortened by what is common, if that is worth its time. */
function reduced(n: bigint, d: bigint): Q {
  if (n === 0n) return ZERO;
  if (d < LONG) return { n, d };
  let a = n < 0n ? -n : n;
  let b = d;
  while (b !== 0n) [a, b] = [b, a % b];
  return { n: n / a, d: d / a };
}

const LONG = 1n << 1000n;
export const ZERO: Q = { n: 0n, d: 1n };
export const ONE: Q = { n: 1n, d: 1n };
export const plus = (a: Q, b: Q): Q => reduced(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Q, b: Q): Q => reduced(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Q, b: Q): Q => reduced(a.n * b.n, a.d * b.d);
export const over = (a: Q, b: Q): Q => (b.n > 0n ? reduced(a.n * b.d, a.d * b.n) : reduced(-a.n * b.d, a.d * -b.n));
export const sign = (a: Q): number => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);
export const compare = (a: Q, b: Q): number => sign(minus(a, b));
export const least = (...list: Q[]): Q => list.reduce((a, b) => (compare(b, a) < 0 ? b : a));
export const most = (...list: Q[]): Q => list.reduce((a, b) => (compare(b, a) > 0 ? b : a));

/** As a double, good to rounding: 80 binary digits are left of the quotient. */
export function toNumber(a: Q): number {
  const size = a.n.toString(2).length - a.d.toString(2).length;
  const shift = BigInt(Math.max(0, 80 - size));
  const down = BigInt(Math.max(0, size - 80));
  return Number((a.n << shift) / (a.d << down)) * 2 ** (Number(down) - Number(shift));
}

export const qVec = (v: Vec): QVec => [q(v[0]), q(v[1]), q(v[2])];
export const dotQ = (a: QVec, b: QVec): Q => plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
export const subQ = (a: QVec, b: QVec): QVec => [minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])];
export const addQ = (a: QVec, b: QVec): QVec => [plus(a[0], b[0]), plus(a[1], b[1]), plus(a[2], b[2])];
export const scaledQ = (a: QVec, s: Q): QVec => [times(a[0], s), times(a[1], s), times(a[2], s)];
export const lengthSqQ = (a: QVec): Q => dotQ(a, a);

export interface QSegment {
  readonly from: QVec;
  readonly to: QVec;
}
export interface QBox {
  readonly min: QVec;
  readonly max: QVec;
}

const clamp = (x: Q, low: Q, high: Q): Q => (compare(x, low) < 0 ? low : compare(x, high) > 0 ? high : x);

export function pointSegmentSq(p: QVec, s: QSegment): Q {
  const d = subQ(s.to, s.from);
  const dd = lengthSqQ(d);
  const t = sign(dd) === 0 ? ZERO : clamp(over(dotQ(subQ(p, s.from), d), dd), ZERO, ONE);
  return lengthSqQ(subQ(p, addQ(s.from, scaledQ(d, t))));
}

export function pointBoxSq(p: QVec, b: QBox): Q {
  const near: QVec = [
    clamp(p[0], b.min[0], b.max[0]),
    clamp(p[1], b.min[1], b.max[1]),
    clamp(p[2], b.min[2], b.max[2]),
  ];
  return lengthSqQ(subQ(p, near));
}

export function segmentSegmentSq(a: QSegment, b: QSegment): Q {
  let best = least(
    pointSegmentSq(a.from, b),
    pointSegmentSq(a.to, b),
    pointSegmentSq(b.from, a),
    pointSegmentSq(b.to, a),
  );
  // Inside of both: normal equations.
  const u = subQ(a.to, a.from);
  const v = subQ(b.to, b.from);
  const w = subQ(a.from, b.from);
  const uu = dotQ(u, u);
  const uv = dotQ(u, v);
  const vv = dotQ(v, v);
  const det = minus(times(uu, vv), times(uv, uv));
  if (sign(det) === 0) return best;
  const s = over(minus(times(uv, dotQ(v, w)), times(vv, dotQ(u, w))), det);
  const t = over(minus(times(uu, dotQ(v, w)), times(uv, dotQ(u, w))), det);
  const inside = [s, t].every((x) => sign(x) >= 0 && compare(x, ONE) <= 0);
  if (inside) best = least(best, lengthSqQ(subQ(addQ(a.from, scaledQ(u, s)), addQ(b.from, scaledQ(v, t)))));
  return best;
}

/** The times, of those up to `end`, at which from + t·d is in a box, or null. */
export function clipQ(from: QVec, d: QVec, b: QBox, end: Q | null): readonly [Q, Q | null] | null {
  let enter = ZERO;
  let exit = end;
  for (let i = 0; i < 3; i++) {
    const way = sign(d[i]);
    if (way === 0) {
      if (compare(from[i], b.min[i]) < 0 || compare(from[i], b.max[i]) > 0) return null;
      continue;
    }
    const near = over(minus(way > 0 ? b.min[i] : b.max[i], from[i]), d[i]);
    const far = over(minus(way > 0 ? b.max[i] : b.min[i], from[i]), d[i]);
    enter = most(enter, near);
    exit = exit === null ? far : least(exit, far);
  }
  return exit === null || compare(enter, exit) <= 0 ? [enter, exit] : null;
}

export function segmentBoxSq(s: QSegment, b: QBox): Q {
  if (clipQ(s.from, subQ(s.to, s.from), b, ONE) !== null) return ZERO;
  const at = (i: number, high: number): Q => (high === 0 ? b.min[i] : b.max[i]);
  let best = least(pointBoxSq(s.from, b), pointBoxSq(s.to, b));
  for (let axis = 0; axis < 3; axis++)
    for (let corner = 0; corner < 4; corner++) {
      const end = (high: number): QVec => {
        const side = [corner & 1, corner >> 1];
        return [0, 1, 2].map((i) =>
          at(i, i === axis ? high : side[(i - axis + 3) % 3 === 1 ? 0 : 1]),
        ) as unknown as QVec;
      };
      best = least(best, segmentSegmentSq(s, { from: end(0), to: end(1) }));
    }
  return best;
}

export function boxBoxSq(a: QBox, b: QBox): Q {
  let sum = ZERO;
  for (let i = 0; i < 3; i++) {
    const gap = most(ZERO, minus(b.min[i], a.max[i]), minus(a.min[i], b.max[i]));
    sum = plus(sum, times(gap, gap));
  }
  return sum;
}

/** The least of |from + t·d|² over t from 0 to 1, or without end. */
export function pathSq(from: QVec, d: QVec, bounded: boolean): Q {
  const dd = lengthSqQ(d);
  if (sign(dd) === 0) return lengthSqQ(from);
  let t = most(ZERO, over(minus(ZERO, dotQ(from, d)), dd));
  if (bounded) t = least(t, ONE);
  return lengthSqQ(addQ(from, scaledQ(d, t)));
}
