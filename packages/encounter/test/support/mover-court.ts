/** Which cases a mover is judged by: mostly random walks, in between trials whose outcome is known, and at the end long standing. */
import type { Findings, Subject } from './findings.ts';
import { Tally } from './motion-checks.ts';
import type { MoverClass } from './mover-contract.ts';
import type { Trials } from './mover-grounds.ts';
import { TRIALS } from './mover-trials.ts';
import { randomWalk } from './mover-walks.ts';
import { Rng } from './rng.ts';

export interface Plan {
  /** About how many moves all walks have together. */
  readonly moves: number;
  /** For how many moves each of the last cases stands on a slope. */
  readonly standing: number;
  /** Only cases of this kind: `walk` or the name of a trial. */
  readonly kind?: string;
}

const WALK = 100;
const TRIAL_EVERY = 10;
const LONG_STANDS = 5;
/** For how many moves a mover stands in an ordinary trial. */
const SHORT_STAND = 200;
const NAMES = Object.keys(TRIALS);

export class Court implements Trials {
  readonly findings: Findings<Subject>;
  readonly tally = new Tally();
  readonly Mover: MoverClass;
  readonly tolerance: number;
  standing = SHORT_STAND;
  /** Of all movers so far. */
  moves = 0;
  /** Called after each move: a long case is not one that hangs. */
  onMove: () => void = () => {};

  constructor(findings: Findings<Subject>, Mover: MoverClass, tolerance = 1e-9) {
    this.findings = findings;
    this.tolerance = tolerance;
    const count = () => {
      this.moves++;
      this.onMove();
    };
    this.Mover = class Counted extends Mover {
      override move(...args: Parameters<InstanceType<MoverClass>['move']>) {
        const result = super.move(...args);
        count();
        return result;
      }
    };
  }
}

export function caseCount({ moves, standing }: Plan): number {
  return Math.ceil(moves / WALK) + (standing > 0 ? LONG_STANDS : 0);
}

export function runCase(court: Court, plan: Plan, seed: number, i: number): void {
  const rng = new Rng(seed, i);
  const last = i >= Math.ceil(plan.moves / WALK);
  const trial = last ? 'slope' : i % TRIAL_EVERY === 0 ? rng.pick(NAMES) : null;
  const name = plan.kind ?? trial ?? 'walk';
  court.standing = last ? plan.standing : SHORT_STAND;
  const { findings, tally } = court;
  findings.where = name;
  tally.count(name);
  try {
    if (name === 'walk') randomWalk(court, rng, WALK);
    else TRIALS[name](court, rng);
  } catch (error) {
    findings.add(`throws: ${(error as Error).message}`, `${(error as Error).stack}`);
  }
}
