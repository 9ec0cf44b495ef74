/**
 * Pairs of convex bodies whose supporting faces are known by construction, for the judge of `manifolds`.
 *
 * A body lies below the plane y = 0 and meets it in its face: a polygon, segment or point with integer coordinates, or a disc. A pair
 * is one such body, and one that is turned over and put `gap` above it. Whatever the two are, the normal is then +y when the gap is
 * positive, and the patch is what the two faces have in common. A map that leaves the plane y = 0 where it is stretches and shears
 * both; a rigid motion and a scale carry all of it into the world.
 */
import { type Common, type Corners, common, corners, type Figure, type Flat, latticePolygon } from './flat-figures.ts';
import { type Collider, compose, type Library, type Matrix, matrixOf, type Shape } from './generators.ts';
import type { Rng } from './rng.ts';
import type { Vec } from './vectors.ts';

type Point3 = { readonly x: number; readonly y: number; readonly z: number };

export interface ManifoldPoint {
  readonly pointA: Point3;
  readonly pointB: Point3;
  readonly separation: number;
  readonly id: number;
}
export interface Manifold {
  readonly normal: Point3;
  readonly points: readonly ManifoldPoint[];
  readonly primitiveA: number;
  readonly primitiveB: number;
}
export interface ManifoldOptions {
  maxPoints?: number;
  maxSeparation?: number;
}
/** The library with what the contract says of `manifolds`. */
export type ContactLibrary = Library & {
  manifolds(a: Collider, b: Collider, out?: Manifold[], options?: ManifoldOptions): Manifold[];
};

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Half a turn about x, exactly. */
export const OVER: Matrix = [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1];
export const shift = (x: number, y: number, z: number): Matrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

export interface Body {
  readonly name: string;
  readonly shape: Shape;
  readonly matrix: Matrix;
  readonly margin: number;
  readonly face: Figure;
  /** No thickness across the plane. */
  readonly flat: boolean;
  /** The surface is smooth where it meets the plane, so that the normal is unique in overlap, too. */
  readonly smooth: boolean;
  readonly curved: boolean;
}

const REACH = 8;
/** Directions with integer coordinates and integer length. */
const STEPS: readonly (readonly [number, number, number])[] = [
  [1, 0, 1],
  [0, 1, 1],
  [-1, 0, 1],
  [3, 4, 5],
  [-4, 3, 5],
  [4, -3, 5],
  [5, 12, 13],
];

const at = ([x, z]: Flat, y: number): Vec => [x, y, z];
const middle = (points: readonly Flat[]): Flat => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];

function rectangle(rng: Rng): Corners {
  const [w, d] = [rng.integer(1, 8), rng.integer(1, 8)];
  const [x, z] = [rng.integer(-REACH, REACH - w), rng.integer(-REACH, REACH - d)];
  return corners([x, z], [x + w, z], [x + w, z + d], [x, z + d]);
}

/** A segment of integer length between lattice points. */
function measured(rng: Rng, unit = 1): { from: Flat; to: Flat; along: Flat; length: number } {
  const [dx, dz, l] = rng.pick(unit === 1 ? STEPS : STEPS.filter(([, , l]) => l === 1 || l === 5));
  const k = l === 1 ? unit * rng.integer(1, unit === 1 ? 8 : 2) : unit === 1 ? 1 : unit / 5;
  const from: Flat = [rng.integer(-4, 4), rng.integer(-4, 4)];
  return { from, to: [from[0] + k * dx, from[1] + k * dz], along: [dx / l, dz / l], length: k * l };
}

/** Columns for the images of the local axes, and the position. */
const frame = (x: Vec, y: Vec, z: Vec, p: Vec): Matrix => [...x, 0, ...y, 0, ...z, 0, ...p, 1];

type Maker = (lib: Library, rng: Rng, height: number) => Partial<Body> & Pick<Body, 'shape' | 'face'>;

