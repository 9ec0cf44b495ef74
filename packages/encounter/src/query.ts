/**
 * The pair queries. World coordinates; touching counts as intersecting; no query throws on geometry, and none allocates
 * when `out` is given.
 */

import type { Collider } from './bodies/collider.ts';
import { Probe } from './bodies/probe.ts';
import { checkOptions, requireCollider, wrong } from './check.ts';
import { ComplexManifold } from './contact/complex-manifold.ts';
import { ConvexManifold, ManifoldSettings } from './contact/convex-manifold.ts';
import { type Manifold, ManifoldList } from './contact/manifold.ts';
import type { PairCache } from './convex/pair-cache.ts';
import { Goal } from './convex/penetration.ts';
import { Path } from './math/path.ts';
import { finite, isWithin, nonNegative, readVec3 } from './math/read.ts';
import { subtract, Vec3, type Vec3Input } from './math/vec3.ts';
import { CastSolver, hitAtStart } from './motion/cast-shape.ts';
import { Impact } from './motion/impact.ts';
import { type Motion, moveAlong, readMotion, requireStraight } from './motion/motion.ts';
import { Start, StartJudge } from './motion/start.ts';
import { askAlong } from './motion/start-along.ts';
import { ImpactSolver } from './motion/time-of-impact.ts';
import { RayQuery } from './pairs/caster.ts';
import { type Contact, ContactList, type WitnessedContact } from './pairs/contact.ts';
import { PairDispatch } from './pairs/dispatch.ts';
import { listContacts } from './pairs/list-contacts.ts';
import { CastHit, carryPoint, DistanceResult, type PairGeometry, PenetrationResult, RayHit } from './pairs/result.ts';
import { QuerySettings } from './pairs/settings.ts';
import type { PairSolver } from './pairs/solver.ts';
import { hasParts } from './shapes/shape.ts';
import { LARGEST } from './tolerances.ts';

/** Options of the pair queries. */
export interface QueryOptions {
  /** Remembers this pair between queries, which makes the next one faster. Use one cache per pair. */
  cache?: PairCache;
  /** Distances beyond this are reported as Infinity, which is faster than computing them. */
  maxDistance?: number;
  /** The largest error of distance or depth, relative to the extent of the smaller shape. */
  accuracy?: number;
}

// What all queries share. Queries do not nest, so one set of scratch serves all. The caller's code may run inside a query: an accessor of
// an argument, or `support` of a shape of its own. A query made there is refused.
const solver: PairDispatch = /* #__PURE__ */ new PairDispatch();
const settings: QuerySettings = /* #__PURE__ */ new QuerySettings();
/** The settings of queries without options. They are never written, which is faster than filling in the defaults each time. */
const defaults: QuerySettings = /* #__PURE__ */ new QuerySettings();
/** Whether a query is under way. */
let busy = false;

// Scratch of single queries. Each is separate, so that a bundle without a query does not carry its scratch.
const distance: DistanceResult = /* #__PURE__ */ new DistanceResult();
const casts: CastSolver = /* #__PURE__ */ new CastSolver(solver);
const probe: Probe = /* #__PURE__ */ new Probe();
const foundCast: CastHit = /* #__PURE__ */ new CastHit();
const ray: RayQuery = /* #__PURE__ */ new RayQuery();
const list: ContactList = /* #__PURE__ */ new ContactList();
const first: Vec3 = /* #__PURE__ */ new Vec3();
const second: Vec3 = /* #__PURE__ */ new Vec3();
const motion: Vec3 = /* #__PURE__ */ new Vec3();

/** The workspace's solver, for the debug tools that record its steps. */
export function workspaceSolver(): PairSolver {
  return solver;
}

/** The rule for `out` in errors. The usual mistake is to pass the options in its place. */
const OUT = 'be a result or null, then options';

const OPTIONS: readonly string[] = ['cache', 'maxDistance', 'accuracy'];

