/**
 * The order of the house: a room imports only from rooms before it, and no file imports itself by a detour. Imports of types
 * count: what needs a name of a later room knows too much.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOMS = [
  'check.ts',
  'tolerances.ts',
  'math',
  'primitives',
  'shapes',
  'tree',
  'bounds',
  'bodies',
  'convex',
  'pairs',
  'motion',
  'contact',
  'complex',
  'query.ts',
  'bsp-tree.ts',
  'broad',
  'scene',
  'mover',
  'bulk',
  'debug',
  'adapters',
  'three',
  'babylon',
  'index.ts',
  'core.ts',
  'bounds.ts',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const src = fileURLToPath(new URL('../src', import.meta.url));

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

const imports: Import[] = files.flatMap((from) =>
  ts
    .preProcessFile(readFileSync(join(src, from), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from, to: posix.join(dirname(from), fileName) })),
);

function roomOf(file: string): number {
  return ROOMS.indexOf(file.split('/')[0]);
}

/** A path from a file back to itself over other files, or null. */
function cycleFrom(start: string, targets: ReadonlyMap<string, readonly string[]>): string[] | null {
  const seen = new Set<string>();
  const path: string[] = [];
  function visit(file: string): boolean {
    path.push(file);
    for (const next of targets.get(file) ?? []) {
      if (next === start) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      if (visit(next)) return true;
    }
    path.pop();
    return false;
  }
  return visit(start) ? [...path, start] : null;
}

describe('the house', () => {
  it('has every file in a room, and imports to look at', () => {
    expect(files.filter((file) => roomOf(file) < 0)).toEqual([]);
    expect(imports.filter(({ to }) => !files.includes(to))).toEqual([]);
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it('no room imports from a later one', () => {
    const wrong = imports.filter(({ from, to }) => roomOf(to) > roomOf(from));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has every threshold in tolerances.ts, under a name of its own', () => {
    // Small numbers in code, comments aside, as decimals, as powers of two or as multiples of an ulp.
    const threshold = /(?<![\w.])\d+(?:\.\d+)?e-\d+|2 \*\* -|Number\.EPSILON/;
    const found = files
      .filter((file) => file !== 'tolerances.ts')
      .flatMap((file) => {
        const code = readFileSync(join(src, file), 'utf8')
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\/\/.*$/gm, '');
        return code
          .split('\n')
          .filter((line) => threshold.test(line))
          .map((line) => `${file}: ${line.trim()}`);
      });
    expect(found.sort()).toEqual([
      // The float format, in which these trees are stored.
      'bounds/obb-layout.ts: const FLOAT_TINY = 2 ** -147;',
      'bounds/obb-layout.ts: const FLOAT_ULP = 2 ** -23;',
      // Exact scaling, so that products stay within the range of doubles: nothing is compared with an error.
      'bounds/scaled-points.ts: const SMALL = 2 ** -100;',
      'shapes/hull/hull-builder.ts: const LEAST_FACTOR = 2 ** -500;',
      'shapes/hull/hull-builder.ts: const ROUNDER = 2 ** -290;',
      'shapes/hull/support-graph.ts: const SMALL = 2 ** -300;',
      // The float format again.
      'tree/layout.ts: const OUTWARD = 2 ** -23;',
      'tree/layout.ts: const OUTWARD_TINY = 2 ** -149;',
      'tree/moments.ts: const UPWARD = 1 + 2 ** -22;',
      'tree/moments.ts: const UPWARD_TINY = 2 ** -120;',
    ]);
    const names = [...readFileSync(join(src, 'tolerances.ts'), 'utf8').matchAll(/^export const (\w+)/gm)].map(
      (m) => m[1],
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(50);
  });

  it('no file imports itself by a detour', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
    const cycles = files.map((file) => cycleFrom(file, targets)).filter((cycle) => cycle !== null);
    expect(cycles.map((cycle) => cycle.join(' > '))).toEqual([]);
  });
});
