/** Colliders as code. Like `describeQuery` of the library, but with placements in words, as one would write it. */
import type { Shape } from 'encounter';
import type { Quaternion } from 'three';
import type { Triple } from '../shell/triple.ts';

export interface CodeCollider {
  readonly shape: Shape;
  readonly position: Triple;
  /** Null: not turned. */
  readonly orientation: Quaternion | null;
  readonly scale?: Triple;
  readonly margin?: number;
}

const LONGEST_LINE = 240;

/** What a program has without an import. */
const GLOBALS = new Set(['Array', 'Float32Array', 'Map', 'Set', 'TextEncoder']);

export function colliderCode({ shape, position, orientation: q, scale, margin = 0 }: CodeCollider): string {
  const options: string[] = [];
  if (position.some((x) => x !== 0)) options.push(`position: ${listCode(position)}`);
  if (q !== null) options.push(`orientation: [${q.x}, ${q.y}, ${q.z}, ${q.w}]`);
  if (scale?.some((x) => x !== 1)) options.push(`scale: ${listCode(scale)}`);
  if (margin !== 0) options.push(`margin: ${margin}`);
  if (options.length === 0) return `new Collider(${shape})`;
  return `new Collider(${shape}, {\n  ${options.join(',\n  ')},\n})`;
}

export const listCode = (v: Triple): string => `[${v.join(', ')}]`;

/** An import of all the classes that a program makes objects of, and of functions. */
export function importCode(program: string, functions: readonly string[]): string {
  const names = new Set([...functions, ...(program.match(/(?<=new )\w+/g) ?? [])]);
  const imported = [...names].filter((name) => !GLOBALS.has(name)).sort();
  return `import { ${imported.join(', ')} } from 'encounter';`;
}

/** The same to look at: the coordinates of meshes are cut short. */
export function abridged(code: string): string {
  return code
    .split('\n')
    .map((line) => {
      if (line.length <= LONGEST_LINE) return line;
      return `${line.slice(0, LONGEST_LINE)} … ${line.length - LONGEST_LINE} more characters, which Copy includes`;
    })
    .join('\n');
}

/** A module's source as a part of a program: what it imports from the library stays, what it exports is just there. */
export function inlined(source: string): string {
  return source.replaceAll(/^export /gm, '');
}

/** The same to look at, without a source that stands in it before some words. */
export function abridgedBefore(code: string, words: string, source: string): string {
  const [before, after] = [code.indexOf(inlined(source)), code.indexOf(words)];
  const lines = source.trimEnd().split('\n').length;
  return `${code.slice(0, before)}// … ${lines} lines, which Copy includes …\n\n${code.slice(after)}`;
}
