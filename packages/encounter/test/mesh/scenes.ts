/** Seeded meshes, compounds and pairs of them. Like ../properties/generators.ts, free of the library's code at run time. */
import type { BufferGeometry } from 'three';
import {
  buildShape,
  compose,
  isCurved,
  type Kind,
  type Library,
  type Matrix,
  matrixOf,
  PLACEMENTS,
  type PlacementMode,
  randomPlacement,
  randomSpec,
  type Shape,
} from '../support/generators.ts';
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import type { MeshSpec, Part, Thing } from './reference.ts';

const spec = (
  name: string,
  positions: readonly number[],
  corners: readonly number[],
  more: Partial<MeshSpec> = {},
): MeshSpec => ({ name, positions, corners, faceOf: null, faces: null, solid: false, integer: false, ...more });

/** Positions scaled, which integers do not survive. */
export function sized(mesh: MeshSpec, size: number): MeshSpec {
  if (size === 1) return mesh;
  return { ...mesh, positions: mesh.positions.map((x) => x * size), integer: false };
}

/** Local coordinates moved by v. */
export function offset(mesh: MeshSpec, v: Vec): MeshSpec {
  return { ...mesh, positions: mesh.positions.map((x, k) => x + v[k % 3]), integer: mesh.integer && v.every(isWhole) };
}

const isWhole = (x: number): boolean => Number.isInteger(x) && Math.abs(x) <= 2 ** 45;

// --------------------------------------------------------------------------------------------------------------- soups

export function soup(rng: Rng, count: number): MeshSpec {
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const c = rng.inBall(0.5);
    const r = rng.pick([0.5, 0.2, 0.1, 0.02]);
    for (let k = 0; k < 3; k++) positions.push(...rng.inBall(r).map((x, j) => x + c[j]));
  }
  return spec('soup', positions, counted(3 * count));
}

const counted = (n: number): number[] => Array.from({ length: n }, (_, k) => k);

/** Long thin triangles, down to a width of 1e-9. */
export function needles(rng: Rng, count: number): MeshSpec {
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const a = rng.inBall(0.5);
    const b = rng.inBall(0.5);
    const w = 10 ** rng.range(-9, -2);
    const c = rng.inBall(w).map((x, j) => x + a[j] + (b[j] - a[j]) * rng.pick([0, 0.3, 1]));
    positions.push(...a, ...b, ...c);
  }
  return spec('needles', positions, counted(3 * count));
}

/** A soup with doubled triangles, repeated corners, and corners in line. */
export function dirty(rng: Rng, count: number): MeshSpec {
  const { positions, corners } = soup(rng, count);
  const more = [...corners];
  const points = [...positions];
  for (let i = 0; i < count; i++) {
    const t = 3 * rng.int(count);
    const [a, b, c] = [corners[t], corners[t + 1], corners[t + 2]];
    const kind = rng.int(5);
    if (kind === 0) more.push(a, b, c);
    else if (kind === 1) more.push(c, b, a);
    else if (kind === 2) more.push(a, b, b);
    else if (kind === 3) more.push(c, c, c);
    else {
      const p = [0, 1, 2].map((k) => (points[3 * a + k] + points[3 * b + k]) / 2);
      points.push(...p);
      more.push(a, points.length / 3 - 1, b);
    }
  }
  return spec('dirty', points, more);
}

/** An integer grid in z = 0, or over integer heights: shared edges and vertices, coplanar neighbours. */
export function grid(rng: Rng, n: number, height: number): MeshSpec {
  const positions: number[] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) positions.push(i, j, height === 0 ? 0 : rng.int(height + 1));
  const corners: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const k = j * (n + 1) + i;
      if (rng.chance(0.5)) corners.push(k, k + 1, k + n + 2, k, k + n + 2, k + n + 1);
      else corners.push(k, k + 1, k + n + 1, k + 1, k + n + 2, k + n + 1);
    }
  }
  return spec(height === 0 ? 'grid' : 'bumpy grid', positions, corners, { integer: true });
}

/** Few triangles with small integer corners: all the touching there is. */
export function integers(rng: Rng, count: number): MeshSpec {
  const positions = Array.from({ length: 9 * count }, () => rng.int(4));
  return spec('integers', positions, counted(3 * count), { integer: true });
}

