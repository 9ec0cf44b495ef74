/**
 * Random pairs of meshes, compounds and convex shapes against the dumb references of test/mesh.
 *
 *   node packages/encounter/test/fuzz/mesh-fuzz.mjs [--pairs=20000] [--seed=1] [--only=i] [--extreme=1] [--lib=path] [--print=3000]
 *
 * A pair depends on the seed and its number only: `--only=i` replays it. `--extreme=1` takes sizes that differ by up to 1e5.
 * Prints counts by kind of failure, the worst errors, and a program for the first failure of each kind. Exit code 1 on failures.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';

const args = Object.fromEntries(process.argv.slice(2).map((a) => a.replace(/^--/, '').split('=')));
const lib = await import(args.lib ?? '../../dist/index.js');

async function load(name) {
  const entry = fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { Rng, seedFromEnv } = await load('../properties/generators.ts');
const { randomThings } = await load('../mesh/scenes.ts');
const checks = await load('../mesh/checks.ts');

const pairs = Number(args.pairs ?? 20_000);
const seed = Number(args.seed ?? seedFromEnv(Date.now() % 1_000_000));
const only = args.only === undefined ? -1 : Number(args.only);
const print = Number(args.print ?? 3000);

const failures = new Map();
const worst = new Map();
let current = 0;
let how = '';

const judge = {
  lib,
  fail(kind, detail, a, b) {
    const known = failures.get(kind);
    if (known) {
      known.count++;
      if (known.numbers.at(-1) !== current) known.numbers.push(current);
      return;
    }
    const names = `${a.name}${a.solid ? ' (solid)' : ''} - ${b ? b.name + (b.solid ? ' (solid)' : '') : 'alone'}, ${how}`;
    failures.set(kind, {
      count: 1,
      numbers: [current],
      detail: `${names}: ${detail}`,
      program: lib.describeQuery(a.collider, (b ?? a).collider),
    });
  },
  note(category, value) {
    const known = worst.get(category);
    if (known === undefined || value > known.value) worst.set(category, { value, number: current });
  },
};

function run(i) {
  current = i;
  const rng = new Rng(seed, i);
  let pair;
  try {
    pair = randomThings(lib, rng, undefined, undefined, args.extreme !== undefined);
  } catch (error) {
    const known = failures.get('constructor throws');
    if (known) known.count++;
    else failures.set('constructor throws', { count: 1, numbers: [i], detail: error.stack, program: '' });
    return;
  }
  const { a, b } = pair;
  how = pair.how;
  const guard = (what, f) => {
    try {
      f();
    } catch (error) {
      judge.fail(`${what} throws: ${error.message}`, error.stack, a, b);
    }
  };
  guard('pair', () => checks.checkPair(judge, a, b, only >= 0 || i % 3 === 0));
  if (only >= 0 || i % 3 === 1) {
    const gap = rng.pick([0, 0, 1e-15, -1e-15, 1e-13, -1e-13, 1e-11, -1e-11, 1e-9, -1e-9, 1e-7, -1e-7, 1e-4, -1e-4]);
    const near = checks.broughtTogether(lib, a, b, gap);
    if (near !== null) {
      how = `${pair.how}, brought together until ${gap}`;
      guard('pair', () => checks.checkPair(judge, a, near, false));
      how = pair.how;
    }
  }
  const box = a.collider.bounds();
  const size = Math.max(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z) || 1;
  const at = (s) => ['x', 'y', 'z'].map((k) => (box.min[k] + box.max[k]) / 2 + s * size * rng.range(-1, 1));
  guard('ray', () => checks.checkRay(judge, a, at(1.5), at(0.5)));
  guard('ray', () => checks.checkRay(judge, a, at(0.5), at(1)));
  guard('contains', () => checks.checkContains(judge, a, rng));
  if (only < 0 && i % 4 !== 0) return;
  const other = b.collider.bounds();
  const toward = ['x', 'y', 'z'].map((k) => 1.7 * ((box.min[k] + box.max[k]) / 2 - (other.min[k] + other.max[k]) / 2));
  const v = toward.map((x) => x + 0.3 * size * rng.range(-1, 1));
  guard('cast', () => checks.checkCast(judge, a, [0, 0, 0], b, v));
  guard('cast', () => checks.checkCast(judge, a, rng.inBall(3 * size), b, rng.inBall(3 * size)));
  const n = rng.chance(0.5)
    ? rng.direction()
    : rng.pick([
        [0, 1, 0],
        [0, 0, 1],
        [-1, 0, 0],
      ]);
  const c = at(0.7);
  guard('halfspace', () => checks.checkHalfspace(judge, a, n, n[0] * c[0] + n[1] * c[1] + n[2] * c[2]));
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
  `seed ${seed}, ${only >= 0 ? `pair ${only}` : `${pairs} pairs`}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
console.log('\nWorst (pair):');
for (const [name, { value, number }] of [...worst].sort())
  console.log(`  ${value.toExponential(1).padStart(9)}  ${name} (${number})`);
console.log(`\nFailures: ${failures.size === 0 ? 'none' : ''}`);
for (const [kind, f] of failures)
  console.log(
    `  ${String(f.count).padStart(6)}  ${kind} (${f.numbers.length} pairs: ${f.numbers.slice(0, 8).join(', ')})`,
  );
for (const [kind, f] of failures)
  console.log(
    `\n--- ${kind}, pair ${f.numbers[0]} (--seed=${seed} --only=${f.numbers[0]})\n${f.detail}\n${f.program.slice(0, print)}`,
  );
process.exitCode = failures.size > 0 ? 1 : 0;
