/**
 * The judge of the primitives, judged: it lets stand-ins pass that are right, and finds each way of spoiling one of them. A check
 * that cannot fail would let its spoiled function pass here.
 */
import { describe, expect, it } from 'vitest';
import type { Vec3Input } from '../../src/index.ts';
import * as library from '../../src/index.ts';
import type { Fn } from '../fuzz/primitives/court.ts';
import { BOUNDS, isRight, judge, PRIMITIVES, reportOf } from '../fuzz/primitives/judge.ts';
import { boundsStandIn, primitivesStandIn } from '../fuzz/primitives/stand-in.ts';
import { runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(6001);
const primitives = primitivesStandIn(PRIMITIVES.keys(), library);
const bounds = boundsStandIn(library);
/** So many cases find every fault below. */
const ENOUGH = 150;

interface V3 {
  x: number;
  y: number;
  z: number;
}
/** What results have, and arguments in array form. */
interface Fields {
  t: number;
  depth: number;
  distance: number;
  radius: number;
  offset: number;
  point: V3;
  normal: V3;
  pointA: V3;
  pointB: V3;
  center: readonly number[];
  from: readonly number[];
  to: readonly number[];
  direction: readonly number[];
  points: unknown[];
  min: readonly number[];
  max: readonly number[];
  a: readonly number[];
  b: readonly number[];
  c: readonly number[];
}

/** Changes what a function gives, where it gives something. */
const answer =
  (change: (result: Fields, args: Fields[]) => unknown) =>
  (right: Fn): Fn =>
  (...args) => {
    // Without `out`, so that `change` has an object of its own.
    const result = right(...args.slice(0, 2)) as Fields | null;
    const changed = result === null ? null : (change(structuredClone(result), args as Fields[]) ?? null);
    const out = args[2];
    return out === undefined || changed === null || typeof changed !== 'object'
      ? changed
      : Object.assign(out as object, changed);
  };

/** Answers otherwise for some arguments. */
const unless =
  (isSpoiled: (args: Fields[], result: unknown) => boolean, other: unknown) =>
  (right: Fn): Fn =>
  (...args) => {
    const result = right(...args);
    return isSpoiled(args as Fields[], result) ? other : result;
  };

const moved = (v: V3, by: number): V3 => ({ ...v, x: v.x + by });
const negative = (v: V3): V3 => ({ x: -v.x, y: -v.y, z: -v.z });
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** The arguments are given as `{x, y, z}`. */
const isObject = (v: unknown): boolean => !Array.isArray(v);
const nothing = { x: 0, y: 0, z: 0 };

/** Name, how it is spoiled, and what the judge must say. */
const SPOILED: readonly [string, string, (right: Fn) => Fn, RegExp][] = [
  [
    'intersectsBoxBox',
    'touching does not count',
    unless(([a, b]) => isObject(a.min) || a.max[0] <= b.min[0], false),
    /gives false/,
  ],
  ['intersectsBoxBox', 'wrong in one order', unless(([a, b]) => a.min[0] > b.max[1], true), /gives true/],
  [
    'intersectsSphereSphere',
    'the sum of squares',
    () => (a, b) => {
      const [s, t] = [a as Fields, b as Fields];
      const xyz = (v: unknown): number[] => (isObject(v) ? Object.values(v as V3) : (v as number[]));
      const [p, q] = [xyz(s.center), xyz(t.center)];
      return p.reduce((d, x, k) => d + (x - q[k]) ** 2, 0) <= s.radius ** 2 + t.radius ** 2;
    },
    /gives false/,
  ],
  [
    'intersectsSegmentPolygon',
    'the hull',
    (right) => (s, q) => {
      const { from, to } = s as { from: Vec3Input; to: Vec3Input };
      const { points } = q as { points: Vec3Input[] };
      const { Collider, Polygon, Segment, intersects } = library;
      return right(s, q) || intersects(new Collider(new Segment(from, to)), new Collider(new Polygon(points)));
    },
    /gives true/,
  ],
  [
    'intersectsSegmentSegment',
    'throws on points',
    (right) => (a, b) => {
      if (same((a as Fields).from, (a as Fields).to)) throw new Error('no direction');
      return right(a, b);
    },
    /throws Error: no direction/,
  ],
  [
    'intersectsPlaneBox',
    'writes into its arguments',
    (right) => (a, b) => {
      const result = right(a, b);
      (a as Fields).offset += 0;
      return result;
    },
    /throws TypeError/,
  ],
  ['intersectsObbObb', 'never apart', unless((_, result) => result === false, true), /gives true/],
  ['intersectsTrianglePolygon', 'undefined', () => () => undefined, /gives undefined/],

  ['closestPointSegment', 'off by 1e-8', answer((p) => moved(p as unknown as V3, 1e-8)), /how far|distance/],
  ['closestPointTriangle', 'NaN', answer(() => ({ x: Number.NaN, y: 0, z: 0 })), /gives/],
  [
    'closestPointBox',
    'the corner',
    answer((_, [, box]) => {
      const m = box.min as unknown as V3;
      return isObject(m) ? { ...m } : { x: box.min[0], y: box.min[1], z: box.min[2] };
    }),
    /distance/,
  ],
  ['closestPointObb', 'does not return out', (right) => (a, b) => right(a, b), /does not return out/],
  [
    'closestPointSphere',
    'out is another answer',
    (right) => (a, b, out) => (out === undefined ? right(a, b) : Object.assign(out as object, nothing)),
    /in out/,
  ],
  [
    'closestSegmentSegment',
    'distance off by 1e-8',
    answer((r) => ({ ...r, distance: r.distance * (1 + 1e-8) })),
    /distance/,
  ],
  ['closestSegmentBox', 'pointB is elsewhere', answer((r) => ({ ...r, pointB: moved(r.pointB, 1e-8) })), /pointB/],
  [
    'closestTriangleTriangle',
    'two points at distance 0',
    answer((r) => ({ ...r, pointB: r.distance === 0 ? moved(r.pointB, 1e-16) : r.pointB })),
    /two different points/,
  ],
  ['closestBoxBox', 'not quite 0', answer((r) => ({ ...r, distance: r.distance || 1e-17 })), /distance/],
  [
    'closestPolygonPolygon',
    'points swapped',
    answer((r) => ({ ...r, pointA: r.pointB, pointB: r.pointA })),
    /how far pointA/,
  ],
  ['closestLineLine', 'as segments', () => primitives['closestSegmentSegment'], /distance/],

  [
    'rayCastTriangle',
    'misses what is in its plane',
    answer((r, [ray]) =>
      Math.abs(r.normal.x * ray.direction[0] + r.normal.y * ray.direction[1] + r.normal.z * ray.direction[2]) === 0
        ? null
        : r,
    ),
    /gives null/,
  ],
  [
    'rayCastSphere',
    'where the ray leaves',
    answer((r, [ray, s]) => {
      if (isObject(ray.direction)) return r;
      const d = ray.direction;
      const t =
        r.t +
        (2 * d.reduce((x, y, k) => x + y * (s.center[k] - ray.from[k] - r.t * y), 0)) /
          d.reduce((x, y) => x + y * y, 0);
      return { ...r, t, point: { x: ray.from[0] + t * d[0], y: ray.from[1] + t * d[1], z: ray.from[2] + t * d[2] } };
    }),
    /t = /,
  ],
  ['rayCastBox', 'normal along the ray', answer((r) => ({ ...r, normal: negative(r.normal) })), /normal·direction/],
  [
    'rayCastPlane',
    'normal of any length',
    answer((r) => ({ ...r, normal: { x: 2 * r.normal.x, y: 2 * r.normal.y, z: 2 * r.normal.z } })),
    /length/,
  ],
  [
    'rayCastObb',
    'a normal when inside',
    answer((r, [ray]) => ({
      ...r,
      normal:
        r.t === 0 && !isObject(ray.direction) && ray.direction[0] !== 0
          ? { x: -Math.sign(ray.direction[0]), y: 0, z: 0 }
          : r.normal,
    })),
    /starts inside/,
  ],
  [
    'rayCastPolygon',
    'another normal',
    answer((r, [ray]) => ({
      ...r,
      normal:
        r.t > 0 && !isObject(ray.direction) && ray.direction[0] !== 0
          ? { x: -Math.sign(ray.direction[0]), y: 0, z: 0 }
          : r.normal,
    })),
    /not the surface's/,
  ],
  [
    'rayCastBox',
    'a face that was not hit',
    answer((r, [ray]) => ({
      ...r,
      normal:
        r.t > 0 && !isObject(ray.direction) && ray.direction[1] !== 0
          ? { x: 0, y: -Math.sign(ray.direction[1]), z: 0 }
          : r.normal,
    })),
    /along the normal/,
  ],
  ['rayCastSphere', 'zero normal', answer((r) => ({ ...r, normal: nothing })), /zero normal/],
  [
    'rayCastTriangle',
    'the point is the start',
    answer((r, [ray]) => ({
      ...r,
      point: isObject(ray.from) ? ray.from : { x: ray.from[0], y: ray.from[1], z: ray.from[2] },
    })),
    /from \+ t·direction/,
  ],
  [
    'rayCastPlane',
    'hits behind',
    (right) => (ray, plane) => right(ray, plane) ?? { t: 1, point: nothing, normal: { x: 1, y: 0, z: 0 } },
    /not null/,
  ],

  ['penetrationSphereSphere', 'null when touching', answer((r) => (r.depth === 0 ? null : r)), /gives null/],
  ['penetrationSphereBox', 'depth off by 1e-8', answer((r) => ({ ...r, depth: r.depth * (1 + 1e-8) })), /depth/],
  [
    'penetrationBoxBox',
    'from B to A',
    answer((r) => ({ ...r, normal: negative(r.normal), pointA: r.pointB, pointB: r.pointA })),
    /overlap|how far/,
  ],
  [
    'penetrationBoxBox',
    'always along x',
    answer((r, [a, b]) => (isObject(a.min) ? r : { ...r, depth: a.max[0] - b.min[0], normal: { x: 1, y: 0, z: 0 } })),
    /depth/,
  ],
  ['penetrationObbObb', 'half of the points', answer((r) => ({ ...r, pointA: r.pointB })), /pointA − pointB/],
  [
    'penetrationBoxObb',
    'no unit vector',
    answer((r) => ({ ...r, normal: { x: 2 * r.normal.x, y: 2 * r.normal.y, z: 2 * r.normal.z }, depth: r.depth / 2 })),
    /length/,
  ],
  ['penetrationSphereTriangle', 'never', () => () => null, /gives null/],
  [
    'penetrationSphereObb',
    'always',
    (right) => (a, b) => right(a, b) ?? { depth: 0, normal: { x: 1, y: 0, z: 0 }, pointA: nothing, pointB: nothing },
    /not depth null/,
  ],
  [
    'penetrationPlaneBox',
    'points above the plane',
    answer((r) => ({ ...r, pointB: r.pointA })),
    /pointA − pointB|pointB/,
  ],
  [
    'penetrationPlaneSphere',
    'a surface',
    (right) => (a, b) => {
      const r = right(a, b) as Fields | null;
      return r !== null && r.depth > 2 * (b as Fields).radius ? null : r;
    },
    /gives null/,
  ],
  [
    'penetrationPlaneObb',
    'the normal of the other side',
    answer((r) => ({ ...r, normal: negative(r.normal) })),
    /normal/,
  ],

  [
    'impactSphereSphere',
    'late by 1e-6',
    (right) =>
      (...args) => {
        const t = right(...args) as number | null;
        return t === null ? null : Math.min(1, t + 1e-6);
      },
    /late/,
  ],
  [
    'impactSphereTriangle',
    'early by 1e-6',
    (right) =>
      (...args) => {
        const t = right(...args) as number | null;
        return t === null ? null : Math.max(0, t - 1e-6);
      },
    /early/,
  ],
  ['impactBoxBox', 'not at the end', unless((_, t) => t === 1, null), /gives null/],
  [
    'impactPlaneSphere',
    'a plane that is solid below',
    (right) => (plane, sphere, move) => {
      const { depth } = (primitives['penetrationPlaneSphere'](plane, sphere) ?? { depth: -1 }) as Fields;
      return depth > 2 * (sphere as Fields).radius ? 0 : right(plane, sphere, move);
    },
    /too early|not null|gives 0/,
  ],
  ['impactPlaneBox', 'beyond the motion', unless((_, t) => t === null, 1), /gives 1/],
  ['impactPointTriangle', 'not at the ends', unless((_, t) => t === 0 || t === 1, null), /misses/],
  [
    'impactPointTriangle',
    'late',
    (right) =>
      (...args) => {
        const t = right(...args) as number | null;
        return t === null ? null : Math.min(1, t + 0.01);
      },
    /late|apart/,
  ],
  ['impactSegmentSegment', 'never', () => () => null, /misses/],
  [
    'impactSegmentSegment',
    'always',
    (right) =>
      (...args) =>
        right(...args) ?? 0.5,
    /apart/,
  ],

  [
    'intersectsPolygon2Polygon2',
    'by boxes',
    () => (a, b) => {
      const range = (p: unknown, k: number): number[] => (p as number[][]).map((q) => q[k]);
      return [0, 1].every(
        (k) =>
          Math.min(...range(a, k)) <= Math.max(...range(b, k)) && Math.min(...range(b, k)) <= Math.max(...range(a, k)),
      );
    },
    /gives true/,
  ],
  [
    'penetrationPolygon2Polygon2',
    'from B to A',
    answer((r) => ({ ...r, normal: (r.normal as unknown as number[]).map((x) => -x) })),
    /overlap/,
  ],
  ['penetrationPolygon2Polygon2', 'a little deep', answer((r) => ({ ...r, depth: r.depth * (1 + 1e-8) })), /depth/],
  [
    'closestPointPolygon2',
    'the first corner',
    () => (_, list, out) => Object.assign(out ?? [], (list as number[][])[0]),
    /distance/,
  ],
];

const SPOILED_BOUNDS: readonly [string, string, unknown, RegExp][] = [
  [
    'boundingSphere',
    'a little large',
    answer((s) => ({ ...s, radius: s.radius * (1 + 1e-10) }))(bounds['boundingSphere'] as Fn),
    /radius/,
  ],
  [
    'boundingSphere',
    'a little small',
    answer((s) => ({ ...s, radius: s.radius * (1 - 1e-10) }))(bounds['boundingSphere'] as Fn),
    /outside/,
  ],
  [
    'boundingBox',
    'a little large',
    answer((s) => ({ ...s, max: s.max.map((x) => x + 1e-12) }))(bounds['boundingBox'] as Fn),
    /gives/,
  ],
  [
    'orientedBox',
    'twice as large',
    answer((s) => ({ ...s, half: (s as unknown as { half: number[] }).half.map((x) => 2 * x) }))(
      bounds['orientedBox'] as Fn,
    ),
    /touches nothing/,
  ],
  [
    'orientedBox',
    'tight is larger',
    (points: unknown, { method }: { method: string }) => {
      const box = (bounds['orientedBox'] as Fn)(points) as { center: number[]; axes: unknown; half: number[] };
      return method === 'axes' ? box : { ...box, half: box.half.map((x) => x * (1 + 1e-6) + 1e-6) };
    },
    /outside|touches nothing|volume/,
  ],
  [
    'orientedBox',
    'axes that are not square',
    answer((s) => ({
      ...s,
      axes: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 1e-6, 1],
      ],
    }))(bounds['orientedBox'] as Fn),
    /not square/,
  ],
  ['kDop', 'of too few', (points: unknown) => (bounds['kDop'] as Fn)(points, 6), /directions/],
  ['kDop', 'a little large', answer((s) => ({ ...s, max: s.max.map((x) => x + 1e-9) }))(bounds['kDop'] as Fn), /max/],
  [
    'intersectsKDop',
    'touching does not count',
    (a: Fields, b: Fields) => a.min.every((x, i) => x < b.max[i] && b.min[i] < a.max[i]),
    /gives false/,
  ],
  [
    'KdTree',
    'touching does not count',
    spoiledTree((tree) => ({ within: (q: unknown, r: number) => tree.within(q, r * (1 - 1e-9)) })),
    /lacks/,
  ],
  [
    'KdTree',
    'the second',
    spoiledTree((tree) => ({ nearest: (q: unknown) => tree.nearestK(q, 2).at(-1) })),
    /where the distance is/,
  ],
  [
    'KdTree',
    'unsorted',
    spoiledTree((tree) => ({ nearestK: (q: unknown, k: number) => [...tree.nearestK(q, k)].reverse() })),
    /where the distance is/,
  ],
  [
    'VoxelGrid',
    'nothing is hit',
    class {
      rayCast(): null {
        return null;
      }
    },
    /gives null/,
  ],
];

