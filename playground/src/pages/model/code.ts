/** The page as a program. */
export function clashProgram(names: readonly string[], clearance: number, self: boolean): string {
  const options = [clearance > 0 ? `clearance: ${clearance}` : '', self && names.length > 1 ? 'self: true' : ''];
  const given = options.filter(Boolean).join(', ');
  return `import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { clash, readModel } from 'encounter-models';

const files = ${JSON.stringify(names).replaceAll('","', '", "')};
const models = await Promise.all(
  files.map(async (file) =>
    // Only files beside the model: what it names may be anything.
    readModel(await readFile(file), basename(file), { resolve: (uri) => readFile(join(dirname(file), basename(uri))) }),
  ),
);
const report = clash(models${given === '' ? '' : `, undefined, { ${given} }`});
for (const { kind, a, b, depth, distance, exact } of report.clashes)
  console.log(kind, a, '×', b, kind === 'clearance' ? distance : depth, exact ? '' : '(a bound)');
console.log(report.clashes.length, 'clashes');
`;
}
