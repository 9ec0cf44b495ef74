/** The kinds of plain values that `encounter/primitives` takes: what a visitor can set of each, and the value that makes. */
import { Vector3 } from 'three';
import type { NumberParameter, Parameter, Values } from '../../shapes/catalogue.ts';
import { round } from '../../shell/format.ts';
import { orientation, type Triple } from '../../shell/triple.ts';
import { OUTLINES } from './outlines.ts';

export type Pair = readonly [number, number];

/** What each kind looks like as an argument of the library's functions. */
export interface ValueOf {
  readonly point: Triple;
  readonly segment: { readonly from: Triple; readonly to: Triple };
  readonly line: { readonly from: Triple; readonly direction: Triple };
  readonly ray: { readonly from: Triple; readonly direction: Triple };
  readonly plane: { readonly normal: Triple; readonly offset: number };
  readonly sphere: { readonly center: Triple; readonly radius: number };
  readonly box: { readonly min: Triple; readonly max: Triple };
  readonly obb: { readonly center: Triple; readonly axes: readonly [Triple, Triple, Triple]; readonly half: Triple };
  readonly triangle: { readonly a: Triple; readonly b: Triple; readonly c: Triple };
  readonly polygon: { readonly points: readonly Triple[] };
  readonly point2: Pair;
  readonly polygon2: readonly Pair[];
}

export type Kind = keyof ValueOf;

/** A value with the name of its kind. */
export type Thing = { readonly [K in Kind]: { readonly kind: K; readonly value: ValueOf[K] } }[Kind];

/** Where something is, and what a visitor set of it. */
export interface Placed {
  readonly position: Triple;
  /** Turns around x, y and z in degrees, in three.js's order 'XYZ'. */
  readonly turn: Triple;
  readonly values: Values;
}

interface KindEntry<K extends Kind> {
  /** As a select lists it. */
  readonly label: string;
  /** About which axes turning it changes it. */
  readonly turns: 'all' | 'z' | 'none';
  /** Whether it lives in the plane z = 0. */
  readonly flat: boolean;
  readonly parameters: Readonly<Record<string, Parameter>>;
  value(at: Placed, values: Readonly<Record<string, number>>): ValueOf[K];
}

function length(label: string, value: number, max = 4): NumberParameter {
  return { type: 'number', label, min: 0, max, step: 0.05, value };
}

const SIZES = { width: length('Width', 1.4), height: length('Height', 1), depth: length('Depth', 0.9) };
/** A direction must not be zero. */
const DIRECTION = { length: { ...length('Length', 1.2), min: 0.05 } };

