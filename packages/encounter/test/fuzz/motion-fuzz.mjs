/**
 * `timeOfImpact` of random motions against plain conservative advancement, and of what rests on a floor.
 *
 *   node packages/encounter/test/fuzz/motion-fuzz.mjs [--pairs=50000] [--resting=10000] [--seed=1] [--only=i] [--lib=path] [--print=4000]
 *
 * Cases 0 … pairs − 1 are pairs, those after them rest on floors. A case depends on the seed and its number only: `--only=i` replays
 * it. Prints how many cases the reference decided and how, the worst values, the mean and the slowest query with a program, and for
 * the first failures of each kind a program that asks the same again. Exit code 1 on failures.
 */
import { args, conclude, lib, load, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { randomMotionCase, randomRestingCase } = await load('support/motion-cases.ts');
const { MotionChecks, describeImpact } = await load('support/motion-checks.ts');

const findings = new Findings(lib, seed, Number(args.print ?? 4000));
const checks = new MotionChecks(findings);
const pairs = Number(args.pairs ?? 50_000);
const resting = Number(args.resting ?? 10_000);

const out = new lib.Impact();
const slow = { total: 0, count: 0, worst: [] };

/** A query and its time; a long one is asked again, to tell slow queries from a busy machine. */
function ask(c) {
  const once = () => {
    const before = performance.now();
    const found = lib.timeOfImpact(c.a.collider, c.a.said, c.b.collider, c.b.said, out);
    return { found, time: performance.now() - before };
  };
  let { found, time } = once();
  const mean = slow.total / Math.max(1, slow.count);
  for (let i = 0; i < 4 && time > 10 * mean; i++) {
    const again = once();
    time = Math.min(time, again.time);
    found = again.found;
  }
  slow.total += time;
  slow.count++;
  if (slow.count > 500 && (slow.worst.length < 5 || time > slow.worst.at(-1).time)) {
    slow.worst.push({ time, at: findings.current, c });
    slow.worst.sort((p, q) => q.time - p.time);
    slow.worst.length = Math.min(5, slow.worst.length);
  }
  return found === null ? null : structuredClone({ ...found });
}

function run(i) {
  const rng = new Rng(seed, i);
  let c;
  try {
    if (i >= pairs) {
      c = randomRestingCase(lib, rng);
      checks.checkResting(c);
      return;
    }
    c = randomMotionCase(lib, rng);
    const before = performance.now();
    checks.check(c, ask);
    findings.worst('time of reference and query, ms', performance.now() - before);
  } catch (error) {
    findings.add(`throws: ${error.message}`, error.stack, () => (c === undefined ? '' : describeImpact(lib, c)));
  }
}

runAll(findings, pairs + resting, run);
console.log(`\n${checks.tally.report()}`);
const mean = slow.total / slow.count;
console.log(`\ntimeOfImpact: mean ${(1000 * mean).toFixed(1)} µs; slowest:`);
for (const { time, at, c } of slow.worst)
  console.log(
    `  ${time.toFixed(2)} ms, ${(time / mean).toFixed(0)} means: case ${at}, ${c.a.name}, ${c.b.name}, ${c.how}`,
  );
if (args.slowest !== undefined && slow.worst.length > 0) console.log(describeImpact(lib, slow.worst[0].c));
conclude(findings);
