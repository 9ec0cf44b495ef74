/** First contact of two translating bodies, by kind of shape. */

import type { Body } from '../bodies/body.ts';
import { Probe } from '../bodies/probe.ts';
import { GjkCast } from '../convex/cast.ts';
import { Goal } from '../convex/penetration.ts';
import { against, Vec3 } from '../math/vec3.ts';
import type { Caster, RayQuery } from '../pairs/caster.ts';
import type { RayTarget } from '../pairs/complex-pair.ts';
import { pairOf } from '../pairs/dispatch.ts';
import { place, pointToWorld, vectorToQuery, vectorToWorld } from '../pairs/place.ts';
import { CastHit, PairGeometry } from '../pairs/result.ts';
import type { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { hasParts, isConvex } from '../shapes/shape.ts';

export class CastSolver implements Caster {
  readonly solver: PairSolver;
  readonly #cast: GjkCast = new GjkCast();
  readonly #r: Vec3 = new Vec3();
  readonly #probe: Probe = new Probe();
  readonly #pointCast: CastHit = new CastHit();
  readonly #step: Vec3 = new Vec3();
  readonly #touch: PairGeometry = new PairGeometry();

  constructor(solver: PairSolver) {
    this.solver = solver;
  }

  castPair(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    out.primitiveA = -1;
    out.primitiveB = -1;
    if (isConvex(a.kind) && isConvex(b.kind)) return this.#castConvex(a, b, motion, settings, out);
    return pairOf(a, b).cast(this, a, b, motion, settings, out);
  }

  rayBody(ray: RayQuery): boolean {
    const { body } = ray;
    if (hasParts(body.kind)) {
      const { pair } = body.shape as unknown as { readonly pair: RayTarget };
      return pair.ray(this, ray);
    }
    const { from, dir, to, settings, hit } = ray;
    // A solid has no side that could be met from behind.
    if (settings.side < 0) return false;
    const probe = this.#probe;
    probe.frame.setOrigin(from);
    hit.primitive = -1;
    hit.noTriangle();
    if (this.solver.solve(body, probe, Goal.decide, settings, null)) {
      hit.t = 0;
      hit.normal.set(0, 0, 0);
      return true;
    }
    const cast = this.#pointCast;
    const limit = hit.t;
    this.#step.set(dir.x * limit, dir.y * limit, dir.z * limit);
    if (this.castPair(body, probe, this.#step, settings, cast)) {
      hit.t = limit * cast.t;
      hit.normal.copy(cast.normal);
      return true;
    }
    // A ray that ends on the surface, to rounding, hits at its end. If something else is hit before, that is of no interest.
    probe.frame.setOrigin(to);
    if (limit < 1 || !this.solver.solve(body, probe, Goal.decide, settings, null)) return false;
    this.solver.solve(body, probe, Goal.signed, settings, this.#touch);
    hit.t = 1;
    const n = hit.normal.copy(this.#touch.normal);
    if (n.x * dir.x + n.y * dir.y + n.z * dir.z > 0) against(dir, n);
    return true;
  }

  #castConvex(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const { cso, penetration, found } = this.solver.convex;
    const cast = this.#cast;
    place(cso, a, b, settings);
    const r = vectorToQuery(a, motion, this.#r);
    if (!cast.run(cso, r)) return false;
    out.t = cast.t;
    out.converged = cast.converged;
    out.iterations = cast.iterations;
    if (cast.advanced) {
      pointToWorld(a, cast.point, out.point);
      vectorToWorld(a, cast.normal, out.normal);
      return true;
    }
    // The bodies touch at the start, up to rounding. The normal is that of touching, and only an approach counts as a hit.
    penetration.solve(cso, Goal.signed, undefined, found);
    const n = found.normal;
    pointToWorld(a, found.pointA, out.point);
    vectorToWorld(a, n, out.normal);
    return n.x * r.x + n.y * r.y + n.z * r.z < 0;
  }
}
