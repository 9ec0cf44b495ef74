/**
 * `manifolds` against patches that are known by construction, and against its contract.
 *
 *   node packages/encounter/test/fuzz/manifold-fuzz.mjs [--pairs=70000] [--seed=1] [--only=i] [--lib=path] [--family=name] [--print=2500]
 *
 * Cases are of five families: `lattice` (parallel faces and edges, exact patches), `random` (all kinds of shapes in all sorts
 * of poses), `path` (ids along smooth motions), `ground` (meshes and compounds, however they are cut) and `hill`. `--family` runs one
 * of them only. A case depends on the seed and its number only: `--only=i` replays it. Prints how many cases of each sort were judged,
 * the worst values, and for the first failures of each kind a program. Exit code 1 on failures.
 */
import { args, conclude, lib, load, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { FAMILIES, familyOf, ManifoldJudge } = await load('support/manifold-judge.ts');

if (typeof lib.manifolds !== 'function') {
  console.log('FAILURE: this build has no `manifolds`');
  process.exit(1);
}
const findings = new Findings(lib, seed, Number(args.print ?? 2500));
const judge = new ManifoldJudge(findings);
if (args.family !== undefined && !FAMILIES.includes(args.family))
  throw new Error(`no family ${args.family}: ${FAMILIES}`);

judge.arguments();
runAll(findings, Number(args.pairs ?? 70_000), (i) => judge.run(args.family ?? familyOf(i), new Rng(seed, i)));
console.log(`\n${judge.report()}`);
conclude(findings);
