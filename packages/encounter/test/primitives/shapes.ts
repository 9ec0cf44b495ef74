/**
 * Things for the tests of primitives, each with the exact set that it is: triangles, some of them degenerate, and a hull of such
 * for boxes. A polygon is its triangles, cut by earcut, which is exact on small integers, and its edges.
 */
import earcut from 'earcut';
import type { Rng } from '../support/rng.ts';
import { distance, meet } from '../support/triangle-reference.ts';

export type P = readonly [number, number, number];

export interface Thing {
  /** What the function gets. */
  readonly value: unknown;
  /** Triangles whose union it is. A box is its surface, and one point of its inside. */
  readonly triangles: readonly Float64Array[];
  readonly points: readonly P[];
  /** For boxes, which have an inside: whether a point is in it. */
  readonly contains?: (p: ArrayLike<number>) => boolean;
}

const triangle = (a: P, b: P, c: P): Float64Array => Float64Array.from([...a, ...b, ...c]);

export const pointThing = (p: P): Thing => ({ value: p, triangles: [triangle(p, p, p)], points: [p] });

export const segmentThing = (from: P, to: P): Thing => ({
  value: { from, to },
  triangles: [triangle(from, to, to)],
  points: [from, to],
});

export const triangleThing = (a: P, b: P, c: P): Thing => ({
  value: { a, b, c },
  triangles: [triangle(a, b, c)],
  points: [a, b, c],
});

function boxTriangles(corner: (i: number) => P): Float64Array[] {
  const faces = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  return faces.flatMap(([a, b, c, d]) => [
    triangle(corner(a), corner(b), corner(c)),
    triangle(corner(a), corner(c), corner(d)),
  ]);
}

export function boxThing(p: P, q: P): Thing {
  const min: P = [Math.min(p[0], q[0]), Math.min(p[1], q[1]), Math.min(p[2], q[2])];
  const max: P = [Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.max(p[2], q[2])];
  const corner = (i: number): P => [(i & 1 ? max : min)[0], (i & 2 ? max : min)[1], (i & 4 ? max : min)[2]];
  return {
    value: { min, max },
    triangles: boxTriangles(corner),
    points: [0, 1, 2, 3, 4, 5, 6, 7].map(corner),
    contains: (x) => [0, 1, 2].every((k) => x[k] >= min[k] && x[k] <= max[k]),
  };
}

/** An oriented box along the axes of coordinates in some order and sense, so that all is exact. */
export function obbThing(rng: Rng, center: P, half: P): Thing {
  const order = rng.pick([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ]);
  const axes = order.map((k) => {
    const s = rng.chance(0.5) ? 1 : -1;
    return [k === 0 ? s : 0, k === 1 ? s : 0, k === 2 ? s : 0];
  });
  const size = [0, 1, 2].map((k) => half[order.indexOf(k)]);
  const low: P = [center[0] - size[0], center[1] - size[1], center[2] - size[2]];
  const high: P = [center[0] + size[0], center[1] + size[1], center[2] + size[2]];
  return { ...boxThing(low, high), value: { center, axes, half } };
}

export type Outline = readonly (readonly [number, number])[];

/** The polygon with an outline in the plane o + i·u + j·v. */
export function polygonThing(outline: Outline, o: P, u: P, v: P): Thing {
  const points = outline.map(
    ([i, j]): P => [o[0] + i * u[0] + j * v[0], o[1] + i * u[1] + j * v[1], o[2] + i * u[2] + j * v[2]],
  );
  const ears = earcut(outline.flat());
  let area = 0;
  for (let e = 0; e < ears.length; e += 3) area += Math.abs(turn(outline, ears[e], ears[e + 1], ears[e + 2]));
  let whole = 0;
  for (let i = 1; i + 1 < outline.length; i++) whole += turn(outline, 0, i, i + 1);
  if (Math.abs(area - Math.abs(whole)) > 1e-9) throw new Error(`earcut misses a part of ${JSON.stringify(outline)}`);
  const triangles = points.map((p, i) => triangle(p, points[(i + 1) % points.length], p));
  for (let e = 0; e < ears.length; e += 3)
    triangles.push(triangle(points[ears[e]], points[ears[e + 1]], points[ears[e + 2]]));
  return { value: { points }, triangles, points };
}

function turn(p: Outline, a: number, b: number, c: number): number {
  return (p[b][0] - p[a][0]) * (p[c][1] - p[a][1]) - (p[b][1] - p[a][1]) * (p[c][0] - p[a][0]);
}

/** Whether two things have a point in common, exactly. */
export function thingsMeet(a: Thing, b: Thing): boolean {
  if (a.contains && b.triangles.some((t) => a.contains?.(t))) return true;
  if (b.contains && a.triangles.some((t) => b.contains?.(t))) return true;
  return a.triangles.some((s) => b.triangles.some((t) => meet(s, t)));
}

