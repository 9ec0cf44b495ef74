/**
 * Many colliders: which of them meet, what to do about it, and queries over all of them (§6.2, §6.3).
 *
 * Data flows one way: a collider that changes notifies its scenes. A scene passes the box to the broad phase before the next query or
 * test. The broad phase says which encounters begin and end, and a test visits the encounters.
 */

import { Collider } from '../bodies/collider.ts';
import { DynamicAabbTree } from '../broad/aabb-tree.ts';
import type { BroadPhase } from '../broad/broad-phase.ts';
import { checkOptions, requireCollider, show } from '../check.ts';
import { Aabb } from '../math/aabb.ts';
import { readVec3 } from '../math/read.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import type { Motion } from '../motion/motion.ts';
import { DistanceResult } from '../pairs/result.ts';
import { closestPoints, containsPoint, intersects, type QueryOptions } from '../query.ts';
import { Point } from '../shapes/point.ts';
import { Shape } from '../shapes/shape.ts';
import { Encounters } from './encounters.ts';
import { Member, type MemberOwner } from './member.ts';
import { MemberBoxes } from './member-boxes.ts';
import type { ResponseTable } from './response-table.ts';
import { SceneCasts } from './scene-casts.ts';
import { SceneImpacts } from './scene-impacts.ts';
import {
  bothHalfspaces,
  CAST_OPTIONS,
  checkSceneOptions,
  grow,
  IMPACT_OPTIONS,
  NEAREST_OPTIONS,
  type NearestOptions,
  RAY_OPTIONS,
  type SceneCastHit,
  type SceneCastOptions,
  type SceneImpact,
  type SceneImpactOptions,
  SceneNearest,
  type SceneRayHit,
  type SceneRayOptions,
  wanted,
} from './scene-query.ts';
import { SceneTest } from './scene-test.ts';

/** Options of a scene. */
export interface SceneOptions {
  /** Default: the broad phase that measured best overall, see docs/broad-phases.md. */
  broadPhase?: BroadPhase<never>;
  /** Overwrites contacts with NaN after their callback, to find code that kept them. */
  debug?: boolean;
}

/**
 * A set of colliders.
 *
 * @example
 * const scene = new Scene();
 * scene.add(ship, mine);
 * for (const [a, b] of scene.encounters()) console.log(a.id, b.id);
 */
export class Scene<T = unknown> implements MemberOwner<T> {
  readonly #broad: BroadPhase<Member<T>>;
  readonly #members: Map<Collider, Member<T>> = new Map();
  readonly #encounters: Encounters<T> = new Encounters();
  readonly #freeSlots: number[] = [];
  readonly #retiredSlots: number[] = [];
  #slots = 0;
  readonly #boxes: MemberBoxes<T>;
  /** Members whose shapes may change without notice, with the versions of these that are known: they are compared at each update. */
  readonly #changing: Map<Member<T>, number> = new Map();
  readonly #test: SceneTest<T>;
  readonly #casts: SceneCasts<T>;
  readonly #impacts: SceneImpacts<T>;
  /** Additions and removals that callbacks asked for during a test. They are done after it. */
  readonly #later: (() => void)[] = [];
  readonly #boxA: Aabb = new Aabb();
  readonly #boxB: Aabb = new Aabb();

  constructor(options: SceneOptions = {}) {
    checkOptions(options, ['broadPhase', 'debug']);
    const { broadPhase, debug = false } = options;
    if (broadPhase !== undefined && typeof broadPhase?.update !== 'function')
      throw new TypeError(`broadPhase must be a broad phase, such as new Grid(), got ${show(broadPhase)}`);
    if (broadPhase !== undefined && typeof broadPhase.sweep !== 'function')
      throw new TypeError(`broadPhase must have a method sweep, which casts use, got ${show(broadPhase.sweep)}`);
    if (broadPhase !== undefined && (broadPhase.size > 0 || broadPhase.onBegin !== null))
      throw new RangeError('broadPhase must be new: this one is in use');
    this.#broad = (broadPhase as BroadPhase<Member<T>> | undefined) ?? new DynamicAabbTree<Member<T>>();
    this.#broad.onBegin = (a, b) => this.#encounters.begin(a, b);
    this.#broad.onEnd = (a, b) => this.#encounters.end(a, b);
    this.#boxes = new MemberBoxes(this.#broad);
    this.#test = new SceneTest(this.#encounters, debug);
    this.#casts = new SceneCasts(this.#broad);
    this.#impacts = new SceneImpacts(this.#broad);
  }

