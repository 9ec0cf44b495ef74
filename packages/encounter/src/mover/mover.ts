/**
 * Moves a convex shape through a scene: collide and slide, without physics.
 *
 * A move has five parts: it is carried along by the ground, pushed out of what it overlaps, slides along its displacement, goes down to
 * the ground, and reports where it stands. Each is a file of this room.
 */
import { Collider } from '../bodies/collider.ts';
import { checkOptions, requireCollider, show, wrong } from '../check.ts';
import type { QuatInput } from '../math/quat.ts';
import { finite, nonNegative, readVec3 } from '../math/read.ts';
import { sinCos } from '../math/turn.ts';
import { dot, length, Vec3, type Vec3Input } from '../math/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneQueryOptions } from '../scene/scene-query.ts';
import { requireConvex, type Shape } from '../shapes/shape.ts';
import { MOVER_STEP_GAPS, MOVER_STILL } from '../tolerances.ts';
import { Carrier } from './carry.ts';
import { Hits, type MoverHit } from './hits.ts';
import { Recovery } from './recover.ts';
import { Settle } from './settle.ts';
import { Slide } from './slide.ts';
import { Walker } from './walker.ts';

/** Options of a mover. Lengths are in world units. */
export interface MoverOptions {
  position?: Vec3Input;
  orientation?: QuatInput;
  /** Where up is; need not be a unit vector. Default: (0, 1, 0). */
  up?: Vec3Input;
  /** The distance that it keeps from everything. Default: 0.01. */
  skin?: number;
  /** The steepest slope that it stands on and walks up, in radians. Default: π/4. */
  maxSlope?: number;
  /** The highest step that it climbs. Default: 0. */
  stepHeight?: number;
  /** How far it is pulled down to the ground when it walks off it, as down stairs and slopes. Default: 0. */
  snap?: number;
}

/** Options of a move. */
export interface MoveOptions<T = unknown> extends SceneQueryOptions<T> {
  /** Called for everything that the mover has pushed against, after the move. What it gets is reused by the next move. */
  onHit?: (hit: MoverHit<T>) => void;
}

/** What a mover stands on: ground flat enough to walk on, something too steep, or nothing. */
export type GroundState = 'on' | 'steep' | 'air';

/** Result of a move. One object per mover, filled anew by every move: copy what must last. */
export interface MoveResult<T = unknown> {
  /** From where the mover was before the move to where it is: what carried it and pushed it out included. */
  readonly moved: Vec3;
  readonly ground: GroundState;
  /** The unit normal of the ground; zero in the air. At the edge of a stair it is that of the face to stand on. */
  readonly groundNormal: Vec3;
  /** What it stands on, or what is too steep; null in the air. */
  readonly groundCollider: Collider<T> | null;
  /** How far the ground under it has moved since the last move, and carried it. Divided by the time between moves: its velocity. */
  readonly groundMotion: Vec3;
  /** What the mover has pushed against. */
  readonly hits: readonly MoverHit<T>[];
}

class Result implements MoveResult {
  readonly moved: Vec3 = new Vec3();
  ground: GroundState = 'air';
  readonly groundNormal: Vec3 = new Vec3();
  groundCollider: Collider | null = null;
  readonly groundMotion: Vec3 = new Vec3();
  hits: readonly MoverHit[] = [];
}

const OPTIONS: readonly string[] = ['position', 'orientation', 'up', 'skin', 'maxSlope', 'stepHeight', 'snap'];
const MOVE_OPTIONS: readonly string[] = ['ignore', 'filter', 'onHit'];
const NONE: Readonly<Record<string, never>> = /* #__PURE__ */ Object.freeze({});
/** What the parts of a mover have read when it was made: a later change would reach some of them only. */
const FIXED: readonly string[] = ['collider', 'up', 'skin', 'maxSlope', 'stepHeight', 'snap'];

/**
 * A convex shape that walks, slides along walls, climbs stairs and rides platforms.
 *
 * Its limits do not change: for others, as when a character crouches, make another Mover and place it where this one is.
 *
 * @example
 * const mover = new Mover(new Capsule(0.4, 1), { position: [0, 1, 0], stepHeight: 0.3, snap: 0.3 });
 * const { ground } = mover.move(scene, [0.1, -0.02, 0]);
 */
export class Mover<T = unknown> {
  /** Where it is. It may be in the scene itself, and may be placed elsewhere between moves. */
  readonly collider: Collider<T>;
  /** Unit. Frozen, as the limits are. */
  readonly up: Readonly<Vec3>;
  /** The distance that it keeps from everything. */
  readonly skin: number;
  /** In radians. */
  readonly maxSlope: number;
  readonly stepHeight: number;
  readonly snap: number;
  readonly #walker: Walker;
  readonly #slide: Slide;
  readonly #settle: Settle;
  readonly #hits: Hits = new Hits();
  readonly #recovery: Recovery = new Recovery();
  readonly #carrier: Carrier = new Carrier();
  readonly #result: Result = new Result();
  readonly #leastRise: number;
  readonly #start: Vec3 = new Vec3();
  readonly #wish: Vec3 = new Vec3();
  readonly #before: Vec3 = new Vec3();
  /** Where the last move ended. */
  readonly #last: Vec3 = new Vec3();
  #isMoving = false;

