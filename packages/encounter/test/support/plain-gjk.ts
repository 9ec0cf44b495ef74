/**
 * A plain GJK, which shares no code with the library's: slow, short, and careful with rounding instead of clever. It knows a convex
 * set by its support function, keeps up to four points of it, and finds the nearest point of their hull by trying every subset.
 */
import { add, dot, negated, norm, scaled, sub, type Vec } from './vectors.ts';

/** A point of the set that is farthest along a direction. */
export type Support = (dir: Vec) => Vec;

/**
 * Bounds of the distance of the origin to a convex set: repeatedly the nearest point v of a few support points, found by
 * trying every subset, and the support plane across v. `lower` is proven by a plane, `upper` by a point of the set. Stops
 * when the upper bound is at most `enough`.
 */
export function plainGjk(support: Support, enough = 0): { lower: number; upper: number } {
  let points: Vec[] = [support([1, 0, 0])];
  let lower = 0;
  let upper = Number.POSITIVE_INFINITY;
  let stalled = 0;
  for (let i = 0; i < 200 && stalled < 4; i++) {
    const found = nearestOf(points);
    const l = norm(found.v);
    if (l < upper) stalled = 0;
    else stalled++;
    upper = Math.min(upper, l);
    if (upper <= enough || l === 0) break;
    const u = across(found.v, found.subset);
    const w = support(negated(u));
    lower = Math.max(lower, dot(u, w));
    if (upper - lower <= 1e-15 * upper) break;
    points = [...found.subset, w];
  }
  return { lower, upper };
}

/**
 * The unit vector along v, turned to be square to the points' edges to the last digit. Of a short v only the first digits are
 * good, and any tilt against a long edge would spoil the bound.
 */
function across(v: Vec, points: readonly Vec[]): Vec {
  const basis: Vec[] = [];
  let u = scaled(v, 1 / norm(v));
  const square = (x: Vec): Vec => {
    for (let pass = 0; pass < 2; pass++) for (const q of basis) x = sub(x, scaled(q, dot(q, x)));
    return x;
  };
  for (let i = 1; i < points.length && i < 3; i++) {
    const e = sub(points[i], points[0]);
    const f = square(e);
    const l = norm(f);
    if (l > 1e-9 * norm(e)) basis.push(scaled(f, 1 / l));
  }
  const turned = square(u);
  const l = norm(turned);
  if (l > 0.5) u = scaled(square(scaled(turned, 1 / l)), 1);
  return scaled(u, 1 / norm(u));
}

/** The nearest point to the origin of the hull of up to four points, and the subset that spans it: the best of all subsets. */
export function nearestOf(points: readonly Vec[]): { v: Vec; subset: Vec[] } {
  let best: { v: Vec; subset: Vec[] } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let mask = 1; mask < 1 << points.length; mask++) {
    const subset = points.filter((_, i) => mask & (1 << i));
    const v = affineNearest(subset);
    if (v === null) continue;
    const l = norm(v);
    if (l < least || best === null) {
      least = l;
      best = { v, subset };
    }
  }
  return best!;
}

/** The point of the affine hull nearest to the origin, or null when its weights are not all positive. */
function affineNearest(points: readonly Vec[]): Vec | null {
  const p = points[0];
  const edges = points.slice(1).map((q) => sub(q, p));
  const weights = leastSquares(edges, negated(p));
  if (weights === null) return null;
  let sum = 0;
  for (const w of weights) {
    if (!(w >= 0)) return null;
    sum += w;
  }
  if (!(sum <= 1)) return null;
  return edges.reduce((v, e, i) => add(v, scaled(e, weights[i])), p);
}

/** Weights w that minimise |Σ wᵢ·eᵢ − r|, by orthogonalising, for at most three eᵢ; null if dependent. */
function leastSquares(e: readonly Vec[], r: Vec): number[] | null {
  const q: Vec[] = [];
  const upper: number[][] = [];
  for (let i = 0; i < e.length; i++) {
    let u = e[i];
    const column: number[] = [];
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < i; j++) {
        const t = dot(q[j], u);
        column[j] = (column[j] ?? 0) + t;
        u = sub(u, scaled(q[j], t));
      }
    }
    const l = norm(u);
    if (!(l > 1e-14 * norm(e[i]))) return null;
    column[i] = l;
    q.push(scaled(u, 1 / l));
    upper.push(column);
  }
  const w: number[] = [];
  for (let i = e.length - 1; i >= 0; i--) {
    let t = dot(q[i], r);
    for (let j = i + 1; j < e.length; j++) t -= upper[j][i] * w[j];
    w[i] = t / upper[i][i];
  }
  return w;
}
