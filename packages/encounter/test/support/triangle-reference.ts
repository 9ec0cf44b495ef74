/**
 * Two triangles in integers of any length: a dumb exact reference. Doubles are integers times a common power of two, and
 * every answer here is a rational function of them.
 */
import { cross, dot, isZero, mix, root, segmentsMeet, split, sub, type V } from './exact.ts';

/** The vertices as integers, and the exponent of two of their unit. */
export function toIntegers(p: ArrayLike<number>, q: ArrayLike<number>): { p: V[]; q: V[]; exponent: number } {
  const parts = [...Array.from(p), ...Array.from(q)].map(split);
  const exponent = Math.min(...parts.map(([, e]) => e));
  const n = parts.map(([m, e]) => m << BigInt(e - exponent));
  const vertex = (k: number): V => [n[3 * k], n[3 * k + 1], n[3 * k + 2]];
  return { p: [0, 1, 2].map(vertex), q: [3, 4, 5].map(vertex), exponent };
}

/** A closed segment and a closed triangle, both of which may be degenerate. */
function segmentMeetsTriangle(a: V, b: V, t: V[]): boolean {
  const n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
  if (isZero(n)) return [0, 1, 2].some((k) => segmentsMeet(a, b, t[k], t[(k + 1) % 3]));
  const ha = dot(n, sub(a, t[0]));
  const hb = dot(n, sub(b, t[0]));
  if ((ha > 0n && hb > 0n) || (ha < 0n && hb < 0n)) return false;
  if (ha !== hb) {
    // x / w is where the line meets the plane.
    const w = ha - hb;
    const x = mix(a, -hb, b, ha);
    return [0, 1, 2].every((k) => {
      const from: V = [w * t[k][0], w * t[k][1], w * t[k][2]];
      const inside = dot(n, cross(sub(t[(k + 1) % 3], t[k]), sub(x, from)));
      return w > 0n ? inside >= 0n : inside <= 0n;
    });
  }
  // In the plane: cut the segment's range of λ = [lo/loDen, hi/hiDen] by the three edges.
  let [lo, loDen, hi, hiDen] = [0n, 1n, 1n, 1n];
  for (let k = 0; k < 3; k++) {
    const inward = cross(n, sub(t[(k + 1) % 3], t[k]));
    const da = dot(inward, sub(a, t[k]));
    const db = dot(inward, sub(b, t[k]));
    if (da < 0n && db < 0n) return false;
    if (da < 0n || db < 0n) {
      const den = da > db ? da - db : db - da;
      const at = da > db ? da : -da;
      if (da < 0n && at * loDen > lo * den) [lo, loDen] = [at, den];
      if (db < 0n && at * hiDen < hi * den) [hi, hiDen] = [at, den];
    }
  }
  return lo * hiDen <= hi * loDen;
}

/** Whether the closed triangles have a point in common: then an edge of one meets the other. */
export function meet(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  const t = toIntegers(p, q);
  for (let k = 0; k < 3; k++) {
    if (segmentMeetsTriangle(t.p[k], t.p[(k + 1) % 3], t.q)) return true;
    if (segmentMeetsTriangle(t.q[k], t.q[(k + 1) % 3], t.p)) return true;
  }
  return false;
}

/** The distance, rounded only at the end: the smallest over all pairs of features whose nearest points are inside them. */
export function distance(p: ArrayLike<number>, q: ArrayLike<number>): number {
  if (meet(p, q)) return 0;
  const t = toIntegers(p, q);
  let num = -1n;
  let den = 1n;
  const offer = (n: bigint, d: bigint) => {
    if (num < 0n || n * den < num * d) [num, den] = [n, d];
  };
  const vertexAndFace = (x: V, face: V[]) => {
    for (let k = 0; k < 3; k++) {
      const r = sub(x, face[k]);
      offer(dot(r, r), 1n);
      const e = sub(face[(k + 1) % 3], face[k]);
      const ee = dot(e, e);
      const er = dot(e, r);
      if (er > 0n && er < ee) offer(dot(r, r) * ee - er * er, ee);
    }
    const n = cross(sub(face[1], face[0]), sub(face[2], face[0]));
    if (isZero(n)) return;
    const isInside = [0, 1, 2].every((k) => dot(n, cross(sub(face[(k + 1) % 3], face[k]), sub(x, face[k]))) >= 0n);
    const h = dot(n, sub(x, face[0]));
    if (isInside) offer(h * h, dot(n, n));
  };
  for (let k = 0; k < 3; k++) {
    vertexAndFace(t.p[k], t.q);
    vertexAndFace(t.q[k], t.p);
    for (let l = 0; l < 3; l++) {
      const u = sub(t.p[(k + 1) % 3], t.p[k]);
      const w = sub(t.q[(l + 1) % 3], t.q[l]);
      const r = sub(t.q[l], t.p[k]);
      const n = cross(u, w);
      const nn = dot(n, n);
      if (nn === 0n) continue;
      const a = dot(cross(r, w), n);
      const b = dot(cross(r, u), n);
      const h = dot(n, r);
      if (a > 0n && a < nn && b > 0n && b < nn) offer(h * h, nn);
    }
  }
  return root(num, den) * 2 ** t.exponent;
}
