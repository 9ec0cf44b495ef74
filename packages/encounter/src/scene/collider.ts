import { nonNegative, readVec3, show } from '../check.ts';
import type { ClosedForm } from '../convex/proximity.ts';
import { Aabb } from '../math/aabb.ts';
import { Affine, LinearKind, type Placement, readScale } from '../math/affine.ts';
import { Quat, type QuatInput, readQuat } from '../math/quat.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import type { Body } from '../pairs/body.ts';
import { Placed } from '../shapes/placed.ts';
import { Point } from '../shapes/point.ts';
import { Shape, ShapeKind } from '../shapes/shape.ts';

/** What a collider is made from: a placement (or a matrix instead), a margin in world units, and anything of yours. */
export interface ColliderOptions<T> extends Placement {
  /** Column-major 4×4 affine matrix, instead of position, orientation and scale. */
  matrix?: ArrayLike<number>;
  /** Grows the placed shape by this much, in world units. */
  margin?: number;
  data?: T;
}

let nextId = 1;

const ORIGIN: Point = /* #__PURE__ */ new Point([0, 0, 0]);
const UPRIGHT: Quat = /* #__PURE__ */ new Quat();
const UNSCALED: Vec3 = /* #__PURE__ */ new Vec3(1, 1, 1);

/**
 * An instance of a shape: where it is, how it is turned and scaled, and a margin around it.
 *
 * World = position + R·(S·x). The placement stays until it is set again.
 *
 * @example
 * const crate = new Collider(new Box([1, 1, 1]), { position: [0, 2, 0], scale: [1, 2, 1] });
 * crate.setPosition([0, 3, 0]);
 */
export class Collider<T = unknown> implements Body {
  readonly id: number;
  readonly shape: Shape;
  data: T;
  /** The whole placement of `shape`. */
  readonly placement: Affine = new Affine();

  // What pair functions see of it (see `Body`).
  /** The placement of `core`: differs from `placement` where a Placed, a ball or a scaled shape was unwrapped. */
  frame: Affine = this.placement;
  core: Shape;
  kind: ShapeKind;
  polyhedral: boolean;
  pointForm: ClosedForm | undefined;
  radius = 0;
  extent = 0;

  #margin = 0;
  readonly #position: Vec3 = new Vec3();
  readonly #orientation: Quat = new Quat();
  readonly #scale: Vec3 = new Vec3(1, 1, 1);
  // What follows is made when first needed: a scene of many colliders is fast when they are small.
  /** Where `frame` lives when it is not `placement`; two, because a composition cannot be written over its input. */
  #frames: readonly [Affine, Affine] | undefined;
  /** Where the core's origin lies, seen from the placement's: all that a change of position needs. */
  #center: Vec3 | undefined;
  /** The one shape inside that can be stretched, stretched by x, y, z. */
  #stretched: { readonly x: number; readonly y: number; readonly z: number; readonly shape: Shape } | undefined;
  /** A direction and a point, for `bounds`. */
  #scratch: readonly [Vec3, Vec3] | undefined;

