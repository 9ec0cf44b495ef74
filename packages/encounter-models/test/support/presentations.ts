/**
 * One assembly as models, in many ways that change no truth: placed far away, turned, scaled, with local coordinates that are mirrored
 * or stretched and a transform that undoes it, as doubles and as floats, the parts in any order.
 */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import type { Model, Part, Triangles } from '../../src/model.ts';
import type { Assembly, AssemblyPart } from './assemblies.ts';
import { shuffle } from './polygon-triangles.ts';
import { meshOf, type SolidMesh } from './solid-meshes.ts';

/** One cell of a profile is 1; so the smallest step is a power of two, and stays exact a million away. */
export const UNIT = 1 / 128;
const FAR = 1e6;

export type Vector = readonly [number, number, number];
/** Column by column. */
type Columns = readonly [Vector, Vector, Vector];

const UPRIGHT: Columns = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** From the lattice to the world: offset + scale · rotation · UNIT · p. */
export interface Frame {
  readonly columns: Columns;
  readonly scale: number;
  readonly offset: Vector;
}

export interface Way {
  readonly name: string;
  readonly far?: boolean;
  readonly turned?: boolean;
  readonly scale?: number;
  /** World coordinates as doubles, and no transform; otherwise floats in local coordinates. */
  readonly baked?: boolean;
  readonly mirrored?: boolean;
  readonly stretched?: boolean;
  readonly remeshed?: boolean;
  readonly swapped?: boolean;
}

export const PLAIN: Way = { name: 'plain', baked: true };
export const WAYS: readonly Way[] = [
  { name: 'run again', baked: true },
  { name: 'in local coordinates' },
  { name: 'swapped models', baked: true, swapped: true },
  { name: 'other triangulation', baked: true, remeshed: true },
  { name: 'far away, baked', baked: true, far: true },
  { name: 'far away, by transform', far: true },
  { name: 'turned, by transform', turned: true },
  { name: 'turned, baked', turned: true, baked: true },
  { name: 'a thousandth', scale: 1e-3 },
  { name: 'a thousand times', scale: 1e3, remeshed: true },
  { name: 'mirrored by transform', mirrored: true },
  { name: 'mirrored, turned, swapped', mirrored: true, turned: true, swapped: true },
  { name: 'stretched by transform', stretched: true },
  { name: 'stretched, turned, other triangulation', stretched: true, turned: true, remeshed: true },
  { name: 'far away and turned', far: true, turned: true },
];

/** `between` two models, `within` one, `both`: two models and each in itself. */
export type Mode = 'between' | 'within' | 'both';

export interface Presentation {
  readonly way: Way;
  readonly models: readonly Model[];
  readonly frame: Frame;
  /** How far the coordinates themselves may be off, in the world. */
  readonly rounding: number;
}

/** What a part of a model was made from, for a classifier that works on the solids themselves. */
export const sources = new WeakMap<Part, { readonly part: AssemblyPart; readonly frame: Frame }>();

/** A mesh a part; copies share theirs. */
export function meshesOf(assembly: Assembly, rng: Rng): SolidMesh[] {
  const known = new Map<unknown, SolidMesh>();
  return assembly.parts.map(({ base }) => {
    const mesh = known.get(base) ?? meshOf(base, rng);
    known.set(base, mesh);
    return mesh;
  });
}

export function present(
  assembly: Assembly,
  meshes: readonly SolidMesh[],
  way: Way,
  mode: Mode,
  rng: Rng,
): Presentation {
  const offset = way.far ? ([0, 1, 2].map(() => rng.pick([-FAR, FAR])) as unknown as Vector) : ([0, 0, 0] as const);
  const frame: Frame = { columns: way.turned ? rotation(rng) : UPRIGHT, scale: way.scale ?? 1, offset };
  const shared = new Map<SolidMesh, { triangles: Triangles; factors: Vector }>();
  const parts = assembly.parts.map((part, i) => {
    const made = makePart(part, meshes[i], way, frame, shared, rng);
    sources.set(made, { part, frame });
    return { made, model: part.model };
  });
  if (way !== PLAIN) shuffle(parts, rng);
  const of = (model: number): Part[] => parts.filter((p) => p.model === model).map((p) => p.made);
  const all =
    mode === 'within'
      ? [
          model(
            'all.glb',
            parts.map((p) => p.made),
          ),
        ]
      : [model('a.glb', of(0)), model('b.glb', of(1))];
  const span =
    Math.max(...assembly.parts.flatMap((p) => [...p.solid.min, ...p.solid.max].map(Math.abs))) * UNIT * frame.scale;
  return { way, models: way.swapped ? all.reverse() : all, frame, rounding: 2 ** -50 * ((way.far ? FAR : 0) + span) };
}

