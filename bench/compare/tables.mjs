// Tables in markdown, and where they go in the README: between `<!-- name -->` and `<!-- /name -->`.
import { readFileSync, writeFileSync } from 'node:fs';

const readme = new URL('../../README.md', import.meta.url);

/** The first column to the left, the others as `align` says, in markdown's colons. */
export function markdown(header, rows, align) {
  return [header, header.map((_, i) => (i === 0 ? '---' : align)), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export function writeReadme(name, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const old = readFileSync(readme, 'utf8');
  const start = old.indexOf(open);
  const end = old.indexOf(close);
  if (start < 0 || end < start) throw new Error(`README.md has no ${open} with a ${close} after it`);
  writeFileSync(readme, `${old.slice(0, start)}${open}\n\n${text}\n\n${old.slice(end)}`);
}
