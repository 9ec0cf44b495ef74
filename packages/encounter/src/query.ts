/**
 * The pair queries. World coordinates; touching counts as intersecting; no query throws on geometry, and none allocates
 * when `out` is given.
 */
import { checkOptions, finite, LARGEST, nonNegative, readVec3, requireCollider, show } from './check.ts';
import type { PairCache } from './convex/pair-cache.ts';
import { Goal } from './convex/penetration.ts';
import { addScaled, subtract, Vec3, type Vec3Input } from './math/vec3.ts';
import { CastSolver } from './motion/cast-shape.ts';
import { QuerySettings } from './pairs/body.ts';
import { addContact, type Contact, ContactList, type WitnessedContact } from './pairs/contact.ts';
import { PairSolver, pairOf } from './pairs/dispatch.ts';
import { Probe } from './pairs/probe.ts';
import { CastHit, DistanceResult, type PairGeometry, PenetrationResult, RayHit } from './pairs/result.ts';
import type { Collider } from './scene/collider.ts';
import { ShapeKind } from './shapes/shape.ts';
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
 * What all queries share. Queries do not nest, so one set of scratch serves all. The caller's code can run inside one: an accessor of
 * an argument, or `support` of a shape of its own. If that makes a query, it is refused (see `open`).
 */
class Workspace {
  /** Whether a query is under way. */
  busy = false;
  readonly solver: PairSolver = new PairSolver();
  readonly settings: QuerySettings = new QuerySettings();
  /** Those of queries without options: never written, which is faster than to fill in the defaults each time. */
  readonly defaults: QuerySettings = new QuerySettings();
  readonly distance: DistanceResult = new DistanceResult();
}

const work: Workspace = /* #__PURE__ */ new Workspace();

// What single queries need, each by itself: a bundle without them carries nothing of it.
const casts: CastSolver = /* #__PURE__ */ new CastSolver(/* #__PURE__ */ solverOf(work));
const probe: Probe = /* #__PURE__ */ new Probe();
const foundCast: CastHit = /* #__PURE__ */ new CastHit();
const foundRay: RayHit = /* #__PURE__ */ new RayHit();
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

/** Begins a query. Each one ends with `work.busy = false`, also when it throws. */
function open(): void {
  if (work.busy) throw new Error('a query cannot be made inside another: in support() or a getter');
  work.busy = true;
}

/** Checks the options and fills in the defaults. `extra` is an option that this query has besides. */
function read(options: QueryOptions | undefined, extra?: string): QuerySettings {
  const { settings } = work;
  settings.accuracy = 0;
  settings.maxDistance = Infinity;
  settings.sliding = false;
  settings.cache = undefined;
  if (options === undefined) return settings;
  const cache = options?.cache;
  // To visit the names of the options takes a quarter of a query with a cache. So together with a cache, an object that was right once
  // is taken as right.
  if (cache === undefined || cache?.options !== options) vet(options, cache, extra);
  settings.cache = cache;
  // What is right is taken over here: a number that is handed to a function which is not inlined is garbage.
  const { accuracy, maxDistance } = options;
  if (accuracy !== undefined)
    settings.accuracy =
      typeof accuracy === 'number' && accuracy > 0 && accuracy < 1 ? accuracy : refuseAccuracy(options);
  if (maxDistance !== undefined)
    settings.maxDistance =
      typeof maxDistance === 'number' && maxDistance >= 0 && maxDistance <= LARGEST
        ? maxDistance
        : readMaxDistance(options);
  return settings;
}

function refuseAccuracy({ accuracy }: QueryOptions): never {
  finite('accuracy', accuracy as number);
  throw new RangeError(`accuracy must be between 0 and 1, got ${accuracy}`);
}

/** Nothing is farther away than LARGEST, so any larger number stands for no limit. */
function readMaxDistance({ maxDistance }: QueryOptions): number {
  return (maxDistance as number) > LARGEST ? Infinity : nonNegative('maxDistance', maxDistance as number);
}

/** Refuses options that are not known, and what is no cache. Not by instanceof: a program without caches need not carry their code. */
function vet(options: QueryOptions, cache: PairCache | undefined, extra?: string): void {
  requireKnown(options, extra);
  if (cache === undefined) return;
  if (typeof cache?.recall !== 'function') throw new TypeError(`cache must be a PairCache, got ${show(cache)}`);
  if (extra === undefined) cache.options = options;
}

/** What `checkOptions` does, but three times as fast: names that are known are compared where they are. */
function requireKnown(options: QueryOptions, extra?: string): void {
  let good = typeof options === 'object' && options !== null;
  for (const key in options) good &&= key === 'cache' || key === 'maxDistance' || key === 'accuracy' || key === extra;
  if (!good) checkOptions(options, ['cache', 'maxDistance', 'accuracy'].concat(extra ?? []));
}

/** The error for something in the place of `out` that is no result. Mostly it is the options, which come after it. */
function misplaced(call: string, kind: string, out: unknown): TypeError {
  return new TypeError(`out must be a ${kind}, got ${show(out)}; options come after it: ${call}, null, options)`);
}

/**
 * Whether two colliders have a point in common.
 *
 * @example
 * intersects(new Collider(new Sphere(1)), new Collider(new Box([1, 1, 1]), { position: [1.5, 0, 0] })); // true
 */
export function intersects(a: Collider, b: Collider, options?: QueryOptions): boolean {
  open();
  try {
    return solve(a, b, Goal.decide, options, null);
  } finally {
    work.busy = false;
  }
}