  /** How many colliders there are. */
  get size(): number {
    return this.#members.size;
  }

  /** All colliders, in the order they were added. */
  colliders(): Iterable<Collider<T>> {
    return this.#members.keys() as Iterable<Collider<T>>;
  }

  /** Whether a collider is in the scene. */
  has(collider: Collider): boolean {
    return this.#members.has(collider);
  }

  /** Adds colliders. During a test they take part in the next one. */
  add(...colliders: Collider<T>[]): this {
    if (colliders.length !== 1) return this.addAll(colliders);
    this.#insert(this.#admit(colliders[0]));
    return this;
  }

  /**
   * Adds a list of colliders, or what else is iterable, as `add` does. A list of many thousands is too long for the arguments of a call.
   *
   * @example
   * scene.addAll(colliders);
   */
  addAll(colliders: Iterable<Collider<T>>): this {
    // All colliders are checked before the first is inserted.
    const members: Member<T>[] = [];
    try {
      for (const collider of colliders) members.push(this.#admit(collider));
    } catch (error) {
      for (const { collider, slot } of members) {
        this.#members.delete(collider);
        this.#freeSlots.push(slot);
      }
      throw error;
    }
    for (let i = 0; i < members.length; i++) this.#insert(members[i]);
    return this;
  }

  /** Checks a collider and makes it a member. */
  #admit(collider: Collider<T>): Member<T> {
    if (Array.isArray(collider))
      throw new TypeError('a list of colliders is added by add(...list) or addAll(list), got the list itself');
    requireCollider('collider', collider);
    if (this.#members.has(collider)) throw new RangeError(`collider ${collider.id} is in this scene already`);
    const member = new Member<T>(this, collider, this.#freeSlots.pop() ?? this.#slots++);
    this.#members.set(collider, member);
    return member;
  }

  /** Removes colliders. During a test they are removed after it. */
  remove(...colliders: Collider[]): this {
    const leaving = new Set<Member<T>>();
    for (const collider of colliders) {
      const member = this.#members.get(collider);
      if (member === undefined || leaving.has(member))
        throw new RangeError(
          `expected a collider of this scene, got ${collider instanceof Collider ? `collider ${collider.id}` : show(collider)}`,
        );
      leaving.add(member);
    }
    for (const member of leaving) {
      this.#members.delete(member.collider);
      if (this.#test.running) this.#later.push(() => this.#take(member));
      else this.#take(member);
    }
    return this;
  }

  #insert(member: Member<T>): void {
    if (this.#test.running) {
      this.#later.push(() => this.#insert(member));
      return;
    }
    // The collider was added and removed again during one test.
    if (this.#members.get(member.collider) !== member) {
      this.#freeSlots.push(member.slot);
      return;
    }
    const { collider } = member;
    this.#boxes.insert(member);
    if (collider.instance !== null) this.#changing.set(member, collider.shape.version);
    member.watch();
  }

  #take(member: Member<T>): void {
    if (!this.#boxes.remove(member)) return;
    member.unwatch();
    this.#changing.delete(member);
    // Its encounters end at the next update. Only then may its slot be reused.
    this.#retiredSlots.push(member.slot);
  }

  /** Called by members before their colliders change. @internal */
  memberChanges(member: Member<T>): void {
    if (this.#test.running) this.#test.freeze();
    this.#boxes.changed(member);
  }

  /** @internal */
  memberMoves(member: Member<T>, position: Vec3): void {
    if (this.#test.running) this.#test.freeze();
    this.#boxes.moves(member, position);
  }

  /** Brings boxes, encounters and the broad phase up to date. */
  #update(): void {
    // During a test only once it is frozen: then queries see what callbacks have moved.
    if (this.#test.running && !this.#test.frozen) return;
    if (this.#changing.size > 0)
      for (const [member, known] of this.#changing) {
        const { version } = member.collider.shape;
        if (known === version) continue;
        this.#changing.set(member, version);
        this.memberChanges(member);
      }
    this.#boxes.flush();
    this.#broad.update();
    // One by one: as arguments of a single call many slots would not fit on the stack.
    for (let i = 0; i < this.#retiredSlots.length; i++) this.#freeSlots.push(this.#retiredSlots[i]);
    this.#retiredSlots.length = 0;
  }

  /**
   * The pairs whose boxes overlap now. As long as no pair has ended, they are in the order in which they began to overlap. The array
   * for a pair is reused for the next one.
   */
  encounters(): Iterable<readonly [Collider<T>, Collider<T>]> {
    this.#update();
    const { first, second } = this.#encounters;
    return {
      [Symbol.iterator]: () => {
        // New for each loop: in an array that has grown old every write would be checked by the garbage collector, which reads the page of
        // the collider.
        const pair = [] as unknown as [Collider<T>, Collider<T>];
        const result = { done: false, value: pair };
        let i = 0;
        return {
          next: () => {
            while (i < first.length) {
              const k = i++;
              if (this.#boxes.anyRough && !this.#boxesOverlap(k)) continue;
              pair[0] = first[k];
              pair[1] = second[k];
              return result as IteratorYieldResult<[Collider<T>, Collider<T>]>;
            }
            return { done: true, value: undefined };
          },
        };
      },
    };
  }

  /**
   * The pairs that intersect now, found when this is called. They are sorted by the ids of their colliders, the lower id first: the order
   * depends neither on the broad phase nor on what happened before. What a loop over them moves does not change the list.
   *
   * @example
   * for (const [a, b] of scene.touching()) console.log(a.data, 'touches', b.data);
   */
  touching(): Iterable<readonly [Collider<T>, Collider<T>]> {
    // What touches may have boxes that rounding sets apart.
    this.#boxes.widen(0, this.#members.values());
    this.#update();
    const encounters = this.#encounters;
    const found: [Collider<T>, Collider<T>][] = [];
    const options: QueryOptions = {};
    for (let i = 0; i < encounters.count; i++) {
      const a = encounters.first[i];
      const b = encounters.second[i];
      if (bothHalfspaces(a, b)) continue;
      options.cache = encounters.cache(i);
      if (intersects(a, b, options)) found.push([a, b]);
    }
    return found.sort((p, q) => p[0].id - q[0].id || p[1].id - q[1].id);
  }

  /** Whether the tight boxes of pair i overlap. Needed where the boxes in the broad phase are rough. */
  #boxesOverlap(i: number): boolean {
    const { first, second, slots } = this.#encounters;
    if (!this.#boxes.isRough(slots.first[i]) && !this.#boxes.isRough(slots.second[i])) return true;
    first[i].bounds(this.#boxA);
    return this.#boxA.overlaps(second[i].bounds(this.#boxB));
  }

  /**
   * Tests all encounters and runs the responses of those that meet. Returns how many pairs were reported, including the one whose
   * callback ended the test by returning true.
   *
   * Callbacks may add, move and remove colliders; this takes effect after the test. An error that a callback throws ends the test and
   * reaches the caller.
   */
  test(table: ResponseTable<T>): number {
    if (typeof table?.resolve !== 'function') throw new TypeError(`table must be a ResponseTable, got ${show(table)}`);
    if (this.#test.running) throw new Error('a test of this scene is running');
    this.#boxes.widen(table.reach, this.#members.values());
    this.#update();
    try {
      return this.#test.run(table);
    } finally {
      if (this.#later.length > 0) for (const act of this.#later.splice(0)) act();
    }
  }

  /**
   * The first collider that the segment from → to meets; with `all`, where it first meets each that it meets, sorted by t.
   *
   * @example
   * scene.rayCast([0, 10, 0], [0, -10, 0])?.collider; // what is below
   */
  rayCast(from: Vec3Input, to: Vec3Input, options: SceneRayOptions<T> & { all: true }): SceneRayHit<T>[];
  rayCast(from: Vec3Input, to: Vec3Input, options?: SceneRayOptions<T> & { all?: false }): SceneRayHit<T> | null;
  rayCast(from: Vec3Input, to: Vec3Input, options?: SceneRayOptions<T>): SceneRayHit<T> | null | SceneRayHit<T>[];
  rayCast(from: Vec3Input, to: Vec3Input, options: SceneRayOptions<T> = {}): SceneRayHit<T> | null | SceneRayHit<T>[] {
    checkSceneOptions(options, RAY_OPTIONS);
    const p = readVec3('from', from);
    const q = readVec3('to', to);
    this.#update();
    return this.#casts.ray(p, q, options);
  }

  /**
   * The first collider that a shape or collider meets while it moves by `translation`; with `all`, where it first meets each that it
   * meets, sorted by t. The normal points from it to that collider.
   */
  castShape(
    shapeOrCollider: Shape | Collider,
    translation: Vec3Input,
    options: SceneCastOptions<T> & { all: true },
  ): SceneCastHit<T>[];
  castShape(
    shapeOrCollider: Shape | Collider,
    translation: Vec3Input,
    options?: SceneCastOptions<T> & { all?: false },
  ): SceneCastHit<T> | null;
  castShape(
    shapeOrCollider: Shape | Collider,
    translation: Vec3Input,
    options?: SceneCastOptions<T>,
  ): SceneCastHit<T> | null | SceneCastHit<T>[];
  castShape(
    shapeOrCollider: Shape | Collider,
    translation: Vec3Input,
    options: SceneCastOptions<T> = {},
  ): SceneCastHit<T> | null | SceneCastHit<T>[] {
    checkSceneOptions(options, CAST_OPTIONS);
    const moving = asCollider(shapeOrCollider);
    const r = readVec3('translation', translation);
    this.#update();
    return this.#casts.shape(moving, r, options);
  }

  /**
   * The first collider that a moving and turning collider meets, or null, which is a proof that it meets none. The collider itself may
   * be in the scene. The others stand still unless `motions` says how each of them moves.
   *
   * @example
   * scene.timeOfImpact(door, { rotation: [0, Math.PI / 2, 0], center: hinge })?.collider; // what keeps it from opening
   */
  timeOfImpact(collider: Collider, motion: Motion | null, options: SceneImpactOptions<T> = {}): SceneImpact<T> | null {
    requireCollider('collider', collider);
    checkSceneOptions(options, IMPACT_OPTIONS);
    this.#update();
    return this.#impacts.first(collider, motion, options, this.#members.keys() as Iterable<Collider<T>>);
  }

  /** Visits what may overlap a box: by the boxes in the broad phase, which may be rough. @internal */
  visitNear(min: Vec3, max: Vec3, visit: (member: Member<T>) => boolean | undefined): void {
    this.#update();
    this.#broad.query(min, max, visit);
  }

  /** Visits what a moving box may meet, from near to far, as `BroadPhase.sweep`. @internal */
  visitSwept(min: Vec3, max: Vec3, translation: Vec3, visit: (member: Member<T>) => number | undefined): void {
    this.#update();
    this.#broad.sweep(min, max, translation, visit);
  }

  /** The colliders whose boxes overlap a box. */
  overlapping(box: { readonly min: Vec3Input; readonly max: Vec3Input }): Collider<T>[] {
    this.#update();
    const found: Collider<T>[] = [];
    const asked = new Aabb(readBound('min', box?.min), readBound('max', box?.max));
    this.#broad.query(asked.min, asked.max, ({ collider, slot }) => {
      if (!this.#boxes.isRough(slot) || asked.overlaps(collider.bounds(this.#boxA))) found.push(collider);
    });
    return found;
  }

  /** The colliders that intersect the given one, which need not be in the scene. */
  intersecting(collider: Collider): Collider<T>[] {
    requireCollider('collider', collider);
    this.#update();
    const { min, max } = grow(collider.bounds());
    const found: Collider<T>[] = [];
    this.#broad.query(min, max, (member) => {
      const other = member.collider;
      if (other === collider || bothHalfspaces(other, collider)) return;
      if (intersects(other, collider)) found.push(other);
    });
    return found;
  }

  /** The colliders that contain a point. */
  containing(point: Vec3Input): Collider<T>[] {
    this.#update();
    const p = readVec3('point', point);
    const found: Collider<T>[] = [];
    const { min, max } = grow(new Aabb(p.clone(), p.clone()));
    this.#broad.query(min, max, ({ collider }) => {
      if (containsPoint(collider, p)) found.push(collider);
    });
    return found;
  }

  /**
   * The collider nearest to a point or to another collider; null when none is within `maxDistance`. The distance is 0 for all that overlap,
   * of which any one may be the answer: `intersecting` lists them, and `signedDistance` says how deep each is.
   */
  nearest(pointOrCollider: Vec3Input | Collider, options: NearestOptions<T> = {}): SceneNearest<T> | null {
    checkSceneOptions(options, NEAREST_OPTIONS);
    this.#update();
    const subject =
      pointOrCollider instanceof Collider
        ? pointOrCollider
        : new Collider(new Point([0, 0, 0]), { position: readVec3('point', pointOrCollider) });
    const maxDistance = options.maxDistance ?? Infinity;
    if (!(maxDistance >= 0)) throw new RangeError(`maxDistance must not be negative, got ${show(maxDistance)}`);
    const { min, max } = subject.bounds();
    const low = new Vec3();
    const high = new Vec3();
    const trial = new DistanceResult();
    let best: SceneNearest<T> | null = null;
    const seen = new Set<Collider<T>>();
    // Widen the search until the collider found is nearer than everything not yet searched.
    let reach = Math.max(max.x - min.x, max.y - min.y, max.z - min.z, this.#typicalSize());
    let rounds = 0;
    for (;;) {
      const r = Math.min(reach, maxDistance);
      low.set(min.x - r, min.y - r, min.z - r);
      high.set(max.x + r, max.y + r, max.z + r);
      this.#broad.query(low, high, ({ collider }) => {
        if (seen.has(collider)) return;
        seen.add(collider);
        if (collider === subject || bothHalfspaces(collider, subject) || !wanted(collider, options)) return;
        closestPoints(subject, collider, trial, { maxDistance: Math.min(best?.distance ?? Infinity, maxDistance) });
        if (!(trial.distance < (best?.distance ?? Infinity))) return;
        best ??= new SceneNearest(collider);
        best.copy(trial);
        best.distance = trial.distance;
        best.collider = collider;
      });
      const found = best as SceneNearest<T> | null;
      if ((found !== null && found.distance <= r) || r >= maxDistance || r === Infinity) return found;
      if (seen.size >= this.#members.size) return found;
      reach = found === null ? 4 * reach : Math.max(4 * reach, found.distance);
      // After some rounds search everything.
      if (++rounds > 8) reach = Infinity;
    }
  }

  /** The size of the first collider with an extent: the first radius of a search. */
  #typicalSize(): number {
    for (const { extent } of this.#members.keys()) if (extent > 0) return extent;
    return 1;
  }
}

/** Reads a corner of a box. It may be infinite, as for a halfspace. */
function readBound(name: string, value: Vec3Input): Vec3 {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} must be a vector, got ${show(value)}`);
  const [x, y, z] = 'x' in value ? [value.x, value.y, value.z] : [value[0], value[1], value[2]];
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number')
    throw new TypeError(`${name} must be a vector, got ${show(value)}`);
  if (Number.isNaN(x) || Number.isNaN(y) || Number.isNaN(z))
    throw new RangeError(`${name} must not be NaN, got ${[x, y, z]}`);
  return new Vec3(x, y, z);
}

function asCollider(value: Shape | Collider): Collider {
  if (value instanceof Collider) return value;
  if (value instanceof Shape) return new Collider(value);
  throw new TypeError(`expected a Collider or a shape, such as new Sphere(1), got ${show(value)}`);
}
