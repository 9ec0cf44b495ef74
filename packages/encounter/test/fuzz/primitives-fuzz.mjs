/**
 * Every function of `encounter/primitives` and `encounter/bounds` against exact arithmetic, dumb references, its own definition and the
 * general pair queries.
 *
 *   node packages/encounter/test/fuzz/primitives-fuzz.mjs [count = 10000] [seed] [only-name] [first-case = 0]
 *
 * Needs a build. Half of the cases are on a small integer lattice, where things touch exactly. Prints a table: `wrong` counts cases with a wrong
 * answer; `near` those with a decision that only rounding makes differ from the exact one; `library` those in which the general query
 * differs from the reference; `worst` is the largest error relative to size. Then at most five findings a function, each a call
 * to paste. A case depends on the seed, the function and its number only: `1 seed name number` replays it. Exit code 1 when
 * something is wrong or missing.
 */
import { existsSync } from 'node:fs';
import { lib, load } from './harness.mjs';

const [count = '10000', given = '', only = '', first = '0'] = process.argv.slice(2);
const seed = given === '' ? Date.now() % 1_000_000 : Number(given);
const { judge, isRight, reportOf, PRIMITIVES, BOUNDS } = await load('fuzz/primitives/judge.ts');

let right = true;
for (const [entry, contract] of [
  ['primitives', PRIMITIVES],
  ['bounds', BOUNDS],
]) {
  if (only !== '' && !contract.has(only)) continue;
  const path = new URL(`../../dist/${entry}/index.js`, import.meta.url);
  if (!existsSync(path)) {
    console.log(`\nencounter/${entry}: not built`);
    continue;
  }
  const api = await import(path);
  const started = performance.now();
  const verdict = judge({ api, library: lib, contract, count: Number(count), seed, only, first: Number(first) });
  console.log(`\nencounter/${entry}, ${((performance.now() - started) / 1000).toFixed(1)} s\n${reportOf(verdict)}`);
  right &&= isRight(verdict);
}
process.exitCode = right ? 0 : 1;
