import { checkOptions } from '../check.ts';
import { Affine, type Placement, readScale } from '../math/affine.ts';
import { type Quat, type QuatInput, readQuat } from '../math/quat.ts';
import { readVec3 } from '../math/read.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { spareVectors } from './body.ts';
import { PlacedBody, UNSCALED, UPRIGHT } from './placed-body.ts';

/** Options of a collider: a placement (or a matrix instead), a margin in world units, and any data of yours. */
export interface ColliderOptions<T> extends Placement {
  /** Column-major 4×4 affine matrix, instead of position, orientation and scale. */
  matrix?: ArrayLike<number>;
  /** Grows the placed shape by this much, in world units. */
  margin?: number;
  data?: T;
}

/** Receives the changes of one collider's placement and margin: a scene that it is in. */
export interface ColliderWatcher {
  /** The next watcher of the collider: a list apart would take as much memory as they do. */
  next: ColliderWatcher | null;
  /** Called before anything but the position changes. */
  colliderChanges(): void;
  /** Called before the collider moves to this position. */
  colliderMoves(position: Vec3): void;
}

const OPTIONS: readonly string[] = ['position', 'orientation', 'scale', 'matrix', 'margin', 'data'];

let nextId = 1;

/** The position that a collider is about to move to. */
const target: Vec3 = /* #__PURE__ */ new Vec3();

/** Scratch for a matrix argument that is being read and checked; null while in use. */
let spare: Affine | null = null;

/**
 * An instance of a shape with its position, orientation, scale, and a margin around it.
 *
 * World = position + R·(S·x). The placement stays until it is set again.
 *
 * @example
 * const crate = new Collider(new Box([1, 1, 1]), { position: [0, 2, 0], scale: [1, 2, 1] });
 * crate.setPosition([0, 3, 0]);
 */
export class Collider<T = unknown> extends PlacedBody {
  /** Counts up from 1. In a pair of a scene the collider with the lower id comes first. */
  readonly id: number;
  /** Anything of yours. */
  data: T;
  /** The last orientation set: a shared constant at first, because most colliders of a large scene are never turned. @internal */
  orientation: Quat = UPRIGHT;
  #scale: Vec3 = UNSCALED;
  /** Whether the linear part was set by a matrix: then it need not be R·S of the last values set. @internal */
  byMatrix = false;
  /** Who is notified of every change, before it takes place. @internal */
  watcher: ColliderWatcher | null = null;

  constructor(shape: Shape, options: ColliderOptions<T> = {}) {
    super(shape);
    checkOptions(options, OPTIONS);
    const { matrix, position, orientation, scale, margin } = options;
    this.id = nextId++;
    this.data = options.data as T;
    if (matrix !== undefined) {
      if (position !== undefined || orientation !== undefined || scale !== undefined)
        throw new TypeError('matrix excludes position, orientation, scale');
      this.put(matrix);
    } else {
      if (orientation !== undefined) this.orientation = readQuat('orientation', orientation);
      if (scale !== undefined) this.#scale = readScale('scale', scale);
      requireScale(this, this.#scale);
      this.placement.setRotationScale(this.orientation, this.#scale);
      if (position !== undefined) this.placement.setOrigin(readVec3('position', position));
    }
    if (margin !== undefined) this.margin = margin;
    else this.resolve();
  }

  /** Replaces the translation only, even after a matrix was set. */
  setPosition(position: Vec3Input): this {
    const p = readVec3('position', position, target);
    const { x, y, z } = p;
    for (let w = this.watcher; w !== null; w = w.next) {
      w.colliderMoves(p);
      // A watcher may ask for a box. Then `support` of a caller's shape runs, which may move another collider.
      p.x = x;
      p.y = y;
      p.z = z;
    }
    this.moveTo(p);
    return this;
  }

  /** Replaces the linear part by R·S of this orientation and the last scale set. */
  setOrientation(orientation: QuatInput): this {
    // After `setMatrix` the last scale takes effect only here, so it is checked here.
    requireScale(this, this.#scale);
    const q = this.orientation;
    this.orientation = readQuat('orientation', orientation, q === UPRIGHT ? undefined : q);
    return this.turn();
  }

  /** Replaces the linear part by R·S of the last orientation set and this scale: one number or one per local axis. */
  setScale(scale: number | Vec3Input): this {
    const s = readScale('scale', scale, spareVectors.pop());
    requireScale(this, s);
    if (this.#scale !== UNSCALED) spareVectors.push(this.#scale);
    this.#scale = s;
    return this.turn();
  }

  // Not #turn and #put, as in PlacedBody: they would take eight bytes of every collider.
  private turn(): this {
    this.byMatrix = false;
    this.changing();
    this.placement.setRotationScale(this.orientation, this.#scale);
    this.resolve();
    return this;
  }

  /** Replaces the whole placement by a column-major 4×4 affine matrix; scale, mirroring and shear are all allowed. */
  setMatrix(matrix: ArrayLike<number>): this {
    this.put(matrix);
    this.resolve();
    return this;
  }

  private put(matrix: ArrayLike<number>): void {
    // Taken out while in use: accessors of the argument, and watchers, may set another matrix.
    const next = spare ?? new Affine();
    spare = null;
    const { m } = next.setMatrix(matrix);
    this.shape.requireLinear?.(m);
    this.shape.requireSize(next.factor, this.margin);
    this.changing();
    this.placement.copy(next);
    this.byMatrix = true;
    spare = next;
  }

  /** The placement as a column-major 4×4 matrix. */
  getMatrix(out?: Float64Array): Float64Array {
    return this.placement.getMatrix(out);
  }

  /** @internal */
  protected override changing(margin?: number): void {
    if (margin !== undefined) this.shape.requireSize(this.placement.factor, margin);
    for (let w = this.watcher; w !== null; w = w.next) w.colliderChanges();
  }
}

function requireScale({ shape, margin }: Collider, { x, y, z }: Vec3): void {
  shape.requireLinear?.([x, 0, 0, 0, y, 0, 0, 0, z]);
  shape.requireSize(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)), margin);
}
