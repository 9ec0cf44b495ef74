/**
 * Scenes under random operations, beside a model: at least 10,000 operations for every broad phase in one go, and as many in sequences
 * that fast-check shortens when one fails. A failure prints the seed; ENCOUNTER_SEED runs others.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { BROAD_PHASES } from './broad-phases.ts';
import { World } from './world.ts';

const SEED = seedFromEnv(6021);
const OPERATIONS = runs(10_000);

describe.each(BROAD_PHASES)('random operations, broad phase: $name', ({ name, make }) => {
  const operations = name === 'default' ? OPERATIONS / 10 : OPERATIONS;
  test(`${operations} operations, seed ${SEED}`, () => {
    const world = new World(new Rng(SEED, 1), make);
    run(world, operations, name);
    if (name === 'default') return;
    for (const kind of [
      'encounters',
      'test',
      'queries',
      'deform',
      'change',
      'add',
      'remove',
      'assign',
      'clear',
      'response',
    ])
      expect(world.counts.get(kind), kind).toBeGreaterThan(runs(50));
    expect(world.callbacks).toBeGreaterThan(runs(1000));
  });

  if (name !== 'default')
    test(`sequences of operations, ${OPERATIONS} and more, seed ${SEED}`, () => {
      let done = 0;
      const sequence = fc.array(fc.nat(), { minLength: 100, maxLength: 300, size: 'max' });
      fc.assert(
        fc.property(sequence, (operations) => {
          const world = new World(new Rng(SEED, 4), make, { count: 16 });
          for (const operation of operations) world.perform(operation);
          done += operations.length;
        }),
        { seed: SEED, numRuns: runs(70) },
      );
      console.log(`${name}: ${done} operations in sequences, seed ${SEED}`);
      expect(done).toBeGreaterThanOrEqual(OPERATIONS);
    });

  test.each(['classes', 'responses'] as const)(`callbacks that also change %s: later, seed ${SEED}`, (meddling) => {
    run(new World(new Rng(SEED, 3), make, { count: 24, meddling }), runs(1500), name);
  });

  test(`the same operations give the same callbacks, in the same order, with the same numbers, seed ${SEED}`, () => {
    const logs = [0, 1].map(() => {
      const world = new World(new Rng(SEED, 2), make, { count: 24 });
      run(world, runs(1500), name);
      return world.log;
    });
    expect(logs[0].length).toBeGreaterThan(runs(1000));
    expect(logs[0].length).toBe(logs[1].length);
    expect(logs[0].findIndex((value, i) => !Object.is(value, logs[1][i]))).toBe(-1);
  });
});

function run(world: World, operations: number, name: string): void {
  for (let k = 0; k < operations; k++) {
    try {
      world.step();
    } catch (error) {
      throw new Error(`${name}, seed ${SEED}, operation ${k}: ${error}`, { cause: error });
    }
  }
}
