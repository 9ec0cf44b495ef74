/**
 * Every function of the contract before the judge of test/fuzz/primitives: exact decisions on a lattice, features, definitions, symmetry,
 * and the general pair queries. `node packages/encounter/test/fuzz/primitives-fuzz.mjs` runs the same on more cases.
 */
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import * as primitives from '../../src/primitives/index.ts';
import { isRight, judge, PRIMITIVES, reportOf } from '../fuzz/primitives/judge.ts';
import { runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(7001);
const names = [...PRIMITIVES.keys()];

describe(`primitives before the judge, seed ${seed}`, () => {
  it('has every function of the contract', () => {
    expect(names.filter((name) => !(name in primitives))).toEqual([]);
  });

  it.each(names.filter((name) => name in primitives))('%s', (only) => {
    const verdict = judge({ api: primitives, library, contract: PRIMITIVES, count: runs(200), seed, only });
    expect(isRight(verdict), reportOf(verdict)).toBe(true);
  });
});
