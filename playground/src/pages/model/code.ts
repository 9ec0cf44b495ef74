/** The page as a program. */

/** Reads the files by their names; `sample` is the text of the one file if that is the sample, which nobody has as a file. */
export function clashProgram(
  names: readonly string[],
  clearance: number,
  self: boolean,
  sample: string | null = null,
): string {
  const options = [clearance > 0 ? `clearance: ${clearance}` : '', self && names.length > 1 ? 'self: true' : ''];
  const given = options.filter(Boolean).join(', ');
  return `${sample === null ? readingCode(names) : sampleCode(names[0], sample)}
const report = clash(models${given === '' ? '' : `, undefined, { ${given} }`});
for (const { kind, a, b, depth, distance, exact } of report.clashes)
  console.log(kind, a, '×', b, kind === 'clearance' ? distance : depth, exact ? '' : '(a bound)');
console.log(report.clashes.length, 'clashes');
`;
}

function readingCode(names: readonly string[]): string {
  return `import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { clash, readModel } from 'encounter-models';

const files = ${JSON.stringify(names).replaceAll('","', '", "')};
const models = await Promise.all(
  files.map(async (file) =>
    // Only files beside the model: what it names may be anything.
    readModel(await readFile(file), basename(file), { resolve: (uri) => readFile(join(dirname(file), basename(uri))) }),
  ),
);`;
}

function sampleCode(name: string, text: string): string {
  return `import { clash, readModel } from 'encounter-models';

// The sample, as a file would have it. For your own: await readFile('name.glb'), from node:fs/promises.
const file = ${JSON.stringify(text)};
const models = [await readModel(new TextEncoder().encode(file), '${name}')];`;
}