/** A point that lies in both colliders, or null when they are apart. */
export function commonPoint(a: Collider, b: Collider, out?: Vec3 | null, options?: QueryOptions): Vec3 | null {
  if (out && typeof out.copy !== 'function') throw misplaced('commonPoint(a, b', 'Vec3', out);
  open();
  try {
    const found = work.distance;
    return solve(a, b, Goal.distance, options, found) ? (out ?? new Vec3()).copy(found.pointA) : null;
  } finally {
    work.busy = false;
  }
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
  const result = out ?? new DistanceResult();
  if (result.pointA === undefined) throw misplaced('closestPoints(a, b', 'DistanceResult', out);
  open();
  try {
    if (solve(a, b, Goal.distance, options, result)) result.normal.set(0, 0, 0);
    // Not −0.
    result.distance = work.solver.signed + 0;
    return result;
  } finally {
    work.busy = false;
  }
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
  const result = out ?? new PenetrationResult();
  if (result.pointA === undefined) throw misplaced('penetration(a, b', 'PenetrationResult', out);
  open();
  try {
    if (!solve(a, b, Goal.depth, options, result)) return null;
    result.depth = -work.solver.signed + 0;
    return result;
  } finally {
    work.busy = false;
  }
}

/** Distance when apart, minus the depth when not; pointB = pointA + distance·normal in both cases. */
export function signedDistance(
  a: Collider,
  b: Collider,
  out?: DistanceResult | null,
  options?: QueryOptions,
): DistanceResult {
  const result = out ?? new DistanceResult();
  if (result.pointA === undefined) throw misplaced('signedDistance(a, b', 'DistanceResult', out);
  open();
  try {
    solve(a, b, Goal.signed, options, result);
    // Not −0.
    result.distance = work.solver.signed + 0;
    return result;
  } finally {
    work.busy = false;
  }
}

function requireColliders(a: Collider, b: Collider): void {
  requireCollider('a', a);
  requireCollider('b', b);
}

/** Checks the arguments of a query on a pair, and solves it. */
function solve(
  a: Collider,
  b: Collider,
  goal: Goal,
  options: QueryOptions | undefined,
  out: PairGeometry | null,
): boolean {
  requireColliders(a, b);
  return work.solver.solve(a, b, goal, options === undefined ? work.defaults : read(options), out);
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
  const found = out ?? [];
  if (!Array.isArray(found)) throw misplaced('contacts(a, b', 'list', out);
  open();
  try {
    requireColliders(a, b);
    const { solver } = work;
    const settings = read(options, 'witness');
    settings.cache = undefined;
    list.begin(found, options?.witness === true);
    if (a.kind < ShapeKind.halfspace && b.kind < ShapeKind.halfspace) addContact(solver, a, b, -1, -1, settings, list);
    else pairOf(a, b).contacts(solver, a, b, settings, list);
    return list.end();
  } finally {
    work.busy = false;
  }
}

/** Whether a world point lies in the collider, margin included. */
export function containsPoint(collider: Collider, point: Vec3Input): boolean {
  open();
  try {
    requireCollider('collider', collider);
    probe.frame.setOrigin(readVec3('point', point, first));
    return work.solver.solve(collider, probe, Goal.decide, work.defaults, null);
  } finally {
    work.busy = false;
  }
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
  if (out && out.point === undefined) throw misplaced('rayCast(collider, from, to', 'RayHit', out);
  open();
  try {
    requireCollider('collider', collider);
    const p = readVec3('from', from, first);
    const r = subtract(readVec3('to', to, second), p, second);
    const settings = read(options);
    settings.cache = undefined;
    // Found in scratch of our own: `out` is left alone when there is no hit.
    const found = foundRay;
    found.t = 1;
    if (!casts.rayBody(collider, p, r, settings, found)) return null;
    const hit = out ?? new RayHit();
    hit.primitive = found.primitive;
    hit.t = found.t;
    const { point } = hit;
    point.x = p.x + hit.t * r.x;
    point.y = p.y + hit.t * r.y;
    point.z = p.z + hit.t * r.z;
    hit.normal.copy(found.normal);
    return hit;
  } finally {
    work.busy = false;
  }
}

/** How far from the world's origin a collider is. */
function offset({ m }: Collider): number {
  return Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]);
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
  if (out && out.point === undefined) throw misplaced('castShape(a, translationA, b, translationB', 'CastHit', out);
  open();
  try {
    return cast(a, translationA, b, translationB, out, options);
  } finally {
    work.busy = false;
  }
}

function cast(
  a: Collider,
  translationA: Vec3Input,
  b: Collider,
  translationB: Vec3Input,
  out: CastHit | null | undefined,
  options: QueryOptions | undefined,
): CastHit | null {
  requireColliders(a, b);
  const { solver } = work;
  const motionA = readVec3('translationA', translationA, first);
  const motionB = readVec3('translationB', translationB, second);
  const settings = read(options);
  const start = work.distance;
  if (solver.solve(a, b, Goal.depth, settings, start)) {
    const accuracy = settings.accuracy || (a.polyhedral && b.polyhedral ? ACCURACY : ACCURACY_CURVED);
    const rounding = ROUNDING * Math.max(offset(a), offset(b));
    const touching = -solver.signed <= accuracy * Math.max(a.extent, b.extent) + rounding;
    const complex = a.kind >= ShapeKind.mesh || b.kind >= ShapeKind.mesh;
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
