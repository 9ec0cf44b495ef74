/**
 * Seeded generators of shapes, placements and pairs of colliders, for the property tests and the fuzzer.
 *
 * A shape is generated as a plain description (`Spec`), from which both the library's shape and the independent reference of
 * `reference.ts` are made. Nothing here imports the library's code: it is passed in, as sources (tests) or as dist (fuzzer).
 */
import type * as Encounter from '../../src/index.ts';
import type { Rng } from './rng.ts';
import type { Quat, Vec } from './vectors.ts';

export type Library = typeof Encounter;
export type Collider = Encounter.Collider;
export type Shape = Encounter.Shape;
/** Column-major 4×4. */
export type Matrix = readonly number[];

export interface SpecPlacement {
  readonly position?: Vec;
  readonly orientation?: Quat;
  readonly scale?: number | Vec;
}

export type Spec =
  | { readonly kind: 'point'; readonly p: Vec }
  | { readonly kind: 'segment'; readonly p: Vec; readonly q: Vec }
  | { readonly kind: 'triangle'; readonly points: readonly [Vec, Vec, Vec] }
  | { readonly kind: 'polygon'; readonly points: readonly Vec[] }
  | { readonly kind: 'polytope'; readonly points: readonly Vec[]; readonly flat: boolean }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'ellipsoid'; readonly radii: Vec }
  | { readonly kind: 'box'; readonly size: Vec }
  | { readonly kind: 'cylinder' | 'cone' | 'capsule'; readonly radius: number; readonly height: number }
  | { readonly kind: 'sum'; readonly a: Spec; readonly b: Spec }
  | { readonly kind: 'hull'; readonly shapes: readonly Spec[] }
  | { readonly kind: 'placed'; readonly shape: Spec; readonly placement: SpecPlacement | null; readonly matrix: Matrix }
  | { readonly kind: 'inflated'; readonly shape: Spec; readonly radius: number };

/** The names the tests iterate over: every kind of shape, and the variants that have code or trouble of their own. */
export const KINDS = [
  'point',
  'segment',
  'triangle',
  'polygon',
  'sphere',
  'ellipsoid',
  'box',
  'cylinder',
  'cone',
  'capsule',
  'polytope',
  'polytope100',
  'flatPolytope',
  'sum',
  'hull',
  'placed',
  'inflated',
  'nested',
] as const;
export type Kind = (typeof KINDS)[number];

export const FLAVORS = ['plain', 'plain', 'plain', 'thin', 'degenerate'] as const;
export type Flavor = (typeof FLAVORS)[number];

export const PLACEMENTS = [
  'identity',
  'rigid',
  'rigid',
  'rigid',
  'quarter',
  'tilted',
  'uniform',
  'nonuniform',
  'stretched',
  'mirrored',
  'sheared',
  'flattened',
] as const;
export type PlacementMode = (typeof PLACEMENTS)[number];

