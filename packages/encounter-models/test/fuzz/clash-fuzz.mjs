/**
 * Clash detection on random assemblies whose truth is known: see test/support/assemblies.ts and test/support/clash-judge.ts.
 *
 *   node packages/encounter-models/test/fuzz/clash-fuzz.mjs [--pairs=100000] [--seed=1] [--only=i] [--ways=3] [--situation=name]
 *                                                           [--models=path] [--plain[=flaw]] [--print=4000]
 *
 * A case is one assembly of up to eight parts, judged in the plain presentation and `--ways` others (15 are all); cases are added until
 * there are as many pairs of parts as asked for. A case depends on the seed, its number and `--ways` only: `--only=i` replays it.
 * `--models` takes another build of encounter-models, and `--plain` the reference of the tests, with one of its flaws if named. Prints
 * what the cases have seen, and for the first failures of each kind a program that asks the pair again. Exit code 1 on failures.
 */
import { pathToFileURL } from 'node:url';
import { args, conclude, lib, load, only, runAll, seed } from '../../../encounter/test/fuzz/harness.mjs';

const here = '../../encounter-models/test/support';
const { Findings } = await load('support/findings.ts');
// One bundle of both: the reference knows the solids behind the parts from the very module that presents them.
const { ClashCourt, plainClash } = await load(`${here}/clash-court.ts`);

async function findLibrary() {
  if ('plain' in args) return plainClash(args.plain);
  const models = await import(args.models === undefined ? '../../dist/index.js' : pathToFileURL(args.models).href);
  return { clash: models.clash, ClashRun: models.ClashRun };
}

const findings = new Findings(lib, seed, Number(args.print ?? 4000));
const court = new ClashCourt(await findLibrary(), findings);
const plan = { ways: Number(args.ways ?? 3), situation: args.situation };
const wanted = Number(args.pairs ?? 100_000);
let cases = 0;
runAll(findings, only >= 0 ? 1 : wanted, (i, beat) => {
  beat();
  if (court.pairs >= wanted) return;
  court.runCase(seed, i, plan);
  cases++;
});
const seen = [...court.tally].map(([kind, n]) => `${kind} ${n}`).join(', ');
console.log(`${cases} assemblies, ${court.pairs} pairs of parts (${seen}), judged ${court.judged} times`);
conclude(findings);
