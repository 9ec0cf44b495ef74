/** Rays and translating shapes through a scene. The broad phase is walked from near to far, up to the best hit so far. */
import type { Collider } from '../bodies/collider.ts';
import type { BroadPhase } from '../broad/broad-phase.ts';
import { show } from '../check.ts';
import { Vec3 } from '../math/vec3.ts';
import { CastHit, RayHit } from '../pairs/result.ts';
import { castShape, type RayOptions, rayCast } from '../query.ts';
import type { Member } from './member.ts';
import {
  bothHalfspaces,
  grow,
  roundingOf,
  SceneCastHit,
  type SceneCastOptions,
  SceneRayHit,
  type SceneRayOptions,
  wanted,
} from './scene-query.ts';

export class SceneCasts<T> {
  readonly #broad: BroadPhase<Member<T>>;

  constructor(broad: BroadPhase<Member<T>>) {
    this.#broad = broad;
  }

  ray(from: Vec3, to: Vec3, options: SceneRayOptions<T>): SceneRayHit<T> | null | SceneRayHit<T>[] {
    const maxT = options.maxT ?? 1;
    if (!(maxT >= 0 && maxT <= 1)) throw new RangeError(`maxT must be between 0 and 1, got ${show(maxT)}`);
    const rayOptions: RayOptions | undefined = options.side === undefined ? undefined : { side: options.side };
    const x = maxT * (to.x - from.x);
    const y = maxT * (to.y - from.y);
    const z = maxT * (to.z - from.z);
    const end = maxT === 1 ? to : new Vec3(from.x + x, from.y + y, from.z + z);
    // A little thicker than a ray: one that just touches a collider may pass its box by the last digit.
    const slack = roundingOf(from, end);
    const low = new Vec3(from.x - slack, from.y - slack, from.z - slack);
    const high = new Vec3(from.x + slack, from.y + slack, from.z + slack);
    const trial = new RayHit();
    const hits: SceneRayHit<T>[] = [];
    let best: SceneRayHit<T> | null = null;
    this.#broad.sweep(low, high, new Vec3(x, y, z), ({ collider }) => {
      if (best?.t === 0 || !wanted(collider, options)) return best?.t;
      if (rayCast(collider, from, end, trial, rayOptions) === null) return best?.t;
      if (options.all) {
        const hit = new SceneRayHit(collider);
        hit.copy(trial);
        hits.push(hit);
        return;
      }
      if (best !== null && trial.t >= best.t) return best.t;
      best ??= new SceneRayHit(collider);
      best.copy(trial);
      best.collider = collider;
      return best.t;
    });
    for (const hit of hits) hit.t *= maxT;
    if (options.all) return sorted(hits);
    // The cast is needed because the compiler does not see the assignment in the visit.
    const found = best as SceneRayHit<T> | null;
    if (found !== null) found.t *= maxT;
    return found;
  }

  shape(moving: Collider, r: Vec3, options: SceneCastOptions<T>): SceneCastHit<T> | null | SceneCastHit<T>[] {
    const { min, max } = grow(moving.bounds());
    const still = new Vec3();
    const rest = r.clone();
    const trial = new CastHit();
    const hits: SceneCastHit<T>[] = [];
    let best: SceneCastHit<T> | null = null;
    this.#broad.sweep(min, max, r, ({ collider }) => {
      if (best?.t === 0) return 0;
      if (collider === moving || bothHalfspaces(collider, moving) || !wanted(collider, options)) return best?.t;
      // Only as far as the best hit so far.
      const limit = best?.t ?? 1;
      rest.set(r.x * limit, r.y * limit, r.z * limit);
      if (castShape(moving, rest, collider, still, trial) === null) return best?.t;
      if (options.all) {
        const hit = new SceneCastHit(collider);
        hit.copy(trial);
        hits.push(hit);
        return;
      }
      const t = trial.t * limit;
      if (best !== null && t >= best.t) return best.t;
      best ??= new SceneCastHit(collider);
      best.copy(trial);
      best.t = t;
      best.collider = collider;
      return t;
    });
    return options.all ? sorted(hits) : best;
  }
}

/** Hits by their times, at one time by the ids of their colliders: the same order with every broad phase. */
function sorted<H extends { readonly t: number; readonly collider: Collider }>(hits: H[]): H[] {
  return hits.sort((a, b) => a.t - b.t || a.collider.id - b.collider.id);
}
