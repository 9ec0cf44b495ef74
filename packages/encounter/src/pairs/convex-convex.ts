/** Two bounded convex shapes: exact closed forms where the cores have one, the general way otherwise. */
import { GjkCast } from '../convex/cast.ts';
import { Cso } from '../convex/cso.ts';
import type { PairCache } from '../convex/pair-cache.ts';
import { Goal, Penetration } from '../convex/penetration.ts';
import { Proximity } from '../convex/proximity.ts';
import { Vec3 } from '../math/vec3.ts';
import { type Body, place, pointToWorld, vectorToQuery, vectorToWorld } from './body.ts';
import type { CastHit, PairGeometry } from './result.ts';

export class ConvexPair {
  readonly cso: Cso = new Cso();
  readonly penetration: Penetration = new Penetration();
  /** Whether closed forms may be used; without them every pair goes through GJK and EPA. */
  exact = true;
  readonly #proximity: Proximity = new Proximity();
  readonly #cast: GjkCast = new GjkCast();
  readonly #r: Vec3 = new Vec3();

  /**
   * Whether the two intersect. `out` is filled as far as `goal` asks (see `Penetration.solve`), in the world; the signed
   * distance is then `signed`.
   */
  solve(
    a: Body,
    b: Body,
    goal: Goal,
    accuracy: number,
    maxDistance: number,
    cache: PairCache | undefined,
    out: PairGeometry | null,
  ): boolean {
    const { cso } = this;
    const found = this.#proximity;
    place(cso, a, b);
    const together = this.penetration.solve(cso, goal, accuracy * cso.size, maxDistance, cache, found);
    if (out !== null && (together || goal !== Goal.depth)) {
      vectorToWorld(a, found.normal, out.normal);
      if (found.signed < Infinity) {
        pointToWorld(a, found.pointA, out.pointA);
        pointToWorld(a, found.pointB, out.pointB);
      } else {
        out.pointA.set(0, 0, 0);
        out.pointB.set(0, 0, 0);
      }
      out.primitiveA = -1;
      out.primitiveB = -1;
      out.converged = found.converged;
      out.iterations = found.iterations;
    }
    return together;
  }

  /** The signed distance that the last `solve` found. */
  get signed(): number {
    return this.#proximity.signed;
  }

  /** First contact while B moves by `motion` relative to A, both at their places now and apart or touching. */
  cast(a: Body, b: Body, motion: Vec3, accuracy: number, out: CastHit): boolean {
    const { cso } = this;
    const cast = this.#cast;
    place(cso, a, b);
    if (!cast.run(cso, vectorToQuery(a, motion, this.#r), accuracy * cso.size)) return false;
    out.t = cast.t;
    pointToWorld(a, cast.point, out.point);
    vectorToWorld(a, cast.normal, out.normal);
    out.converged = cast.converged;
    out.iterations = cast.iterations;
    return true;
  }
}
