/**
 * Movers in random levels and in situations where it is known where they must end.
 *
 *   node packages/encounter/test/fuzz/mover-fuzz.mjs [--moves=1000000] [--seed=1] [--only=i] [--kind=name] [--standing=100000]
 *                                                    [--lib=path] [--mover=path] [--plain[=flaw]] [--print=4000]
 *
 * A case is a walk of about 100 moves through one level, every tenth a trial with a known answer; the last cases stand on slopes for
 * `--standing` moves each. A case depends on the seed and its number only: `--only=i`, with the same `--moves`, replays it.
 * `--kind=walk`, or the name of a trial, makes all cases of that kind. The mover is that of the build that `--lib` names;
 * `--mover=path` takes the `Mover` of another module, and `--plain` the reference of the tests, with one of its flaws if named. Prints
 * what the cases have seen, the worst values, and for the first failures of each kind a program with the last move. Exit code 1 on
 * failures.
 */
import { pathToFileURL } from 'node:url';
import { args, conclude, lib, load, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Court, caseCount, runCase } = await load('support/mover-court.ts');

async function findMover() {
  if ('plain' in args) return (await load('support/plain-mover.ts')).plainMover(lib, args.plain);
  const beside = args.lib === undefined ? '../../dist/' : String(new URL('.', pathToFileURL(args.lib)));
  const { Mover } = await import(args.mover ?? `${beside}mover/index.js`);
  return Mover;
}

const findings = new Findings(lib, seed, Number(args.print ?? 4000));
const court = new Court(findings, await findMover());
const plan = {
  moves: Number(args.moves ?? 1_000_000),
  standing: Number(args.standing ?? 100_000),
  kind: args.kind,
};
runAll(findings, caseCount(plan), (i, beat) => {
  court.onMove = beat;
  runCase(court, plan, seed, i);
});
console.log(`${court.moves} moves; ${court.tally.report()}`);
conclude(findings);