export const RELATIONS = [
  'near',
  'near',
  'near',
  'deep',
  'far',
  'touching',
  'grazing',
  'concentric',
  'samePose',
  'identical',
  'aligned',
  'faceTouching',
  'coaxial',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** A collider with the description it was made from. */
export interface Item {
  readonly collider: Collider;
  readonly spec: Spec;
  readonly name: Kind | 'other';
  /** Whether any part of the boundary is curved, margins and inflations included. */
  readonly curved: boolean;
}

export interface Pair {
  readonly a: Item;
  readonly b: Item;
  readonly relation: Relation;
  /** For 'touching' and 'grazing': the signed gap that was asked for, exact when positive, otherwise an upper bound of it. */
  readonly gap: number | null;
}

// ---------------------------------------------------------------------------------------------------------------- shapes

export function isCurved(spec: Spec): boolean {
  switch (spec.kind) {
    case 'point':
    case 'segment':
    case 'triangle':
    case 'polygon':
    case 'polytope':
    case 'box':
      return false;
    case 'sum':
      return isCurved(spec.a) || isCurved(spec.b);
    case 'hull':
      return spec.shapes.some(isCurved);
    case 'placed':
      return isCurved(spec.shape);
    case 'inflated':
      return spec.radius > 0 || isCurved(spec.shape);
    case 'sphere':
    case 'capsule':
      return spec.radius > 0;
    default:
      return true;
  }
}

/** One measure of a shape: mostly of the order of `size`, sometimes 1000 times smaller, sometimes zero. */
function measure(rng: Rng, size: number, flavor: Flavor): number {
  if (flavor === 'degenerate' && rng.chance(0.5)) return 0;
  if (flavor === 'thin' && rng.chance(0.5)) return (size * rng.range(0.3, 1)) / 1000;
  // Round numbers make exact ties, which random ones never do.
  return rng.chance(0.2) ? size : size * rng.range(0.2, 1);
}

function cloud(rng: Rng, size: number, flavor: Flavor, count: number): Vec[] {
  const half = size / 2;
  const style = flavor === 'degenerate' ? rng.int(4) : 4 + rng.int(3);
  const squash: Vec = flavor === 'thin' ? [1, 1e-3, rng.chance(0.5) ? 1e-3 : 1] : [1, 1, 1];
  const u = rng.direction();
  const v = rng.direction();
  const c = rng.inBall(half / 2);
  const points: Vec[] = [];
  for (let i = 0; i < count; i++) {
    let p: Vec;
    if (style === 0) p = c;
    else if (style === 1) p = along(c, u, rng.range(-half, half));
    else if (style === 2) p = along(along(c, u, rng.range(-half, half)), v, rng.range(-half, half));
    else if (style === 3) p = [c[0] + rng.range(-half, half), c[1], c[2] + rng.range(-half, half)];
    else if (style === 4) p = rng.inBall(half);
    else if (style === 5) p = along([0, 0, 0], rng.direction(), half);
    else p = [(rng.int(3) - 1) * half, (rng.int(3) - 1) * half, (rng.int(3) - 1) * half];
    points.push([p[0] * squash[0], p[1] * squash[1], p[2] * squash[2]]);
  }
  return points;
}

function along(p: Vec, u: Vec, t: number): Vec {
  return [p[0] + t * u[0], p[1] + t * u[1], p[2] + t * u[2]];
}

/** Points of a convex polygon, in an axis plane (exact) or in any (to rounding), in random order or around. */
function outline(rng: Rng, size: number, flavor: Flavor): Vec[] {
  const n = 3 + rng.int(7);
  const a = size / 2;
  const b = flavor === 'thin' ? a / 1000 : flavor === 'degenerate' && rng.chance(0.5) ? 0 : a * rng.range(0.2, 1);
  const exact = rng.chance(0.5);
  const m = exact ? null : matrixOf({ position: rng.inBall(a), orientation: rng.quaternion() });
  const h = rng.chance(0.5) ? 0 : rng.range(-a, a);
  const points: Vec[] = [];
  for (let i = 0; i < n; i++) {
    const phi = rng.range(0, 2 * Math.PI);
    const p: Vec = [a * Math.cos(phi), b * Math.sin(phi), h];
    points.push(m === null ? p : apply(m, p));
  }
  return points;
}

const SIMPLE: readonly Kind[] = [
  'point',
  'segment',
  'triangle',
  'sphere',
  'ellipsoid',
  'box',
  'cylinder',
  'cone',
  'capsule',
  'polytope',
];

/** A random shape of the kind, of about the given size, around its local origin. `depth` bounds the nesting. */
export function randomSpec(rng: Rng, kind: Kind, size: number, flavor: Flavor = 'plain', depth = 3): Spec {
  const half = size / 2;
  const part = (): Spec => {
    const composite: readonly Kind[] = ['sum', 'hull', 'placed', 'inflated'];
    const k = depth > 1 && rng.chance(0.35) ? rng.pick(composite) : rng.pick(SIMPLE);
    return randomSpec(rng, k, size * rng.range(0.2, 0.6), flavor, depth - 1);
  };
  switch (kind) {
    case 'point':
      return { kind, p: rng.chance(0.5) ? [0, 0, 0] : rng.inBall(half) };
    case 'segment': {
      const p = rng.inBall(half);
      if (rng.chance(0.3)) return { kind, p: [0, -half, 0], q: [0, half, 0] };
      return { kind, p, q: flavor === 'degenerate' ? p : rng.inBall(half) };
    }
    case 'triangle': {
      const [a, b, c] = cloud(rng, size, flavor, 3);
      return { kind, points: [a, b, flavor === 'degenerate' && rng.chance(0.3) ? a : c] };
    }
    case 'polygon':
      return { kind, points: outline(rng, size, flavor) };
    case 'sphere':
      return { kind, radius: measure(rng, half, flavor) };
    case 'ellipsoid':
      return { kind, radii: [measure(rng, half, flavor), measure(rng, half, flavor), measure(rng, half, flavor)] };
    case 'box':
      return { kind, size: [measure(rng, size, flavor), measure(rng, size, flavor), measure(rng, size, flavor)] };
    case 'cylinder':
    case 'cone':
    case 'capsule':
      return { kind, radius: measure(rng, half, flavor), height: measure(rng, size, flavor) };
    case 'polytope':
      return { kind, points: cloud(rng, size, flavor, 4 + rng.int(9)), flat: rng.chance(0.3) };
    case 'polytope100':
      return {
        kind: 'polytope',
        points: cloud(rng, size, flavor === 'degenerate' ? 'plain' : flavor, 100),
        flat: false,
      };
    case 'flatPolytope':
      return { kind: 'polytope', points: outline(rng, size, flavor), flat: true };
    case 'sum':
      return { kind, a: part(), b: part() };
    case 'hull': {
      const shapes = [part()];
      const n = 1 + rng.int(3);
      for (let i = 1; i < n || i < 2; i++) shapes.push(placedSpec(rng, part(), size));
      return { kind, shapes };
    }
    case 'placed':
      return placedSpec(rng, part(), size);
    case 'inflated':
      return { kind, shape: part(), radius: measure(rng, half / 2, flavor) };
    case 'nested': {
      const inner = randomSpec(rng, rng.pick<Kind>(['inflated', 'placed', 'sum', 'hull']), size, flavor, depth);
      return rng.chance(0.5)
        ? placedSpec(rng, { kind: 'inflated', shape: inner, radius: measure(rng, half / 4, flavor) }, size)
        : { kind: 'inflated', shape: placedSpec(rng, inner, size), radius: measure(rng, half / 4, flavor) };
    }
  }
}

function placedSpec(rng: Rng, shape: Spec, size: number): Spec {
  const { placement, matrix } = randomPlacement(rng, rng.pick(PLACEMENTS), rng.inBall(size / 3));
  return { kind: 'placed', shape, placement, matrix };
}

export function buildShape(lib: Library, spec: Spec): Shape {
  switch (spec.kind) {
    case 'point':
      return new lib.Point(spec.p);
    case 'segment':
      return new lib.Segment(spec.p, spec.q);
    case 'triangle':
      return new lib.Triangle(...spec.points);
    case 'polygon':
      return new lib.Polygon(spec.points);
    case 'polytope':
      return new lib.Polytope(spec.flat ? spec.points.flat() : spec.points);
    case 'sphere':
      return new lib.Sphere(spec.radius);
    case 'ellipsoid':
      return new lib.Ellipsoid(spec.radii);
    case 'box':
      return new lib.Box(spec.size);
    case 'cylinder':
      return new lib.Cylinder(spec.radius, spec.height);
    case 'cone':
      return new lib.Cone(spec.radius, spec.height);
    case 'capsule':
      return new lib.Capsule(spec.radius, spec.height);
    case 'sum':
      return new lib.MinkowskiSum(buildShape(lib, spec.a), buildShape(lib, spec.b));
    case 'hull':
      return new lib.HullOf(...spec.shapes.map((s) => buildShape(lib, s)));
    case 'placed':
      return new lib.Placed(buildShape(lib, spec.shape), spec.placement ?? spec.matrix);
    case 'inflated':
      return new lib.Inflated(buildShape(lib, spec.shape), spec.radius);
  }
}

// ------------------------------------------------------------------------------------------------------------ placements

/** World = position + R·(S·x), by the textbook formula. */
export function matrixOf(placement: SpecPlacement): Matrix {
  const [x, y, z, w] = placement.orientation ?? [0, 0, 0, 1];
  const scale = placement.scale ?? 1;
  const [sx, sy, sz] = typeof scale === 'number' ? [scale, scale, scale] : scale;
  const [px, py, pz] = placement.position ?? [0, 0, 0];
  return [
    (w * w + x * x - y * y - z * z) * sx,
    2 * (x * y + w * z) * sx,
    2 * (x * z - w * y) * sx,
    0,
    2 * (x * y - w * z) * sy,
    (w * w - x * x + y * y - z * z) * sy,
    2 * (y * z + w * x) * sy,
    0,
    2 * (x * z + w * y) * sz,
    2 * (y * z - w * x) * sz,
    (w * w - x * x - y * y + z * z) * sz,
    0,
    px,
    py,
    pz,
    1,
  ];
}

export function apply(m: ArrayLike<number>, p: Vec): Vec {
  return [
    m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12],
    m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
    m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14],
  ];
}

