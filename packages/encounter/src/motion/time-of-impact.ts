/** First contact of two moving bodies, by kind of shape. */
import type { Body } from '../bodies/body.ts';
import type { Path } from '../math/path.ts';
import type { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { ConvexImpact } from './convex-impact.ts';
import type { Impact } from './impact.ts';

export class ImpactSolver {
  readonly #convex: ConvexImpact;

  constructor(solver: PairSolver) {
    this.#convex = new ConvexImpact(solver);
  }

  solve(a: Body, pathA: Path, b: Body, pathB: Path, settings: QuerySettings, resting: boolean, out: Impact): boolean {
    const { time } = this.#convex;
    time[0] = 0;
    time[1] = 1;
    return this.#convex.run(a, pathA, b, pathB, settings, resting, out);
  }
}
