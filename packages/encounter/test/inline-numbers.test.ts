/** What the build writes for members of tables of numbers. */
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
