import type { Body } from '../bodies/body.ts';
import type { Goal } from '../convex/penetration.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Caster } from './caster.ts';
import type { CastHit, PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** One question to the pair functions of a complex shape, with all of its arguments. ComplexPair fills it in. */
export class PairQuery {
  /** How many queries of the same pair functions wait for this one to end. */
  readonly depth: number;
  solver!: PairSolver;
  /** The body whose kind the pair functions are for. */
  a!: Body;
  b!: Body;
  settings!: QuerySettings;

  // For `answer`: whether the two intersect, and what else the goal asks.
  goal!: Goal;
  /** Filled as far as the goal asks, in the order a, b. */
  out!: PairGeometry | null;
  /** The answer: the signed distance, as far as the goal asks. */
  signed = 0;

  // For `sweep`: when the two first meet while B moves by `motion` and A is at rest. They are apart or touch at the start.
  caster!: Caster;
  readonly motion: Vec3 = new Vec3();
  hit!: CastHit;

  constructor(depth: number) {
    this.depth = depth;
  }
}