/** first b, then a */
export function compose(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const m: number[] = [];
  for (let c = 0; c < 4; c++) {
    for (let r = 0; r < 4; r++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + r] * b[4 * c + k];
      m.push(sum);
    }
  }
  return m;
}

const QUARTERS: readonly Quat[] = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  [0, Math.SQRT1_2, 0, -Math.SQRT1_2],
  [0, 0, Math.SQRT1_2, Math.SQRT1_2],
  [0.5, 0.5, 0.5, 0.5],
];

interface RandomPlacement {
  /** How to say it with position, orientation and scale; null when only a matrix can. */
  readonly placement: SpecPlacement | null;
  readonly matrix: Matrix;
}

export function randomPlacement(rng: Rng, mode: PlacementMode, position: Vec): RandomPlacement {
  let orientation: Quat = rng.quaternion();
  let scale: number | Vec = 1;
  const factor = () => rng.range(0.5, 2);
  const sign = () => (rng.chance(0.5) ? -1 : 1);
  switch (mode) {
    case 'identity':
      orientation = [0, 0, 0, 1];
      break;
    case 'quarter':
      orientation = rng.pick(QUARTERS);
      break;
    case 'tilted': {
      // Nearly aligned: the trap for edges that are almost parallel.
      const u = rng.direction();
      const e = 10 ** rng.range(-15, -2);
      orientation = [u[0] * e, u[1] * e, u[2] * e, Math.sqrt(1 - e * e)];
      break;
    }
    case 'uniform':
      scale = rng.log(0.05, 20) * sign();
      break;
    case 'nonuniform':
      scale = [factor(), factor(), factor()];
      break;
    case 'stretched':
      scale = [rng.log(1e-3, 1), rng.log(1e-3, 1), rng.log(1e-3, 1)];
      break;
    case 'mirrored':
      scale = [factor() * sign(), factor() * sign(), -factor()];
      break;
    case 'flattened': {
      const s = [factor(), factor(), factor()];
      s[rng.int(3)] = 0;
      if (rng.chance(0.2)) s[rng.int(3)] = 0;
      scale = [s[0], s[1], s[2]];
      break;
    }
    case 'sheared': {
      const m = [...matrixOf({ orientation, scale: [factor(), factor() * sign(), factor()] })];
      const shear = [1, 0, 0, 0, rng.range(-1, 1), 1, 0, 0, rng.range(-1, 1), rng.range(-1, 1), 1, 0, 0, 0, 0, 1];
      const matrix = compose(m, shear);
      matrix[12] = position[0];
      matrix[13] = position[1];
      matrix[14] = position[2];
      return { placement: null, matrix };
    }
  }
  const placement: SpecPlacement = { position, orientation, scale };
  return { placement: rng.chance(0.7) ? placement : null, matrix: matrixOf(placement) };
}

