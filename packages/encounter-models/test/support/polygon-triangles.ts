/**
 * Triangulations of polygons with holes, by adding diagonals in random order until none fits: another order gives another
 * triangulation. All corners are whole numbers, so every decision is exact. Corners in the middle of a straight edge are used, too:
 * nothing here leaves a corner of one triangle on the edge of another.
 */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import { cross2, type Point2, type Polygon2 } from './lattice-polygons.ts';

export type Corners = readonly [number, number, number];

/** The outline counterclockwise, the holes clockwise. Corners are numbered through all of them. */
export function triangulate(loops: readonly Polygon2[], rng: Rng): Corners[] {
  const points = loops.flat();
  const n = points.length;
  const boundary = new Set<number>();
  const edges: [number, number][] = [];
  let first = 0;
  for (const loop of loops) {
    loop.forEach((_, i) => {
      const edge: [number, number] = [first + i, first + ((i + 1) % loop.length)];
      edges.push(edge);
      boundary.add(edge[0] * n + edge[1]);
    });
    first += loop.length;
  }
  const linked = new Set<number>(edges.map(([i, j]) => Math.min(i, j) * n + Math.max(i, j)));
  const candidates: [number, number][] = [];
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) if (!linked.has(i * n + j)) candidates.push([i, j]);
  shuffle(candidates, rng);
  const walls = edges.slice();
  for (const [i, j] of candidates) {
    const p = points[i];
    const q = points[j];
    if (points.some((v, k) => k !== i && k !== j && onSegment(v, p, q))) continue;
    if (walls.some(([k, l]) => crosses(p, q, points[k], points[l]))) continue;
    if (!insideLoops(edges, points, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2])) continue;
    walls.push([i, j]);
    linked.add(i * n + j);
  }
  return facesOf(points, linked, boundary);
}

function facesOf(points: readonly Point2[], linked: ReadonlySet<number>, boundary: ReadonlySet<number>): Corners[] {
  const n = points.length;
  const has = (i: number, j: number): boolean => linked.has(Math.min(i, j) * n + Math.max(i, j));
  // An edge of the outline may only be used in its own direction: the other side is outside.
  const usable = (i: number, j: number): boolean => has(i, j) && !boundary.has(j * n + i);
  const found: Corners[] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      if (!has(i, j)) continue;
      for (let k = i + 1; k < n; k++) {
        if (k === j || !usable(i, j) || !usable(j, k) || !usable(k, i)) continue;
        const [a, b, c] = [points[i], points[j], points[k]];
        if (cross2(a, b, c) <= 0) continue;
        const empty = points.every(
          (v, l) => l === i || l === j || l === k || cross2(a, b, v) < 0 || cross2(b, c, v) < 0 || cross2(c, a, v) < 0,
        );
        if (empty) found.push([i, j, k]);
      }
    }
  return found;
}

export function shuffle<T>(list: T[], rng: Rng): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

function onSegment(v: Point2, p: Point2, q: Point2): boolean {
  if (cross2(p, q, v) !== 0) return false;
  return (v[0] - p[0]) * (v[0] - q[0]) + (v[1] - p[1]) * (v[1] - q[1]) <= 0;
}

/** Whether two segments cross in a point inside both. */
function crosses(p: Point2, q: Point2, r: Point2, s: Point2): boolean {
  return (
    Math.sign(cross2(p, q, r)) * Math.sign(cross2(p, q, s)) < 0 &&
    Math.sign(cross2(r, s, p)) * Math.sign(cross2(r, s, q)) < 0
  );
}

/** For points that are not on an edge. */
function insideLoops(edges: readonly (readonly [number, number])[], points: readonly Point2[], p: Point2): boolean {
  let inside = false;
  for (const [i, j] of edges) {
    const a = points[i];
    const b = points[j];
    if (a[1] > p[1] === b[1] > p[1]) continue;
    if (cross2(a, b, p) > 0 === b[1] > a[1]) inside = !inside;
  }
  return inside;
}
