/**
 * Deforming meshes against dumb references: see test/support/deforming-cases.ts.
 *
 *   node packages/encounter/test/fuzz/deform-fuzz.mjs [--pairs=10000] [--seed=1] [--only=i] [--lib=path]
 *
 * Every fifth pair touches in one place at the start. Counts impacts that are missed or late, gaps above the accuracy, points that are not on both, results that differ when swapped, and what
 * has not converged. A case depends on the seed and its number only: `--only=i` replays it. Exit code 1 on failures.
 */
import * as primitives from '../../dist/primitives/index.js';
import { args, conclude, lib, load, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { checkCase, checkTouched, motionOf, randomCase } = await load('support/deforming-cases.ts');

const judge = new Findings(lib, seed);
const tally = { asked: 0, hits: 0, judged: 0, unconverged: 0, atOnce: 0 };

const program = ({ a, b }) =>
  [a, b]
    .map(
      (s) =>
        `${lib.describeCollider?.(s.collider) ?? s.collider.shape}, [${s.collider.getMatrix()}], ${s.collider.margin}`,
    )
    .concat([a, b].map((s) => JSON.stringify({ translation: s.translation, positions: s.end ?? undefined })))
    .concat(JSON.stringify([a, b].map((s) => Array.from(motionOf(s).positions ?? []))))
    .join('\n');

runAll(judge, Number(args.pairs ?? 10000), (i) => {
  if (i % 5 === 4) {
    checkTouched(lib, primitives, new Rng(seed, i), tally, (what, detail) => judge.add(what, detail));
    return;
  }
  const c = randomCase(lib, new Rng(seed, i));
  try {
    checkCase(
      lib,
      primitives,
      c,
      tally,
      (what, detail) => judge.add(what, detail, () => program(c)),
      (what, value) => judge.worst(what, value),
    );
  } catch (error) {
    judge.add('throws', error.stack, () => program(c));
  }
});
console.log(
  `${tally.asked} asked, ${tally.hits} hits, ${tally.judged} judged by a reference, ${tally.unconverged} not converged, ${tally.atOnce} resting contacts an impact at once`,
);
conclude(judge);
