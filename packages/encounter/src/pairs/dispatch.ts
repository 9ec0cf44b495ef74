/**
 * The entrance of the pair solver: which algorithm serves which pair of kinds. Two convex shapes are served here. Other kinds bring
 * their pair functions along with the shape, so a program without such shapes does not carry their code. Of two such kinds the
 * functions of the higher one serve the pair, and get their own kind first (see complex-pair.ts).
 */
import type { Body } from '../bodies/body.ts';
import type { Goal } from '../convex/penetration.ts';
import { isConvex } from '../shapes/shape.ts';
import type { ComplexPair } from './complex-pair.ts';
import { ConvexPair } from './convex-convex.ts';
import type { PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** Solves pairs one after the other, and owns the scratch that this takes. */
export class PairDispatch implements PairSolver {
  readonly convex: ConvexPair = new ConvexPair();
  signed = 0;

  solve(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    if (isConvex(a.kind) && isConvex(b.kind)) {
      const together = this.convex.solve(a, b, goal, settings, out);
      this.signed = this.convex.found.signed;
      return together;
    }
    a.freshen?.();
    b.freshen?.();
    const pair = pairOf(a, b);
    const together = pair.solve(this, a, b, goal, settings, out);
    this.signed = pair.signed;
    return together;
  }
}

/** The pair functions for two bodies that are not both convex. */
export function pairOf(a: Body, b: Body): ComplexPair {
  const { shape } = a.kind >= b.kind ? a : b;
  return (shape as unknown as { readonly pair: ComplexPair }).pair;
}