/** Checks the options and fills in the defaults. */
function read(options: QueryOptions | undefined, known: readonly string[] = OPTIONS): QuerySettings {
  settings.accuracy = 0;
  settings.maxDistance = Infinity;
  // Also what a query sets for itself and that threw before it could take it back.
  settings.extent = 0;
  settings.resting = 0;
  settings.whole = null;
  settings.cache = undefined;
  if (options === undefined) return settings;
  const cache = options?.cache;
  // Visiting the names takes a quarter of a query with a cache. So options that were checked once with a cache are not checked again.
  if (cache?.options !== options) {
    checkOptions(options, known);
    if (cache !== undefined) {
      // Not by instanceof, so that a program without caches does not carry their code.
      if (typeof cache?.recall !== 'function') wrong('cache', 'be a PairCache', cache);
      if (known === OPTIONS) cache.options = options;
    }
  }
  const { accuracy, maxDistance } = options;
  if (accuracy !== undefined) {
    if (!(finite('accuracy', accuracy) > 0 && accuracy < 1))
      wrong('accuracy', 'be between 0 and 1', accuracy, RangeError);
    settings.accuracy = accuracy;
  }
  // Nothing is farther away than LARGEST. A right value passes without a call: a number passed on might be allocated on the heap.
  if (maxDistance !== undefined && !(maxDistance > LARGEST))
    settings.maxDistance =
      isWithin(maxDistance) && maxDistance >= 0 ? maxDistance : nonNegative('maxDistance', maxDistance);
  settings.cache = cache;
  return settings;
}

/** Checks the arguments of a query on a pair, and solves it. Repeats what `open` does, to save a function in small bundles. */
function solve(
  a: Collider,
  b: Collider,
  goal: Goal,
  options: QueryOptions | undefined,
  out: PairGeometry | null,
): boolean {
  if (out !== null && out.pointA === undefined) wrong('out', OUT, out);
  if (busy) throw new Error('queries cannot nest');
  busy = true;
  let together: boolean;
  // Not with `finally`, which takes a tenth of a boolean query.
  try {
    together = solver.solve(a, b, goal, options === undefined ? defaults : read(options), out);
  } catch (error) {
    busy = false;
    // An argument that is not a collider fails where its numbers are read. Checking it before would take a twentieth of a query.
    requireCollider('a', a);
    requireCollider('b', b);
    throw error;
  }
  busy = false;
  return together;
}

/** Begins any other query on a pair. Each such query ends with `busy = false`, even when it throws. */
function open(a: Collider, b: Collider): void {
  requireCollider('a', a);
  requireCollider('b', b);
  if (busy) throw new Error('queries cannot nest');
  busy = true;
}

/**
 * Whether two colliders have a point in common.
 *
 * @example
 * intersects(new Collider(new Sphere(1)), new Collider(new Box([1, 1, 1]), { position: [1.5, 0, 0] })); // true
 */
export function intersects(a: Collider, b: Collider, options?: QueryOptions): boolean {
  return solve(a, b, Goal.decide, options, null);
}

/** A point that lies in both colliders, or null when they are apart. */
export function commonPoint(a: Collider, b: Collider, out?: Vec3 | null, options?: QueryOptions): Vec3 | null {
  if (out && out.copy === undefined) wrong('out', OUT, out);
  const found = distance;
  return solve(a, b, Goal.distance, options, found) ? (out ?? new Vec3()).copy(found.pointA) : null;
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
  if (solve(a, b, Goal.distance, options, result)) result.normal.set(0, 0, 0);
  // Not −0.
  result.distance = solver.signed + 0;
  return result;
}

/**
 * The penetration depth of two colliders, or null when they are apart. depth·normal is the shortest translation of B that brings them
 * into touching contact; pointA = pointB + depth·normal.
 */
export function penetration(
  a: Collider,
  b: Collider,
  out?: PenetrationResult | null,
  options?: QueryOptions,
): PenetrationResult | null {
  const result = out ?? new PenetrationResult();
  if (!solve(a, b, Goal.depth, options, result)) return null;
  result.depth = -solver.signed + 0;
  return result;
}