  constructor(shape: Shape, options: ColliderOptions<T> = {}) {
    if (!(shape instanceof Shape)) throw new TypeError(`shape must be a shape, got ${show(shape)}`);
    if (typeof options !== 'object' || options === null)
      throw new TypeError(`options must be an object, got ${show(options)}`);
    const { matrix, position, orientation, scale, margin } = options;
    this.id = nextId++;
    this.shape = shape;
    this.core = shape;
    this.kind = shape.kind;
    this.polyhedral = shape.polyhedral;
    this.pointForm = shape.pointForm;
    this.data = options.data as T;
    if (matrix !== undefined) {
      if (position !== undefined || orientation !== undefined || scale !== undefined)
        throw new TypeError('matrix cannot be given together with position, orientation or scale');
      this.placement.setMatrix(matrix);
    } else {
      if (orientation !== undefined) readQuat('orientation', orientation, this.#orientation);
      if (scale !== undefined) readScale('scale', scale, this.#scale);
      this.placement.setRotationScale(this.#orientation, this.#scale);
      if (position !== undefined) this.placement.setOrigin(readVec3('position', position, this.#position));
    }
    if (margin !== undefined) this.#margin = nonNegative('margin', margin);
    this.#resolve();
  }

  /** Grows the placed shape by this much, in world units. */
  get margin(): number {
    return this.#margin;
  }

  set margin(value: number) {
    this.#margin = nonNegative('margin', value);
    this.#resolve();
  }

  /** Replaces the translation only, also after a matrix was set. */
  setPosition(position: Vec3Input): this {
    this.placement.setOrigin(readVec3('position', position, this.#position));
    if (this.frame !== this.placement) {
      const p = this.#position;
      const c = this.#center as Vec3;
      const m = this.frame.m;
      m[9] = p.x + c.x;
      m[10] = p.y + c.y;
      m[11] = p.z + c.z;
    }
    return this;
  }

  /** Replaces the linear part by R·S of this orientation and the last scale set. */
  setOrientation(orientation: QuatInput): this {
    readQuat('orientation', orientation, this.#orientation);
    this.placement.setRotationScale(this.#orientation, this.#scale);
    this.#resolve();
    return this;
  }

  /** Replaces the linear part by R·S of the last orientation set and this scale: one number or one per local axis. */
  setScale(scale: number | Vec3Input): this {
    readScale('scale', scale, this.#scale);
    this.placement.setRotationScale(this.#orientation, this.#scale);
    this.#resolve();
    return this;
  }

  /** Replaces the whole placement by a column-major 4×4 affine matrix; scale, mirroring and shear are all allowed. */
  setMatrix(matrix: ArrayLike<number>): this {
    this.placement.setMatrix(matrix);
    this.#resolve();
    return this;
  }

  /** The placement as a column-major 4×4 matrix. */
  getMatrix(out: Float64Array = new Float64Array(16)): Float64Array {
    return this.placement.getMatrix(out);
  }

  /** World box, tight, margin included. Infinite for a halfspace. */
  bounds(out: Aabb = new Aabb()): Aabb {
    const { core, frame, radius } = this;
    if (core.kind === ShapeKind.halfspace) return core.bounds(out);
    // Rows of L are the world axes seen from the core (§5.3.1).
    const m = frame.m;
    this.#scratch ??= [new Vec3(), new Vec3()];
    const dir = this.#scratch[0];
    const p = this.#scratch[1];
    const { min, max } = out;
    core.support(dir.set(m[0], m[3], m[6]), p);
    max.x = m[0] * p.x + m[3] * p.y + m[6] * p.z + m[9] + radius;
    core.support(dir.set(-m[0], -m[3], -m[6]), p);
    min.x = m[0] * p.x + m[3] * p.y + m[6] * p.z + m[9] - radius;
    core.support(dir.set(m[1], m[4], m[7]), p);
    max.y = m[1] * p.x + m[4] * p.y + m[7] * p.z + m[10] + radius;
    core.support(dir.set(-m[1], -m[4], -m[7]), p);
    min.y = m[1] * p.x + m[4] * p.y + m[7] * p.z + m[10] - radius;
    core.support(dir.set(m[2], m[5], m[8]), p);
    max.z = m[2] * p.x + m[5] * p.y + m[8] * p.z + m[11] + radius;
    core.support(dir.set(-m[2], -m[5], -m[8]), p);
    min.z = m[2] * p.x + m[5] * p.y + m[8] * p.z + m[11] - radius;
    return out;
  }

  /**
   * Unwraps the shape into core, frame and radius: placed shapes join the frame, radii are taken out where balls stay
   * balls, a point needs no axes of its own, a box scaled along its axes is a box and a ball an ellipsoid.
   */
  #resolve(): void {
    let shape = this.shape;
    let frame = this.placement;
    let radius = this.#margin;
    // Without the translation, which would cost the core's own offset its digits far from the origin.
    const m = frame.m;
    const px = m[9];
    const py = m[10];
    const pz = m[11];
    m[9] = 0;
    m[10] = 0;
    m[11] = 0;
    for (;;) {
      if (shape instanceof Placed) {
        frame = this.#spare(frame).compose(frame, shape.placement);
        shape = shape.shape;
      } else if (frame.kind !== LinearKind.general && shape.core !== shape) {
        radius += shape.radius * frame.factor;
        shape = shape.core;
      } else if (frame.kind > LinearKind.rigid) {
        this.#center ??= new Vec3();
        const next = this.#spare(frame).copy(frame);
        const stretched = next.normalizeColumns(this.#center) ? this.#stretch(shape, this.#center) : null;
        if (stretched === null) break;
        shape = stretched;
        frame = next;
      } else break;
    }
    this.extent =
      (frame.kind === LinearKind.general ? shape.extentUnder(frame) : shape.extent * frame.factor) + 2 * radius;
    if (shape instanceof Point) {
      this.#center ??= new Vec3();
      frame.transformPoint(shape.position, this.#center);
      frame = this.#spare(frame).setRotationScale(UPRIGHT, UNSCALED).setOrigin(this.#center);
      shape = ORIGIN;
    }
    this.core = shape;
    this.kind = shape.kind;
    this.polyhedral = shape.polyhedral;
    this.pointForm = shape.pointForm;
    this.frame = frame;
    this.radius = radius;
    m[9] = px;
    m[10] = py;
    m[11] = pz;
    if (frame !== this.placement) {
      const f = frame.m;
      this.#center ??= new Vec3();
      this.#center.set(f[9], f[10], f[11]);
      f[9] += px;
      f[10] += py;
      f[11] += pz;
    }
  }

  /** `shape` scaled along its own axes: the one made last if it is the same, as caches tell shapes by identity. */
  #stretch(shape: Shape, { x, y, z }: Vec3): Shape | null {
    const known = this.#stretched;
    if (known !== undefined && x === known.x && y === known.y && z === known.z) return known.shape;
    const stretched = shape.stretched(x, y, z);
    if (stretched !== null) this.#stretched = { x, y, z, shape: stretched };
    return stretched;
  }

  /** A frame to write to that is not `frame`. */
  #spare(frame: Affine): Affine {
    this.#frames ??= [new Affine(), new Affine()];
    return frame === this.#frames[0] ? this.#frames[1] : this.#frames[0];
  }
}
