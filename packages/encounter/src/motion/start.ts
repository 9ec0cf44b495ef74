/**
 * How two bodies stand to each other when a motion begins: the one rule for `castShape` and `timeOfImpact`. Bodies that are nearer than
 * the accuracy or overlap by less touch. Where a motion begins matters only beyond that, so neither a gap nor an overlap that rounding or
 * an earlier query has left changes the answer.
 */
import type { Body } from '../bodies/body.ts';
import { Goal } from '../convex/penetration.ts';
import { contactTolerance } from '../pairs/place.ts';
import type { PairGeometry } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';

export const Start = { apart: 0, touching: 1, overlap: 2 } as const;
export type Start = (typeof Start)[keyof typeof Start];

export class StartJudge {
  readonly #solver: PairSolver;
  readonly #settings: QuerySettings = new QuerySettings();
  /** How deep counted as touching in the last question, and how near unless the bodies move along paths. */
  readonly tolerance: Float64Array = new Float64Array(1);
  /** How near, and how deep, counts as touching in any case: see start-along.ts. */
  readonly near: Float64Array = new Float64Array(2);

  constructor(solver: PairSolver) {
    this.#solver = solver;
  }

  /** `out` is filled unless they are apart. A coarse accuracy of the caller's does not turn an overlap into touching. */
  ask(a: Body, b: Body, { accuracy, cache }: QuerySettings, out: PairGeometry): Start {
    const own = this.#settings;
    own.accuracy = accuracy;
    const { near: least } = this;
    const deep = contactTolerance(a, b, own, this.tolerance);
    if (deep[0] < least[1]) deep[0] = least[1];
    const tolerance = deep[0];
    const near = Math.max(tolerance, least[0]);
    // To the default accuracy, if the caller's is coarser.
    own.accuracy = 0;
    own.cache = cache;
    own.maxDistance = near;
    const solver = this.#solver;
    // Most bodies are apart, which their distance tells soonest. A depth, which for complex shapes is a long search, is asked for only
    // if there is one.
    if (solver.solve(a, b, Goal.distance, own, out)) solver.solve(a, b, Goal.depth, own, out);
    own.cache = undefined;
    const { signed } = solver;
    if (signed > near) return Start.apart;
    return signed < -tolerance ? Start.overlap : Start.touching;
  }
}
