/**
 * Bounding volumes and search structures before the judge of test/fuzz/primitives, against brute force.
 * `node packages/encounter/test/fuzz/primitives-fuzz.mjs` runs the same on more cases.
 */
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import type { Api } from '../fuzz/primitives/court.ts';
import { BOUNDS, isRight, judge, reportOf } from '../fuzz/primitives/judge.ts';
import { runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(7002);
const entry = '../../src/bounds.ts';
const names = [...BOUNDS.keys()];
// Nothing is there while the entry is not.
const bounds: Api = await import(/* @vite-ignore */ entry).catch(() => ({}));

describe(`bounds before the judge, seed ${seed}`, () => {
  it('has every name of the contract', () => {
    expect(names.filter((name) => !(name in bounds))).toEqual([]);
  });

  it.each(names.filter((name) => name in bounds))('%s', (only) => {
    const verdict = judge({ api: bounds, library, contract: BOUNDS, count: runs(200), seed, only });
    expect(isRight(verdict), reportOf(verdict)).toBe(true);
  });
});
