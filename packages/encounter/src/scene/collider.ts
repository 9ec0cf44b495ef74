import { checkOptions, LARGEST, LARGEST_IN_TREE, readVec3, SMALLEST } from '../check.ts';
import { checkMatrix, type Placement, readScale } from '../math/affine.ts';
import { Quat, type QuatInput, readQuat } from '../math/quat.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { PlacedBody } from '../pairs/placed-body.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';

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

const OPTIONS: readonly string[] = ['position', 'orientation', 'scale', 'matrix', 'margin', 'data'];

let nextId = 1;

/** A vector argument, from the moment that it was read until anything else runs. */
const given: Vec3 = /* #__PURE__ */ new Vec3();

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
    checkOptions(options, OPTIONS);
    const { matrix, position, orientation, scale, margin } = options;
    this.id = nextId++;
    this.data = options.data as T;
    if (matrix !== undefined) {
      if (position !== undefined || orientation !== undefined || scale !== undefined)
        throw new TypeError('matrix cannot be given together with position, orientation or scale');
      this.#requireMatrix(matrix);
      this.placement.putMatrix(matrix);
    } else {
      if (orientation !== undefined) readQuat('orientation', orientation, this.#orientation);
      if (scale !== undefined) readScale('scale', scale, this.#scale);
      this.#requireScale(this.#scale);
      this.placement.setRotationScale(this.#orientation, this.#scale);
      if (position !== undefined) this.placement.setOrigin(readVec3('position', position, given));
    }
    if (margin !== undefined) this.margin = margin;
    else this.resolve();
  }

  /** Replaces the translation only, also after a matrix was set. */
  setPosition(position: Vec3Input): this {
    const { x, y, z } = readVec3('position', position, given);
    const watchers = this.#watchers;
    if (watchers !== null)
      // A watcher may make queries, and `support` of a shape in these may move another collider: so it is set each time.
      for (let i = 0; i < watchers.length; i++) watchers[i].colliderMoves(given.set(x, y, z));
    this.moveTo(given.set(x, y, z));
    return this;
  }

  /** Replaces the linear part by R·S of this orientation and the last scale set. */
  setOrientation(orientation: QuatInput): this {
    // After a matrix, this is where the scale has an effect.
    this.#requireScale(this.#scale);
    readQuat('orientation', orientation, this.#orientation);
    if (this.#watchers !== null) this.changing();
    this.placement.setRotationScale(this.#orientation, this.#scale);
    this.resolve();
    return this;
  }

  /** Replaces the linear part by R·S of the last orientation set and this scale: one number or one per local axis. */
  setScale(scale: number | Vec3Input): this {
    this.#scale.copy(this.#requireScale(readScale('scale', scale, given)));
    if (this.#watchers !== null) this.changing();
    this.placement.setRotationScale(this.#orientation, this.#scale);
    this.resolve();
    return this;
  }

  /** Replaces the whole placement by a column-major 4×4 affine matrix; scale, mirroring and shear are all allowed. */
  setMatrix(matrix: ArrayLike<number>): this {
    this.#requireMatrix(matrix);
    if (this.#watchers !== null) this.changing();
    this.placement.putMatrix(matrix);
    this.resolve();
    return this;
  }

  /** The placement as a column-major 4×4 matrix. */
  getMatrix(out: Float64Array = new Float64Array(16)): Float64Array {
    return this.placement.getMatrix(out);
  }

  #requireScale(scale: Vec3): Vec3 {
    const { x, y, z } = scale;
    this.shape.requireMatrix?.([x, 0, 0, 0, 0, y, 0, 0, 0, 0, z]);
    this.#requireSize(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)), this.margin);
    return scale;
  }

  #requireMatrix(matrix: ArrayLike<number>): void {
    checkMatrix('matrix', matrix);
    this.shape.requireMatrix?.(matrix);
    let scale = 0;
    for (let i = 0; i < 11; i++) scale = Math.max(scale, Math.abs(matrix[i]));
    this.#requireSize(scale, this.margin);
  }

  /** Throws unless queries can work with the shape when the linear part has this largest entry. */
  #requireSize(scale: number, margin: number): void {
    const { span, kind } = this.shape;
    const size = span * scale + 2 * margin;
    const largest = kind >= ShapeKind.mesh ? LARGEST_IN_TREE : LARGEST;
    if (!(size === 0 || (size >= SMALLEST && size <= largest)))
      throw new RangeError(`a placed shape must have size 0 or ${SMALLEST} … ${largest}, got ${size}`);
  }

  /** @internal */
  protected override requireMargin(margin: number): void {
    this.#requireSize(this.placement.factor, margin);
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
