/** The lines of a text, decoded piece by piece: a file of 500 MB is no string. */
import { ModelError } from '../model-error.ts';

const PIECE = 1 << 20;
const NEWLINE = 10;
const RETURN = 13;

/** Lines without their ends, `\n`, `\r\n` or `\r`. A line of more than 1 MB is a ModelError. */
export function* readLines(bytes: Uint8Array, name: string): Generator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + PIECE, bytes.length);
    if (to < bytes.length) {
      while (to > from && bytes[to - 1] !== NEWLINE && bytes[to - 1] !== RETURN) to--;
      if (to === from) throw new ModelError(name, `it has a line of more than ${PIECE} bytes at byte ${from}.`);
      if (bytes[to - 1] === RETURN && bytes[to] === NEWLINE) to++;
    }
    const lines = decoder.decode(bytes.subarray(from, to)).split(/\r\n|\n|\r/);
    // What ends with a line end has nothing after it.
    if (lines[lines.length - 1] === '') lines.pop();
    yield* lines;
    from = to;
  }
}

/** The name of a file without folders and ending, for parts that have no name of their own. */
export function stem(name: string): string {
  const base = name.replace(/^.*[\\/]/, '');
  return base.replace(/\.[^.]*$/, '') || base || 'unnamed';
}
