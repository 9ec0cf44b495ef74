/** Outlines of flat polygons in two dimensions, before they are put into space: convex, nonconvex, with holes, degenerate. */
import type { Rng } from '../../support/rng.ts';

export type P2 = readonly [number, number];

export interface Outline {
  readonly points: readonly P2[];
  readonly convex: boolean;
}

const turn = (a: P2, b: P2, c: P2): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Counterclockwise, without points on edges; fewer than three when all are on a line. */
export function hullOf(points: readonly P2[]): P2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: readonly P2[]): P2[] => {
    const out: P2[] = [];
    for (const p of list) {
      while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

const between = (a: P2, b: P2, p: P2): boolean =>
  turn(a, b, p) === 0 && (a[0] - p[0]) * (b[0] - p[0]) <= 0 && (a[1] - p[1]) * (b[1] - p[1]) <= 0;

/** Exact for small integers. */
function edgesMeet(a: P2, b: P2, c: P2, d: P2): boolean {
  if (between(a, b, c) || between(a, b, d) || between(c, d, a) || between(c, d, b)) return true;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function isSimple(p: readonly P2[]): boolean {
  const n = p.length;
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [p[i], p[(i + 1) % n], p[(i + 2) % n]];
    if (turn(a, b, c) === 0) return false;
    for (let j = i + 2; j < n; j++) if ((j + 1) % n !== i && edgesMeet(a, b, p[j], p[(j + 1) % n])) return false;
  }
  return true;
}

const integerPoint = (rng: Rng, half: number): P2 => [rng.integer(-half, half), rng.integer(-half, half)];

/** A tour of integer points without crossings: edges that cross are exchanged until none do. Null when that fails. */
function simpleTour(rng: Rng): P2[] | null {
  const p = Array.from({ length: rng.integer(4, 8) }, () => integerPoint(rng, 2));
  const n = p.length;
  for (let round = 0; round < 30; round++) {
    let crossed = false;
    for (let i = 0; i < n && !crossed; i++) {
      for (let j = i + 2; j < n && !crossed; j++) {
        if ((j + 1) % n === i || !edgesMeet(p[i], p[i + 1], p[j], p[(j + 1) % n])) continue;
        crossed = true;
        p.splice(i + 1, j - i, ...p.slice(i + 1, j + 1).reverse());
      }
    }
    if (!crossed) break;
  }
  return isSimple(p) ? p : null;
}

const rectangle = (x0: number, y0: number, x1: number, y1: number): P2[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** Joins a hole to an outline by two opposite edges between their first points. */
function withHole(outer: readonly P2[], hole: readonly P2[]): P2[] {
  return [outer[0], ...outer.slice(1), outer[0], hole[0], ...hole.slice(1).reverse(), hole[0]];
}

/** Letters and frames: edges in line with each other, notches, holes. */
const TEMPLATES: readonly (readonly P2[])[] = [
  // L, U, T, a comb, an arrow
  [
    [-2, -2],
    [2, -2],
    [2, 0],
    [0, 0],
    [0, 2],
    [-2, 2],
  ],
  [
    [-2, -2],
    [2, -2],
    [2, 2],
    [1, 2],
    [1, -1],
    [-1, -1],
    [-1, 2],
    [-2, 2],
  ],
  [
    [-2, 1],
    [-1, 1],
    [-1, -2],
    [1, -2],
    [1, 1],
    [2, 1],
    [2, 2],
    [-2, 2],
  ],
  [
    [-2, -2],
    [2, -2],
    [2, 2],
    [1, -1],
    [0, 2],
    [-1, -1],
    [-2, 2],
  ],
  [
    [-2, -2],
    [0, -1],
    [2, -2],
    [0, 2],
  ],
  // frames
  withHole(rectangle(-2, -2, 2, 2), rectangle(-1, -1, 1, 1)),
  withHole(rectangle(-2, -2, 2, 2), [
    [-1, -1],
    [1, -1],
    [0, 1],
  ]),
  withHole(
    [
      [-2, -2],
      [2, -2],
      [2, 2],
      [0, 0],
      [-2, 2],
    ],
    [
      [-1, -1],
      [1, -1],
      [0, -0.5],
    ],
  ),
  // Two holes joined to one corner, in the order in which the corner is gone around: the outline does not cross itself.
  withHole(
    withHole(rectangle(-2, -2, 2, 2), [
      [-1, 1],
      [0, 1],
      [0, 1.5],
    ]),
    rectangle(-1, -1, 0, 0),
  ),
];

/** All in one place or on one line: the outline covers a point or a segment. */
function flatOutline(rng: Rng): P2[] {
  const [a, d] = [integerPoint(rng, 2), integerPoint(rng, 1)];
  return Array.from({ length: rng.integer(3, 5) }, () => {
    const t = rng.integer(-1, 1);
    return [a[0] + t * d[0], a[1] + t * d[1]];
  });
}

/** Another start, another sense, points repeated or, where there is no hole, put onto edges: the same region. */
function dressed(rng: Rng, points: readonly P2[]): P2[] {
  const hasHole = new Set(points.map(String)).size < points.length;
  const start = rng.int(points.length);
  let p = [...points.slice(start), ...points.slice(0, start)];
  if (rng.chance(0.5)) p = p.reverse();
  if (rng.chance(0.2)) p = p.flatMap((q) => (rng.chance(0.4) ? [q, q] : [q]));
  if (!hasHole && rng.chance(0.2)) {
    p = p.flatMap((q, i) => {
      const r = p[(i + 1) % p.length];
      return rng.chance(0.3) ? [q, [(q[0] + r[0]) / 2, (q[1] + r[1]) / 2] as P2] : [q];
    });
  }
  return p;
}

/** On integer points and their halves. */
export function latticeOutline(rng: Rng): Outline {
  const kind = rng.next();
  if (kind < 0.1) return { points: flatOutline(rng), convex: true };
  if (kind < 0.4) {
    const points = Array.from({ length: rng.integer(3, 7) }, () => integerPoint(rng, 2));
    const hull = hullOf(points);
    return { points: dressed(rng, hull.length < 3 ? points : hull), convex: true };
  }
  const tour = kind < 0.7 ? simpleTour(rng) : null;
  const points = tour ?? rng.pick(TEMPLATES);
  const isConvex = hullOf(points).length === points.length;
  return { points: dressed(rng, points), convex: isConvex };
}

/** Convex on integer points, for two dimensions: also a point or a segment. */
export function convexLattice(rng: Rng): P2[] {
  const kind = rng.next();
  if (kind < 0.15) return flatOutline(rng);
  const points = Array.from({ length: rng.integer(3, 7) }, () => integerPoint(rng, 3));
  const hull = hullOf(points);
  return dressed(rng, hull.length < 3 ? points : hull);
}

/** Seen from its middle every point of the outline is visible, so it is simple. */
function star(rng: Rng, count: number, low: number, high: number, turnBy: number): P2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = turnBy + ((i + (i === 0 ? 0 : rng.range(-0.3, 0.3))) / count) * 2 * Math.PI;
    const r = rng.range(low, high);
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

/** In doubles, of a size about 1. */
export function randomOutline(rng: Rng): Outline {
  const kind = rng.next();
  const first = rng.range(0, 2 * Math.PI);
  if (kind < 0.35) return { points: dressed(rng, convexRandom(rng)), convex: true };
  const outer = star(rng, rng.integer(7, 10), kind < 0.7 ? 0.3 : 1, 1.5, first);
  const points = kind < 0.7 ? outer : withHole(outer, star(rng, rng.integer(4, 6), 0.1, 0.4, first));
  return { points: dressed(rng, points), convex: false };
}

export function convexRandom(rng: Rng): P2[] {
  const hull = hullOf(Array.from({ length: rng.integer(3, 9) }, () => [rng.range(-1, 1), rng.range(-1, 1)] as P2));
  return rng.chance(0.5) ? hull : hull.reverse();
}
