/** Two convex prisms along different axes, such as roofs whose ridges cross. Gaps are exact in their sign for whole numbers. */
import type { Piece, Whole3 } from './lattice-pieces.ts';

export function prismCorners(p: Piece): Whole3[] {
  return [p.from, p.to].flatMap((w) =>
    p.polygon.map(([u, v]): Whole3 => {
      const at = [0, 0, 0];
      at[p.axis] = w;
      at[(p.axis + 1) % 3] = u;
      at[(p.axis + 2) % 3] = v;
      return at as unknown as Whole3;
    }),
  );
}

/** Pairs of corner numbers. */
function prismEdges(p: Piece): [number, number][] {
  const n = p.polygon.length;
  return p.polygon.flatMap((_, i): [number, number][] => [
    [i, (i + 1) % n],
    [n + i, n + ((i + 1) % n)],
    [i, n + i],
  ]);
}

function sideNormals(p: Piece): number[][] {
  const normals = p.polygon.map((a, i) => {
    const b = p.polygon[(i + 1) % p.polygon.length];
    const n = [0, 0, 0];
    n[(p.axis + 1) % 3] = b[1] - a[1];
    n[(p.axis + 2) % 3] = a[0] - b[0];
    return n;
  });
  const cap = [0, 0, 0];
  cap[p.axis] = 1;
  return [...normals, cap];
}

export function insidePrism(p: Piece, v: Whole3): boolean {
  if (v[p.axis] < p.from || v[p.axis] > p.to) return false;
  const [u, w] = [v[(p.axis + 1) % 3], v[(p.axis + 2) % 3]];
  return p.polygon.every((a, i) => {
    const b = p.polygon[(i + 1) % p.polygon.length];
    return (b[0] - a[0]) * (w - a[1]) - (b[1] - a[1]) * (u - a[0]) >= 0;
  });
}

/** The widest gap along normals of faces and products of edges, b moved by `shift`. */
export function crossedGap(a: Piece, b: Piece, shift: Whole3): number {
  const p = prismCorners(a);
  const q = prismCorners(b).map((v) => plus(v, shift));
  const across = prismEdges(a).flatMap(([i, j]) =>
    prismEdges(b).map(([k, l]) => product(minus(p[j], p[i]), minus(q[l], q[k]))),
  );
  let widest = -Infinity;
  for (const n of [...sideNormals(a), ...sideNormals(b), ...across]) {
    const length = Math.hypot(n[0], n[1], n[2]);
    if (length === 0) continue;
    const along = (v: ArrayLike<number>): number => n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
    const onA = p.map(along);
    const onB = q.map(along);
    const gap = Math.max(Math.min(...onB) - Math.max(...onA), Math.min(...onA) - Math.max(...onB));
    widest = Math.max(widest, gap / length);
  }
  return widest;
}

/** The distance of two convex prisms that do not meet: of a corner from a face, or of two edges. */
export function crossedDistance(a: Piece, b: Piece): number {
  const p = prismCorners(a);
  const q = prismCorners(b);
  let least = Math.min(...q.map((v) => cornerDistance(a, v)), ...p.map((v) => cornerDistance(b, v)));
  for (const [i, j] of prismEdges(a))
    for (const [k, l] of prismEdges(b)) least = Math.min(least, segmentDistance(p[i], p[j], q[k], q[l]));
  return least;
}

/** Of a point from the inside of the faces of a prism; their edges are visited by the caller. */
function cornerDistance(p: Piece, v: Whole3): number {
  let least = Infinity;
  const [u, w, h] = [v[(p.axis + 1) % 3], v[(p.axis + 2) % 3], v[p.axis]];
  const turned = p.polygon.map((a, i) => {
    const b = p.polygon[(i + 1) % p.polygon.length];
    const e = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(e[0], e[1]);
    const beyond = (e[1] * (u - a[0]) - e[0] * (w - a[1])) / length;
    const along = (e[0] * (u - a[0]) + e[1] * (w - a[1])) / length;
    if (beyond >= 0 && along >= 0 && along <= length && h >= p.from && h <= p.to) least = Math.min(least, beyond);
    return beyond;
  });
  if (turned.every((beyond) => beyond <= 0)) least = Math.min(least, Math.max(p.from - h, h - p.to));
  return least < 0 ? Infinity : least;
}

function segmentDistance(p: Whole3, q: Whole3, r: Whole3, s: Whole3): number {
  const d = minus(q, p);
  const e = minus(s, r);
  const n = product(d, e);
  const nn = dot(n, n);
  if (nn > 0) {
    const w = minus(r, p);
    const t = dot(product(w, e), n) / nn;
    const u = dot(product(w, d), n) / nn;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1) return Math.abs(dot(w, n)) / Math.sqrt(nn);
  }
  return Math.min(fromSegment(p, r, s), fromSegment(q, r, s), fromSegment(r, p, q), fromSegment(s, p, q));
}

function fromSegment(v: Whole3, a: Whole3, b: Whole3): number {
  const e = minus(b, a);
  const w = minus(v, a);
  const t = dot(w, e);
  const length = dot(e, e);
  if (t <= 0) return Math.hypot(...w);
  if (t >= length) return Math.hypot(...minus(v, b));
  return Math.hypot(...product(w, e)) / Math.sqrt(length);
}

function plus(a: Whole3, b: Whole3): Whole3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function minus(a: Whole3, b: Whole3): Whole3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function product(a: Whole3, b: Whole3): Whole3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Whole3, b: Whole3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