/** In the order in which the names of functions have them. */
export const KINDS: { readonly [K in Kind]: KindEntry<K> } = {
  point: { label: 'Point', turns: 'none', flat: false, parameters: {}, value: ({ position }) => position },
  segment: {
    label: 'Segment',
    turns: 'all',
    flat: false,
    parameters: { length: length('Length', 1.8) },
    value: (at, { length }) => ({
      from: inWorld(at, [0, -length / 2, 0]),
      to: inWorld(at, [0, length / 2, 0]),
    }),
  },
  line: {
    label: 'Line',
    turns: 'all',
    flat: false,
    parameters: DIRECTION,
    value: (at, { length }) => ({ from: at.position, direction: turned(at, [0, length, 0]) }),
  },
  ray: {
    label: 'Ray',
    turns: 'all',
    flat: false,
    parameters: DIRECTION,
    value: (at, { length }) => ({ from: at.position, direction: turned(at, [0, length, 0]) }),
  },
  plane: {
    label: 'Plane',
    turns: 'all',
    flat: false,
    parameters: {},
    value: (at) => {
      const normal = turned(at, [0, 1, 0]);
      return { normal, offset: round(normal.reduce((sum, n, i) => sum + n * at.position[i], 0)) };
    },
  },
  sphere: {
    label: 'Sphere',
    turns: 'none',
    flat: false,
    parameters: { radius: length('Radius', 0.65, 2) },
    value: ({ position }, { radius }) => ({ center: position, radius }),
  },
  box: {
    label: 'Box along the axes',
    turns: 'none',
    flat: false,
    parameters: SIZES,
    value: ({ position }, { width, height, depth }) => ({
      min: short(position, [-width / 2, -height / 2, -depth / 2]),
      max: short(position, [width / 2, height / 2, depth / 2]),
    }),
  },
  obb: {
    label: 'Oriented box',
    turns: 'all',
    flat: false,
    parameters: SIZES,
    value: (at, { width, height, depth }) => ({
      center: at.position,
      axes: [turned(at, [1, 0, 0], AXIS), turned(at, [0, 1, 0], AXIS), turned(at, [0, 0, 1], AXIS)],
      half: [width / 2, height / 2, depth / 2],
    }),
  },
  triangle: {
    label: 'Triangle',
    turns: 'all',
    flat: false,
    parameters: {
      width: length('Width', 1.8),
      height: length('Height', 1.5),
      lean: { ...length('Lean', 0.3, 2), min: -2 },
    },
    value: (at, { width, height, lean }) => ({
      a: inWorld(at, [-width / 2, -height / 3, 0]),
      b: inWorld(at, [width / 2, -height / 3, 0]),
      c: inWorld(at, [lean, (2 * height) / 3, 0]),
    }),
  },
  polygon: {
    label: 'Polygon',
    turns: 'all',
    flat: false,
    parameters: {
      outline: {
        type: 'choice',
        label: 'Outline',
        options: Object.entries(OUTLINES).map(([value, { label }]) => ({ value, label })),
        value: 'star',
      },
      size: length('Size', 2),
    },
    value: (at, { size }) => ({
      points: OUTLINES[at.values['outline']].points.map(([x, y]) =>
        inWorld(at, [(x * size) / 2, (y * size) / 2, 0], FLAT),
      ),
    }),
  },
  point2: {
    label: 'Point in 2D',
    turns: 'none',
    flat: true,
    parameters: {},
    value: ({ position: [x, y] }) => [x, y],
  },
  polygon2: {
    label: 'Convex polygon in 2D',
    turns: 'z',
    flat: true,
    parameters: {
      corners: { type: 'number', label: 'Corners', min: 2, max: 9, step: 1, value: 5 },
      width: length('Width', 1.7),
      height: length('Height', 1.5),
    },
    value: (at, { corners, width, height }) =>
      Array.from({ length: corners }, (_, i): Pair => {
        const angle = (2 * Math.PI * i) / corners;
        const [x, y] = inWorld(at, [(width / 2) * Math.cos(angle), (height / 2) * Math.sin(angle), 0]);
        return [x, y];
      }),
  },
};

/**
 * Digits of axes, which the library makes orthonormal where they are so to six, and of what must be flat. The rest is fine with
 * those of `round`.
 */
const AXIS = 7;
const FLAT = 12;

export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}

export function defaultValues(kind: Kind): Values {
  return Object.fromEntries(Object.entries(KINDS[kind].parameters).map(([key, { value }]) => [key, value]));
}

/** The value of a kind, as it is given to the library. */
export function thing(kind: Kind, at: Placed): Thing {
  const value = KINDS[kind].value(at, at.values as Readonly<Record<string, number>>);
  return { kind, value } as Thing;
}

/** Between two of a kind: every number on its way from one to the other, as vertices move in straight lines. */
export function between<T extends Thing>(from: T, to: T, t: number): T {
  return { kind: from.kind, value: mix(from.value, to.value, t) } as T;
}

function mix(from: unknown, to: unknown, t: number): unknown {
  if (typeof from === 'number') return from + t * ((to as number) - from);
  if (Array.isArray(from)) return from.map((x, i) => mix(x, (to as readonly unknown[])[i], t));
  const end = to as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(from as object).map(([key, x]) => [key, mix(x, end[key], t)]));
}

function turned({ turn }: Placed, local: Triple, decimals?: number): Triple {
  const { x, y, z } = new Vector3(...local).applyQuaternion(orientation(turn));
  return [round(x, decimals), round(y, decimals), round(z, decimals)];
}

function inWorld({ position, turn }: Placed, local: Triple, decimals?: number): Triple {
  const { x, y, z } = new Vector3(...local).applyQuaternion(orientation(turn)).add(new Vector3(...position));
  return [round(x, decimals), round(y, decimals), round(z, decimals)];
}

function short(a: Triple, b: Triple): Triple {
  return [round(a[0] + b[0]), round(a[1] + b[1]), round(a[2] + b[2])];
}
