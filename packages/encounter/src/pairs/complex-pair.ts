/** What a shape that is not convex brings along: how it is tested against any other. */

import type { Body } from '../bodies/body.ts';
import type { Goal } from '../convex/penetration.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Caster } from './caster.ts';
import type { ContactList } from './contact.ts';
import type { PairSolver } from './dispatch.ts';
import type { CastHit, PairGeometry, RayHit } from './result.ts';
import type { QuerySettings } from './settings.ts';

export interface ComplexPair {
  /** The signed distance found by the last `solve`, as far as its goal asked. */
  signed: number;
  /** As `ConvexPair.solve`, for a pair of which at least one has a shape of this kind and none of a higher one. */
  solve(solver: PairSolver, a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean;
  /** Lists the contacts of such a pair. */
  contacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void;
  /** First contact while B moves by `motion` and A is at rest; they are apart at the start, or touch. */
  cast(caster: Caster, a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean;
}

/** A kind that also answers rays by itself. */
export interface RayTarget {
  /** Where the ray from + t·dir first meets the body; `hit.t` says where to stop looking. */
  ray(caster: Caster, body: Body, from: Vec3, dir: Vec3, settings: QuerySettings, hit: RayHit): boolean;
}
