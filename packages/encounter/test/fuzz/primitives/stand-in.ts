/**
 * Stand-ins for all functions of the contract, made from the judge's own references and the library's general queries: slow, plain, and
 * right. They show that the judge lets right answers pass; spoiled, that it finds wrong ones.
 */
import { mix, type V } from '../../support/exact.ts';
import { add, cross, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import { directionsOf, smallestSphere } from './check-bounds.ts';
import { depth, meet, overlap } from './check-flat.ts';
import { IMPACTS } from './check-impact.ts';
import { solidsMeet } from './check-penetration.ts';
import { least, PATHS } from './check-vertices.ts';
import type { Api, Fn } from './court.ts';
import { areaNormal, localTo, nearestPoint } from './doubles.ts';
import { colliderOf } from './library.ts';
import type { P2 } from './outlines.ts';
import { along, depthOf, hullIn, integersFor, meets, rayTime } from './reference.ts';
import { type Kind, type Line, type Plane, type Ray, type Thing, vertices } from './things.ts';

const vec = (p: unknown): Vec => {
  const q = p as { x?: number; y?: number; z?: number } & Partial<ArrayLike<number>>;
  return q.x === undefined ? [q[0] ?? 0, q[1] ?? 0, q[2] ?? 0] : [q.x, q.y ?? 0, q.z ?? 0];
};
const xyz = ([x, y, z]: Vec): object => ({ x, y, z });

/** The thing that an argument stands for. */
function thingOf(kind: Kind, value: unknown): Thing {
  const o = value as Record<string, unknown>;
  const at = (name: string): Vec => vec(o[name]);
  switch (kind) {
    case 'point':
      return { kind, p: vec(value) };
    case 'segment':
    case 'line':
      return { kind, from: at('from'), to: at('to') };
    case 'ray':
      return { kind, from: at(o['from'] === undefined ? 'origin' : 'from'), direction: at('direction') };
    case 'plane':
      return { kind, normal: at('normal'), offset: o['offset'] as number };
    case 'sphere':
      return { kind, center: at('center'), radius: o['radius'] as number };
    case 'box':
      return { kind, min: at('min'), max: at('max') };
    case 'obb': {
      const [u, v, w] = (o['axes'] as unknown[]).map(vec);
      return { kind, center: at('center'), axes: [u, v, w], half: at('half') };
    }
    case 'triangle':
      return { kind, a: at('a'), b: at('b'), c: at('c') };
    case 'polygon':
      return { kind, points: (o['points'] as unknown[]).map(vec), convex: false };
  }
}

const kindsIn = (name: string): Kind[] =>
  name
    .split(/(?=[A-Z])/)
    .slice(1)
    .map((word) => word.toLowerCase() as Kind);

/** Writes an answer into `out`. */
function into(out: unknown, answer: object | null): object | null {
  return out === undefined || answer === null ? answer : Object.assign(out as object, answer);
}

function lineLine(a: Line, b: Line): object {
  const [u, v, r] = [sub(a.to, a.from), sub(b.to, b.from), sub(b.from, a.from)];
  const n = cross(u, v);
  const nn = dot(n, n);
  const p = nn <= 1e-14 * dot(u, u) * dot(v, v) ? a.from : add(a.from, scaled(u, dot(cross(r, v), n) / nn));
  const q = nearestPoint(p, b);
  const isZero = norm(sub(q, p)) < 1e-14;
  return { distance: isZero ? 0 : norm(sub(q, p)), pointA: xyz(p), pointB: xyz(isZero ? p : q) };
}

function rayHit(ray: Ray, thing: Thing): object | null {
  const t = rayTime(ray, thing);
  if (t === null) return null;
  const x = along(ray, t);
  const d = ray.direction;
  let n = scaled(d, -1 / norm(d));
  if (thing.kind === 'sphere' && norm(sub(x, thing.center)) > 0)
    n = scaled(sub(x, thing.center), 1 / norm(sub(x, thing.center)));
  if (thing.kind === 'box' || thing.kind === 'obb') n = boxNormal(thing, x, d);
  const area =
    thing.kind === 'plane'
      ? thing.normal
      : thing.kind === 'triangle' || thing.kind === 'polygon'
        ? areaNormal(vertices(thing))
        : null;
  if (area !== null && dot(area, d) !== 0) n = scaled(area, (dot(area, d) < 0 ? 1 : -1) / norm(area));
  return { t, point: xyz(x), normal: xyz(t === 0 ? [0, 0, 0] : n) };
}

/** Of the face that the point is nearest to, among those that the ray enters through. */
function boxNormal(t: Extract<Thing, { kind: 'box' | 'obb' }>, x: Vec, d: Vec): Vec {
  const middle = t.kind === 'box' ? scaled(add(t.min, t.max), 0.5) : t.center;
  const half = t.kind === 'box' ? scaled(sub(t.max, t.min), 0.5) : t.half;
  const axes: readonly Vec[] =
    t.kind === 'box'
      ? [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]
      : t.axes;
  const at = t.kind === 'box' ? sub(x, middle) : localTo(t, x);
  let best: Vec = [0, 0, 0];
  let least = Number.POSITIVE_INFINITY;
  axes.forEach((u, k) => {
    const along = dot(u, d);
    const side = along < 0 ? 1 : -1;
    const gap = Math.abs(side * at[k] - half[k]);
    if (along !== 0 && gap < least) [least, best] = [gap, scaled(u, side)];
  });
  return best;
}

/** Contacts of a point and a triangle, or two segments, whose corners move: exact at 25 times, and where the volume changes its sign. */
function pathTime(name: string, things: readonly Thing[]): number | null {
  const pair = PATHS[name];
  const z = integersFor(...things);
  const [a0, a1, b0, b1] = things.map((t) => hullIn(z, t));
  const exact = (k: number): boolean => {
    const at = (p: V[], q: V[]): V[] => p.map((x, i) => mix(x, BigInt(24 - k), q[i], BigInt(k)));
    return pair.meet(at(a0, a1), at(b0, b1));
  };
  const at = (k: number, t: number): Vec[] =>
    vertices(things[k]).map((p, i) => add(scaled(p, 1 - t), scaled(vertices(things[k + 1])[i], t)));
  const volume = (t: number): number => {
    const [p, q, r, s] = [...at(0, t), ...at(2, t)];
    return dot(sub(q, p), cross(sub(r, p), sub(s, p)));
  };
  const size = Math.max(...things.flatMap((t) => vertices(t).flat()).map(Math.abs));
  // The volume is a cubic in t: between its turning points every change of sign is found.
  const found: number[] = [...Array(25).keys()].filter(exact).map((k) => k / 24);
  // In a plane it is 0 all the time: then by samples.
  const near = least((t) => pair.distance(at(0, t), at(2, t)));
  if (near.value <= 1e-15 * size) found.push(near.t);
  const stops = [0, ...turningPoints(volume), 1];
  for (let i = 1; i < stops.length; i++) {
    let [lo, hi] = [stops[i - 1], stops[i]];
    const sign = volume(lo) > 0;
    if (sign === volume(hi) > 0) continue;
    for (let k = 0; k < 60; k++) {
      const t = (lo + hi) / 2;
      if (volume(t) > 0 === sign) lo = t;
      else hi = t;
    }
    if (pair.distance(at(0, lo), at(2, lo)) < 1e-12 * size) found.push(lo);
  }
  return found.length === 0 ? null : Math.min(...found);
}

/** Where a cubic on [0, 1] turns. */
function turningPoints(f: (t: number) => number): number[] {
  const [y0, y1, y2, y3] = [f(0), f(1 / 3), f(2 / 3), f(1)];
  const c3 = 4.5 * (y3 - 3 * y2 + 3 * y1 - y0);
  const c2 = 4.5 * (y2 - 2 * y1 + y0) - c3;
  const c1 = y3 - y0 - c2 - c3;
  const root = Math.sqrt(Math.max(0, c2 * c2 - 3 * c3 * c1));
  return [(-c2 - root) / (3 * c3), (-c2 + root) / (3 * c3)].filter((t) => t > 0 && t < 1).sort((s, t) => s - t);
}

/** `encounter/primitives` */
export function primitivesStandIn(names: Iterable<string>, library: Api): Record<string, Fn> {
  const ask = (query: string, a: Thing, b: Thing): Record<string, unknown> | null =>
    (library[query] as Fn)(colliderOf(library, a), colliderOf(library, b)) as Record<string, unknown> | null;
  const make = (name: string): Fn => {
    if (name.includes('Polygon2')) return flatStandIn(name);
    const kinds = kindsIn(name);
    if (name in PATHS)
      return (...args) =>
        pathTime(
          name,
          args.map((x, i) => thingOf(PATHS[name].kinds[i], x)),
        );
    if (name in IMPACTS) return (...args) => impactTime(name, args);
    if (name.startsWith('intersects')) return (a, b) => meets(thingOf(kinds[0], a), thingOf(kinds[1], b));
    if (name.startsWith('closestPoint'))
      return (p, x, out) => into(out, xyz(nearestPoint(vec(p), thingOf(kinds[1], x))));
    if (name.startsWith('rayCast')) {
      return (r, x, out) => into(out, rayHit(thingOf('ray', r) as Ray, thingOf(kinds[1], x)));
    }
    if (name === 'closestLineLine') {
      return (a, b, out) => into(out, lineLine(thingOf('line', a) as Line, thingOf('line', b) as Line));
    }
    if (name.startsWith('closest')) {
      return (x, y, out) => {
        const [a, b] = [thingOf(kinds[0], x), thingOf(kinds[1], y)];
        const { distance, pointA, pointB } = ask('closestPoints', a, b)!;
        const isZero = meets(a, b);
        return into(out, {
          distance: isZero ? 0 : Math.max(distance as number, Number.MIN_VALUE),
          pointA,
          pointB: isZero ? pointA : pointB,
        });
      };
    }
    return (x, y, out) => {
      const [a, b] = [thingOf(kinds[0], x), thingOf(kinds[1], y)];
      if (a.kind === 'plane') return into(out, planeDepth(a, b));
      const found = meets(a, b) ? ask('penetration', a, b) : null;
      if (found === null) return null;
      const { depth, normal, pointA, pointB } = found;
      return into(out, { depth, normal, pointA, pointB });
    };
  };
  return Object.fromEntries([...names].map((name) => [name, make(name)]));
}

function planeDepth(plane: Plane, b: Thing): object | null {
  if (!solidsMeet(plane, b)) return null;
  const depth = Math.max(0, depthOf(plane, b));
  const n = scaled(plane.normal, 1 / norm(plane.normal));
  const lowest = [...vertices(b)].sort((p, q) => dot(n, p) - dot(n, q))[0];
  const q = b.kind === 'sphere' ? sub(lowest, scaled(n, b.radius)) : lowest;
  return { depth, normal: xyz(n), pointA: xyz(add(q, scaled(n, depth))), pointB: xyz(q) };
}

function impactTime(name: string, args: readonly unknown[]): number | null {
  const { kinds, moves, time } = IMPACTS[name];
  const still: Vec = [0, 0, 0];
  if (moves === 2) {
    return time({
      a: thingOf(kinds[0], args[0]),
      moveA: vec(args[1]),
      b: thingOf(kinds[1], args[2]),
      moveB: vec(args[3]),
    });
  }
  if (kinds[0] === 'plane') {
    return time({ a: thingOf(kinds[0], args[0]), moveA: still, b: thingOf(kinds[1], args[1]), moveB: vec(args[2]) });
  }
  return time({ a: thingOf(kinds[0], args[0]), moveA: vec(args[1]), b: thingOf(kinds[1], args[2]), moveB: still });
}

function flatStandIn(name: string): Fn {
  if (name.startsWith('intersects')) return (a, b) => meet(a as P2[], b as P2[]);
  if (name.startsWith('closest')) {
    return (p, list, out) => {
      const points = (list as P2[]).map(([x, y]): Vec => [x, y, 0]);
      const [x, y] = nearestPoint(vec(p), { kind: 'polygon', points, convex: true });
      return into(out, [x, y]);
    };
  }
  return (x, y, out) => {
    const [a, b] = [x as P2[], y as P2[]];
    if (!meet(a, b)) return null;
    const found = depth(a, b);
    const normals = [a, b].flatMap((list) =>
      list.flatMap((p, i): P2[] => {
        const q = list[(i + 1) % list.length];
        const [u, v] = [q[1] - p[1], p[0] - q[0]];
        const l = Math.sqrt(u * u + v * v);
        return l === 0
          ? []
          : [
              [u / l, v / l],
              [-u / l, -v / l],
            ];
      }),
    );
    const normal = normals.sort((m, n) => overlap(a, b, m) - overlap(a, b, n))[0] ?? [1, 0];
    return into(out, { depth: found, normal });
  };
}

const listOf = (points: unknown): Vec[] => {
  const list = points as ArrayLike<unknown>;
  if (typeof list[0] !== 'number') return Array.from(list, vec);
  const flat = points as ArrayLike<number>;
  return Array.from({ length: flat.length / 3 }, (_, i): Vec => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]]);
};

