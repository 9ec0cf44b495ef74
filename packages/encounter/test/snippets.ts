/** Programs in documents, and what they print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Snippet {
  /** The document and the line. */
  readonly name: string;
  readonly code: string;
  readonly output: string;
}

/** Blocks marked js with the unmarked or text block that follows them, nothing but a blank line in between. */
export function snippets(path: string): Snippet[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found: Snippet[] = [];
  for (const match of text.matchAll(/^```js\n(.*?)^```\n\n```(?:text)?\n(.*?)^```$/gms)) {
    const line = text.slice(0, match.index).split('\n').length;
    found.push({ name: `${path}:${line}`, code: match[1], output: match[2] });
  }
  return found;
}
