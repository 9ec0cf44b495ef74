/** What the build writes for constants and members of tables of numbers. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inlineNumbers } from '../inline-numbers.ts';
import { Goal } from '../src/convex/penetration.ts';
import { ShapeKind } from '../src/shapes/shape.ts';

type Render = (code: string, chunk: { fileName: string }) => { code: string } | null;

const plugin = inlineNumbers(fileURLToPath(new URL('../src', import.meta.url)));
const render = plugin.renderChunk as unknown as Render;

test('numbers take the places of members', () => {
  const code = render('x === ShapeKind.box || y < Goal.depth || z === -BspLabel.outside', { fileName: 'a.js' })?.code;
  expect(code).toBe(`x === ${ShapeKind.box} || y < ${Goal.depth} || z === -(-1)`);
});

test('what is no member, ambiguous or a declaration stays', () => {
  const code = 'ShapeKind.other + Task.nearest + myShapeKind.box + ShapeKind';
  expect(render(code, { fileName: 'a.js' })?.code).toBe(code);
  expect(render('ShapeKind.box', { fileName: 'a.d.ts' })).toBe(null);
});

test('numbers take the places of constants of a file', () => {
  const declared = 'const BLOCK = 32;\nconst UNKNOWN = -1;\nconst CELLS = 2 ** 10;\n';
  const code = render(`${declared}x - UNKNOWN + BLOCK / 2 ** CELLS ? BLOCK : y`, { fileName: 'a.js' })?.code;
  expect(code).toBe(`${declared}x - (-1) + 32 / 2 ** (2 ** 10) ? 32 : y`);
});

test('what is exported, no number, a member or a key stays', () => {
  const code = [
    'const BLOCK = 32;',
    'const SHARED = 4;',
    'const OTHER = [1];',
    'f(SHARED, OTHER, a.BLOCK, MY_BLOCK, { BLOCK: 1 });',
    'export { SHARED };',
  ].join('\n');
  expect(render(code, { fileName: 'a.js' })?.code).toBe(code);
});