// ------------------------------------------------------------------------------------------------------------- colliders

/** The same shape under another matrix. */
export function moved(lib: Library, item: Item, matrix: ArrayLike<number>, margin = item.collider.margin): Item {
  const collider = new lib.Collider(item.collider.shape, { matrix, margin });
  return { ...item, collider };
}

/** The same collider shifted by v. */
export function shifted(lib: Library, item: Item, v: Vec): Item {
  const m = item.collider.getMatrix();
  m[12] += v[0];
  m[13] += v[1];
  m[14] += v[2];
  return moved(lib, item, m);
}

export function item(
  lib: Library,
  spec: Spec,
  placement: RandomPlacement | SpecPlacement = {},
  margin = 0,
  name: Kind | 'other' = 'other',
): Item {
  const shape = buildShape(lib, spec);
  const options =
    'matrix' in placement ? (placement.placement ?? { matrix: placement.matrix }) : (placement as SpecPlacement);
  const collider = new lib.Collider(shape, { ...options, margin });
  return { collider, spec, name, curved: isCurved(spec) || margin > 0 };
}

/** Support point of a described collider relative to its position; injected to keep this file free of the reference. */
export type RelativeSupport = (item: Item, dir: Vec) => Vec;

export interface PairChoice {
  readonly kindA?: Kind;
  readonly kindB?: Kind;
  readonly relation?: Relation;
  readonly placement?: PlacementMode;
  readonly flavor?: Flavor;
  /** Largest distance of the pair from the world's origin. */
  readonly offset?: number;
  readonly size?: number;
  readonly ratio?: number;
}