/** The distance when apart, minus the depth when not; pointB = pointA + distance·normal in both cases. */
export function signedDistance(
  a: Collider,
  b: Collider,
  out?: DistanceResult | null,
  options?: QueryOptions,
): DistanceResult {
  const result = out ?? new DistanceResult();
  solve(a, b, Goal.signed, options, result);
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
 * The list given as `out` is filled from the start and cut to length, and its elements are reused: copy what must last
 * beyond the next call.
 */
export function contacts(
  a: Collider,
  b: Collider,
  out: Contact[] | null | undefined,
  options: ContactOptions & { witness: true },
): WitnessedContact[];
export function contacts(a: Collider, b: Collider, out?: Contact[] | null, options?: ContactOptions): Contact[];
export function contacts(a: Collider, b: Collider, out?: Contact[] | null, options?: ContactOptions): Contact[] {
  if (out && out.push === undefined) wrong('out', OUT, out);
  open(a, b);
  try {
    const settings = read(options, ['witness', ...OPTIONS]);
    settings.cache = undefined;
    list.begin(out ?? [], options?.witness === true);
    listContacts(solver, a, b, settings, list);
    return list.end();
  } finally {
    busy = false;
  }
}

/** Options of `manifolds`. */
export interface ManifoldOptions {
  /** The most points of one manifold, chosen to span the largest area, the deepest among them. Default 4; Infinity for all. */
  maxPoints?: number;
  /** Bodies and points that are apart by up to this are reported too, with a positive separation. Default 0. */
  maxSeparation?: number;
  /** As for the other queries. */
  accuracy?: number;
}

const manifoldList: ManifoldList = /* #__PURE__ */ new ManifoldList();
const convexManifold: ConvexManifold = /* #__PURE__ */ new ConvexManifold();
const complexManifold: ComplexManifold = /* #__PURE__ */ new ComplexManifold();
const manifoldSettings: ManifoldSettings = /* #__PURE__ */ new ManifoldSettings(settings);

/**
 * Where two colliders touch: for each normal the region of contact, as points with separations.
 *
 * Two convex shapes have one manifold or none. Its normal and its deepest point are those of `signedDistance`; its points are the
 * corners of what the two supporting faces have in common, seen along the normal.
 *
 * The list given as `out` is filled from the start and cut to length, and what is in it is reused. Give the list of the same pair again,
 * and points that were chosen before stay chosen while they still span nearly the largest area.
 */
export function manifolds(a: Collider, b: Collider, out?: Manifold[] | null, options?: ManifoldOptions): Manifold[] {
  if (out && out.push === undefined) wrong('out', OUT, out);
  open(a, b);
  try {
    readManifoldOptions(options);
    manifoldList.begin(out ?? []);
    if (hasParts(a.kind) || hasParts(b.kind)) complexManifold.list(solver, a, b, manifoldSettings, manifoldList);
    else convexManifold.list(solver, a, b, manifoldSettings, manifoldList);
    return manifoldList.end();
  } finally {
    busy = false;
  }
}

const MANIFOLD_OPTIONS: readonly string[] = ['maxPoints', 'maxSeparation', 'accuracy'];

function readManifoldOptions(options: ManifoldOptions | undefined): void {
  read(options as QueryOptions | undefined, MANIFOLD_OPTIONS);
  const maxPoints = options?.maxPoints ?? 4;
  const maxSeparation = options?.maxSeparation ?? 0;
  if (!(maxPoints >= 1 && (maxPoints === Infinity || Math.floor(maxPoints) === maxPoints)))
    wrong('maxPoints', 'be a whole number of at least 1, or Infinity', maxPoints, RangeError);
  manifoldSettings.maxPoints = maxPoints;
  // Nothing is farther away than LARGEST. A right value passes without a call.
  if (!(maxSeparation > LARGEST || (isWithin(maxSeparation) && maxSeparation >= 0)))
    nonNegative('maxSeparation', maxSeparation);
  manifoldSettings.maxSeparation[0] = Math.min(maxSeparation, LARGEST);
}

/** Whether a world point lies in the collider, margin included. */
export function containsPoint(collider: Collider, point: Vec3Input): boolean {
  requireCollider('collider', collider);
  open(collider, collider);
  try {
    probe.frame.setOrigin(readVec3('point', point, first));
    return solver.solve(collider, probe, Goal.decide, defaults, null);
  } finally {
    busy = false;
  }
}

/** Options of `rayCast`. */
export interface RayOptions extends QueryOptions {
  /**
   * Which side of the triangles of a mesh can be hit. The front is where their corners run counter-clockwise, in the mesh's own
   * coordinates. 'front' passes through triangles from behind. 'back' passes through everything else: triangles from the front, and
   * whatever is solid, even if the ray starts inside. Default: 'both'.
   */
  side?: 'both' | 'front' | 'back';
}

// Written out: bundlers keep a spread that nothing uses.
const RAY_OPTIONS: readonly string[] = ['side', 'cache', 'maxDistance', 'accuracy'];

/** The option `side` as a number: see QuerySettings. */
function readSide(side: RayOptions['side']): number {
  if (side === undefined || side === 'both') return 0;
  if (side !== 'front' && side !== 'back') wrong('side', "be 'both', 'front' or 'back'", side);
  return side === 'front' ? 1 : -1;
}

/**
 * Where the segment from → to first meets the collider, or null. A ray that starts inside hits at t = 0 with a zero normal; one that
 * ends on the surface hits at t = 1.
 */
export function rayCast(
  collider: Collider,
  from: Vec3Input,
  to: Vec3Input,
  out?: RayHit | null,
  options?: RayOptions,
): RayHit | null {
  if (out && out.point === undefined) wrong('out', OUT, out);
  requireCollider('collider', collider);
  open(collider, collider);
  try {
    // The hit is found in scratch, so that `out` is left alone when there is none.
    const { from: p, dir: r, hit: found } = ray;
    readVec3('from', from, p);
    subtract(readVec3('to', to, ray.to), p, r);
    ray.body = collider;
    ray.settings = read(options, RAY_OPTIONS);
    ray.settings.cache = undefined;
    ray.settings.side = readSide(options?.side);
    found.t = 1;
    if (!casts.rayBody(ray)) return null;
    const { point, t } = found;
    point.x = p.x + t * r.x;
    point.y = p.y + t * r.y;
    point.z = p.z + t * r.z;
    return (out ?? new RayHit()).copy(found);
  } finally {
    busy = false;
  }
}

/**
 * First contact of two colliders that translate by `translationA` and `translationB` while t goes from 0 to 1, or null.
 *
 * Colliders that overlap at the start hit at t = 0 with the penetration normal. Colliders that touch at the start hit where the motion
 * leads deeper at some contact: sliding along and parting are no hits. t is never later than the true contact by more than the accuracy.
 */
export function castShape(
  a: Collider,
  translationA: Vec3Input,
  b: Collider,
  translationB: Vec3Input,
  out?: CastHit | null,
  options?: QueryOptions,
): CastHit | null {
  if (out && out.point === undefined) wrong('out', OUT, out);
  open(a, b);
  try {
    const motionA = readVec3('translationA', translationA, first);
    const motionB = readVec3('translationB', translationB, second);
    if (!casts.solve(a, b, subtract(motionB, motionA, motion), read(options), foundCast)) return null;
    const hit = (out ?? new CastHit()).copy(foundCast);
    // The point was found with A at rest: move it with A.
    carryPoint(hit, motionA);
    return hit;
  } finally {
    busy = false;
  }
}

const pathA: Path = /* #__PURE__ */ new Path();
const pathB: Path = /* #__PURE__ */ new Path();
const judge: StartJudge = /* #__PURE__ */ new StartJudge(solver);
const impacts: ImpactSolver = /* #__PURE__ */ new ImpactSolver(solver);
const foundImpact: Impact = /* #__PURE__ */ new Impact();

/**
 * First contact of two colliders that move, turn or deform while t goes from 0 to 1, or null, which is a proof that they do not meet. A
 * motion that is null stands still.
 */
export function timeOfImpact(
  a: Collider,
  motionA: Motion | null,
  b: Collider,
  motionB: Motion | null,
  out?: Impact | null,
  options?: QueryOptions,
): Impact | null {
  if (out && out.point === undefined) wrong('out', OUT, out);
  open(a, b);
  try {
    readMotion('motionA', motionA, a, pathA);
    readMotion('motionB', motionB, b, pathB);
    requireStraight('motionA', pathA, 'motionB', pathB);
    const settings = read(options);
    const start = distance;
    const began = askAlong(judge, a, pathA, b, pathB, settings, start);
    if (began === Start.overlap) {
      const hit = out ?? new Impact();
      hitAtStart(start, hit);
      hit.gap = 0;
      return hit;
    }
    impacts.begin(judge.tolerance);
    if (!impacts.solve(a, pathA, b, pathB, settings, began === Start.touching, foundImpact)) return null;
    return (out ?? new Impact()).copy(foundImpact);
  } finally {
    busy = false;
  }
}

/**
 * Moves a collider to where a motion takes it at time t, 0…1, and returns it.
 *
 * @example
 * const door = new Collider(new Box([1, 2, 0.1]), { position: [0.5, 1, 0] });
 * placeAlong(door, { rotation: [0, Math.PI / 2, 0], center: [0, 1, 0] }, 0.5); // half open
 */
export function placeAlong<T>(collider: Collider<T>, motion: Motion | null, t: number): Collider<T> {
  requireCollider('collider', collider);
  // Not one of the paths of a query: this may be called while one is under way.
  const path = readMotion('motion', motion, collider, new Path());
  if (path.deforms)
    throw new TypeError(
      'motion must have no positions for placeAlong: write them into the array of the mesh and refit it',
    );
  moveAlong(collider, path, finite('t', t));
  return collider;
}