interface Dop {
  readonly min: number[];
  readonly max: number[];
}

class KdStandIn {
  readonly #points: readonly Vec[];
  constructor(points: unknown) {
    this.#points = listOf(points);
  }
  nearestK(q: unknown, k: number): { index: number; distance: number }[] {
    const all = this.#points.map((p, index) => ({ index, distance: norm(sub(p, vec(q))) }));
    return all.sort((a, b) => a.distance - b.distance).slice(0, k);
  }
  nearest(q: unknown): { index: number; distance: number } {
    return this.nearestK(q, 1)[0];
  }
  within(q: unknown, radius: number): number[] {
    return this.nearestK(q, this.#points.length)
      .filter((f) => f.distance <= radius)
      .map((f) => f.index);
  }
}

/** `encounter/bounds` */
export function boundsStandIn(library: Api): Record<string, unknown> {
  const boundingBox = (points: unknown): { min: Vec; max: Vec } => {
    const list = listOf(points);
    const pick = (f: (...x: number[]) => number): Vec =>
      [0, 1, 2].map((k) => f(...list.map((p) => p[k]))) as unknown as Vec;
    return { min: pick(Math.min), max: pick(Math.max) };
  };
  class VoxelGrid {
    readonly #collider: unknown;
    constructor(mesh: unknown) {
      this.#collider = new (library['Collider'] as new (s: unknown) => object)(mesh);
    }
    rayCast(from: unknown, to: unknown): unknown {
      return (library['rayCast'] as Fn)(this.#collider, from, to);
    }
  }
  return {
    boundingBox,
    boundingSphere: (points: unknown) => smallestSphere(listOf(points)),
    orientedBox(points: unknown) {
      const { min, max } = boundingBox(points);
      return {
        center: scaled(add(min, max), 0.5),
        axes: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        half: scaled(sub(max, min), 0.5),
      };
    },
    kDop(points: unknown, k: number) {
      const directions = directionsOf(k);
      const at = directions.map((d) => listOf(points).map((p) => dot(d, p)));
      return { directions, min: at.map((x) => Math.min(...x)), max: at.map((x) => Math.max(...x)) };
    },
    intersectsKDop: (a: Dop, b: Dop) => a.min.every((x, i) => x <= b.max[i] && b.min[i] <= a.max[i]),
    KdTree: KdStandIn,
    VoxelGrid,
  };
}
