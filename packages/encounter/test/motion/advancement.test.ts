/**
 * timeOfImpact of pairs of all kinds against plain conservative advancement, and of what rests on a floor: some hundred cases of what
 * `npm run fuzz:motion` tries by the ten thousand.
 */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { Findings, type Subject } from '../support/findings.ts';
import { FLOORS, RESTS, randomMotionCase, randomRestingCase } from '../support/motion-cases.ts';
import { MotionChecks } from '../support/motion-checks.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const SEED = seedFromEnv(20261117);

describe('timeOfImpact', () => {
  test(`agrees with plain conservative advancement, seed ${SEED}`, () => {
    const findings = new Findings<Subject>(lib, SEED);
    const checks = new MotionChecks(findings);
    const count = runs(800);
    for (let i = 0; i < count; i++) {
      findings.current = i;
      checks.check(randomMotionCase(lib, new Rng(SEED, i)));
    }
    findings.verdict();
    // The reference decides nearly all, and meets all kinds of ends.
    expect(checks.tally.get('undecided')).toBeLessThanOrEqual(0.02 * count);
    for (const kind of ['hit', 'miss', 'overlap']) expect(checks.tally.get(kind)).toBeGreaterThan(0.02 * count);
  });

  test(`of what rests on a floor is null, or the time when it goes deeper, seed ${SEED}`, () => {
    const findings = new Findings<Subject>(lib, SEED);
    const checks = new MotionChecks(findings);
    let i = 0;
    for (const floor of FLOORS) {
      for (const rest of RESTS) {
        for (let k = 0; k < runs(20); k++) {
          findings.current = i;
          checks.checkResting(randomRestingCase(lib, new Rng(SEED, i++), floor, rest));
        }
      }
    }
    findings.verdict();
    for (const rest of RESTS) expect(checks.tally.get(`resting: ${rest}`)).toBe(FLOORS.length * runs(20));
  });
});
