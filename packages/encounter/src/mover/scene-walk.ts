/** How a mover asks a scene: which colliders are near it, and what it meets first. Nothing is allocated after the first calls. */
import type { Body } from '../bodies/body.ts';
import type { Collider } from '../bodies/collider.ts';
import type { PlacedBody } from '../bodies/placed-body.ts';
import { Aabb } from '../math/aabb.ts';
import { Vec3 } from '../math/vec3.ts';
import { CastSolver } from '../motion/cast-shape.ts';
import { PairDispatch } from '../pairs/dispatch.ts';
import { CastHit } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { Member } from '../scene/member.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneQueryOptions } from '../scene/scene-query.ts';
import { MOVER_ACCURACY, TOUCH } from '../tolerances.ts';
import type { PlaneList } from './contact-plane.ts';
import { PlaneCollector } from './plane-collector.ts';

/** A cast against a mesh keeps six axes. It finds some of them itself. */
const MAX_HINTS = 4;

/** No options. */
export const ALL: SceneQueryOptions<unknown> = /* #__PURE__ */ Object.freeze({});

export class SceneWalk {
  readonly collector: PlaneCollector = new PlaneCollector();
  /** The first hit of the last cast, with the part of the motion before it; its collider. */
  readonly hit: CastHit = new CastHit();
  collider: Collider | null = null;
  /** Left out of everything: the mover's own collider. */
  self: Collider | null = null;
  /** Left out as well, if not null. */
  except: Collider | null = null;
  options: SceneQueryOptions<unknown> = ALL;
  readonly #box: Aabb = new Aabb();
  /** What the box grows by: in an array, as a double that is passed to a call may be allocated on the heap. */
  readonly #by: Float64Array = new Float64Array(1);
  readonly #casts: CastSolver = new CastSolver(new PairDispatch());
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #hints: Float64Array = new Float64Array(3 * MAX_HINTS);
  readonly #trial: CastHit = new CastHit();
  readonly #motion: Vec3 = new Vec3();
  readonly #rest: Vec3 = new Vec3();
  /** How much of the motion is left of interest: the time of the best hit. */
  readonly #limit: Float64Array = new Float64Array(1);
  #body!: Body;
  /** Whether the motion is longer than the body. */
  #isLong = false;
  // Made once: a function made in each query would be garbage.
  readonly #near: (member: Member<unknown>) => undefined;
  readonly #swept: (member: Member<unknown>) => number | undefined;

  constructor() {
    this.#near = ({ collider }) => {
      if (this.#isWanted(collider)) this.collector.add(collider);
      return undefined;
    };
    this.#swept = ({ collider }) => this.#castAt(collider);
  }

  #isWanted(collider: Collider): boolean {
    if (collider === this.self || collider === this.except) return false;
    const { ignore, filter } = this.options;
    return collider !== ignore && (filter === undefined || filter(collider));
  }

  /** The planes of everything whose gap to the body is at most reach[0]. */
  planes(scene: Scene<unknown>, body: PlacedBody, skin: Float64Array, reach: Float64Array): PlaneList {
    const { collector } = this;
    const { min, max } = body.bounds(this.#box);
    this.#by[0] = skin[0] + reach[0];
    this.#grow(min, max);
    collector.begin(body, skin, reach);
    scene.visitNear(min, max, this.#near);
    return collector.end();
  }

  /** Whether the body meets something while it moves by `motion`. Then `hit` and `collider` say what and when. */
  cast(scene: Scene<unknown>, body: PlacedBody, motion: Vec3): boolean {
    const { min, max } = body.bounds(this.#box);
    this.#by[0] = 8 * TOUCH * (Math.abs(motion.x) + Math.abs(motion.y) + Math.abs(motion.z));
    this.#grow(min, max);
    this.#body = body;
    this.#motion.copy(motion);
    this.#limit[0] = 1;
    this.#isLong = Math.abs(motion.x) + Math.abs(motion.y) + Math.abs(motion.z) > body.extent;
    this.collider = null;
    this.#hint();
    scene.visitSwept(min, max, this.#motion, this.#swept);
    return this.collider !== null;
  }

  /** The normals of the planes that were collected last: mostly those of contacts that the motion slides along. */
  #hint(): void {
    const { planes, count } = this.collector.list;
    const hints = this.#hints;
    const settings = this.#settings;
    settings.hints = hints;
    settings.hintCount = Math.min(count, MAX_HINTS);
    for (let i = 0; i < settings.hintCount; i++) {
      const { normal } = planes[i];
      hints[3 * i] = normal.x;
      hints[3 * i + 1] = normal.y;
      hints[3 * i + 2] = normal.z;
    }
  }

  /** Grows a box by #by and by more than the rounding of its coordinates. */
  #grow(min: Vec3, max: Vec3): void {
    const sum =
      Math.abs(min.x) + Math.abs(min.y) + Math.abs(min.z) + Math.abs(max.x) + Math.abs(max.y) + Math.abs(max.z);
    const by = this.#by[0] + 8 * TOUCH * sum;
    min.x -= by;
    min.y -= by;
    min.z -= by;
    max.x += by;
    max.y += by;
    max.z += by;
  }

  #castAt(collider: Collider): number | undefined {
    const limit = this.#limit;
    const known = this.collider !== null;
    if (known && limit[0] === 0) return 0;
    if (!this.#isWanted(collider)) return undefined;
    const { x, y, z } = this.#motion;
    // The obstacle moves relative to the body.
    const rest = this.#rest.set(-x * limit[0], -y * limit[0], -z * limit[0]);
    const settings = this.#settings;
    settings.accuracy = MOVER_ACCURACY;
    settings.maxDistance = Infinity;
    // The gap is kept relative to the mover, so a small triangle need not be met more accurately than a large one.
    settings.extent = this.#body.extent;
    settings.resting = 0;
    settings.whole = null;
    settings.flat = null;
    const trial = this.#trial;
    if (!this.#casts.solve(this.#body, collider, rest, settings, trial)) return undefined;
    const t = trial.t * limit[0];
    if (known && t >= limit[0]) return undefined;
    limit[0] = t;
    this.hit.copy(trial);
    this.hit.t = t;
    this.collider = collider;
    // A time that is returned is a number on the heap. What else a short motion may meet is near in any case.
    return this.#isLong ? t : undefined;
  }
}
