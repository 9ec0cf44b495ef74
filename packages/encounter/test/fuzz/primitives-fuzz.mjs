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
 * something is wrong or missing, or a function does not return.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { lib, load } from './harness.mjs';

const [count = '10000', given = '', only = '', first = '0'] = process.argv.slice(2);
const seed = given === '' ? Date.now() % 1_000_000 : Number(given);
const { judge, isRight, reportOf, PRIMITIVES, BOUNDS } = await load('fuzz/primitives/judge.ts');

const names = [...PRIMITIVES.keys(), ...BOUNDS.keys()];
if (only !== '' && !names.includes(only)) throw new Error(`no function ${only} in the contract`);

/** Another thread watches which case is under way: a function that never returns cannot be reported from its own. */
const progress = new Int32Array(new SharedArrayBuffer(8));
const watch = `
  const { workerData: { progress, names, seed } } = require('node:worker_threads');
  let last = '';
  setInterval(() => {
    const now = names[progress[0]] + ' ' + progress[1];
    if (now === last) {
      require('node:fs').writeSync(1, 'WRONG: does not return: 1 ' + seed + ' ' + now + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    last = now;
  }, 30000);
`;
new Worker(watch, { eval: true, workerData: { progress, names, seed } }).unref();
function onCase(name, number) {
  Atomics.store(progress, 0, names.indexOf(name));
  Atomics.store(progress, 1, number);
}

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
  const run = { api, library: lib, contract, count: Number(count), seed, only, first: Number(first), onCase };
  const verdict = judge(run);
  console.log(`\nencounter/${entry}, ${((performance.now() - started) / 1000).toFixed(1)} s\n${reportOf(verdict)}`);
  right &&= isRight(verdict);
}
process.exitCode = right ? 0 : 1;
