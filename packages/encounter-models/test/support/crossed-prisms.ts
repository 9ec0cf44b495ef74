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

export interface Nearest {
  readonly distance: number;
  readonly onA: Whole3;
  readonly onB: Whole3;
}

/** Of two convex prisms that do not meet: a corner and a face, or two edges. */
export function crossedNearest(a: Piece, b: Piece): Nearest {
  const p = prismCorners(a);
  const q = prismCorners(b);
  const found = [...q.map((v) => swapped(fromFaces(a, v))), ...p.map((v) => fromFaces(b, v))];
  for (const [i, j] of prismEdges(a))
    for (const [k, l] of prismEdges(b)) found.push(ofSegments(p[i], p[j], q[k], q[l]));
  return found.reduce((x, y) => (y.distance < x.distance ? y : x));
}

function swapped({ distance, onA, onB }: Nearest): Nearest {
  return { distance, onA: onB, onB: onA };
}

/** Of a point, as A, from the inside of the faces of a prism; edges are visited by the caller. */
function fromFaces(p: Piece, v: Whole3): Nearest {
  let best: Nearest = { distance: Infinity, onA: v, onB: v };
  const [ku, kw] = [(p.axis + 1) % 3, (p.axis + 2) % 3];
  const [u, w, h] = [v[ku], v[kw], v[p.axis]];
  let within = true;
  p.polygon.forEach((a, i) => {
    const b = p.polygon[(i + 1) % p.polygon.length];
    const e = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(e[0], e[1]);
    const beyond = (e[1] * (u - a[0]) - e[0] * (w - a[1])) / length;
    const along = (e[0] * (u - a[0]) + e[1] * (w - a[1])) / length;
    if (beyond > 0) within = false;
    if (beyond < 0 || along < 0 || along > length || h < p.from || h > p.to || beyond >= best.distance) return;
    const at = [0, 0, 0];
    [at[p.axis], at[ku], at[kw]] = [h, u - (beyond * e[1]) / length, w + (beyond * e[0]) / length];
    best = { distance: beyond, onA: v, onB: at as unknown as Whole3 };
  });
  const above = Math.max(p.from - h, h - p.to);
  if (!within || above < 0 || above >= best.distance) return best;
  const at = [...v];
  at[p.axis] = h <= p.from ? p.from : p.to;
  return { distance: above, onA: v, onB: at as unknown as Whole3 };
}

function ofSegments(p: Whole3, q: Whole3, r: Whole3, s: Whole3): Nearest {
  const d = minus(q, p);
  const e = minus(s, r);
  const n = product(d, e);
  const nn = dot(n, n);
  if (nn > 0) {
    const w = minus(r, p);
    const t = dot(product(w, e), n) / nn;
    const u = dot(product(w, d), n) / nn;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1)
      return { distance: Math.abs(dot(w, n)) / Math.sqrt(nn), onA: plus(p, times(d, t)), onB: plus(r, times(e, u)) };
  }
  return [
    fromSegment(p, r, s),
    fromSegment(q, r, s),
    swapped(fromSegment(r, p, q)),
    swapped(fromSegment(s, p, q)),
  ].reduce((x, y) => (y.distance < x.distance ? y : x));
}

/** Of a point, as A, from a segment. */
function fromSegment(v: Whole3, a: Whole3, b: Whole3): Nearest {
  const e = minus(b, a);
  const w = minus(v, a);
  const t = dot(w, e);
  const length = dot(e, e);
  if (t <= 0) return { distance: Math.hypot(...w), onA: v, onB: a };
  if (t >= length) return { distance: Math.hypot(...minus(v, b)), onA: v, onB: b };
  return { distance: Math.hypot(...product(w, e)) / Math.sqrt(length), onA: v, onB: plus(a, times(e, t / length)) };
}

function times(a: Whole3, s: number): Whole3 {
  return [a[0] * s, a[1] * s, a[2] * s];
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
