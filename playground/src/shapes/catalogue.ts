/** Every kind of shape with the parameters that a visitor can set. */
import {
  Box,
  Capsule,
  Compound,
  Cone,
  Cylinder,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  MinkowskiSum,
  Placed,
  Point,
  Polygon,
  Polytope,
  Segment,
  type Shape,
  Sphere,
  Triangle,
} from 'encounter';
import { round } from '../shell/format.ts';
import { MODELS, type ModelName, makeModel } from './models.ts';

export interface NumberParameter {
  readonly type: 'number';
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

export interface ChoiceParameter {
  readonly type: 'choice';
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
}

export type Parameter = NumberParameter | ChoiceParameter;
export type Values = Readonly<Record<string, number | string>>;

type ValuesOf<P> = { readonly [K in keyof P]: P[K] extends NumberParameter ? number : string };

export interface ShapeEntry {
  readonly label: string;
  readonly group: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  make(values: Values): Shape;
}

/** Ties the parameters of an entry to the arguments of its `make`. */
function entry<P extends Readonly<Record<string, Parameter>>>(
  group: string,
  label: string,
  parameters: P,
  make: (values: ValuesOf<P>) => Shape,
): ShapeEntry {
  return { group, label, parameters, make: make as ShapeEntry['make'] };
}

function length(label: string, value: number, max = 4): NumberParameter {
  return { type: 'number', label, min: 0, max, step: 0.05, value };
}

function whole(label: string, value: number, min: number, max: number): NumberParameter {
  return { type: 'number', label, min, max, step: 1, value };
}

function choice(label: string, options: ChoiceParameter['options'], value: string): ChoiceParameter {
  return { type: 'choice', label, options, value };
}

/** What composites are made of. */
const OPERANDS: Readonly<Record<string, { label: string; make(size: number): Shape }>> = {
  box: { label: 'Box', make: (s) => new Box([s, s, s]) },
  sphere: { label: 'Sphere', make: (s) => new Sphere(s / 2) },
  cylinder: { label: 'Cylinder', make: (s) => new Cylinder(s / 2, s) },
  cone: { label: 'Cone', make: (s) => new Cone(s / 2, s) },
  capsule: { label: 'Capsule', make: (s) => new Capsule(s / 4, s / 2) },
  disc: { label: 'Disc', make: (s) => new Cylinder(s / 2, 0) },
  segment: { label: 'Segment', make: (s) => new Segment([-s / 2, 0, 0], [s / 2, 0, 0]) },
  triangle: { label: 'Triangle', make: (s) => new Triangle([-s / 2, 0, -s / 2], [s / 2, 0, -s / 2], [0, 0, s / 2]) },
};

function operand(label: string, value: string): ChoiceParameter {
  const options = Object.entries(OPERANDS).map(([key, { label: name }]) => ({ value: key, label: name }));
  return choice(label, options, value);
}

const makeOperand = (kind: string, size: number): Shape => OPERANDS[kind].make(size);

const COMPOUNDS: Readonly<Record<string, { label: string; make(): Compound }>> = {
  hammer: {
    label: 'Hammer',
    make: () =>
      new Compound([{ shape: new Cylinder(0.12, 2) }, { shape: new Box([1.1, 0.5, 0.5]), position: [0, 1.1, 0] }]),
  },
  table: {
    label: 'Table',
    make: () =>
      new Compound([
        { shape: new Box([2.2, 0.2, 1.4]), position: [0, 0.6, 0] },
        ...[-1, 1].flatMap((x) =>
          [-1, 1].map((z) => ({ shape: new Cylinder(0.1, 1.2), position: [0.95 * x, -0.1, 0.55 * z] as const })),
        ),
      ]),
  },
  dumbbell: {
    label: 'Dumb-bell',
    make: () =>
      new Compound([
        { shape: new Capsule(0.12, 1.4) },
        { shape: new Sphere(0.5), position: [0, 0.9, 0] },
        { shape: new Sphere(0.5), position: [0, -0.9, 0] },
      ]),
  },
  jack: {
    label: 'Jack',
    make: () =>
      new Compound([
        { shape: new Capsule(0.18, 1.8) },
        { shape: new Capsule(0.18, 1.8), orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
        { shape: new Capsule(0.18, 1.8), orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      ]),
  },
  fan: {
    label: 'Fan',
    make: () =>
      new Compound([
        { shape: new Cylinder(0.2, 0.24), orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
        // The first is tilted by 0.6 rad about its length, and turned about z by a quarter each.
        { shape: new Box([1.1, 0.4, 0.05]), position: [0.75, 0, 0], orientation: [0.29552, 0, 0, 0.955336] },
        {
          shape: new Box([1.1, 0.4, 0.05]),
          position: [0, 0.75, 0],
          orientation: [0.208964, 0.208964, 0.675525, 0.675525],
        },
        { shape: new Box([1.1, 0.4, 0.05]), position: [-0.75, 0, 0], orientation: [0, 0.29552, 0.955336, 0] },
        {
          shape: new Box([1.1, 0.4, 0.05]),
          position: [0, -0.75, 0],
          orientation: [-0.208964, 0.208964, 0.675525, -0.675525],
        },
      ]),
  },
  door: {
    label: 'Revolving door',
    make: () =>
      new Compound([
        { shape: new Cylinder(0.08, 2.2) },
        { shape: new Box([2.6, 2.2, 0.06]) },
        { shape: new Box([0.06, 2.2, 2.6]) },
      ]),
  },
};

const SIMPLE = 'Simple';
const FLAT = 'Flat and thin';
const COMPOSITE = 'Composite';
const OTHER = 'Meshes and more';

export const CATALOGUE: Readonly<Record<string, ShapeEntry>> = {
  sphere: entry(SIMPLE, 'Sphere', { radius: length('Radius', 1, 3) }, (v) => new Sphere(v.radius)),
  ellipsoid: entry(
    SIMPLE,
    'Ellipsoid',
    { x: length('Semi-axis x', 1.2, 3), y: length('Semi-axis y', 0.7, 3), z: length('Semi-axis z', 0.9, 3) },
    (v) => new Ellipsoid([v.x, v.y, v.z]),
  ),
  box: entry(
    SIMPLE,
    'Box',
    { w: length('Width', 1.6), h: length('Height', 1.2), d: length('Depth', 1.4) },
    (v) => new Box([v.w, v.h, v.d]),
  ),
  cylinder: entry(
    SIMPLE,
    'Cylinder',
    { radius: length('Radius', 0.8, 3), height: length('Height', 1.8) },
    (v) => new Cylinder(v.radius, v.height),
  ),
  cone: entry(
    SIMPLE,
    'Cone',
    { radius: length('Radius', 0.9, 3), height: length('Height', 1.8) },
    (v) => new Cone(v.radius, v.height),
  ),
  capsule: entry(
    SIMPLE,
    'Capsule',
    { radius: length('Radius', 0.5, 3), height: length('Height', 1.4) },
    (v) => new Capsule(v.radius, v.height),
  ),
  polytope: entry(
    SIMPLE,
    'Polytope',
    { points: whole('Points', 40, 4, 400), seed: whole('Seed', 3, 1, 99) },
    (v) => new Polytope(rock(v.points, v.seed)),
  ),
  point: entry(FLAT, 'Point', {}, () => new Point([0, 0, 0])),
  segment: entry(
    FLAT,
    'Segment',
    { length: length('Length', 2) },
    (v) => new Segment([0, -v.length / 2, 0], [0, v.length / 2, 0]),
  ),
  triangle: entry(
    FLAT,
    'Triangle',
    { base: length('Base', 2), height: length('Height', 1.6) },
    (v) => new Triangle([-v.base / 2, -v.height / 2, 0], [v.base / 2, -v.height / 2, 0], [0, v.height / 2, 0]),
  ),
  polygon: entry(
    FLAT,
    'Polygon',
    { corners: whole('Corners', 6, 3, 24), radius: length('Radius', 1.1, 3) },
    (v) => new Polygon(ring(v.corners, v.radius)),
  ),
  sum: entry(
    COMPOSITE,
    'MinkowskiSum',
    {
      a: operand('First', 'box'),
      sizeA: length('Size', 1, 3),
      b: operand('Second', 'cone'),
      sizeB: length('Size', 1, 3),
    },
    (v) => new MinkowskiSum(makeOperand(v.a, v.sizeA), makeOperand(v.b, v.sizeB)),
  ),
  hull: entry(
    COMPOSITE,
    'HullOf',
    {
      a: operand('First', 'sphere'),
      sizeA: length('Size', 0.8, 3),
      b: operand('Second', 'box'),
      sizeB: length('Size', 1.2, 3),
      apart: length('Apart', 1.6),
    },
    (v) =>
      new HullOf(
        new Placed(makeOperand(v.a, v.sizeA), { position: [-v.apart / 2, 0, 0] }),
        new Placed(makeOperand(v.b, v.sizeB), { position: [v.apart / 2, 0, 0] }),
      ),
  ),
  placed: entry(
    COMPOSITE,
    'Placed (sheared)',
    {
      a: operand('Shape', 'cylinder'),
      size: length('Size', 1.6, 3),
      shear: { type: 'number', label: 'Shear', min: -2, max: 2, step: 0.05, value: 0.6 },
    },
    (v) => new Placed(makeOperand(v.a, v.size), [1, 0, 0, 0, v.shear, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  ),
  inflated: entry(
    COMPOSITE,
    'Inflated',
    { a: operand('Shape', 'box'), size: length('Size', 1.2, 3), radius: length('Radius', 0.25, 1) },
    (v) => new Inflated(makeOperand(v.a, v.size), v.radius),
  ),
  mesh: entry(
    OTHER,
    'Mesh',
    {
      model: choice('Model', MODELS, 'knot'),
      as: choice(
        'Stands for',
        [
          { value: 'solid', label: 'A solid' },
          { value: 'soup', label: 'Its surface (soup)' },
        ],
        'solid',
      ),
    },
    (v) => makeModel(v.model as ModelName, v.as === 'solid'),
  ),
  compound: entry(
    OTHER,
    'Compound',
    {
      kind: choice(
        'Made as',
        Object.entries(COMPOUNDS).map(([value, { label }]) => ({ value, label })),
        'hammer',
      ),
    },
    (v) => COMPOUNDS[v.kind].make(),
  ),
  halfspace: entry(
    OTHER,
    'Halfspace',
    { offset: { type: 'number', label: 'Offset', min: -3, max: 3, step: 0.05, value: 0 } },
    (v) => new Halfspace([0, 1, 0], v.offset),
  ),
};

/** The values that a parameter list starts with. */
export function defaultValues(kind: string): Values {
  return Object.fromEntries(Object.entries(CATALOGUE[kind].parameters).map(([key, p]) => [key, p.value]));
}

/** Points around an ellipsoid, the same for the same seed. */
function rock(count: number, seed: number): number[] {
  let state = seed * 2654435761;
  const random = (): number => {
    // A linear congruential generator: its low bits are poor, so the high ones are used.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const y = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - y * y);
    points.push(round(1.2 * r * Math.cos(angle), 3), round(0.85 * y, 3), round(r * Math.sin(angle), 3));
  }
  return points;
}

function ring(corners: number, radius: number): number[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [round(radius * Math.cos(angle), 4), round(radius * Math.sin(angle), 4), 0];
  }).flat();
}
