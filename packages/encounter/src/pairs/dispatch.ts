/**
 * Which algorithm serves which pair of kinds. There are few kinds of shapes, and one function a pair of kinds; the swapped order
 * is made here. Two convex shapes are served here; other kinds bring their pair functions along with the shape, so that a
 * program that has none of them does not carry their code.
 */
import { show } from '../check.ts';
import type { Goal } from '../convex/penetration.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { Body, QuerySettings } from './body.ts';
import { ConvexPair } from './convex-convex.ts';
import type { PairGeometry } from './result.ts';

/** Solves pairs one after the other; holds the scratch they need. */
export class PairSolver {
  readonly convex: ConvexPair = new ConvexPair();
  /** Signed distance found by the last `solve`, as far as its goal asked. */
  signed = 0;

  solve(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    if (a.frame === undefined || b.frame === undefined) {
      throw new TypeError(`expected a Collider, got ${show(a.frame === undefined ? String(a) : String(b))}`);
    }
    const halfA = a.kind === ShapeKind.halfspace;
    const halfB = b.kind === ShapeKind.halfspace;
    if (!halfA && !halfB) {
      const together = this.convex.solve(a, b, goal, settings, out);
      this.signed = this.convex.found.signed;
      return together;
    }
    if (halfA && halfB) throw new TypeError(`no query on two halfspaces: ${a.shape} and ${b.shape}`);
    const half = ((halfA ? a : b).shape as Halfspace).pair;
    const together = half.solve(halfA ? a : b, halfA ? b : a, halfB, goal, settings, out);
    this.signed = half.signed;
    return together;
  }
}
