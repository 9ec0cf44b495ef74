import type { Body } from '../bodies/body.ts';
import { Vec3 } from '../math/vec3.ts';
import { type CastHit, RayHit } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** The question where a ray meets a body, and its answer. */
export class RayQuery {
  body!: Body;
  /** The ray is from + t·dir, for t from 0 to the value that `hit.t` has when the query begins. */
  readonly from: Vec3 = new Vec3();
  readonly dir: Vec3 = new Vec3();
  /** Where the ray ends if t goes up to 1: from + dir, but for its rounding. */
  readonly to: Vec3 = new Vec3();
  settings!: QuerySettings;
  readonly hit: RayHit = new RayHit();
}

/** What casts of complex shapes call for their parts: see CastSolver. */
export interface Caster {
  readonly solver: PairSolver;
  /** Whether the cast may end without an answer, because two parts are near each other at the start, and that is to be judged first. */
  readonly near: boolean;
  /** After a cast of two convex bodies that do not meet: an axis that keeps them apart, from B to A, in the query frame of the pair. */
  readonly axis: Vec3;
  /** First contact of any two bodies while B moves by `motion` and A is at rest. They are apart or touch at the start. */
  castPair(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean;
  /** Whether a ray meets a body, and where first. A ray that starts inside hits at t = 0 with a zero normal. */
  rayBody(ray: RayQuery): boolean;
}
