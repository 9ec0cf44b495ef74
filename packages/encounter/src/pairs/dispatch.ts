/**
 * Which algorithm serves which pair of kinds. There are few kinds of shapes (convex, halfspace; complex ones come with
 * their own), and one function a pair of kinds; the swapped order is made here.
 */
import { show } from '../check.ts';
import type { Goal } from '../convex/penetration.ts';
import { addScaled, Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { Body, QuerySettings } from './body.ts';
import { ConvexPair } from './convex-convex.ts';
import { HalfspacePair } from './convex-halfspace.ts';
import type { CastHit, PairGeometry } from './result.ts';

/** Solves pairs one after the other; holds the scratch they need. */
export class PairSolver {
  readonly convex: ConvexPair = new ConvexPair();
  readonly #halfspace: HalfspacePair = new HalfspacePair();
  readonly #motion: Vec3 = new Vec3();
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
      this.signed = this.convex.signed;
      return together;
    }
    if (halfA && halfB) throw new TypeError(`no query on two halfspaces: ${a.shape} and ${b.shape}`);
    const half = this.#halfspace;
    const together = half.solve(halfA ? a : b, halfA ? b : a, halfB, goal, settings, out);
    this.signed = half.signed;
    return together;
  }

  /** First contact of two bodies that are apart, while each translates. `out` is filled when there is one. */
  cast(a: Body, motionA: Vec3, b: Body, motionB: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const motion = addScaled(motionB, motionA, -1, this.#motion);
    const halfA = a.kind === ShapeKind.halfspace;
    const halfB = b.kind === ShapeKind.halfspace;
    const half = this.#halfspace;
    let hit: boolean;
    if (!halfA && !halfB) hit = this.convex.cast(a, b, motion, settings, out);
    else if (halfA) {
      half.place(a);
      hit = half.cast(b, motion, out);
    } else {
      half.place(b);
      hit = half.cast(a, motion.set(-motion.x, -motion.y, -motion.z), out);
      out.normal.set(-out.normal.x, -out.normal.y, -out.normal.z);
    }
    if (!hit) return false;
    // The point was found with A (or the halfspace) standing still: carry it along.
    addScaled(out.point, halfB && !halfA ? motionB : motionA, out.t, out.point);
    out.primitiveA = -1;
    out.primitiveB = -1;
    return true;
  }
}
