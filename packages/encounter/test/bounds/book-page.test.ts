/** The page about the book's tables shows the figures that were measured. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('docs/book.md has the tables of bench/book/results.json: node bench/book/page.mjs', async () => {
  const { page } = await import(join(root, 'bench/book/page.mjs'));
  const { old, text } = page();
  expect(old).toBe(text);
});
