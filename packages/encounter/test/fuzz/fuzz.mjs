/**
 * Random pairs over the whole generator space, against the contracts and certificates of test/support/checks.ts.
 *
 *   node packages/encounter/test/fuzz/fuzz.mjs [--pairs=100000] [--seed=1] [--dense=0.02] [--only=i] [--offset=x] [--lib=path]
 *
 * Cheap checks on every pair, certificates and the other properties on a fraction. Prints counts by kind of failure, the
 * worst error relative to the pair's size by category, the slowest query, and how to reproduce the first failure of each
 * kind. A pair depends on the seed and its number only: `--only=i` replays it. Exit code 1 on failures.
 */
import { args, conclude, lib, load, only, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { randomPair } = await load('support/generators.ts');
const { Solid, directions } = await load('support/reference.ts');
const checks = await load('support/checks.ts');

const dense = Number(args.dense ?? 0.02);
const around = directions(60);
const support = (item, dir) => new Solid(item).support(dir);

const judge = new Findings(lib, seed);
const slow = { total: 0, count: 0, most: 0, program: '' };
let unconverged = 0;

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
    slow.program = `pair ${judge.current}\n${lib.describeQuery(a, b)}`;
  }
}

function run(i) {
  const rng = new Rng(seed, i);
  let pair;
  try {
    pair = randomPair(lib, rng, support, args.offset === undefined ? {} : { offset: Number(args.offset) });
  } catch (error) {
    judge.add('constructor throws', error.stack);
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

runAll(judge, Number(args.pairs ?? 100_000), run);

const mean = slow.total / slow.count;
console.log(`\nsignedDistance: mean ${(1000 * mean).toFixed(1)} µs; slowest ${(slow.most / mean).toFixed(0)} means`);
console.log(`not converged: ${unconverged}`);
if (slow.most > 50 * mean) console.log(`slowest: ${slow.program}`);
conclude(judge);
