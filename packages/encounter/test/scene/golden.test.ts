/** The same operations give the same callbacks in the same order with the same numbers, bit for bit, wherever they run. */
import { expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { BROAD_PHASES } from './broad-phases.ts';
import { golden } from './golden.ts';

/** Callbacks come in the order of the broad phase's pairs, so each has its own. Change them only together with the arithmetic. */
const GOLDEN: Readonly<Record<string, string>> = {
  BruteForce: '3fd442a6',
  SweepAndPrune: 'e3760e0f',
  Grid: 'f49c3ca6',
  DynamicAabbTree: 'd284be97',
};

test.each(BROAD_PHASES)('golden hash, broad phase: $name', ({ name, make }) => {
  const first = golden(lib, make());
  console.log(`golden ${name}: ${first.hash}, ${first.callbacks} callbacks of ${first.pairs} pairs`);
  expect(first.callbacks).toBeGreaterThan(500);
  expect(golden(lib, make())).toEqual(first);
  if (name in GOLDEN) expect(first.hash).toBe(GOLDEN[name]);
});
