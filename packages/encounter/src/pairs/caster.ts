import type { Body } from '../bodies/body.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { PairSolver } from './dispatch.ts';
import type { CastHit, RayHit } from './result.ts';
import type { QuerySettings } from './settings.ts';

/** What the casts of complex shapes fall back on for their parts: see CastSolver. */
export interface Caster {
  readonly solver: PairSolver;
  /** First contact of any two bodies while B moves by `motion` and A is at rest; apart at the start, or touching. */
  castPair(a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean;
  /** Where the ray from + t·dir first meets a body, for t from 0 to `hit.t`; inside at the start: t = 0 with a zero normal. */
  rayBody(body: Body, from: Vec3, dir: Vec3, settings: QuerySettings, hit: RayHit): boolean;
}
