/**
 * First contact of two convex bodies that move and turn, by conservative advancement (B. Mirtich, "Impulse-based Dynamic Simulation of
 * Rigid Body Systems", 1996; X. Zhang, M. Lee and Y. J. Kim, "Interactive Continuous Collision Detection for Non-convex Polyhedra",
 * 2006). Each step computes the distance and takes its normal for an axis. The pair advances for as long as that axis is proven to keep
 * the bodies apart (see axis-advance.ts), which is exact for translations and of second order for rotations: no speed is bounded.
 *
 * The bodies that touch at the start may stay in contact: then the level that the signed distance may not fall below is minus the
 * accuracy instead of zero.
 */
import type { Body } from '../bodies/body.ts';
import { MovedBody } from '../bodies/moved-body.ts';
import { PairCache } from '../convex/pair-cache.ts';
import { Goal } from '../convex/penetration.ts';
import type { Path } from '../math/path.ts';
import { smallerExtent } from '../pairs/place.ts';
import { DistanceResult } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { ACCURACY, ACCURACY_CURVED, TOUCH } from '../tolerances.ts';
import { AxisAdvance, LEVEL, NEAR } from './axis-advance.ts';
import type { Impact } from './impact.ts';

/** Distances computed for one pair: a guard. What it ends is reported as a hit that has not converged. */
const MOST_DISTANCES = 500;

export class ConvexImpact {
  readonly solver: PairSolver;
  /** How many distances are computed at most, if fewer than usual: then t is only a lower bound of the time of contact. */
  most: number = Infinity;
  /** The time to start from and that to end at. */
  readonly time: Float64Array = new Float64Array(2);
  readonly #a: MovedBody = new MovedBody();
  readonly #b: MovedBody = new MovedBody();
  readonly #axis: AxisAdvance = new AxisAdvance();
  readonly #cache: PairCache = new PairCache();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #found: DistanceResult = new DistanceResult();

  constructor(solver: PairSolver) {
    this.solver = solver;
  }

  /**
   * Whether the bodies come into contact in time[0] … time[1]. They are given where they are at t = 0. With `resting` they may be in
   * contact at the start, and what counts is that they go deeper than the accuracy.
   */
  run(a: Body, pathA: Path, b: Body, pathB: Path, settings: QuerySettings, resting: boolean, out: Impact): boolean {
    const { time, solver } = this;
    const axis = this.#axis;
    const found = this.#found;
    const own = this.#settings;
    const movedA = this.#a.of(a);
    const movedB = this.#b.of(b);
    const curved = !(a.polyhedral && b.polyhedral) || a.radius + b.radius > 0;
    const extent = settings.extent > 0 ? settings.extent : smallerExtent(a.extent, b.extent);
    own.accuracy = settings.accuracy;
    own.extent = settings.extent;
    own.cache = this.#cache;
    this.#cache.clear();
    const accuracy = settings.accuracy > 0 ? settings.accuracy : curved ? ACCURACY_CURVED : ACCURACY;
    // Where rounding of the coordinates is coarser than the accuracy, it takes its place.
    axis.of(a, pathA, b, pathB);
    const rounding = 4 * TOUCH * (axis.magnitude + a.extent + b.extent);
    const tolerance = Math.max(accuracy * extent, rounding);
    const contact = resting ? -0.5 * tolerance : 0.5 * tolerance;
    axis.limits[LEVEL] = resting ? -tolerance : 0;
    axis.limits[NEAR] = 0.25 * tolerance;
    let iterations = 0;
    for (let step = 0; ; step++) {
      const t = time[0];
      pathA.time[0] = t;
      pathB.time[0] = t;
      movedA.moveAlong(pathA);
      movedB.moveAlong(pathB);
      own.maxDistance = axis.fastest * (time[1] - t) + tolerance;
      solver.solve(movedA, movedB, resting ? Goal.signed : Goal.distance, own, found);
      const { signed } = solver;
      // Too far apart for all the time that is left.
      if (signed === Infinity) return false;
      iterations += found.iterations;
      const touching = signed <= contact;
      if (!touching) {
        // Proven apart until the end, and apart there.
        if (t >= time[1]) return false;
        axis.gap = signed - found.error;
        axis.advance(time, found.normal, found.pointA, found.pointB);
        // Time left, and g above the level at its end: the axis proves that they do not meet.
        if (time[0] >= time[1] && axis.gap > contact) return false;
      }
      const stuck = !touching && !(time[0] > t);
      if (!touching && !stuck && step < MOST_DISTANCES) {
        if (step + 1 < this.most) continue;
        out.t = time[0];
        out.iterations = iterations + axis.evaluations;
        return true;
      }
      out.t = t;
      out.gap = Math.max(0, signed);
      // Where the distance is nothing but rounding, its direction is, too. The axis that led here is not.
      if (step > 0 && Math.abs(signed) <= rounding) axis.copyAxis(out.normal);
      else out.normal.copy(found.normal);
      out.point.copy(found.pointA);
      out.primitiveA = -1;
      out.primitiveB = -1;
      out.converged = touching || (!resting && signed <= tolerance);
      out.iterations = iterations + axis.evaluations;
      return true;
    }
  }
}
