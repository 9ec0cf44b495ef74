import type { Body } from '../bodies/body.ts';
import { Vec3 } from '../math/vec3.ts';
import { type CastHit, RayHit } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** Where a ray meets a body. */
export class RayQuery {
  body!: Body;
  /** The ray is from + t·dir, for t from 0 to `hit.t` as it is when the query begins. */
  readonly from: Vec3 = new Vec3();
  readonly dir: Vec3 = new Vec3();
  settings!: QuerySettings;
  readonly hit: RayHit = new RayHit();
}

/** What the casts of complex shapes fall back on for their parts: see CastSolver. */
export interface Caster {
  readonly solver: PairSolver;
  /** First contact of any two bodies while B moves by `motion` and A is at rest; apart at the start, or touching. */
  castPair(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean;
  /** Whether a ray meets a body, and where it does so first; inside at the start: t = 0 with a zero normal. */
  rayBody(ray: RayQuery): boolean;
}
