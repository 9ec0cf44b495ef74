import type { Body } from '../bodies/body.ts';
import type { Goal } from '../convex/penetration.ts';
import type { ConvexPair } from './convex-convex.ts';
import type { PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';

/** What pair functions of complex shapes call for pairs of their parts: see dispatch.ts. */
export interface PairSolver {
  readonly convex: ConvexPair;
  /** Signed distance found by the last `solve`, as far as its goal asked. */
  readonly signed: number;
  /** Whether any two bodies intersect. `out` is filled as far as `goal` asks, in the world and in the order of the pair. */
  solve(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean;
}
