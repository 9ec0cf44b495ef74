/** `encounter info`: what is in a file. */
import { type ArgsDef, defineCommand } from 'citty';
import type { Model } from 'encounter-models';
import { checkOptions } from '../arguments.ts';
import { printable } from '../cli-error.ts';
import { PartShapes } from '../input/part-shape.ts';
import { grouped } from '../progress.ts';
import { type Box, joined } from '../report/camera.ts';
import { partBox } from '../report/joined-parts.ts';
import { length } from '../report/words.ts';
import { print, writeOutput } from '../write-output.ts';
import { readModels } from './clash.ts';

const args = {
  all: { type: 'boolean', description: 'List all parts, not only the first 30' },
  json: { type: 'string', valueHint: 'file', description: 'Write everything as JSON; - is standard output' },
  quiet: { type: 'boolean', description: 'Print nothing but errors' },
} as const satisfies ArgsDef;

export const EXAMPLES = `encounter info building.ifc
encounter info a.glb b.stl --json -`;

/** Parts that are listed without --all. */
const LISTED = 30;

export const info = defineCommand({
  meta: { name: 'info', description: 'Parts, triangles, closed or why not, sizes and units of files' },
  args: { files: { type: 'positional', required: false, description: 'Files of any format' }, ...args },
  async run({ args: given }): Promise<number> {
    checkOptions(given, { files: { type: 'positional' }, ...args });
    const quiet = given.quiet === true;
    const loaded = await readModels(given._, undefined, quiet || given.json === '-');
    const facts = loaded.map(({ model }) => factsOf(model));
    if (given.json !== undefined) await writeOutput(given.json, `${JSON.stringify(facts, null, 1)}\n`);
    if (!quiet && given.json !== '-') await print(facts.map((one) => describe(one, given.all === true)).join('\n'));
    return 0;
  },
});

interface PartFacts {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly layer: string;
  readonly material: string;
  readonly triangles: number;
  readonly closed: boolean;
  /** Why not; empty if it is. */
  readonly problem: string;
  /** What it exactly is, where the file says so. */
  readonly shape: string;
  readonly box: Box | null;
}

interface ModelFacts {
  readonly name: string;
  readonly format: string;
  readonly units: string;
  readonly triangles: number;
  readonly closedParts: number;
  readonly box: Box | null;
  readonly warnings: readonly string[];
  readonly parts: readonly PartFacts[];
}

function factsOf(model: Model): ModelFacts {
  const shapes = new PartShapes();
  const parts = model.parts.map((part): PartFacts => {
    const problem = shapes.problem(part);
    const { id, name, path, type, layer, material, triangles, shape } = part;
    return {
      id,
      name,
      path: path.join('/'),
      type,
      layer,
      material,
      triangles: triangles.indices.length / 3,
      closed: problem === '',
      problem,
      shape: shape?.kind ?? '',
      box: partBox(part),
    };
  });
  return {
    name: model.name,
    format: model.format,
    units: model.units,
    triangles: parts.reduce((sum, part) => sum + part.triangles, 0),
    closedParts: parts.filter((part) => part.closed).length,
    box: parts.reduce<Box | null>((all, { box }) => (all && box ? joined(all, box) : (all ?? box)), null),
    warnings: model.warnings,
    parts,
  };
}

function sizeOf(box: Box | null, units: string): string {
  if (box === null) return 'no size';
  const sides = box.max.map((x, i) => length(x - box.min[i], '')).join(' × ');
  return units === '' ? sides : `${sides} ${units}`;
}

function describe(facts: ModelFacts, all: boolean): string {
  const { parts, units } = facts;
  const lines = [
    `${printable(facts.name)}: ${facts.format}, ${grouped(parts.length)} ${parts.length === 1 ? 'part' : 'parts'}, ${grouped(facts.triangles)} triangles`,
    `  units   ${units || 'not said'}`,
    `  size    ${sizeOf(facts.box, units)}`,
    `  closed  ${grouped(facts.closedParts)} of ${grouped(parts.length)} parts`,
  ];
  const shown = all ? parts : parts.slice(0, LISTED);
  const rows = shown.map((part) => [
    printable([part.type, part.path || part.name || part.id].filter(Boolean).join(' ')),
    `${grouped(part.triangles)} triangles`,
    sizeOf(part.box, units),
    part.shape || (part.closed ? 'closed' : `not closed: ${part.problem}`),
  ]);
  const widths = [0, 1, 2].map((i) => Math.min(60, Math.max(0, ...rows.map((row) => row[i].length))));
  for (const row of rows) lines.push(`  ${row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i]) : cell)).join('  ')}`);
  if (parts.length > shown.length) lines.push(`  … and ${grouped(parts.length - shown.length)} more (--all)`);
  return `${lines.join('\n')}\n`;
}