interface Tree {
  nearest(q: unknown): unknown;
  nearestK(q: unknown, k: number): unknown[];
  within(q: unknown, r: number): unknown[];
}

function spoiledTree(change: (tree: Tree) => Partial<Tree>): unknown {
  return class {
    constructor(points: unknown) {
      const tree = new (bounds['KdTree'] as new (points: unknown) => Tree)(points);
      const plain: Tree = {
        nearest: (q) => tree.nearest(q),
        nearestK: (q, k) => tree.nearestK(q, k),
        within: (q, r) => tree.within(q, r),
      };
      Object.assign(this, plain, change(plain));
    }
  };
}

describe(`the judge of the primitives, seed ${seed}`, () => {
  it('lets right answers pass, and finds the general queries right', () => {
    const verdict = judge({ api: primitives, library, contract: PRIMITIVES, count: runs(50), seed });
    expect(isRight(verdict), reportOf(verdict)).toBe(true);
    expect(verdict.rows.size).toBe(77);
  });

  it('lets right bounds pass', () => {
    const verdict = judge({ api: bounds, library, contract: BOUNDS, count: runs(50), seed });
    expect(isRight(verdict), reportOf(verdict)).toBe(true);
  });

  it('names what is missing', () => {
    const verdict = judge({ api: {}, library, contract: PRIMITIVES, count: 1, seed });
    expect(isRight(verdict)).toBe(false);
    expect(verdict.missing).toEqual([...PRIMITIVES.keys()]);
    expect(reportOf(verdict)).toContain('missing (77): intersectsPointSegment');
  });

  it('names a general query that is wrong', () => {
    const liar = {
      ...library,
      intersects: () => true,
      closestPoints: () => ({ distance: 1 }),
      rayCast: () => ({ t: 0 }),
      penetration: () => null,
      castShape: () => null,
    };
    for (const only of [
      'intersectsBoxBox',
      'closestBoxBox',
      'rayCastSphere',
      'penetrationBoxBox',
      'impactSphereSphere',
    ]) {
      const verdict = judge({ api: primitives, library: liar, contract: PRIMITIVES, count: ENOUGH, seed, only });
      const row = verdict.rows.get(only)!;
      // The stand-ins for distance and depth ask the true library.
      expect(row.wrong, reportOf(verdict)).toBe(0);
      expect(row.library, only).toBeGreaterThan(0);
    }
  });

  it('tells doubles from what is near them', () => {
    // Things that touch on the lattice and were then rounded: floats decide some of them otherwise.
    const round = (v: unknown): unknown =>
      JSON.parse(JSON.stringify(v), (_, x) => (typeof x === 'number' ? Math.fround(x) : x));
    let found = 0;
    for (const only of ['intersectsSegmentSegment', 'intersectsSegmentTriangle', 'intersectsTriangleTriangle']) {
      const api = { ...primitives, [only]: (a: unknown, b: unknown) => primitives[only](round(a), round(b)) };
      const verdict = judge({ api, library, contract: PRIMITIVES, count: 1000, seed, only });
      found += verdict.rows.get(only)?.wrong ?? 0;
    }
    expect(found).toBeGreaterThan(0);
  });

  it.each(SPOILED)('%s: %s', (name, _, spoil, says) => {
    const api = { ...primitives, [name]: spoil(primitives[name]) };
    const verdict = judge({ api, library, contract: PRIMITIVES, count: ENOUGH, seed, only: name });
    expect(verdict.rows.get(name)?.wrong).toBeGreaterThan(0);
    expect(reportOf(verdict)).toMatch(says);
  });

  it.each(SPOILED_BOUNDS)('%s: %s', (name, _, spoiled, says) => {
    const verdict = judge({
      api: { ...bounds, [name]: spoiled },
      library,
      contract: BOUNDS,
      count: ENOUGH,
      seed,
      only: name,
    });
    expect(verdict.rows.get(name)?.wrong).toBeGreaterThan(0);
    expect(reportOf(verdict)).toMatch(says);
  });
});
