/** The steps of a move as functions of their own, for movers that are made otherwise. */
import type { Collider } from '../bodies/collider.ts';
import { checkOptions, requireCollider, show, wrong } from '../check.ts';
import { nonNegative, readVec3 } from '../math/read.ts';
import { addScaled, Vec3, type Vec3Input } from '../math/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import { SceneCastHit, type SceneQueryOptions } from '../scene/scene-query.ts';
import { isConvex } from '../shapes/shape.ts';
import { ContactPlane } from './contact-plane.ts';
import { SceneWalk } from './scene-walk.ts';

/** Options of `collectPlanes`. */
export interface CollectOptions<T = unknown> extends SceneQueryOptions<T> {
  /** Up to which distance there is a plane. Default: 0, for what touches or overlaps. */
  reach?: number;
}

const CAST_OPTIONS: readonly string[] = ['ignore', 'filter'];
const COLLECT_OPTIONS: readonly string[] = ['ignore', 'filter', 'reach'];

/** Functions do not nest; a filter that calls one gets an error. */
let spare: SceneWalk | null = null;

function open<T>(scene: Scene<T>, collider: Collider, options: SceneQueryOptions<T>): SceneWalk {
  if (typeof scene?.visitNear !== 'function') throw new TypeError(`scene must be a Scene, got ${show(scene)}`);
  requireCollider('collider', collider);
  if (!isConvex(collider.shape.kind))
    throw new TypeError(`collider must have a bounded convex shape, got ${collider.shape}`);
  const { ignore, filter } = options;
  if (ignore !== undefined && ignore !== null) requireCollider('ignore', ignore);
  if (filter !== undefined && typeof filter !== 'function') wrong('filter', 'be a function', filter);
  const walk = spare ?? new SceneWalk();
  spare = null;
  walk.self = collider;
  walk.options = options as SceneQueryOptions<unknown>;
  return walk;
}

/**
 * The first thing that a collider meets while it moves by `displacement`, or null: the same as `scene.castShape`, but it allocates
 * nothing if `out` is given, and it is more accurate. The collider itself may be in the scene.
 */
export function castMover<T>(
  scene: Scene<T>,
  collider: Collider,
  displacement: Vec3Input,
  options: SceneQueryOptions<T> = {},
  out?: SceneCastHit<T> | null,
): SceneCastHit<T> | null {
  checkOptions(options, CAST_OPTIONS);
  const motion = readVec3('displacement', displacement, new Vec3());
  const walk = open(scene, collider, options);
  try {
    if (!walk.cast(scene as unknown as Scene<unknown>, collider, motion)) return null;
    const found = walk.collider as Collider<T>;
    const hit = out ?? new SceneCastHit<T>(found);
    hit.copy(walk.hit);
    hit.collider = found;
    // It was found with the collider at rest.
    addScaled(hit.point, motion, hit.t, hit.point);
    return hit;
  } finally {
    spare = walk;
  }
}

/**
 * The planes between a collider and everything within `reach`, one for each convex shape, triangle or part: what `solvePlanes` takes. A
 * displacement that no plane forbids meets nothing of that. The list given as `out` is cut to length, and its elements are reused.
 */
export function collectPlanes<T>(
  scene: Scene<T>,
  collider: Collider,
  options: CollectOptions<T> = {},
  out: ContactPlane[] = [],
): ContactPlane[] {
  checkOptions(options, COLLECT_OPTIONS);
  const reach = Float64Array.of(nonNegative('reach', options.reach ?? 0));
  const walk = open(scene, collider, options);
  try {
    const { planes, count } = walk.planes(scene as unknown as Scene<unknown>, collider, new Float64Array(1), reach);
    while (out.length > count) out.pop();
    while (out.length < count) out.push(new ContactPlane());
    for (let i = 0; i < count; i++) out[i].copy(planes[i]);
    return out;
  } finally {
    spare = walk;
  }
}
