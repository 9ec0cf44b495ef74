/**
 * First contact of two translating bodies, by kind of shape.
 *
 * What happens at the start is decided here. Bodies that are apart hit when they first touch, bodies that overlap hit at t = 0. Bodies
 * that touch hit where the motion leads deeper than the accuracy; sliding along and parting are no hits. Each pair of convex parts is
 * asked on its own (see deeper.ts), so that all contacts decide and one that is slid along hides no other.
 * What is flat takes more: see flat-mover.ts.
 */
import type { Body } from '../bodies/body.ts';
import { Probe } from '../bodies/probe.ts';
import { GjkCast } from '../convex/cast.ts';
import { Goal } from '../convex/penetration.ts';
import { against, Vec3 } from '../math/vec3.ts';
import type { Caster, RayQuery } from '../pairs/caster.ts';
import type { RayTarget } from '../pairs/complex-pair.ts';
import { pairOf } from '../pairs/dispatch.ts';
import { contactTolerance, place, pointToWorld, vectorToQuery, vectorToWorld } from '../pairs/place.ts';
import { CastHit, PairGeometry } from '../pairs/result.ts';
import type { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { hasParts, isConvex, ShapeKind } from '../shapes/shape.ts';
import { Deeper } from './deeper.ts';
import { Start, StartJudge } from './start.ts';

export class CastSolver implements Caster {
  readonly solver: PairSolver;
  readonly axis: Vec3;
  readonly #start: StartJudge;
  readonly #cast: GjkCast = new GjkCast();
  readonly #deeper: Deeper = new Deeper();
  near = false;
  /** Parts that are not proven to be farther apart than this at the start set `near`. */
  readonly #nearness: Float64Array = new Float64Array([-1]);
  readonly #found: PairGeometry = new PairGeometry();
  readonly #r: Vec3 = new Vec3();
  readonly #probe: Probe = new Probe();
  readonly #pointCast: CastHit = new CastHit();
  readonly #step: Vec3 = new Vec3();
  readonly #touch: PairGeometry = new PairGeometry();

  constructor(solver: PairSolver) {
    this.solver = solver;
    this.axis = this.#cast.axis;
    this.#start = new StartJudge(solver);
  }

  /** First contact of any two bodies, however they stand at the start, while B moves by `motion` and A is at rest. Writes to `settings`. */
  solve(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    this.#begin();
    const convex = isConvex(a.kind) && isConvex(b.kind);
    // Mostly the cast itself proves for all parts that they are apart at the start. It does not tell what is inside a solid mesh.
    if (convex || isSurface(a, b) || isSurface(b, a)) {
      a.freshen?.();
      b.freshen?.();
      contactTolerance(a, b, settings, this.#nearness);
      const met = this.castPair(a, b, motion, settings, out);
      const { near } = this;
      this.#begin();
      if (!near) return met;
    }
    const found = this.#found;
    const start = this.#start.ask(a, b, settings, found);
    if (start === Start.overlap) {
      hitAtStart(found, out);
      return true;
    }
    if (start === Start.touching) {
      settings.resting = this.#start.tolerance[0];
      if (!convex) settings.whole = isConvex(a.kind) ? a : isConvex(b.kind) ? b : null;
    }
    const met = this.castPair(a, b, motion, settings, out);
    if (settings.whole !== null && pairOf(a, b).flat?.sinks(this.solver, a, b, motion, settings, met ? out.t : 1)) {
      hitAtStart(found, out);
      // The bodies approach each other along the motion itself, whatever is the nearest way out.
      against(motion, out.normal);
      return true;
    }
    return met;
  }

  castPair(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    out.primitiveA = -1;
    out.primitiveB = -1;
    if (isConvex(a.kind) && isConvex(b.kind)) return this.#castConvex(a, b, motion, settings, out);
    return pairOf(a, b).cast(this, a, b, motion, settings, out);
  }

  /** Nothing is near, and all nearness is allowed; also after a query that threw in the middle. */
  #begin(): void {
    this.#nearness[0] = -1;
    this.near = false;
  }

  rayBody(ray: RayQuery): boolean {
    const { body } = ray;
    this.#begin();
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
    const met = cast.run(cso, r, settings.start);
    if (!(cast.clearance > this.#nearness[0])) this.near = true;
    if (!met || this.near) return false;
    out.t = cast.t;
    out.converged = cast.converged;
    out.iterations = cast.iterations;
    const { advanced } = cast;
    if (advanced) {
      pointToWorld(a, cast.point, out.point);
      vectorToWorld(a, cast.normal, out.normal);
      if (settings.resting === 0) return true;
    }
    const deeper = this.#deeper;
    const tolerance = settings.resting || contactTolerance(a, b, settings, this.#start.tolerance)[0];
    if (!deeper.leads(cso, penetration, r, cast.t, tolerance) && !settings.flat?.isStopped(a, b, settings))
      return false;
    if (advanced) return true;
    penetration.solve(cso, Goal.signed, undefined, found);
    pointToWorld(a, found.pointA, out.point);
    deeper.approach(cso, r);
    vectorToWorld(a, deeper.normal, out.normal);
    return true;
  }
}

/** Whether a is a mesh without an inside, and b a convex body. */
function isSurface(a: Body, b: Body): boolean {
  return a.kind === ShapeKind.mesh && !a.shape.solid && isConvex(b.kind);
}

/** Fills in a hit at the start from the depth there. */
export function hitAtStart(found: PairGeometry, out: Omit<CastHit, 'copy'>): void {
  out.t = 0;
  out.normal.copy(found.normal);
  out.point.copy(found.pointA);
  out.primitiveA = found.primitiveA;
  out.primitiveB = found.primitiveB;
  out.converged = found.converged;
  out.iterations = found.iterations;
}