/** Faces of all kinds in integers: points, segments, triangles, rectangles, an L, a frame with a hole joined by a bridge. */
export function mixed(rng: Rng, count: number): MeshSpec {
  const positions: number[] = [];
  const corners: number[] = [];
  const faceOf: number[] = [];
  const faces: number[][] = [];
  const add = (points: readonly (readonly number[])[], around: readonly number[], triangles: readonly number[]) => {
    const first = positions.length / 3;
    for (const p of points) positions.push(...p);
    for (let k = 0; k < triangles.length; k += 3) faceOf.push(faces.length);
    corners.push(...triangles.map((i) => i + first));
    faces.push(around.map((i) => i + first));
  };
  for (let f = 0; f < count; f++) {
    const o = [rng.int(4), rng.int(4), rng.int(4)];
    // Two axes of an integer plane, also a tilted one.
    const u = rng.pick([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 0],
    ]);
    const v = rng.pick([
      [0, 1, 1],
      [1, -1, 0],
      [0, -1, 1],
      [-1, 1, 1],
    ]);
    const at = (x: number, y: number): number[] => o.map((c, k) => c + x * u[k] + y * v[k]);
    switch (rng.int(6)) {
      case 0:
        add([at(0, 0)], [0], [0, 0, 0]);
        break;
      case 1:
        add([at(0, 0), at(rng.int(3), rng.int(3))], [0, 1], [0, 1, 1]);
        break;
      case 2:
        add([at(0, 0), at(2, 0), at(0, 2)], [0, 1, 2], [0, 1, 2]);
        break;
      case 3:
        add([at(0, 0), at(2, 0), at(2, 1), at(0, 1)], [0, 1, 2, 3], [0, 1, 2, 0, 2, 3]);
        break;
      case 4:
        add(
          [at(0, 0), at(3, 0), at(3, 1), at(1, 1), at(1, 3), at(0, 3)],
          [0, 1, 2, 3, 4, 5],
          [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5],
        );
        break;
      default:
        // Outer square of 4, hole of 2 in the middle, joined by the bridge 0–4.
        add(
          [at(0, 0), at(4, 0), at(4, 4), at(0, 4), at(1, 1), at(3, 1), at(3, 3), at(1, 3)],
          [0, 1, 2, 3, 0, 4, 7, 6, 5, 4],
          [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
        );
    }
  }
  return spec('mixed faces', positions, corners, { faceOf, faces, integer: true });
}

// -------------------------------------------------------------------------------------------------------------- closed

/** A torus with bumps, closed and outward. */
export function torus(rng: Rng, around: number, across: number, bump: number, solid: boolean): MeshSpec {
  const positions: number[] = [];
  const corners: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const phi = (2 * Math.PI * i) / around;
      const psi = (2 * Math.PI * j) / across;
      const r = 0.2 * (1 + bump * rng.range(-1, 1));
      const x = 0.4 + r * Math.cos(psi);
      positions.push(x * Math.cos(phi), x * Math.sin(phi), r * Math.sin(psi));
      const [i1, j1] = [(i + 1) % around, (j + 1) % across];
      const [a, b, c, d] = [i * across + j, i1 * across + j, i1 * across + j1, i * across + j1];
      corners.push(a, b, c, a, c, d);
    }
  }
  return spec(solid ? 'solid torus' : 'torus', positions, corners, { solid });
}

/** Box [0, w]×[0, h]×[0, d] with n×n quadrilaterals a side, which do not share vertices with other sides. */
export function boxMesh(w: number, h: number, d: number, n = 1, solid = true): MeshSpec {
  const positions: number[] = [];
  const corners: number[] = [];
  const size = [w, h, d];
  for (let axis = 0; axis < 3; axis++) {
    for (const end of [0, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const first = positions.length / 3;
      for (let j = 0; j <= n; j++) {
        for (let i = 0; i <= n; i++) {
          const p = [0, 0, 0];
          p[axis] = end * size[axis];
          p[u] = (i * size[u]) / n;
          p[v] = (j * size[v]) / n;
          positions.push(...p);
        }
      }
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
          const k = first + j * (n + 1) + i;
          const quad = [k, k + 1, k + n + 2, k, k + n + 2, k + n + 1];
          corners.push(...(end === 1 ? quad : quad.reverse()));
        }
      }
    }
  }
  return spec('box mesh', positions, corners, { solid, integer: positions.every(isWhole) });
}