/** The local y axis laid along a segment, `below` under the plane. */
function lying(from: Flat, to: Flat, [ax, az]: Flat, below: number): Matrix {
  const m = middle([from, to]);
  return frame([az, 0, -ax], [ax, 0, az], [0, -1, 0], [m[0], -below, m[1]]);
}

const MAKERS: Record<string, Maker> = {
  box(lib, rng, h) {
    const face = rectangle(rng);
    const [p, , q] = face.points;
    const [x, z] = middle(face.points);
    return { shape: new lib.Box([q[0] - p[0], h, q[1] - p[1]]), face, matrix: shift(x, -h / 2, z) };
  },
  prism(lib, rng, h) {
    const face = latticePolygon(rng, REACH, 12);
    return { shape: new lib.Polytope(face.points.flatMap((p) => [at(p, 0), at(p, -h)])), face };
  },
  frustum(lib, rng, h) {
    const face = latticePolygon(rng, REACH, 8);
    const [c, k] = [rng.pick(face.points), rng.pick([0.5, 2])];
    const low = face.points.map((p): Flat => [c[0] + k * (p[0] - c[0]), c[1] + k * (p[1] - c[1])]);
    return { shape: new lib.Polytope([...face.points.map((p) => at(p, 0)), ...low.map((p) => at(p, -h))]), face };
  },
  pyramid(lib, rng, h) {
    const face = latticePolygon(rng, REACH, 8);
    return { shape: new lib.Polytope([...face.points.map((p) => at(p, 0)), at(middle(face.points), -h)]), face };
  },
  polygon(lib, rng) {
    const face = latticePolygon(rng, REACH, 10);
    return { shape: new lib.Polygon(face.points.map((p) => at(p, 0))), face, flat: true };
  },
  triangle(lib, rng) {
    const face = latticePolygon(rng, REACH, 3);
    const [a, b, c] = face.points.map((p) => at(p, 0));
    return { shape: new lib.Triangle(a, b, c), face, flat: true };
  },
  'inflated prism'(lib, rng, h) {
    const face = latticePolygon(rng, REACH, 8);
    const core = new lib.Polytope(face.points.flatMap((p) => [at(p, -0.5), at(p, -0.5 - h)]));
    return { shape: new lib.Inflated(core, 0.5), face, curved: true };
  },
  'box with margin'(lib, rng, h) {
    const face = rectangle(rng);
    const [p, , q] = face.points;
    const [x, z] = middle(face.points);
    const shape = new lib.Box([q[0] - p[0], h, q[1] - p[1]]);
    return { shape, face, matrix: shift(x, -h / 2 - 0.25, z), margin: 0.25, curved: true };
  },
  'sum of boxes'(lib, rng, h) {
    const face = rectangle(rng);
    const [p, , q] = face.points;
    const [x, z] = middle(face.points);
    const part = (k: number) => new lib.Box([k * (q[0] - p[0]), k * h, k * (q[1] - p[1])]);
    return { shape: new lib.MinkowskiSum(part(0.25), part(0.75)), face, matrix: shift(x, -h / 2, z) };
  },
  'hull of polygon and ball'(lib, rng, h) {
    const face = latticePolygon(rng, REACH, 7);
    const ball = new lib.Placed(new lib.Sphere(0.5), { position: at(middle(face.points), -h - 0.5) });
    return { shape: new lib.HullOf(new lib.Polygon(face.points.map((p) => at(p, 0))), ball), face, curved: true };
  },
  'placed box'(lib, rng, h) {
    const face = rectangle(rng);
    const [p, , q] = face.points;
    const [x, z] = middle(face.points);
    const box = new lib.Placed(new lib.Box([1, 1, 1]), { scale: [q[0] - p[0], h, q[1] - p[1]] });
    return { shape: new lib.Placed(box, { position: [x, -h / 2, z] }), face };
  },
  cylinder(lib, rng, h) {
    const radius = rng.integer(1, 5);
    const center: Flat = [rng.integer(-4, 4), rng.integer(-4, 4)];
    const face: Figure = { kind: 'disc', center, radius };
    return { shape: new lib.Cylinder(radius, h), face, matrix: shift(center[0], -h / 2, center[1]), curved: true };
  },
  cone(lib, rng, h) {
    const radius = rng.integer(1, 5);
    const center: Flat = [rng.integer(-4, 4), rng.integer(-4, 4)];
    const face: Figure = { kind: 'disc', center, radius };
    const matrix = compose(shift(center[0], -h / 2, center[1]), OVER);
    return { shape: new lib.Cone(radius, h), face, matrix, curved: true };
  },
  roof(lib, rng, h) {
    const { from, to, along } = measured(rng);
    const w = rng.integer(1, 4);
    const low = [from, to].flatMap((p): Flat[] => [
      [p[0] + w * along[1], p[1] - w * along[0]],
      [p[0] - w * along[1], p[1] + w * along[0]],
    ]);
    const shape = new lib.Polytope([at(from, 0), at(to, 0), ...low.map((p) => at(p, -h))]);
    return { shape, face: corners(from, to) };
  },
  segment(lib, rng) {
    const { from, to } = measured(rng);
    return { shape: new lib.Segment(at(from, 0), at(to, 0)), face: corners(from, to), flat: true };
  },
  'upright triangle'(lib, rng, h) {
    const { from, to } = measured(rng);
    return { shape: new lib.Triangle(at(from, 0), at(to, 0), at(middle([from, to]), -h)), face: corners(from, to) };
  },
  'lying capsule'(lib, rng) {
    const { from, to, along, length } = measured(rng);
    const r = rng.integer(1, 3);
    const shape = new lib.Capsule(r, length);
    return { shape, face: corners(from, to), matrix: lying(from, to, along, r), smooth: true, curved: true };
  },
  'lying cylinder'(lib, rng) {
    const { from, to, along, length } = measured(rng);
    const r = rng.integer(1, 3);
    const shape = new lib.Cylinder(r, length);
    return { shape, face: corners(from, to), matrix: lying(from, to, along, r), smooth: true, curved: true };
  },
  'lying cone'(lib, rng) {
    // Radius 3k, height 4k, side 5k: the turn that lays the side flat has the sine 3/5.
    const { from, to, along, length } = measured(rng, 5);
    const k = length / 5;
    const x: Vec = [0.6 * along[0], 0.8, 0.6 * along[1]];
    const y: Vec = [-0.8 * along[0], 0.6, -0.8 * along[1]];
    const z: Vec = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    const matrix = frame(x, y, z, [from[0] - 2 * k * y[0], -2 * k * y[1], from[1] - 2 * k * y[2]]);
    return { shape: new lib.Cone(3 * k, 4 * k), face: corners(from, to), matrix, smooth: true, curved: true };
  },
  'pyramid on its head'(lib, rng, h) {
    const { points } = latticePolygon(rng, REACH, 6);
    const tip: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    return { shape: new lib.Polytope([at(tip, 0), ...points.map((p) => at(p, -h))]), face: corners(tip) };
  },
  sphere(lib, rng) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    const r = rng.integer(1, 4);
    const matrix = shift(c[0], -r, c[1]);
    return { shape: new lib.Sphere(r), face: corners(c), matrix, smooth: true, curved: true };
  },
  ellipsoid(lib, rng) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    const radii = [rng.integer(1, 4), rng.integer(1, 4), rng.integer(1, 4)] as const;
    const matrix = shift(c[0], -radii[1], c[1]);
    return { shape: new lib.Ellipsoid(radii), face: corners(c), matrix, smooth: true, curved: true };
  },
  'upright cone'(lib, rng, h) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    const shape = new lib.Cone(rng.integer(1, 4), h);
    return { shape, face: corners(c), matrix: shift(c[0], -h / 2, c[1]), curved: true };
  },
  'upright capsule'(lib, rng, h) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    const r = rng.integer(1, 3);
    const matrix = shift(c[0], -r - h / 2, c[1]);
    return { shape: new lib.Capsule(r, h), face: corners(c), matrix, smooth: true, curved: true };
  },
  'tilted cylinder'(lib, rng, h) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    const r = rng.integer(1, 3);
    // The rim's highest point is at (r, h / 2, 0) of the cylinder.
    const [x, y]: Vec[] = [
      [0.8, 0.6, 0],
      [-0.6, 0.8, 0],
    ];
    const p: Vec = [c[0] - r * x[0] - (h / 2) * y[0], -r * x[1] - (h / 2) * y[1], c[1]];
    return { shape: new lib.Cylinder(r, h), face: corners(c), matrix: frame(x, y, [0, 0, 1], p), curved: true };
  },
  point(lib, rng) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    return { shape: new lib.Point(at(c, 0)), face: corners(c), flat: true };
  },
  'upright segment'(lib, rng, h) {
    const c: Flat = [rng.integer(-5, 5), rng.integer(-5, 5)];
    return { shape: new lib.Segment(at(c, 0), at(c, -h)), face: corners(c) };
  },
  halfspace(lib) {
    return { shape: new lib.Halfspace([0, 1, 0], 0) as unknown as Shape, face: { kind: 'plane' } };
  },
};
export const BODIES: readonly string[] = Object.keys(MAKERS);
/** Faces are what contact is mostly about: they are drawn more often. */
const FACES = ['box', 'prism', 'frustum', 'pyramid', 'polygon', 'triangle', 'cylinder', 'cone'];

