/** What the fuzzers share: arguments, the tests' own TypeScript, and a loop that tells when a query hangs. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';

/** `--name=value` from the command line. */
export const args = Object.fromEntries(process.argv.slice(2).map((a) => a.replace(/^--/, '').split('=')));

/** `--lib` takes another build, to find the commit that broke a pair. */
export const lib = await import(args.lib ?? '../../dist/index.js');

/** A module of the tests: TypeScript without imports at run time but each other. */
export async function load(path) {
  const entry = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { seedFromEnv } = await load('support/rng.ts');
export const seed = Number(args.seed ?? seedFromEnv(Date.now() % 1_000_000));
/** The one pair to run, or −1. */
export const only = args.only === undefined ? -1 : Number(args.only);

/** Another thread watches the number of the pair: a query that never returns cannot be reported from its own. */
const watch = `
  const { workerData } = require('node:worker_threads');
  let last = -1;
  let lastBeat = -1;
  setInterval(() => {
    const now = Atomics.load(workerData.progress, 0);
    const beat = Atomics.load(workerData.progress, 1);
    if (now === last && beat === lastBeat) {
      require('node:fs').writeSync(1, 'FAILURE: pair ' + now + ' hangs: --seed=' + workerData.seed + ' --only=' + now + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    last = now;
    lastBeat = beat;
  }, 30000);
`;

/** Runs pairs 0 … count − 1, or `only`; prints how long it took. One that takes long calls its second argument now and then. */
export function runAll(findings, count, run) {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  new Worker(watch, { eval: true, workerData: { progress, seed } }).unref();
  const beat = () => Atomics.add(progress, 1, 1);
  const started = performance.now();
  const last = only >= 0 ? only : count - 1;
  for (let i = Math.max(only, 0); i <= last; i++) {
    Atomics.store(progress, 0, i);
    findings.current = i;
    run(i, beat);
  }
  const time = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`seed ${seed}, ${only >= 0 ? `pair ${only}` : `${count} pairs`}, ${time} s`);
}

/** Prints the findings (a pair is replayed by `--seed` and `--only`) and sets the exit code. */
export function conclude(findings) {
  console.log(`\nWorst (pair):\n${findings.extremes()}`);
  console.log(`\nFailures: ${findings.failed ? '' : 'none'}`);
  if (findings.failed) console.log(findings.report());
  process.exitCode = findings.failed ? 1 : 0;
}