export function model(name: string, parts: Part[]): Model {
  return { name, format: 'gltf', units: 'm', parts, warnings: [] };
}

function makePart(
  part: AssemblyPart,
  mesh: SolidMesh,
  way: Way,
  frame: Frame,
  shared: Map<SolidMesh, { triangles: Triangles; factors: Vector }>,
  rng: Rng,
): Part {
  if (way.baked) {
    const world = mesh.vertices.flatMap((v) =>
      toWorld(frame, [v[0] + part.at[0], v[1] + part.at[1], v[2] + part.at[2]]),
    );
    const triangles = { positions: new Float64Array(world), indices: new Uint32Array(mesh.triangles.flat()) };
    return partAs(part.id, triangles, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  }
  let known = shared.get(mesh);
  if (known === undefined) {
    const factor = (): number =>
      (way.stretched ? 2 ** rng.integer(-2, 2) : 1) * (way.mirrored && rng.chance(0.5) ? -1 : 1);
    const factors: Vector = [factor(), factor(), factor()];
    const inverted = factors[0] * factors[1] * factors[2] < 0;
    const indices = mesh.triangles.flatMap(([a, b, c]) => (inverted ? [a, c, b] : [a, b, c]));
    const positions = mesh.vertices.flatMap((v) => v.map((x, k) => (x * UNIT) / factors[k]));
    known = { triangles: { positions: new Float32Array(positions), indices: new Uint32Array(indices) }, factors };
    shared.set(mesh, known);
  }
  const at = toWorld(frame, part.at);
  const matrix = frame.columns.flatMap((c, k) => [...c.map((x) => x * frame.scale * known.factors[k]), 0]);
  return partAs(part.id, known.triangles, [...matrix, ...at, 1]);
}

function partAs(id: string, triangles: Triangles, matrix: readonly number[]): Part {
  return {
    id,
    name: id,
    path: ['root', id],
    type: '',
    layer: '',
    material: '',
    units: 'm',
    transform: new Float64Array(matrix),
    triangles,
    color: null,
    shape: null,
  };
}

export function toWorld({ columns, scale, offset }: Frame, p: Vector): [number, number, number] {
  const at = (k: number): number => scale * UNIT * (columns[0][k] * p[0] + columns[1][k] * p[1] + columns[2][k] * p[2]);
  return [at(0) + offset[0], at(1) + offset[1], at(2) + offset[2]];
}

/** A direction of the world in the axes of the lattice, with its length. */
export function directionToLattice({ columns }: Frame, d: Vector): [number, number, number] {
  const along = (c: Vector): number => c[0] * d[0] + c[1] * d[1] + c[2] * d[2];
  return [along(columns[0]), along(columns[1]), along(columns[2])];
}

export function directionToWorld({ columns }: Frame, d: Vector): [number, number, number] {
  const at = (k: number): number => columns[0][k] * d[0] + columns[1][k] * d[1] + columns[2][k] * d[2];
  return [at(0), at(1), at(2)];
}

export function toLattice(frame: Frame, p: Vector): [number, number, number] {
  const { offset, scale } = frame;
  const d = directionToLattice(frame, [p[0] - offset[0], p[1] - offset[1], p[2] - offset[2]]);
  return [d[0] / (scale * UNIT), d[1] / (scale * UNIT), d[2] / (scale * UNIT)];
}

function rotation(rng: Rng): Columns {
  const [x, y, z, w] = rng.quaternion();
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** A program that asks about some parts of a presentation again. */
export function programOf(models: readonly Model[], ids: readonly string[], options: object): string {
  const text = (list: ArrayLike<number>): string => `[${Array.from(list).join(', ')}]`;
  const lines = models.map((m) => {
    const parts = m.parts
      .filter((p) => ids.includes(p.id))
      .map((p) => {
        const type = p.triangles.positions instanceof Float32Array ? 'Float32Array' : 'Float64Array';
        return `  part('${p.id}', new ${type}(${text(p.triangles.positions)}),\n    ${text(p.triangles.indices)}, ${text(p.transform)})`;
      });
    return `model('${m.name}', [\n${parts.join(',\n')},\n])`;
  });
  return `import { clash } from 'encounter-models';
const part = (id, positions, indices, transform) => ({ id, name: id, path: ['root', id], type: '', layer: '', material: '', units: 'm',
  transform: new Float64Array(transform), triangles: { positions, indices: new Uint32Array(indices) }, shape: null });
const model = (name, parts) => ({ name, format: 'gltf', units: 'm', parts, warnings: [] });
console.log(clash([${lines.join(', ')}], undefined, ${JSON.stringify(options)}).clashes);
`;
}