/** A prism over an L, in integers: solid, nonconvex, many coplanar faces. By faces. */
export function corner(solid = true): MeshSpec {
  const outline = [
    [0, 0],
    [3, 0],
    [3, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ];
  const positions = [0, 2].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const top = [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5];
  const corners = [...top].reverse();
  const faceOf = [0, 0, 0, 0, 1, 1, 1, 1];
  corners.push(...top.map((i) => i + 6));
  const faces = [
    [5, 4, 3, 2, 1, 0],
    [6, 7, 8, 9, 10, 11],
  ];
  for (let i = 0; i < 6; i++) {
    const j = (i + 1) % 6;
    faceOf.push(faces.length, faces.length);
    faces.push([i, j, j + 6, i + 6]);
    corners.push(i, j, j + 6, i, j + 6, i + 6);
  }
  return spec(solid ? 'solid corner' : 'corner', positions, corners, { faceOf, faces, solid, integer: true });
}

export function fromGeometry(name: string, g: BufferGeometry, solid: boolean): MeshSpec {
  const positions = [...g.attributes.position.array];
  return spec(name, positions, g.index ? [...g.index.array] : counted(positions.length / 3), { solid });
}

export type MeshKind =
  | 'soup'
  | 'needles'
  | 'dirty'
  | 'grid'
  | 'bumpy'
  | 'integers'
  | 'mixed'
  | 'torus'
  | 'solidTorus'
  | 'solidBox'
  | 'solidCorner'
  | 'single';

export const MESH_KINDS: readonly MeshKind[] = [
  'soup',
  'needles',
  'dirty',
  'grid',
  'bumpy',
  'integers',
  'mixed',
  'torus',
  'solidTorus',
  'solidBox',
  'solidCorner',
  'single',
];

/** Of an extent of one to four. */
export function randomMesh(rng: Rng, kind: MeshKind): MeshSpec {
  switch (kind) {
    case 'soup':
      return soup(rng, 1 + rng.int(24));
    case 'needles':
      return needles(rng, 1 + rng.int(12));
    case 'dirty':
      return dirty(rng, 1 + rng.int(10));
    case 'grid':
      return grid(rng, 1 + rng.int(4), 0);
    case 'bumpy':
      return grid(rng, 1 + rng.int(4), 1 + rng.int(2));
    case 'integers':
      return integers(rng, 1 + rng.int(8));
    case 'mixed':
      return mixed(rng, 1 + rng.int(6));
    case 'torus':
      return torus(rng, 3 + rng.int(8), 3 + rng.int(3), rng.range(0, 0.5), false);
    case 'solidTorus':
      return torus(rng, 3 + rng.int(8), 3 + rng.int(3), rng.range(0, 0.5), true);
    case 'solidBox':
      return boxMesh(1 + rng.int(2), 1 + rng.int(2), 1 + rng.int(2), 1 + rng.int(2));
    case 'solidCorner':
      return corner();
    case 'single':
      return soup(rng, 1);
  }
}

// -------------------------------------------------------------------------------------------------------------- things

export function meshShape(lib: Library, mesh: MeshSpec): Shape {
  const { positions, corners, faces, solid } = mesh;
  return new lib.Mesh(
    faces === null
      ? { positions: [...positions], indices: corners, solid }
      : { positions: [...positions], faces, solid },
  );
}

const isExactMatrix = (m: Matrix): boolean => m.every(isWhole);

/** A mesh under a matrix. */
export function meshThing(lib: Library, mesh: MeshSpec, matrix: Matrix = matrixOf({}), margin = 0): Thing {
  return {
    name: mesh.name,
    collider: new lib.Collider(meshShape(lib, mesh), { matrix, margin }),
    parts: [{ mesh, shape: null, matrix, child: null, curved: false }],
    curved: margin > 0,
    solid: mesh.solid,
    exact: mesh.integer && isExactMatrix(matrix),
  };
}

export function convexThing(
  lib: Library,
  shape: Shape,
  curved: boolean,
  matrix: Matrix = matrixOf({}),
  margin = 0,
): Thing {
  return {
    name: shape.constructor.name,
    collider: new lib.Collider(shape, { matrix, margin }),
    parts: [{ mesh: null, shape, matrix, child: null, curved }],
    curved: curved || margin > 0,
    solid: true,
    exact: false,
  };
}

export interface Child {
  readonly mesh?: MeshSpec;
  readonly shape?: Shape;
  readonly curved?: boolean;
  readonly children?: readonly Child[];
  readonly matrix: Matrix;
}

/** A compound of children, which may be compounds. */
export function compoundThing(
  lib: Library,
  children: readonly Child[],
  matrix: Matrix = matrixOf({}),
  margin = 0,
): Thing {
  const build = (list: readonly Child[]): Shape =>
    new lib.Compound(
      list.map(({ mesh, shape, children: inner, matrix: m }) => ({
        shape: shape ?? (mesh ? meshShape(lib, mesh) : build(inner ?? [])),
        matrix: m,
      })),
    );
  const parts: Part[] = [];
  const flatten = (list: readonly Child[], outer: Matrix, number: number | null) => {
    list.forEach(({ mesh, shape, curved = false, children: inner, matrix: m }, i) => {
      const child = number ?? i;
      const world = compose(outer, m);
      if (inner) flatten(inner, world, child);
      else parts.push({ mesh: mesh ?? null, shape: shape ?? null, matrix: world, child, curved });
    });
  };
  flatten(children, matrix, null);
  return {
    name: `compound of ${parts.length}`,
    collider: new lib.Collider(build(children), { matrix, margin }),
    parts,
    curved: margin > 0 || parts.some((p) => p.curved),
    solid: parts.every((p) => p.mesh === null || p.mesh.solid),
    exact: parts.every((p) => p.mesh?.integer === true && isExactMatrix(p.matrix)),
  };
}

/** The same thing elsewhere. */
export function shiftedThing(lib: Library, thing: Thing, v: Vec): Thing {
  const shift = (m: ArrayLike<number>): number[] => Array.from(m, (x, k) => (k >= 12 && k < 15 ? x + v[k - 12] : x));
  return {
    ...thing,
    collider: new lib.Collider(thing.collider.shape, {
      matrix: shift(thing.collider.getMatrix()),
      margin: thing.collider.margin,
    }),
    parts: thing.parts.map((p) => ({ ...p, matrix: shift(p.matrix) })),
    exact: thing.exact && v.every(isWhole),
  };
}

const CONVEX: readonly Kind[] = [
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
  'sum',
  'placed',
  'inflated',
];

/** A convex shape of about `size`. */
export function randomConvex(lib: Library, rng: Rng, size: number): { shape: Shape; curved: boolean } {
  const s = randomSpec(
    rng,
    rng.pick(CONVEX),
    size,
    rng.pick(['plain', 'plain', 'plain', 'thin', 'degenerate'] as const),
  );
  return { shape: buildShape(lib, s), curved: isCurved(s) };
}

function randomChild(lib: Library, rng: Rng, size: number, depth: number): Child {
  const { matrix } = randomPlacement(rng, rng.pick(PLACEMENTS), rng.inBall(size / 2));
  if (depth > 0 && rng.chance(0.25))
    return { children: counted(1 + rng.int(2)).map(() => randomChild(lib, rng, size, depth - 1)), matrix };
  if (rng.chance(0.5)) return { ...randomConvex(lib, rng, size * rng.range(0.2, 0.7)), matrix };
  return { mesh: sized(randomMesh(rng, rng.pick(MESH_KINDS)), size / 4), matrix };
}

export type ThingKind = MeshKind | 'convex' | 'compound';

export interface ThingChoice {
  readonly kind: ThingKind;
  readonly size: number;
  readonly position: Vec;
  readonly placement?: PlacementMode;
  readonly margin?: number;
  /** Local coordinates of a mesh moved by this, undone by the placement. */
  readonly local?: Vec;
}

export function randomThing(lib: Library, rng: Rng, choice: ThingChoice): Thing {
  const { kind, size, position, margin = 0 } = choice;
  const placed = randomPlacement(rng, choice.placement ?? rng.pick(PLACEMENTS), position);
  const matrix = [...placed.matrix];
  if (kind === 'convex') {
    const { shape, curved } = randomConvex(lib, rng, size);
    return convexThing(lib, shape, curved, matrix, margin);
  }
  if (kind === 'compound')
    return compoundThing(
      lib,
      counted(1 + rng.int(4)).map(() => randomChild(lib, rng, size, 2)),
      matrix,
      margin,
    );
  let mesh = sized(randomMesh(rng, kind), size);
  const local = choice.local;
  if (local !== undefined) {
    mesh = offset(mesh, local);
    for (let k = 0; k < 3; k++)
      matrix[12 + k] -= matrix[k] * local[0] + matrix[4 + k] * local[1] + matrix[8 + k] * local[2];
  }
  return meshThing(lib, mesh, matrix, margin);
}

export interface ThingPair {
  readonly a: Thing;
  readonly b: Thing;
  readonly how: string;
}

/** Random pairs over all of this: one of the two is complex. `extreme`: sizes that differ by up to 1e5. */
export function randomThings(lib: Library, rng: Rng, kindA?: ThingKind, kindB?: ThingKind, extreme = false): ThingPair {
  const kinds: readonly ThingKind[] = [...MESH_KINDS, 'compound'];
  const a = kindA ?? rng.pick(kinds);
  const b = kindB ?? rng.pick<ThingKind>([...kinds, 'convex', 'convex', 'convex', 'convex']);
  const style = rng.pick([
    'integer',
    'plain',
    'plain',
    'plain',
    'small',
    'large',
    'far',
    'farLocal',
    'farSmall',
  ] as const);
  if (style === 'integer') {
    // Aligned integer meshes: exact touching, coplanar faces, shared edges.
    const pick: readonly MeshKind[] = ['grid', 'bumpy', 'integers', 'mixed', 'solidBox', 'solidCorner'];
    const whole = (n: number): Vec => [rng.int(2 * n + 1) - n, rng.int(2 * n + 1) - n, rng.int(2 * n + 1) - n];
    const far = rng.chance(0.3) ? rng.pick([1e6, -123456, 2 ** 30]) : 0;
    const turn = (): number[] => {
      // A signed permutation.
      const m = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
      const axes = rng.pick([
        [0, 1, 2],
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
      ]);
      axes.forEach((to, k) => {
        m[4 * k + to] = rng.chance(0.3) ? -1 : rng.chance(0.1) ? 2 : 1;
      });
      return m;
    };
    const at = (m: number[], p: Vec): number[] => [...m.slice(0, 12), p[0] + far, p[1] - far, p[2] + far, 1];
    const make = (kind: ThingKind) =>
      meshThing(
        lib,
        randomMesh(rng, pick.includes(kind as MeshKind) ? (kind as MeshKind) : rng.pick(pick)),
        at(turn(), whole(2)),
      );
    return { a: make(a), b: make(b === 'convex' || b === 'compound' ? rng.pick(pick) : b), how: `integer ${far}` };
  }
  const size = style === 'small' || style === 'farSmall' ? 1e-3 : style === 'large' ? 1e3 : 1;
  const far = style === 'far' || style === 'farSmall' ? scaleTo(rng.direction(), 1e6) : ([0, 0, 0] as const);
  const local = style === 'farLocal' ? scaleTo(rng.direction(), rng.pick([1e3, 1e6])) : undefined;
  const ratio = extreme ? rng.log(1e-5, 1e5) : 1;
  const sizeB = size * ratio * (rng.chance(0.7) ? rng.range(0.5, 1.5) : rng.log(0.05, 5));
  const margin = () => (rng.chance(0.2) ? size * rng.log(1e-3, 0.2) : 0);
  const spread = rng.pick([0, 0.3, 0.8, 1.2, 3]);
  const away = rng.inBall(Math.max(size, extreme ? sizeB : 0) * spread);
  const one = randomThing(lib, rng, { kind: a, size, position: far, margin: margin(), ...(local ? { local } : {}) });
  const two = randomThing(lib, rng, {
    kind: b,
    size: sizeB,
    position: [far[0] + away[0], far[1] + away[1], far[2] + away[2]],
    margin: margin(),
    ...(local && rng.chance(0.5) ? { local } : {}),
  });
  const how = `${style}, size ${size}, apart ${spread}`;
  return rng.chance(0.5) ? { a: one, b: two, how } : { a: two, b: one, how };
}

const scaleTo = (v: Vec, l: number): Vec => [v[0] * l, v[1] * l, v[2] * l];
