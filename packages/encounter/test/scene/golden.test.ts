/** The same operations give the same callbacks in the same order with the same numbers, bit for bit, wherever they run. */
import { expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { BROAD_PHASES } from './broad-phases.ts';
import { GOLDEN, GOLDEN_MOTION, golden, goldenMotion } from './golden.ts';

test.each(BROAD_PHASES)('golden hash, broad phase: $name', ({ name, make }) => {
  const first = golden(lib, make());
  console.log(`golden ${name}: ${first.hash}, ${first.callbacks} callbacks of ${first.pairs} pairs`);
  expect(first.callbacks).toBeGreaterThan(500);
  expect(golden(lib, make())).toEqual(first);
  if (name in GOLDEN) expect(first.hash).toBe(GOLDEN[name]);
});

test('golden hash of times of impact', () => {
  const { hash, hits } = goldenMotion(lib);
  console.log(`golden motion: ${hash}, ${hits} hits`);
  expect(hits).toBeGreaterThan(100);
  expect(hash).toBe(GOLDEN_MOTION);
});
