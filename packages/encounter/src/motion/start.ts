/**
 * How two bodies stand to each other when a motion begins: the one rule for `castShape` and `timeOfImpact`. Bodies that are nearer than
 * the accuracy or overlap by less touch. Where a motion begins matters only beyond that, so neither a gap nor an overlap that rounding or
 * an earlier query has left changes the answer.
 */
import type { Body } from '../bodies/body.ts';
import { ORIGIN, REACH } from '../bodies/layout.ts';
import { Goal } from '../convex/penetration.ts';
import type { Path } from '../math/path.ts';
import { contactTolerance, smallerExtent } from '../pairs/place.ts';
import type { PairGeometry } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { ACCURACY, ACCURACY_CURVED, TOUCH } from '../tolerances.ts';

export const Start = { apart: 0, touching: 1, overlap: 2 } as const;
export type Start = (typeof Start)[keyof typeof Start];

export class StartJudge {
  readonly #solver: PairSolver;
  readonly #settings: QuerySettings = new QuerySettings();
  /** How deep counted as touching in the last question, and how near unless the bodies move along paths. */
  tolerance = 0;
  /** How near counts as touching beyond that. */
  readonly #near: Float64Array = new Float64Array(1);

  constructor(solver: PairSolver) {
    this.#solver = solver;
  }

  /**
   * As `ask`, for bodies that move along paths. The search that follows cannot tell a gap below the accuracy asked from contact, nor one
   * below the rounding of places on the way: bodies that near touch, too.
   */
  askAlong(a: Body, pathA: Path, b: Body, pathB: Path, settings: QuerySettings, out: PairGeometry): Start {
    const { accuracy } = settings;
    const usual = a.polyhedral && b.polyhedral && a.radius + b.radius === 0 ? ACCURACY : ACCURACY_CURVED;
    const extent = smallerExtent(a.extent, b.extent);
    const largest = Math.max(magnitudeOf(a, pathA), magnitudeOf(b, pathB));
    this.#near[0] = Math.max((accuracy > 0 ? accuracy : usual) * extent, 4 * TOUCH * (largest + a.extent + b.extent));
    const start = this.ask(a, b, settings, out);
    this.#near[0] = 0;
    return start;
  }

  /** `out` is filled unless they are apart. A coarse accuracy of the caller's does not turn an overlap into touching. */
  ask(a: Body, b: Body, { accuracy, cache }: QuerySettings, out: PairGeometry): Start {
    const own = this.#settings;
    own.accuracy = accuracy;
    const tolerance = contactTolerance(a, b, own);
    this.tolerance = tolerance;
    const near = Math.max(tolerance, this.#near[0]);
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

/** A bound of the coordinates that a body has on its way. One that is boundless counts by its place. */
function magnitudeOf({ m }: Body, { center: c, translation: v }: Path): number {
  const x = m[REACH];
  const y = m[REACH + 1];
  const z = m[REACH + 2];
  let far = 0;
  for (let i = 0; i < 3; i++) far += Math.abs(m[i]) * x + Math.abs(m[3 + i]) * y + Math.abs(m[6 + i]) * z;
  if (!(far < Infinity)) far = 0;
  const place = Math.abs(m[ORIGIN] - c.x) + Math.abs(m[ORIGIN + 1] - c.y) + Math.abs(m[ORIGIN + 2] - c.z);
  const center = Math.abs(c.x) + Math.abs(c.y) + Math.abs(c.z);
  return center + Math.abs(v.x) + Math.abs(v.y) + Math.abs(v.z) + place + far;
}
