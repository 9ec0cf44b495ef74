/** What the queries of a scene have in common: options, results, which colliders they ask. */
import type { Collider } from '../bodies/collider.ts';
import { checkOptions, requireCollider, show } from '../check.ts';
import type { Aabb } from '../math/aabb.ts';
import type { Vec3 } from '../math/vec3.ts';
import { Impact } from '../motion/impact.ts';
import type { Motion } from '../motion/motion.ts';
import { CastHit, DistanceResult, RayHit } from '../pairs/result.ts';
import type { RayOptions } from '../query.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';

/** Which colliders a query of a scene is about. */
export interface SceneQueryOptions<T> {
  /** One collider to leave out. */
  ignore?: Collider;
  /** Only colliders for which this returns true. */
  filter?: (collider: Collider<T>) => boolean;
}

/** Options of `scene.rayCast`. */
export interface SceneRayOptions<T> extends SceneQueryOptions<T>, Pick<RayOptions, 'side'> {
  /** The part of from → to to search, 0 … 1. */
  maxT?: number;
  /** Whether every collider that the ray meets is returned, in a list, and not only the first. */
  all?: boolean;
}

/** Options of `scene.castShape`. */
export interface SceneCastOptions<T> extends SceneQueryOptions<T> {
  /** Whether every collider that the shape meets is returned, in a list, and not only the first. */
  all?: boolean;
}

/** Options of `scene.timeOfImpact`. */
export interface SceneImpactOptions<T> extends SceneQueryOptions<T> {
  /** How another collider moves meanwhile, null if it stands still. Each collider that the query is about is asked once. */
  motions?: (other: Collider<T>) => Motion | null;
}

/** Options of `scene.nearest`. */
export interface NearestOptions<T> extends SceneQueryOptions<T> {
  /** What is farther away than this does not count. Not negative; default Infinity. */
  maxDistance?: number;
}

export const CAST_OPTIONS: readonly string[] = ['ignore', 'filter', 'all'];
export const RAY_OPTIONS: readonly string[] = [...CAST_OPTIONS, 'maxT', 'side'];
export const IMPACT_OPTIONS: readonly string[] = ['ignore', 'filter', 'motions'];
export const NEAREST_OPTIONS: readonly string[] = ['ignore', 'filter', 'maxDistance'];

/** Where a ray first meets a collider. */
export class SceneRayHit<T> extends RayHit {
  collider: Collider<T>;

  constructor(collider: Collider<T>) {
    super();
    this.collider = collider;
  }
}

/** Where a moving shape first meets a collider. */
export class SceneCastHit<T> extends CastHit {
  collider: Collider<T>;

  constructor(collider: Collider<T>) {
    super();
    this.collider = collider;
  }
}

/** Where and when a moving and turning collider first meets another. */
export class SceneImpact<T> extends Impact {
  collider: Collider<T>;

  constructor(collider: Collider<T>) {
    super();
    this.collider = collider;
  }
}

/**
 * The collider nearest to something, and where. Its `distance` is never negative: 0 for all that overlap. For depths ask `signedDistance`
 * about each of `scene.intersecting(…)`.
 */
export class SceneNearest<T> extends DistanceResult {
  collider: Collider<T>;

  constructor(collider: Collider<T>) {
    super();
    this.collider = collider;
  }
}

/** Checks the options of a query, of which `known` are all. */
export function checkSceneOptions<T>(
  options: SceneQueryOptions<T> & { all?: boolean; motions?: unknown },
  known: readonly string[],
): void {
  checkOptions(options, known);
  const { ignore, filter, all, motions } = options;
  if (ignore !== undefined && ignore !== null) requireCollider('ignore', ignore);
  if (filter !== undefined && typeof filter !== 'function')
    throw new TypeError(`filter must be a function, got ${show(filter)}`);
  if (all !== undefined && typeof all !== 'boolean') throw new TypeError(`all must be true or false, got ${show(all)}`);
  if (motions !== undefined && typeof motions !== 'function')
    throw new TypeError(`motions must be a function, got ${show(motions)}`);
}

export function wanted<T>(collider: Collider<T>, { ignore, filter }: SceneQueryOptions<T>): boolean {
  return collider !== ignore && (filter === undefined || filter(collider));
}

/** Whether both are halfspaces: no query handles such a pair. */
export function bothHalfspaces(a: Collider, b: Collider): boolean {
  return a.kind === ShapeKind.halfspace && b.kind === ShapeKind.halfspace;
}

/** Grows a box by more than rounding, so that touching colliders are found even where their boxes are apart in the last digit. */
export function grow(box: Aabb): Aabb {
  const { min, max } = box;
  const slack = roundingOf(min, max);
  min.set(min.x - slack, min.y - slack, min.z - slack);
  max.set(max.x + slack, max.y + slack, max.z + slack);
  return box;
}

/** More than the rounding of a test with this box, or on the way from one point to another. */
export function roundingOf(min: Vec3, max: Vec3): number {
  return 8 * TOUCH * Math.max(largest(min), largest(max));
}

/** The largest component that is not infinite. */
function largest({ x, y, z }: Vec3): number {
  return Math.max(bounded(x), bounded(y), bounded(z));
}

function bounded(x: number): number {
  const size = Math.abs(x);
  return size < Infinity ? size : 0;
}
