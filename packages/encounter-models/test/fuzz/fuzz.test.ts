/** A small part of `npm run fuzz:models`, in this process: damaged files are read or refused with a sentence. */
import { expect, test } from 'vitest';
import { runs, seedFromEnv } from '../../../encounter/test/support/rng.ts';
import * as library from '../../src/index.ts';
import { FIXTURES } from './fixtures.ts';
import { damaged, judge } from './judge.ts';

const seed = seedFromEnv(1);

test.each(Object.keys(FIXTURES))(`damaged files: %s, seed ${seed}`, async (format) => {
  const fixtures = await FIXTURES[format]();
  for (const fixture of fixtures) expect(await judge(library, fixture)).toEqual({ kind: 'read', text: '' });
  const found = { read: 0, refused: 0, unforeseen: 0, wrong: 0 };
  const cases = runs(500);
  for (let number = 0; number < cases; number++) {
    const { kind, text } = await judge(library, damaged(fixtures, seed, number));
    found[kind]++;
    expect(kind, `case ${number}: ${text}`).not.toBe('wrong');
  }
  // Damage that always or never shows would test nothing.
  expect(found.read).toBeGreaterThan(0);
  expect(found.refused).toBeGreaterThan(0);
});
