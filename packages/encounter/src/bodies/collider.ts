import { show } from '../check.ts';
import { type Placement, readScale } from '../math/affine.ts';
import { Quat, type QuatInput, readQuat } from '../math/quat.ts';
import { readVec3 } from '../math/read.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { PlacedBody } from './placed-body.ts';

/** What a collider is made from: a placement (or a matrix instead), a margin in world units, and anything of yours. */
export interface ColliderOptions<T> extends Placement {
  /** Column-major 4×4 affine matrix, instead of position, orientation and scale. */
  matrix?: ArrayLike<number>;
  /** Grows the placed shape by this much, in world units. */
  margin?: number;
  data?: T;
}

/** Who must know when a collider's placement or margin changes: the scenes that it is in. */
export interface ColliderWatcher {
  /** Before anything but the position changes. */
  colliderChanges(): void;
  /** Before it moves to this position. */
  colliderMoves(position: Vec3): void;
}

let nextId = 1;

const origin: Vec3 = /* #__PURE__ */ new Vec3();

/**
 * An instance of a shape: where it is, how it is turned and scaled, and a margin around it.
 *
 * World = position + R·(S·x). The placement stays until it is set again.
 *
 * @example
 * const crate = new Collider(new Box([1, 1, 1]), { position: [0, 2, 0], scale: [1, 2, 1] });
 * crate.setPosition([0, 3, 0]);
 */
export class Collider<T = unknown> extends PlacedBody {
  /** Counts up from 1; of a pair in a scene the lower id comes first. */
  readonly id: number;
  /** Anything of yours. */
  data: T;
  readonly #orientation: Quat = new Quat();
  readonly #scale: Vec3 = new Vec3(1, 1, 1);
  #watchers: ColliderWatcher[] | null = null;

  constructor(shape: Shape, options: ColliderOptions<T> = {}) {
    super(shape);
    if (typeof options !== 'object' || options === null)
      throw new TypeError(`options must be an object, got ${show(options)}`);
    const { matrix, position, orientation, scale, margin } = options;
    this.id = nextId++;
    this.data = options.data as T;
    if (matrix !== undefined) {
      if (position !== undefined || orientation !== undefined || scale !== undefined)
        throw new TypeError('matrix cannot be given together with position, orientation or scale');
      this.placement.setMatrix(matrix);
    } else {
      if (orientation !== undefined) readQuat('orientation', orientation, this.#orientation);
      if (scale !== undefined) readScale('scale', scale, this.#scale);
      this.placement.setRotationScale(this.#orientation, this.#scale);
      if (position !== undefined) this.placement.setOrigin(readVec3('position', position, origin));
    }
    if (margin !== undefined) this.margin = margin;
    else this.resolve();
  }

  /** Replaces the translation only, also after a matrix was set. */
  setPosition(position: Vec3Input): this {
    readVec3('position', position, origin);
    const watchers = this.#watchers;
    if (watchers !== null) for (let i = 0; i < watchers.length; i++) watchers[i].colliderMoves(origin);
    this.moveTo(origin);
    return this;
  }

  /** Replaces the linear part by R·S of this orientation and the last scale set. */
  setOrientation(orientation: QuatInput): this {
    readQuat('orientation', orientation, this.#orientation);
    if (this.#watchers !== null) this.changing();
    this.placement.setRotationScale(this.#orientation, this.#scale);
    this.resolve();
    return this;
  }

  /** Replaces the linear part by R·S of the last orientation set and this scale: one number or one per local axis. */
  setScale(scale: number | Vec3Input): this {
    readScale('scale', scale, this.#scale);
    if (this.#watchers !== null) this.changing();
    this.placement.setRotationScale(this.#orientation, this.#scale);
    this.resolve();
    return this;
  }

  /** Replaces the whole placement by a column-major 4×4 affine matrix; scale, mirroring and shear are all allowed. */
  setMatrix(matrix: ArrayLike<number>): this {
    if (this.#watchers !== null) this.changing();
    this.placement.setMatrix(matrix);
    this.resolve();
    return this;
  }

  /** The placement as a column-major 4×4 matrix. */
  getMatrix(out: Float64Array = new Float64Array(16)): Float64Array {
    return this.placement.getMatrix(out);
  }

  /** Tells a scene of every change from now on, before it takes place. @internal */
  watch(watcher: ColliderWatcher): void {
    this.#watchers = [...(this.#watchers ?? []), watcher];
  }

  /** @internal */
  unwatch(watcher: ColliderWatcher): void {
    const rest = (this.#watchers ?? []).filter((w) => w !== watcher);
    this.#watchers = rest.length > 0 ? rest : null;
  }

  /** @internal */
  protected override changing(): void {
    const watchers = this.#watchers;
    if (watchers !== null) for (let i = 0; i < watchers.length; i++) watchers[i].colliderChanges();
  }
}
