/** What primitive tests are asked about: a value of each kind, how it is written as an argument, and how it is moved. */
import { add, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';

export interface Point {
  readonly kind: 'point';
  readonly p: Vec;
}
export interface Segment {
  readonly kind: 'segment';
  readonly from: Vec;
  readonly to: Vec;
}
export interface Ray {
  readonly kind: 'ray';
  readonly from: Vec;
  readonly direction: Vec;
}
/** The line through two points. Its argument reads both as a segment and as a ray: the contract does not say which. */
export interface Line {
  readonly kind: 'line';
  readonly from: Vec;
  readonly to: Vec;
}
export interface Plane {
  readonly kind: 'plane';
  readonly normal: Vec;
  readonly offset: number;
}
export interface Sphere {
  readonly kind: 'sphere';
  readonly center: Vec;
  readonly radius: number;
}
export interface Box {
  readonly kind: 'box';
  readonly min: Vec;
  readonly max: Vec;
}
export interface Obb {
  readonly kind: 'obb';
  readonly center: Vec;
  readonly axes: readonly [Vec, Vec, Vec];
  readonly half: Vec;
}
export interface Triangle {
  readonly kind: 'triangle';
  readonly a: Vec;
  readonly b: Vec;
  readonly c: Vec;
}
export interface Polygon {
  readonly kind: 'polygon';
  readonly points: readonly Vec[];
  readonly convex: boolean;
}

export type Thing = Point | Segment | Ray | Line | Plane | Sphere | Box | Obb | Triangle | Polygon;
export type Kind = Thing['kind'];

/** How points are given: `[x, y, z]` or `{x, y, z}`. */
export type Form = 'array' | 'object';

/** Not −0, which would not be printed. */
const plus = (x: number): number => x + 0;

export function pointIn(form: Form, [x, y, z]: Vec): unknown {
  return Object.freeze(form === 'array' ? [plus(x), plus(y), plus(z)] : { x: plus(x), y: plus(y), z: plus(z) });
}

/** The argument, frozen: a function that writes into it throws. */
export function argument(t: Thing, form: Form = 'array'): unknown {
  const v = (p: Vec): unknown => pointIn(form, p);
  return Object.freeze(plain(t, v, form));
}

function plain(t: Thing, v: (p: Vec) => unknown, form: Form): unknown {
  switch (t.kind) {
    case 'point':
      return v(t.p);
    case 'segment':
      return { from: v(t.from), to: v(t.to) };
    case 'ray':
      // Beside its own, a ray has the form of three.js's.
      return form === 'array'
        ? { from: v(t.from), direction: v(t.direction) }
        : { origin: v(t.from), direction: v(t.direction) };
    case 'line':
      return { from: v(t.from), to: v(t.to), direction: v(sub(t.to, t.from)) };
    case 'plane':
      return { normal: v(t.normal), offset: plus(t.offset) };
    case 'sphere':
      return { center: v(t.center), radius: t.radius };
    case 'box':
      return { min: v(t.min), max: v(t.max) };
    case 'obb':
      return { center: v(t.center), axes: Object.freeze(t.axes.map(v)), half: v(t.half) };
    case 'triangle':
      return { a: v(t.a), b: v(t.b), c: v(t.c) };
    case 'polygon':
      return { points: Object.freeze(t.points.map(v)) };
  }
}

/** A call as a line of code, to the last digit. */
export function callOf(name: string, args: readonly unknown[]): string {
  const text = (x: unknown): string =>
    (JSON.stringify(x) ?? String(x)).replace(/"(\w+)":/g, '$1: ').replace(/,(?=\S)/g, ', ');
  return `${name}(${args.map(text).join(', ')})`;
}

/** A map of the axes that is exact in doubles: x' = sign·x[from], a mirror image or a rotation. */
export interface AxisMap {
  readonly from: readonly [number, number, number];
  readonly sign: Vec;
}

export const AXIS_MAPS: readonly AxisMap[] = [
  { from: [1, 2, 0], sign: [1, 1, 1] },
  { from: [2, 0, 1], sign: [1, -1, 1] },
  { from: [0, 2, 1], sign: [-1, 1, 1] },
  { from: [2, 1, 0], sign: [-1, -1, -1] },
  { from: [0, 1, 2], sign: [1, 1, -1] },
];

export function turnedVector({ from, sign }: AxisMap, p: Vec): Vec {
  return [plus(sign[0] * p[from[0]]), plus(sign[1] * p[from[1]]), plus(sign[2] * p[from[2]])];
}

/** The thing with other axes. */
export function turned(m: AxisMap, t: Thing): Thing {
  return mapped(
    t,
    (p) => turnedVector(m, p),
    (d) => turnedVector(m, d),
    1,
    [0, 0, 0],
  );
}

/** The thing rotated about the origin, rounded; no box. */
export function rotated(rows: readonly [Vec, Vec, Vec], t: Thing): Thing {
  const turn = (p: Vec): Vec => rotatedVector(rows, p);
  return mapped(t, turn, turn, 1, [0, 0, 0]);
}

export function rotatedVector(rows: readonly [Vec, Vec, Vec], p: Vec): Vec {
  return [dot(rows[0], p), dot(rows[1], p), dot(rows[2], p)];
}

/** The thing scaled about the origin. */
export function resized(t: Thing, s: number): Thing {
  return mapped(
    t,
    (p) => scaled(p, s),
    (d) => d,
    s,
    [0, 0, 0],
  );
}

export function moved(t: Thing, by: Vec): Thing {
  return mapped(
    t,
    (p) => add(p, by),
    (d) => d,
    1,
    by,
  );
}

/** `point` maps points, `axis` unit vectors and normals; lengths are multiplied by `s`, and all is then moved by `by`. */
function mapped(t: Thing, point: (p: Vec) => Vec, axis: (d: Vec) => Vec, s: number, by: Vec): Thing {
  switch (t.kind) {
    case 'point':
      return { ...t, p: point(t.p) };
    case 'segment':
    case 'line':
      return { ...t, from: point(t.from), to: point(t.to) };
    case 'ray':
      return { ...t, from: point(t.from), direction: scaled(axis(t.direction), s) };
    case 'plane': {
      const normal = axis(t.normal);
      return { ...t, normal, offset: t.offset * s + dot(normal, by) };
    }
    case 'sphere':
      return { ...t, center: point(t.center), radius: t.radius * s };
    case 'box': {
      const [p, q] = [point(t.min), point(t.max)];
      const pick = (f: (...x: number[]) => number): Vec => [f(p[0], q[0]), f(p[1], q[1]), f(p[2], q[2])];
      return { ...t, min: pick(Math.min), max: pick(Math.max) };
    }
    case 'obb':
      return {
        ...t,
        center: point(t.center),
        axes: [axis(t.axes[0]), axis(t.axes[1]), axis(t.axes[2])],
        half: scaled(t.half, s),
      };
    case 'triangle':
      return { ...t, a: point(t.a), b: point(t.b), c: point(t.c) };
    case 'polygon':
      return { ...t, points: t.points.map(point) };
  }
}

/** The points whose hull the thing is, but for its radius; of a polygon, its outline. */
export function vertices(t: Thing): readonly Vec[] {
  switch (t.kind) {
    case 'point':
      return [t.p];
    case 'segment':
    case 'line':
      return [t.from, t.to];
    case 'ray':
      return [t.from, add(t.from, t.direction)];
    case 'plane':
      return [];
    case 'sphere':
      return [t.center];
    case 'box': {
      const [p, q] = [t.min, t.max];
      return CORNERS.map((c): Vec => [c[0] > 0 ? q[0] : p[0], c[1] > 0 ? q[1] : p[1], c[2] > 0 ? q[2] : p[2]]);
    }
    case 'obb': {
      const [u, v, w] = t.axes;
      return CORNERS.map((c) =>
        add(t.center, add(scaled(u, c[0] * t.half[0]), add(scaled(v, c[1] * t.half[1]), scaled(w, c[2] * t.half[2])))),
      );
    }
    case 'triangle':
      return [t.a, t.b, t.c];
    case 'polygon':
      return t.points;
  }
}

const CORNERS: readonly Vec[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);

export function radiusOf(t: Thing): number {
  return t.kind === 'sphere' ? t.radius : 0;
}

/** How large things are together, and how far from the origin: what errors are measured by. */
export function sizeOf(things: readonly Thing[]): { size: number; reach: number } {
  let reach = 0;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const t of things) {
    const r = radiusOf(t);
    if (t.kind === 'plane') reach = Math.max(reach, Math.abs(t.offset) / norm(t.normal));
    for (const p of vertices(t)) {
      for (let k = 0; k < 3; k++) {
        min[k] = Math.min(min[k], p[k] - r);
        max[k] = Math.max(max[k], p[k] + r);
        reach = Math.max(reach, Math.abs(p[k]) + r);
      }
    }
  }
  return { size: Math.max(...max.map((x, k) => x - min[k]), Number.MIN_VALUE), reach };
}
