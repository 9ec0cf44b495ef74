/** First contact of two translating bodies, by kind of shape. */
import { GjkCast } from '../convex/cast.ts';
import { Goal } from '../convex/penetration.ts';
import { addScaled, Vec3 } from '../math/vec3.ts';
import { type Body, place, pointToWorld, type QuerySettings, vectorToQuery, vectorToWorld } from '../pairs/body.ts';
import type { ConvexPair } from '../pairs/convex-convex.ts';
import type { CastHit } from '../pairs/result.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { ShapeKind } from '../shapes/shape.ts';

export class CastSolver {
  readonly #convex: ConvexPair;
  readonly #cast: GjkCast = new GjkCast();
  readonly #motion: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();

  constructor(convex: ConvexPair) {
    this.#convex = convex;
  }

  /** First contact of two bodies that are apart or touch, while each translates. `out` is filled when there is one. */
  cast(a: Body, motionA: Vec3, b: Body, motionB: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const motion = addScaled(motionB, motionA, -1, this.#motion);
    const halfA = a.kind === ShapeKind.halfspace;
    const halfB = b.kind === ShapeKind.halfspace;
    let hit: boolean;
    if (!halfA && !halfB) hit = this.#castConvex(a, b, settings, out);
    else {
      const half = halfA ? a : b;
      const { pair } = half.shape as Halfspace;
      pair.place(half);
      if (!halfA) motion.set(-motion.x, -motion.y, -motion.z);
      hit = pair.cast(halfA ? b : a, motion, out);
      if (!halfA) out.normal.set(-out.normal.x, -out.normal.y, -out.normal.z);
    }
    if (!hit) return false;
    // The point was found with A (or the halfspace) standing still: carry it along.
    addScaled(out.point, halfB ? motionB : motionA, out.t, out.point);
    out.primitiveA = -1;
    out.primitiveB = -1;
    return true;
  }

  #castConvex(a: Body, b: Body, settings: QuerySettings, out: CastHit): boolean {
    const { cso, penetration, found } = this.#convex;
    const cast = this.#cast;
    place(cso, a, b, settings);
    const r = vectorToQuery(a, this.#motion, this.#r);
    if (!cast.run(cso, r)) return false;
    out.t = cast.t;
    out.converged = cast.converged;
    out.iterations = cast.iterations;
    if (cast.advanced) {
      pointToWorld(a, cast.point, out.point);
      vectorToWorld(a, cast.normal, out.normal);
      return true;
    }
    // Apart by no more than rounding from the start on: the normal is that of touching, and only an approach is a hit.
    penetration.solve(cso, Goal.signed, undefined, found);
    const n = found.normal;
    pointToWorld(a, found.pointA, out.point);
    vectorToWorld(a, n, out.normal);
    return n.x * r.x + n.y * r.y + n.z * r.z < 0;
  }
}
