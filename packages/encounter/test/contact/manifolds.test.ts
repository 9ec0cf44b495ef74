/** `manifolds` against patches known by construction and against its contract; `npm run fuzz:manifolds` runs the same for longer. */
import { describe, expect, it } from 'vitest';
import * as encounter from '../../src/index.ts';
import { Findings } from '../support/findings.ts';
import type { ContactLibrary } from '../support/manifold-cases.ts';
import { type Family, ManifoldJudge } from '../support/manifold-judge.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const lib = encounter as unknown as ContactLibrary;
const seed = seedFromEnv(15);

function judge(family: Family, count: number): ManifoldJudge {
  const findings = new Findings(lib, seed, 2500);
  const judge = new ManifoldJudge(findings);
  for (let i = 0; i < count; i++) {
    findings.current = i;
    judge.run(family, new Rng(seed, i));
  }
  findings.verdict();
  return judge;
}

const sum = (j: ManifoldJudge, start: string): number =>
  [...j.checks.tally].reduce((total, [what, n]) => total + (what.startsWith(start) ? n : 0), 0);

describe(`manifolds, seed ${seed}`, () => {
  it('of parallel faces and edges have the exact patch, whole and reduced', () => {
    const count = runs(2000);
    const judged = judge('lattice', count);
    expect(sum(judged, 'lattice: patch of dimension')).toBeGreaterThan(0.6 * count);
    expect(sum(judged, 'reduction: best four')).toBeGreaterThan(0.1 * count);
  });

  it('of every pair of bodies have the exact patch', () => {
    const findings = new Findings(lib, seed, 2500);
    new ManifoldJudge(findings).pairs(new Rng(seed, 1));
    findings.verdict();
  });

  it('of random pairs have the normal and the deepest point of signedDistance, and one point in general position', () => {
    const count = runs(3000);
    const judged = judge('random', count);
    expect(sum(judged, 'random: one point')).toBeGreaterThan(0.2 * count);
  });

  it('keep their ids along smooth paths', () => {
    const count = runs(200);
    const judged = judge('path', count);
    expect(sum(judged, 'path: steps with the same corners')).toBeGreaterThan(10 * count);
  });

  it('of a floor do not depend on how it is cut; corners, ridges and valleys have one per normal', () => {
    judge('ground', runs(800));
  });

  it('of a hill have normals between those of the faces around', () => {
    judge('hill', runs(100));
  });

  it('name options that make no sense, and fill a list anew', () => {
    const findings = new Findings(lib, seed, 2500);
    new ManifoldJudge(findings).arguments();
    findings.verdict();
  });
});