  constructor(shape: Shape, options: MoverOptions = {}) {
    requireConvex('shape', shape);
    checkOptions(options, OPTIONS);
    const { position, orientation, up = [0, 1, 0], skin = 0.01, maxSlope = Math.PI / 4 } = options;
    const { stepHeight = 0, snap = 0 } = options;
    const upward = readVec3('up', up, new Vec3());
    const l = length(upward);
    if (!(l > 0)) wrong('up', 'not be zero', upward.toArray(), RangeError);
    this.up = Object.freeze(upward.set(upward.x / l, upward.y / l, upward.z / l));
    this.skin = nonNegative('skin', skin);
    this.stepHeight = nonNegative('stepHeight', stepHeight);
    this.snap = nonNegative('snap', snap);
    this.maxSlope = finite('maxSlope', maxSlope);
    if (!(maxSlope >= 0 && maxSlope <= Math.PI / 2)) wrong('maxSlope', 'be 0 to π/2', maxSlope, RangeError);
    const turn = Float64Array.of(maxSlope, 0);
    sinCos(turn);
    this.#leastRise = turn[1];
    this.collider = new Collider<T>(shape, {
      ...(position === undefined ? {} : { position }),
      ...(orientation === undefined ? {} : { orientation }),
    });
    this.#walker = new Walker(shape);
    this.#walker.skin[0] = this.skin;
    this.#slide = new Slide(this.#walker, this.#hits);
    this.#settle = new Settle(this.#walker, this.#slide);
    this.#settle.snap[0] = this.snap;
    this.#result.hits = this.#hits.list;
    const { ground, walk } = this.#walker;
    ground.up.copy(this.up);
    ground.leastRise = this.#leastRise;
    ground.stepHeight = this.stepHeight;
    walk.collector.surfaces.up.copy(this.up);
    // TypeScript's `readonly` says nothing to a program in JavaScript.
    for (const name of FIXED) Object.defineProperty(this, name, { writable: false });
  }

  /**
   * Moves by `displacement`, as far as the scene lets it, and places the collider there. The result is one object that every move fills
   * anew. The scene must not be changed by `filter`; `onHit` may.
   */
  move(scene: Scene<T>, displacement: Vec3Input, options: MoveOptions<T> = NONE): MoveResult<T> {
    if (typeof scene?.visitNear !== 'function') throw new TypeError(`scene must be a Scene, got ${show(scene)}`);
    const wish = readVec3('displacement', displacement, this.#wish);
    const { onHit } = checked(options);
    if (this.#isMoving) throw new Error('moves of one mover cannot nest');
    this.#isMoving = true;
    try {
      this.#run(scene as unknown as Scene<unknown>, wish, options as MoveOptions<unknown>);
    } finally {
      this.#isMoving = false;
      this.#walker.end();
    }
    const result = this.#result as MoveResult<unknown> as MoveResult<T>;
    if (onHit !== undefined) for (let i = 0; i < result.hits.length; i++) onHit(result.hits[i]);
    return result;
  }

  #run(scene: Scene<unknown>, wish: Vec3, options: MoveOptions<unknown>): void {
    const walker = this.#walker;
    const collider = this.collider as Collider<unknown>;
    const { position, ground } = walker;
    walker.begin(scene, collider, options);
    ground.reach[0] = this.stepHeight + MOVER_STEP_GAPS * walker.gap[0];
    ground.holdsRims = false;
    this.#hits.clear();
    this.#slide.drop[0] = 0;
    this.#start.copy(position);
    const stood = this.#ride(scene);
    const free = this.#recovery.run(walker, collider);
    walker.look();
    const wasOn = stood || ground.carrier !== null;
    const along = dot(wish, ground.up);
    const jumps = along > 0 && along * along > MOVER_STILL * MOVER_STILL * dot(wish, wish);
    if (free) {
      this.#slide.run(wish, true);
      this.#settle.run(wasOn && !jumps);
    }
    this.#report();
    if (position.x !== this.#start.x || position.y !== this.#start.y || position.z !== this.#start.z)
      collider.setPosition(position);
  }

  /** Moves along with the ground. Returns whether the mover stood on it after the last move. */
  #ride(scene: Scene<unknown>): boolean {
    const walker = this.#walker;
    const carrier = this.#carrier;
    const { groundMotion } = this.#result;
    const { position } = walker;
    const last = this.#last;
    const isThere = position.x === last.x && position.y === last.y && position.z === last.z;
    if (!isThere || (carrier.collider !== null && !scene.has(carrier.collider))) carrier.collider = null;
    if (!carrier.motion(position, groundMotion)) return carrier.collider !== null;
    walker.walk.except = carrier.collider;
    this.#slide.run(this.#before.copy(groundMotion), false);
    walker.walk.except = null;
    // What the ride has found does not know the ground itself.
    walker.moveTo(this.#before.copy(position));
    return true;
  }

  #report(): void {
    const { position, ground } = this.#walker;
    const { carrier, steepest } = ground;
    const result = this.#result;
    const start = this.#start;
    const plane = carrier ?? steepest;
    result.moved.set(position.x - start.x, position.y - start.y, position.z - start.z);
    result.ground = carrier !== null ? 'on' : plane !== null ? 'steep' : 'air';
    result.groundCollider = plane?.collider ?? null;
    if (plane === null) result.groundNormal.set(0, 0, 0);
    else result.groundNormal.copy(plane.rim && plane.carries ? plane.face : plane.normal);
    this.#carrier.remember(carrier?.collider ?? null);
    this.#last.copy(position);
    this.#hits.end();
  }
}

function checked<T>(options: MoveOptions<T>): MoveOptions<T> {
  if (options === NONE) return options;
  checkOptions(options, MOVE_OPTIONS);
  const { ignore, filter, onHit } = options;
  if (ignore !== undefined && ignore !== null) requireCollider('ignore', ignore);
  if (filter !== undefined && typeof filter !== 'function') wrong('filter', 'be a function', filter);
  if (onHit !== undefined && typeof onHit !== 'function') wrong('onHit', 'be a function', onHit);
  return options;
}
