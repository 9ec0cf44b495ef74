/**
 * Movers before the judge of test/support/mover-judge.ts: random walks through random levels, and trials whose outcome is known.
 * `npm run fuzz:mover` runs the same on more cases.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as lib from '../../src/index.ts';
import { Findings } from '../support/findings.ts';
import type { MoverClass } from '../support/mover-contract.ts';
import { Court, runCase } from '../support/mover-court.ts';
import { TRIALS } from '../support/mover-trials.ts';
import { runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(15005);
const entry = '../../src/mover/index.ts';
// Nothing is judged while the room is not there.
const built = existsSync(fileURLToPath(new URL(entry, import.meta.url)));

describe.runIf(built)(`movers before the judge, seed ${seed}`, () => {
  const judge = async (kind: string, cases: number, standing = 200) => {
    const { Mover } = (await import(/* @vite-ignore */ entry)) as { Mover: MoverClass };
    const findings = new Findings(lib, seed);
    const court = new Court(findings, Mover);
    const plan = { moves: 100 * cases, standing, kind };
    for (findings.current = 0; findings.current < cases; findings.current++)
      runCase(court, plan, seed, findings.current);
    findings.verdict();
    return court;
  };

  it('walk through random levels', async () => {
    const court = await judge('walk', runs(60));
    expect(court.moves).toBeGreaterThan(runs(60) * 80);
  });

  it.each(Object.keys(TRIALS))('%s', async (kind) => {
    await judge(kind, runs(20));
  });
});