/** The distance of things without an inside; rounded only at the end. */
export function thingDistance(a: Thing, b: Thing): number {
  return Math.min(...a.triangles.flatMap((s) => b.triangles.map((t) => distance(s, t))));
}

/** Another start and sense, points repeated or put onto edges: the same region. */
function dress(rng: Rng, outline: Outline): Outline {
  const start = rng.int(outline.length);
  let p = [...outline.slice(start), ...outline.slice(0, start)];
  if (rng.chance(0.5)) p.reverse();
  if (rng.chance(0.2)) p = p.flatMap((q) => (rng.chance(0.4) ? [q, q] : [q]));
  return p;
}

const rectangle = (x0: number, y0: number, x1: number, y1: number): Outline => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** A hole that is joined to the first point by two opposite edges. */
const withHole = (outer: Outline, hole: Outline): Outline => [
  ...outer,
  outer[0],
  hole[0],
  ...hole.slice(1).reverse(),
  hole[0],
];

/** Corners, notches, collinear edges, holes, a spike, a point on a line and outlines without an inside. */
const OUTLINES: readonly Outline[] = [
  rectangle(-1, -1, 1, 1),
  rectangle(-2, -2, 2, 2),
  [
    [-2, -1],
    [2, -1],
    [0, 2],
  ],
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
  [
    [-2, -2],
    [0, -2],
    [2, -2],
    [2, 2],
    [0, 0],
    [-2, 2],
  ],
  withHole(rectangle(-2, -2, 2, 2), rectangle(-1, -1, 1, 1)),
  withHole(rectangle(-2, -2, 2, 2), [
    [-1, -1],
    [1, -1],
    [0, 1],
  ]),
  [
    [-1, 0],
    [2, 0],
    [0, 0],
  ],
  [
    [1, 1],
    [1, 1],
    [1, 1],
  ],
  [
    [0, 0],
    [2, 1],
  ],
  [[1, 0]],
];

/** Planes with many integer points. */
const PLANES: readonly (readonly [P, P])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
  ],
  [
    [1, 0, 1],
    [0, 1, 0],
  ],
  [
    [1, 0, 1],
    [0, 1, -1],
  ],
  [
    [1, 0, 2],
    [0, 1, 1],
  ],
];

/** Things with coordinates of −3…3, some of which share points. */
export class Lattice {
  readonly #rng: Rng;
  readonly #pool: readonly P[];

  constructor(rng: Rng) {
    this.#rng = rng;
    this.#pool = Array.from({ length: 4 }, () => this.#any());
  }

  #any(): P {
    const c = (): number => this.#rng.integer(-3, 3);
    return [c(), c(), c()];
  }

  point(): P {
    return this.#rng.chance(0.35) ? this.#rng.pick(this.#pool) : this.#any();
  }

  direction(): P {
    for (;;) {
      const [p, q] = [this.point(), this.point()];
      const d: P = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
      if (d.some((x) => x !== 0)) return d;
    }
  }

  Point(): Thing {
    return pointThing(this.point());
  }

  Segment(): Thing {
    const from = this.point();
    return segmentThing(from, this.#rng.chance(0.1) ? from : this.point());
  }

  Triangle(): Thing {
    const [a, b, c] = [this.point(), this.point(), this.point()];
    const flat = this.#rng.next();
    if (flat < 0.06) return triangleThing(a, b, b);
    if (flat < 0.12) return triangleThing(a, b, [2 * b[0] - a[0], 2 * b[1] - a[1], 2 * b[2] - a[2]]);
    return flat < 0.15 ? triangleThing(a, a, a) : triangleThing(a, b, c);
  }

  Box(): Thing {
    const p = this.point();
    const q = this.point();
    const flat = this.#rng.chance(0.2) ? this.#rng.int(3) : -1;
    return boxThing(p, [flat === 0 ? p[0] : q[0], flat === 1 ? p[1] : q[1], flat === 2 ? p[2] : q[2]]);
  }

  Obb(): Thing {
    const half = (): number => this.#rng.pick([0, 0.5, 1, 1, 1.5, 2]);
    return obbThing(this.#rng, this.point(), [half(), half(), half()]);
  }

  Polygon(): Thing {
    const [u, v] = this.#rng.pick(PLANES);
    return polygonThing(dress(this.#rng, this.#rng.pick(OUTLINES)), this.point(), u, v);
  }
}

/** The same thing with all its coordinates changed. */
export function mapped(thing: Thing, map: (x: number) => number): Thing {
  const change = (x: unknown): unknown =>
    typeof x === 'number'
      ? map(x)
      : Array.isArray(x)
        ? x.map(change)
        : Object.fromEntries(Object.entries(x as object).map(([key, value]) => [key, change(value)]));
  const { contains } = thing;
  if (contains) throw new Error('boxes are not mapped');
  return {
    value: change(thing.value),
    triangles: thing.triangles.map((t) => t.map(map)),
    points: thing.points.map((p): P => [map(p[0]), map(p[1]), map(p[2])]),
  };
}
