/**
 * Random pairs over the whole generator space, against the contracts and certificates of test/properties.
 *
 *   node packages/encounter/test/fuzz/fuzz.mjs [--pairs=100000] [--seed=1] [--dense=0.02] [--only=i] [--offset=x] [--lib=path]
 *
 * Cheap checks on every pair, certificates and the other properties on a fraction. Prints counts by kind of failure, the
 * worst error relative to the pair's size by category, the slowest query, and how to reproduce the first failure of each
 * kind. A pair depends on the seed and its number only: `--only=i` replays it. Exit code 1 on failures.
 */

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';

const args = Object.fromEntries(process.argv.slice(2).map((a) => a.replace(/^--/, '').split('=')));
/** `--lib` takes another build, to find the commit that broke a pair. */
const lib = await import(args.lib ?? '../../dist/index.js');

/** The generators, reference and checks are TypeScript without imports at run time but each other. */
async function load(name) {
  const entry = fileURLToPath(new URL(`../properties/${name}`, import.meta.url));
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { Rng, randomPair, seedFromEnv } = await load('generators.ts');
const { Solid, directions } = await load('reference.ts');
const checks = await load('checks.ts');

const pairs = Number(args.pairs ?? 100_000);
const seed = Number(args.seed ?? seedFromEnv(Date.now() % 1_000_000));
const dense = Number(args.dense ?? 0.02);
const only = args.only === undefined ? -1 : Number(args.only);
const around = directions(60);
const support = (item, dir) => new Solid(item).support(dir);

const failures = new Map();
const worst = new Map();
const slow = { total: 0, count: 0, most: 0, program: '' };
let unconverged = 0;
let current = 0;

const judge = {
  lib,
  fail(kind, detail, a, b) {
    const known = failures.get(kind);
    if (known) {
      known.count++;
      known.numbers.push(current);
      return;
    }
    const program = lib.describeQuery(a.collider, (b ?? a).collider);
    failures.set(kind, {
      count: 1,
      numbers: [current],
      detail: `${a.kind} - ${b?.kind ?? 'alone'}: ${detail}`,
      program,
    });
  },
  worst(category, error) {
    const known = worst.get(category);
    if (!Number.isFinite(error)) return;
    if (known === undefined || error > known.error) worst.set(category, { error, number: current });
  },
};

/** Time of one signedDistance; a long one is taken again, to tell slow queries from a busy machine. */
const scratch = new lib.DistanceResult();
function clock(a, b) {
  const once = () => {
    const start = performance.now();
    lib.signedDistance(a, b, scratch);
    return performance.now() - start;
  };
  let time = once();
  if (!scratch.converged) unconverged++;
  const mean = slow.total / Math.max(1, slow.count);
  for (let i = 0; i < 5 && slow.count > 1000 && time > 10 * mean; i++) time = Math.min(time, once());
  slow.total += time;
  slow.count++;
  if (slow.count > 1000 && time > slow.most) {
    slow.most = time;
    slow.program = `pair ${current}\n${lib.describeQuery(a, b)}`;
  }
}

function run(i) {
  current = i;
  const rng = new Rng(seed, i);
  let pair;
  try {
    pair = randomPair(lib, rng, support, args.offset === undefined ? {} : { offset: Number(args.offset) });
  } catch (error) {
    const known = failures.get('constructor throws');
    if (known) known.count++;
    else failures.set('constructor throws', { count: 1, numbers: [i], detail: String(error), program: error.stack });
    return;
  }
  const { a, b } = pair;
  try {
    checks.checkQueries(judge, pair);
    clock(a.collider, b.collider);
    const chosen = rng.chance(dense);
    if (only < 0 && !chosen) return;
    checks.checkCertificate(judge, pair);
    checks.checkSeparating(judge, a, b);
    checks.checkRigid(judge, a, b, rng);
    checks.checkScale(judge, a, b, 1e-3);
    checks.checkScale(judge, a, b, 1e3);
    checks.checkFar(judge, a, b, rng);
    checks.checkCache(judge, a, b, rng, 6);
    checks.checkMaxDistance(judge, a, b);
    checks.checkAccuracy(judge, a, b);
    checks.checkBounds(judge, a, around);
    checks.checkContains(judge, a, rng);
    const s = new Solid(b);
    const target = new Solid(a);
    const size = Math.max(s.extent, target.extent);
    const toward = (x) => [0, 1, 2].map((k) => target.position[k] - s.position[k] + rng.range(-x, x));
    checks.checkCast(
      judge,
      a,
      [0, 0, 0],
      b,
      toward(size).map((x) => 2 * x),
    );
    checks.checkCast(judge, a, rng.inBall(3 * size), b, rng.inBall(3 * size));
    const from = [0, 1, 2].map((k) => target.position[k] + rng.range(-2, 2) * target.extent);
    const to = [0, 1, 2].map((k) => target.position[k] + rng.range(-1, 1) * target.extent);
    checks.checkRay(judge, a, from, to, true);
    checks.checkRay(judge, a, [...target.position], to);
    checks.checkHalfspace(judge, b, checks.randomPlane(lib, rng, size), rng);
  } catch (error) {
    judge.fail(`throws: ${error.message}`, error.stack, a, b);
  }
}

/** A query that never returns cannot be reported from here: another thread watches the number of the pair. */
const progress = new Int32Array(new SharedArrayBuffer(4));
const watch = `
  const { workerData } = require('node:worker_threads');
  let last = -1;
  setInterval(() => {
    const now = Atomics.load(workerData.progress, 0);
    if (now === last) {
      require('node:fs').writeSync(1, 'FAILURE: pair ' + now + ' hangs: --seed=' + workerData.seed + ' --only=' + now + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    last = now;
  }, 30000);
`;
new Worker(watch, { eval: true, workerData: { progress, seed } }).unref();

const started = performance.now();
const last = only >= 0 ? only : pairs - 1;
for (let i = Math.max(only, 0); i <= last; i++) {
  Atomics.store(progress, 0, i);
  run(i);
}

console.log(
  `seed ${seed}, ${only >= 0 ? `pair ${only}` : `${pairs} pairs`}, dense ${dense}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
console.log('\nWorst error relative to size (pair):');
for (const [name, { error, number }] of [...worst].sort())
  console.log(`  ${error.toExponential(1).padStart(9)}  ${name} (${number})`);
const mean = slow.total / slow.count;
console.log(`\nsignedDistance: mean ${(1000 * mean).toFixed(1)} µs; slowest ${(slow.most / mean).toFixed(0)} means`);
console.log(`not converged: ${unconverged}`);
if (slow.most > 50 * mean) console.log(`slowest: ${slow.program}`);
console.log(`\nFailures: ${failures.size === 0 ? 'none' : ''}`);
for (const [kind, f] of failures)
  console.log(`  ${String(f.count).padStart(6)}  ${kind} (pairs ${f.numbers.slice(0, 8).join(', ')})`);
for (const [kind, f] of failures)
  console.log(`\n--- ${kind}, pair ${f.numbers[0]} (--seed=${seed} --only=${f.numbers[0]})\n${f.detail}\n${f.program}`);
process.exitCode = failures.size > 0 ? 1 : 0;
