/**
 * Casts of shapes that touch at the start, against a dumb reference.
 *
 *   node packages/encounter/test/fuzz/cast-fuzz.mjs [--pairs=100000] [--seed=1] [--only=i] [--lib=path]
 *
 * A pose depends on the seed and its number only: `--only=i` replays it. Prints counts by kind of failure and a program for the first
 * failures of each kind. Exit code 1 on failures.
 */
import { args, conclude, lib, load, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { checkStart } = await load('support/cast-starts.ts');

const judge = new Findings(lib, seed, 1500);
const count = Number(args.pairs ?? 100_000);
let known = 0;
runAll(judge, count, (i) => {
  try {
    if (checkStart(judge, new Rng(seed, i))) known++;
  } catch (error) {
    judge.add(`throws: ${error.message}`, error.stack);
  }
});
console.log(`the reference knew the answer of ${known}`);
conclude(judge);