/**
 * A random pair: sizes from 1e-3 to 1e3, size ratios to 1e4, offsets to 1e6 unless the choice says otherwise.
 */
export function randomPair(lib: Library, rng: Rng, support: RelativeSupport, choice: PairChoice = {}): Pair {
  const kindA = choice.kindA ?? rng.pick(KINDS);
  let kindB = choice.kindB ?? rng.pick(KINDS);
  const relation = choice.relation ?? rng.pick(RELATIONS);
  if (relation === 'identical') kindB = kindA;
  const size = choice.size ?? (rng.chance(0.4) ? 1 : rng.log(1e-3, 1e3));
  const ratio = choice.ratio ?? (rng.chance(0.6) ? rng.range(0.5, 2) : rng.log(1e-4, 1e4));
  const flavor = choice.flavor ?? rng.pick(FLAVORS);
  const mode = choice.placement;
  const reach = choice.offset ?? (rng.chance(0.5) ? 0 : rng.chance(0.6) ? 3 * size : rng.log(1, 1e6));
  const origin = reach === 0 ? ([0, 0, 0] as const) : rng.inBall(reach);
  const margin = () => (rng.chance(0.25) ? size * rng.log(1e-4, 0.3) : 0);

  const specA = randomSpec(rng, kindA, size, flavor);
  let a = item(lib, specA, randomPlacement(rng, mode ?? rng.pick(PLACEMENTS), origin), margin(), kindA);
  const sizeB = Math.min(1e3, Math.max(1e-3, size * ratio));
  const specB = randomSpec(rng, kindB, sizeB, choice.flavor ?? rng.pick(FLAVORS));
  const freeB = () => item(lib, specB, randomPlacement(rng, mode ?? rng.pick(PLACEMENTS), origin), margin(), kindB);
  const alignedMode = (): PlacementMode => rng.pick<PlacementMode>(['identity', 'identity', 'quarter']);
  const alignedB = () => item(lib, specB, randomPlacement(rng, alignedMode(), origin), margin(), kindB);
  const away = (b: Item, v: Vec): Pair => ({ a, b: shifted(lib, b, v), relation, gap: null });
  const radius = (i: Item, n: Vec): number => {
    const s = support(i, n);
    return s[0] * n[0] + s[1] * n[1] + s[2] * n[2];
  };

  switch (relation) {
    case 'near':
    case 'deep':
    case 'far': {
      const b = freeB();
      const n = rng.direction();
      const r = radius(a, n) + radius(b, [-n[0], -n[1], -n[2]]);
      const t =
        relation === 'near'
          ? rng.range(0.3, 1.4) * r
          : relation === 'deep'
            ? rng.range(0, 0.2) * r
            : r + rng.log(1, 1e3) * size;
      return away(b, [n[0] * t, n[1] * t, n[2] * t]);
    }
    case 'touching':
    case 'grazing': {
      // The two support points along n brought together, then apart by the gap: exactly that distance when it is positive.
      const b = freeB();
      const n = rng.chance(0.3) ? rng.pick(AXES) : rng.direction();
      const p = support(a, n);
      const q = support(b, [-n[0], -n[1], -n[2]]);
      const larger = Math.max(size, sizeB);
      const gap = relation === 'touching' ? 0 : larger * 10 ** rng.range(-15, -2) * (rng.chance(0.5) ? 1 : -1);
      const v: Vec = [p[0] - q[0] + gap * n[0], p[1] - q[1] + gap * n[1], p[2] - q[2] + gap * n[2]];
      return { a, b: shifted(lib, b, v), relation, gap };
    }
    case 'concentric':
      return { a, b: freeB(), relation, gap: null };
    case 'samePose': {
      const b = freeB();
      return { a, b: moved(lib, b, a.collider.getMatrix()), relation, gap: null };
    }
    case 'identical':
      return { a, b: { ...moved(lib, a, a.collider.getMatrix()) }, relation, gap: null };
    case 'aligned': {
      a = item(lib, specA, randomPlacement(rng, alignedMode(), origin), margin(), kindA);
      const b = alignedB();
      const step = size * rng.pick([0, 0.25, 0.5, 1]);
      return away(b, [rng.pick([-1, 0, 1]) * step, rng.pick([-1, 0, 1]) * step, rng.pick([-1, 0, 1]) * step]);
    }
    case 'faceTouching': {
      a = item(lib, specA, randomPlacement(rng, alignedMode(), origin), margin(), kindA);
      const b = alignedB();
      const n = rng.pick(AXES);
      const t = radius(a, n) + radius(b, [-n[0], -n[1], -n[2]]);
      const side = rng.chance(0.5) ? 0 : rng.range(-0.5, 0.5) * size;
      return away(b, [n[0] * t + n[1] * side, n[1] * t + n[2] * side, n[2] * t + n[0] * side]);
    }
    case 'coaxial': {
      const b = freeB();
      const m = a.collider.getMatrix();
      const other = moved(lib, b, m);
      const l = Math.hypot(m[4], m[5], m[6]) || 1;
      const n: Vec = [m[4] / l, m[5] / l, m[6] / l];
      const r = radius(a, n) + radius(other, [-n[0], -n[1], -n[2]]);
      const t = r * rng.pick([0, 0.1, 0.5, 0.9, 1, 1.2, -0.7]);
      return away(other, [n[0] * t, n[1] * t, n[2] * t]);
    }
  }
}

const AXES: readonly Vec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
