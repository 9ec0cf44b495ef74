/** The golden run of the library, built and bundled, gives the same bits in Chromium as in Node. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { GOLDEN, GOLDEN_MOTION } from '../../../packages/encounter/test/scene/golden.ts';
import { browser } from './harness.ts';

const PROGRAM = `
  import * as lib from 'encounter';
  import { GOLDEN, golden, goldenMotion } from './golden.ts';
  export const hashes = Object.fromEntries(Object.keys(GOLDEN).map((name) => [name, golden(lib, new lib[name]()).hash]));
  export const motion = goldenMotion(lib).hash;
`;

test('golden hashes in Chromium', async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: join(import.meta.dirname, '../../../packages/encounter/test/scene') },
    bundle: true,
    format: 'iife',
    globalName: 'golden',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  const page = await browser.newPage();
  const hashes = await page.evaluate(`${outputFiles[0].text}; golden.hashes`);
  console.log(`golden, Chromium ${browser.version()}: ${JSON.stringify(hashes)}`);
  expect(hashes).toEqual(GOLDEN);
  expect(await page.evaluate('golden.motion')).toBe(GOLDEN_MOTION);
});
