/** `encounter distance`: the nearest pair of parts of two files. */
import { type ArgsDef, defineCommand } from 'citty';
import { type Collider, Scene, type Vec3 } from 'encounter';
import type { Model, Part } from 'encounter-models';
import { checkOptions, unitsOption } from '../arguments.ts';
import { CliError, printable } from '../cli-error.ts';
import { PartShapes } from '../input/part-shape.ts';
import { Progress } from '../progress.ts';
import { commonUnits, inUnits } from '../report/report-units.ts';
import { length } from '../report/words.ts';
import { print, writeOutput } from '../write-output.ts';
import { readModels, sayUnits, UNITS } from './clash.ts';

const args = {
  units: UNITS,
  json: { type: 'string', valueHint: 'file', description: 'Write the answer as JSON; - is standard output' },
  quiet: { type: 'boolean', description: 'Print nothing but errors' },
} as const satisfies ArgsDef;

export const EXAMPLES = `encounter distance crane.glb building.ifc
encounter distance a.stl b.stl --json -`;

export const distance = defineCommand({
  meta: { name: 'distance', description: 'The nearest parts of two files: how far apart, and where' },
  args: { files: { type: 'positional', required: false, description: 'Two files' }, ...args },
  async run({ args: given }): Promise<number> {
    checkOptions(given, { files: { type: 'positional' }, ...args });
    if (given._.length !== 2) throw new CliError(`encounter distance needs two files, and got ${given._.length}.`);
    const quiet = given.quiet === true;
    const loaded = await readModels(given._, unitsOption('units', given.units), quiet);
    sayUnits(loaded, quiet);
    const models = loaded.map(({ model }) => model);
    const units = commonUnits(models);
    const [a, b] = inUnits(models, units);
    const bar = new Progress('Searching', quiet);
    const found = nearestParts(a, b, (done, total) => bar.update(done, total));
    bar.end();
    if (found === null)
      throw new CliError(`${[a, b].find((model) => solidParts(model).length === 0)!.name} has no geometry.`);
    if (given.json !== undefined) await writeOutput(given.json, `${JSON.stringify({ units, ...found })}\n`);
    if (!quiet && given.json !== '-') await print(sentence(found, a, b, units));
    return 0;
  },
});

interface Nearest {
  readonly distance: number;
  /** How far off the number may be. */
  readonly error: number;
  readonly a: string;
  readonly b: string;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
}

/** Each part of one file looks for its nearest in the other, never farther than the best so far. */
function nearestParts(a: Model, b: Model, onProgress: (done: number, total: number) => void): Nearest | null {
  const shapes = new PartShapes();
  const others = solidParts(b).map((part) => shapes.collider(part));
  if (others.length === 0) return null;
  const scene = new Scene<Part>().add(...others);
  const parts = solidParts(a).map((part) => shapes.collider(part));
  // The likeliest first: the sooner the best is small, the less there is to search.
  const reach = boundsOf(others);
  const ordered = parts.map((part) => ({ part, bound: boxDistance(part, reach) })).sort((p, q) => p.bound - q.bound);
  let best: Nearest | null = null;
  for (const [done, { part, bound }] of ordered.entries()) {
    onProgress(done, ordered.length);
    if (best !== null && (best.distance === 0 || bound > best.distance)) break;
    const found = scene.nearest(part, best === null ? {} : { maxDistance: best.distance });
    if (found === null || (best !== null && found.distance >= best.distance)) continue;
    const { distance, error, pointA, pointB, collider } = found;
    best = { distance, error, a: part.data.id, b: collider.data.id, pointA: list(pointA), pointB: list(pointB) };
  }
  return best;
}

function solidParts(model: Model): Part[] {
  return model.parts.filter(({ triangles: { indices, segments, points }, shape }) =>
    Boolean(shape || indices.length || segments?.length || points?.length),
  );
}

function list({ x, y, z }: Vec3): number[] {
  return [x, y, z];
}

interface Bounds {
  readonly min: { x: number; y: number; z: number };
  readonly max: { x: number; y: number; z: number };
}

function boundsOf(colliders: readonly Collider[]): Bounds {
  const min = { x: Infinity, y: Infinity, z: Infinity };
  const max = { x: -Infinity, y: -Infinity, z: -Infinity };
  for (const collider of colliders) {
    const box = collider.bounds();
    for (const axis of ['x', 'y', 'z'] as const) {
      min[axis] = Math.min(min[axis], box.min[axis]);
      max[axis] = Math.max(max[axis], box.max[axis]);
    }
  }
  return { min, max };
}

function boxDistance(collider: Collider, { min, max }: Bounds): number {
  const box = collider.bounds();
  const gap = (axis: 'x' | 'y' | 'z'): number => Math.max(0, min[axis] - box.max[axis], box.min[axis] - max[axis]);
  return Math.hypot(gap('x'), gap('y'), gap('z'));
}

function sentence(found: Nearest, a: Model, b: Model, units: string): string {
  const name = (model: Model, id: string): string => {
    const part = model.parts.find((candidate) => candidate.id === id)!;
    return `${printable(part.path.join(' / ') || part.name || id)} (${model.name})`;
  };
  const point = (p: readonly number[]): string => p.map((x) => length(x, '')).join(', ');
  const head = found.distance === 0 ? 'They touch or overlap' : `Apart by ${length(found.distance, units)}`;
  return `${head}\n  ${name(a, found.a)} at ${point(found.pointA)}\n  ${name(b, found.b)} at ${point(found.pointB)}\n`;
}