export function latticeBody(lib: Library, rng: Rng, name: string): Body {
  const made = MAKERS[name](lib, rng, rng.integer(2, 8));
  return { name, matrix: IDENTITY, margin: 0, flat: false, smooth: false, curved: false, ...made };
}

/** The figure as seen from below: turning over by half a turn about x changes the sign of z. */
export function mirrored(face: Figure): Figure {
  const flip = ([x, z]: Flat): Flat => [x, 0 - z];
  if (face.kind === 'disc') return { ...face, center: flip(face.center) };
  if (face.kind === 'corners') return { ...face, points: face.points.map(flip).reverse() };
  return face;
}

/** How the contact frame lies in the world. */
export interface World {
  readonly name: string;
  /** Contact frame to world, a similarity. */
  readonly matrix: Matrix;
  readonly scale: number;
  /** Largest coordinate, for rounding. */
  readonly offset: number;
  /** The rotation and the offset do not round lattice coordinates. */
  readonly exact: boolean;
  /** Leaves the plane y = 0 where it is: x and z stretched, walls leaning. */
  readonly stretch: Matrix;
  readonly stretched: boolean;
}

const QUARTERS: readonly Matrix[] = [
  IDENTITY,
  [0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
  [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1],
  [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
];

export function randomWorld(rng: Rng, stretches = true): World {
  const name = rng.pick(['exact', 'exact', 'turned', 'turned', 'rational', 'far', 'small', 'large']);
  let rotation: Matrix = rng.pick(QUARTERS);
  if (name === 'rational') {
    const q = [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(1, 3)] as const;
    const l = Math.hypot(...q);
    rotation = matrixOf({ orientation: [q[0] / l, q[1] / l, q[2] / l, q[3] / l] });
  } else if (name !== 'exact') rotation = matrixOf({ orientation: rng.quaternion() });
  const scale = name === 'small' ? 1e-3 : name === 'large' ? 1e3 : 1;
  const reach = name === 'far' ? rng.pick([1e3, 1e6]) : name === 'exact' ? 0 : rng.pick([0, 10 * scale]);
  const offset = rng.inBox(reach);
  const matrix = compose(
    shift(...offset),
    rotation.map((x, i) => (i < 12 ? x * scale : x)),
  );
  const stretched = stretches && rng.chance(0.25);
  const [sx, sz, kx, kz] = [rng.pick([0.5, 1.5, 2]), rng.pick([0.5, 1, 3]), rng.range(-0.5, 0.5), rng.range(-0.5, 0.5)];
  const stretch = stretched ? [sx, 0, 0, 0, kx, 1, kz, 0, 0, 0, sz, 0, 0, 0, 0, 1] : IDENTITY;
  const exact = name === 'exact' && !stretched;
  return { name, matrix, scale, offset: Math.max(...offset.map(Math.abs)), exact, stretch, stretched };
}

export interface LatticeCase {
  readonly a: { readonly collider: Collider; readonly name: string };
  readonly b: { readonly collider: Collider; readonly name: string };
  readonly bodyA: Body;
  readonly bodyB: Body;
  /** The two faces in the plane of contact, and what they have in common, before the stretch. */
  readonly faceA: Figure;
  readonly faceB: Figure;
  readonly patch: Common;
  readonly world: World;
  /** In units of the lattice; positive apart. */
  readonly gap: number;
  /** World units. */
  readonly size: number;
}

export function placed(lib: Library, body: Body, local: Matrix, world: World): Collider {
  const matrix = compose(world.matrix, compose(local, compose(world.stretch, body.matrix)));
  return new lib.Collider(body.shape, { matrix, margin: body.margin * world.scale });
}

/** Whether +y is the only normal when the two touch or overlap a little. */
export function uniqueInOverlap(
  a: Pick<Body, 'flat' | 'smooth' | 'face'>,
  b: Pick<Body, 'flat' | 'smooth' | 'face'>,
  patch: Common,
): boolean {
  if (!patch.stable || (a.flat && b.flat)) return false;
  const isFace = (f: Figure): boolean => f.kind !== 'corners' || f.points.length > 2;
  return isFace(a.face) || isFace(b.face) || (a.smooth && b.smooth);
}

/** The diagonal of the smaller body's box; of the other's, where one is a point or unbounded. */
export function sizeOf(lib: Library, a: Collider, b: Collider): number {
  const extents = [a, b].map((c) => {
    const { min, max } = c.bounds(new lib.Aabb());
    return Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z);
  });
  const known = extents.filter((x) => x > 0 && Number.isFinite(x));
  return known.length === 0 ? 1 : Math.min(...known);
}

/** A pair with parallel faces or edges and a patch that is known. */
export function latticeCase(lib: Library, rng: Rng, nameA?: string, nameB?: string): LatticeCase {
  const pick = (): string => (rng.chance(0.5) ? rng.pick(FACES) : rng.pick(BODIES));
  for (;;) {
    const bodyA = latticeBody(lib, rng, nameA ?? pick());
    const bodyB = latticeBody(lib, rng, nameB ?? pick());
    if (bodyB.name === 'halfspace') continue;
    const faceB = mirrored(bodyB.face);
    const patch = common(bodyA.face, faceB);
    if (patch === null) continue;
    const world = randomWorld(rng, bodyA.margin + bodyB.margin === 0);
    const overlap = uniqueInOverlap(bodyA, bodyB, patch);
    const small = 2 ** -rng.integer(6, 12);
    const gap = overlap ? rng.pick([0, -small, -small, small]) : small;
    const a = placed(lib, bodyA, IDENTITY, world);
    const b = placed(lib, { ...bodyB, matrix: compose(OVER, bodyB.matrix) }, shift(0, gap, 0), world);
    const size = sizeOf(lib, a, b);
    return {
      a: { collider: a, name: bodyA.name },
      b: { collider: b, name: bodyB.name },
      bodyA,
      bodyB,
      faceA: bodyA.face,
      faceB,
      patch,
      world,
      gap,
      size,
    };
  }
}
