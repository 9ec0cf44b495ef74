/**
 * The pair queries. World coordinates; touching counts as intersecting; no query throws on geometry, and none allocates
 * when `out` is given.
 */

import type { Collider } from './bodies/collider.ts';
import { Probe } from './bodies/probe.ts';
import { finite, nonNegative, show } from './check.ts';
import type { PairCache } from './convex/pair-cache.ts';
import { Goal } from './convex/penetration.ts';
import { readVec3 } from './math/read.ts';
import { addScaled, subtract, Vec3, type Vec3Input } from './math/vec3.ts';
import { CastSolver } from './motion/cast-shape.ts';
import { RayQuery } from './pairs/caster.ts';
import { type Contact, ContactList, type WitnessedContact } from './pairs/contact.ts';
import { PairDispatch } from './pairs/dispatch.ts';
import { listContacts } from './pairs/list-contacts.ts';
import { CastHit, DistanceResult, PenetrationResult, RayHit } from './pairs/result.ts';
import { QuerySettings } from './pairs/settings.ts';
import type { PairSolver } from './pairs/solver.ts';
import { hasParts } from './shapes/shape.ts';
import { ACCURACY, ACCURACY_CURVED, ROUNDING } from './tolerances.ts';

/** Options of the pair queries. */
export interface QueryOptions {
  /** Remembers this pair between queries, which makes the next one faster. One cache a pair. */
  cache?: PairCache;
  /** Beyond this the distance is reported as Infinity, sooner than the exact one would be known. */
  maxDistance?: number;
  /** The largest error of distance or depth, relative to the larger extent of the pair. */
  accuracy?: number;
}

/**
 * What all queries share. Queries do not nest: nothing of the caller's runs inside one, so one set of scratch serves all.
 */
class Workspace {
  readonly solver: PairDispatch = new PairDispatch();
  readonly settings: QuerySettings = new QuerySettings();
  readonly distance: DistanceResult = new DistanceResult();
}

const work: Workspace = /* #__PURE__ */ new Workspace();

// What single queries need, each by itself: a bundle without them carries nothing of it.
const casts: CastSolver = /* #__PURE__ */ new CastSolver(/* #__PURE__ */ solverOf(work));
const probe: Probe = /* #__PURE__ */ new Probe();
const foundCast: CastHit = /* #__PURE__ */ new CastHit();
const ray: RayQuery = /* #__PURE__ */ new RayQuery();
const list: ContactList = /* #__PURE__ */ new ContactList();
const first: Vec3 = /* #__PURE__ */ new Vec3();
const second: Vec3 = /* #__PURE__ */ new Vec3();
const motion: Vec3 = /* #__PURE__ */ new Vec3();

function solverOf({ solver }: Workspace): PairSolver {
  return solver;
}

/** The workspace's solver, for the debug tools that record its steps. */
export function workspaceSolver(): PairSolver {
  return work.solver;
}

/** Checks the options and fills in the defaults. */
function read(options: QueryOptions | undefined): QuerySettings {
  const { settings } = work;
  settings.accuracy = 0;
  settings.maxDistance = Infinity;
  settings.cache = undefined;
  settings.sliding = false;
  if (options !== undefined) {
    const { accuracy, maxDistance, cache } = options;
    if (accuracy !== undefined) {
      if (!(finite('accuracy', accuracy) > 0 && accuracy < 1))
        throw new RangeError(`accuracy must be between 0 and 1, got ${show(accuracy)}`);
      settings.accuracy = accuracy;
    }
    if (maxDistance !== undefined && maxDistance !== Infinity)
      settings.maxDistance = nonNegative('maxDistance', maxDistance);
    // Not by instanceof: a program without caches need not carry their code.
    if (cache !== undefined && typeof cache?.recall !== 'function')
      throw new TypeError(`cache must be a PairCache, got ${show(cache)}`);
    settings.cache = cache;
  }
  return settings;
}

/**
 * Whether two colliders have a point in common.
 *
 * @example
 * intersects(new Collider(new Sphere(1)), new Collider(new Box([1, 1, 1]), { position: [1.5, 0, 0] })); // true
 */
export function intersects(a: Collider, b: Collider, options?: QueryOptions): boolean {
  return work.solver.solve(a, b, Goal.decide, read(options), null);
}

/** A point that lies in both colliders, or null when they are apart. */
export function commonPoint(a: Collider, b: Collider, out?: Vec3 | null, options?: QueryOptions): Vec3 | null {
  const found = work.distance;
  if (!work.solver.solve(a, b, Goal.distance, read(options), found)) return null;
  return (out ?? new Vec3()).copy(found.pointA);
}

/**
 * The distance of two colliders and their nearest points: pointB = pointA + distance·normal. When they intersect: distance 0,
 * pointA = pointB a common point, normal (0, 0, 0).
 */
export function closestPoints(
  a: Collider,
  b: Collider,
  out?: DistanceResult | null,
  options?: QueryOptions,
): DistanceResult {
  const { solver } = work;
  const result = out ?? new DistanceResult();
  if (solver.solve(a, b, Goal.distance, read(options), result)) result.normal.set(0, 0, 0);
  // Not −0.
  result.distance = solver.signed + 0;
  return result;
}

/**
 * How deep two colliders are in each other, or null when they are apart. Moving B by depth·normal, the least translation that
 * does so, brings them into touching contact; pointA = pointB + depth·normal.
 */
export function penetration(
  a: Collider,
  b: Collider,
  out?: PenetrationResult | null,
  options?: QueryOptions,
): PenetrationResult | null {
  const { solver } = work;
  const result = out ?? new PenetrationResult();
  if (!solver.solve(a, b, Goal.depth, read(options), result)) return null;
  result.depth = -solver.signed + 0;
  return result;
}

