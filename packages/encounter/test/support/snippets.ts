/** Programs in documents, and what they print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Snippet {
  /** The document and the line. */
  readonly name: string;
  readonly code: string;
  readonly output: string;
}

/**
 * Blocks marked js, each with the text block that follows it, nothing but a blank line in between. What cannot be run here, a
 * page of a browser or another library, is marked `js no-run`.
 */
export function snippets(path: string): Snippet[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found: Snippet[] = [];
  for (const match of text.matchAll(/^```js\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms)) {
    const line = text.slice(0, match.index).split('\n').length;
    found.push({ name: `${path}:${line}`, code: match[1], output: match[2] ?? 'a block of its output, marked text' });
  }
  return found;
}

export interface FileSnippet {
  /** The name in square brackets. */
  readonly file: string;
  readonly code: string;
  /** The text block that follows it, or nothing. */
  readonly output: string;
}

/** Blocks that are files of one program: js, jsx, ts or tsx with a name in square brackets. They import each other. */
export function fileSnippets(path: string): FileSnippet[] {
  const text = readFileSync(join(root, path), 'utf8');
  const blocks = text.matchAll(/^```[jt]sx? \[([\w.-]+)\]\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms);
  return Array.from(blocks, ([, file, code, output]) => ({ file, code, output: output ?? '' }));
}
