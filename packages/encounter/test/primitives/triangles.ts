/** Triangles of all sorts for the tests, from a seed. */
import type { Rng } from '../support/rng.ts';

export interface Pair {
  readonly p: Float64Array;
  readonly q: Float64Array;
}

/** The double next to x, above or below. */
function beside(x: number, up: boolean): number {
  const f = new Float64Array([x]);
  const i = new BigInt64Array(f.buffer);
  if (x === 0) return up ? 2 ** -60 : -(2 ** -60);
  i[0] += up === x > 0 ? 1n : -1n;
  return f[0];
}

function general(rng: Rng, size = 1): Float64Array {
  return Float64Array.from({ length: 9 }, () => rng.range(-size, size));
}

/** Moves `count` random coordinates to the next double. */
function nudge(rng: Rng, t: Float64Array, count: number): void {
  for (let k = 0; k < count; k++) {
    const i = rng.integer(0, 8);
    t[i] = beside(t[i], rng.next() < 0.5);
  }
}

/** A point a + s·(b − a) + t·(c − a) of the plane of t, rounded. */
function inPlane(t: Float64Array, s: number, r: number, k: number): number {
  return t[k] + s * (t[k + 3] - t[k]) + r * (t[k + 6] - t[k]);
}

function coplanarWith(rng: Rng, t: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let i = 0; i < 9; i += 3) {
    const s = rng.range(-1, 2);
    const r = rng.range(-1, 2);
    for (let k = 0; k < 3; k++) out[i + k] = inPlane(t, s, r, k);
  }
  return out;
}

/** Two vertices far apart, the third near the line between them. */
function needle(rng: Rng): Float64Array {
  const t = general(rng);
  const s = rng.next();
  const width = 10 ** rng.range(-17, -3);
  for (let k = 0; k < 3; k++) t[6 + k] = t[k] + s * (t[3 + k] - t[k]) + width * rng.range(-1, 1);
  return t;
}

export const KINDS: Record<string, (rng: Rng) => Pair> = {
  general: (rng) => ({ p: general(rng), q: general(rng) }),
  grid: (rng) => {
    const point = () => Float64Array.from({ length: 9 }, () => rng.integer(-2, 2));
    return { p: point(), q: point() };
  },
  'tight grid': (rng) => {
    const point = () => Float64Array.from({ length: 9 }, () => rng.integer(0, 1));
    return { p: point(), q: point() };
  },
  'flat grid': (rng) => {
    const axis = rng.integer(0, 2);
    const point = () => Float64Array.from({ length: 9 }, (_, k) => (k % 3 === axis ? 0.7 : 0.1 * rng.integer(-3, 3)));
    return { p: point(), q: point() };
  },
  'grid on a line': (rng) => {
    const direction = [0.1, 0.7, -0.3];
    const point = () =>
      Float64Array.from(
        [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-3, 3)].flatMap((s) => direction.map((d) => d * s)),
      );
    return { p: point(), q: point() };
  },
  'segments and points': (rng) => {
    const flat = (t: Float64Array) => {
      const [to, from] = [rng.integer(0, 2), rng.integer(0, 2)];
      for (let k = 0; k < 3; k++) t[3 * to + k] = t[3 * from + k];
      return t;
    };
    const { p, q } = KINDS[rng.next() < 0.5 ? 'tight grid' : 'grid'](rng);
    return { p: flat(p), q: flat(flat(q)) };
  },
  'shared vertex': (rng) => {
    const { p, q } = KINDS['general'](rng);
    q.copyWithin(0, 3 * rng.integer(0, 2));
    q.set(p.subarray(3, 6), 3 * rng.integer(0, 2));
    return { p, q };
  },
  'shared edge': (rng) => {
    const { p, q } = KINDS['general'](rng);
    q.set(p.subarray(3, 9), 3 * rng.integer(0, 1));
    return { p, q };
  },
  'shared edge, nudged': (rng) => {
    const { p, q } = KINDS['shared edge'](rng);
    nudge(rng, q, rng.integer(1, 4));
    return { p, q };
  },
  coplanar: (rng) => {
    const p = general(rng);
    return { p, q: coplanarWith(rng, p) };
  },
  'coplanar, nudged': (rng) => {
    const p = general(rng);
    for (let k = 2; k < 9; k += 3) p[k] = 0.3;
    const q = coplanarWith(rng, p);
    for (let k = 2; k < 9; k += 3) q[k] = rng.next() < 0.5 ? 0.3 : beside(0.3, rng.next() < 0.5);
    return { p, q };
  },
  'vertex on a face': (rng) => {
    const p = general(rng);
    const q = general(rng);
    const s = rng.range(-0.1, 1);
    const r = rng.range(-0.1, 1 - s);
    const i = 3 * rng.integer(0, 2);
    for (let k = 0; k < 3; k++) q[i + k] = inPlane(p, s, r, k);
    nudge(rng, q, rng.integer(0, 2));
    return { p, q };
  },
  'vertex on a needle': (rng) => {
    const p = needle(rng);
    const q = rng.next() < 0.5 ? needle(rng) : general(rng);
    const s = rng.range(-0.1, 1);
    const r = rng.range(-0.1, 1 - s);
    for (let k = 0; k < 3; k++) q[k] = inPlane(p, s, r, k);
    return rng.next() < 0.5 ? { p, q } : { p: q, q: p };
  },
  'edge through an edge': (rng) => {
    const p = general(rng);
    const q = general(rng);
    const s = rng.next();
    const t = rng.range(0.3, 0.7);
    // Moves q so that its edge meets p's edge.
    for (let k = 0; k < 3; k++) {
      const shift = p[k] + s * (p[k + 3] - p[k]) - (q[k] + t * (q[k + 3] - q[k]));
      for (let i = k; i < 9; i += 3) q[i] += shift;
    }
    return { p, q };
  },
  needles: (rng) => ({ p: needle(rng), q: rng.next() < 0.5 ? needle(rng) : general(rng) }),
  identical: (rng) => {
    const p = rng.next() < 0.5 ? needle(rng) : general(rng);
    const q = p.slice();
    if (rng.next() < 0.5) nudge(rng, q, rng.integer(1, 9));
    return { p, q };
  },
  'far from the origin': (rng) => {
    const { p, q } =
      KINDS[['general', 'vertex on a face', 'edge through an edge', 'coplanar', 'needles'][rng.integer(0, 4)]](rng);
    const offset = [rng.range(-1e6, 1e6), rng.range(-1e6, 1e6), rng.range(-1e6, 1e6)];
    return { p: p.map((x, k) => x + offset[k % 3]), q: q.map((x, k) => x + offset[k % 3]) };
  },
  'of any size': (rng) => {
    const { p, q } =
      KINDS[['general', 'vertex on a face', 'edge through an edge', 'coplanar', 'grid'][rng.integer(0, 4)]](rng);
    const size = 10 ** rng.range(-3, 3);
    return { p: p.map((x) => x * size), q: q.map((x) => x * size) };
  },
  'small and large': (rng) => {
    const p = general(rng);
    const size = 10 ** rng.range(-6, -1);
    const q = general(rng, size);
    const s = rng.next();
    const r = rng.range(0, 1 - s);
    return { p, q: q.map((x, k) => x + inPlane(p, s, r, k % 3)) };
  },
};

/** The six orders of three vertices. */
export const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];

export function reorder(t: Float64Array, order: readonly number[]): Float64Array {
  return Float64Array.from(order.flatMap((k) => [...t.subarray(3 * k, 3 * k + 3)]));
}