/** Distance when apart, minus the depth when not; pointB = pointA + distance·normal in both cases. */
export function signedDistance(
  a: Collider,
  b: Collider,
  out?: DistanceResult | null,
  options?: QueryOptions,
): DistanceResult {
  const { solver } = work;
  const result = out ?? new DistanceResult();
  solver.solve(a, b, Goal.signed, read(options), result);
  // Not −0.
  result.distance = solver.signed + 0;
  return result;
}

/** Options of `contacts`. */
export interface ContactOptions extends QueryOptions {
  /** Whether to compute point, normal, depth, pointA and pointB of each contact. */
  witness?: boolean;
}

/**
 * One contact for each pair of primitives that meet: triangles or faces of meshes, parts of compounds; at most one for two
 * convex shapes. A solid wholly inside another has none.
 *
 * The list given as `out` is filled from the start and cut to length, and its elements are used again: copy what must last
 * until after the next call.
 */
export function contacts(
  a: Collider,
  b: Collider,
  out: Contact[] | null | undefined,
  options: ContactOptions & { witness: true },
): WitnessedContact[];
export function contacts(a: Collider, b: Collider, out?: Contact[] | null, options?: ContactOptions): Contact[];
export function contacts(a: Collider, b: Collider, out?: Contact[] | null, options?: ContactOptions): Contact[] {
  requireCollider(a);
  requireCollider(b);
  const { solver } = work;
  const settings = read(options);
  settings.cache = undefined;
  list.begin(out ?? [], options?.witness === true);
  listContacts(solver, a, b, settings, list);
  return list.end();
}

/** Whether a world point lies in the collider, margin included. */
export function containsPoint(collider: Collider, point: Vec3Input): boolean {
  const { solver } = work;
  const settings = read(undefined);
  probe.frame.setOrigin(readVec3('point', point, first));
  return solver.solve(collider, probe, Goal.decide, settings, null);
}

/**
 * Where the segment from → to first meets the collider, or null. A ray that starts inside hits at t = 0 with a zero normal.
 */
export function rayCast(
  collider: Collider,
  from: Vec3Input,
  to: Vec3Input,
  out?: RayHit | null,
  options?: QueryOptions,
): RayHit | null {
  requireCollider(collider);
  // Found in scratch of our own: `out` is left alone when there is no hit.
  const { from: p, dir: r, hit: found } = ray;
  readVec3('from', from, p);
  subtract(readVec3('to', to, r), p, r);
  ray.body = collider;
  ray.settings = read(options);
  ray.settings.cache = undefined;
  found.t = 1;
  if (!casts.rayBody(ray)) return null;
  const hit = out ?? new RayHit();
  hit.primitive = found.primitive;
  hit.t = found.t;
  const { point } = hit;
  point.x = p.x + hit.t * r.x;
  point.y = p.y + hit.t * r.y;
  point.z = p.z + hit.t * r.z;
  hit.normal.copy(found.normal);
  return hit;
}

/** How far from the world's origin a collider is. */
function offset({ m }: Collider): number {
  return Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]);
}

function requireCollider(collider: Collider): void {
  if (collider?.frame === undefined) throw new TypeError(`expected a Collider, got ${show(String(collider))}`);
}

/**
 * First contact of two colliders that translate by `translationA` and `translationB` while t goes from 0 to 1, or null.
 *
 * In overlap at the start: t = 0 with the penetration normal. Touching at the start: a hit at t = 0 only if they approach. t is
 * never later than the true contact by more than the accuracy.
 */
export function castShape(
  a: Collider,
  translationA: Vec3Input,
  b: Collider,
  translationB: Vec3Input,
  out?: CastHit | null,
  options?: QueryOptions,
): CastHit | null {
  const { solver } = work;
  const motionA = readVec3('translationA', translationA, first);
  const motionB = readVec3('translationB', translationB, second);
  const settings = read(options);
  const start = work.distance;
  if (solver.solve(a, b, Goal.depth, settings, start)) {
    const accuracy = settings.accuracy || (a.polyhedral && b.polyhedral ? ACCURACY : ACCURACY_CURVED);
    const rounding = ROUNDING * Math.max(offset(a), offset(b));
    const touching = -solver.signed <= accuracy * Math.max(a.extent, b.extent) + rounding;
    const complex = hasParts(a.kind) || hasParts(b.kind);
    // A complex shape may touch in many places, and which of them the motion leads into is found out there.
    if (touching && complex) settings.sliding = true;
    else {
      const n = start.normal;
      const approach = n.x * (motionA.x - motionB.x) + n.y * (motionA.y - motionB.y) + n.z * (motionA.z - motionB.z);
      if (touching && !(approach > 0)) return null;
      const hit = out ?? new CastHit();
      hit.t = 0;
      hit.normal.copy(n);
      hit.point.copy(start.pointA);
      hit.primitiveA = start.primitiveA;
      hit.primitiveB = start.primitiveB;
      hit.converged = start.converged;
      hit.iterations = start.iterations;
      return hit;
    }
  }
  const found = foundCast;
  if (!casts.castPair(a, b, addScaled(motionB, motionA, -1, motion), settings, found)) return null;
  const hit = out ?? new CastHit();
  hit.t = found.t;
  hit.normal.copy(found.normal);
  // The point was found with A standing still: carry it along.
  addScaled(found.point, motionA, found.t, hit.point);
  hit.primitiveA = found.primitiveA;
  hit.primitiveB = found.primitiveB;
  hit.converged = found.converged;
  hit.iterations = found.iterations;
  return hit;
}
