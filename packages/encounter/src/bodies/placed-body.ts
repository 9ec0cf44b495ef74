import { wrong } from '../check.ts';
import { Aabb } from '../math/aabb.ts';
import { Affine, LinearKind } from '../math/affine.ts';
import { Quat } from '../math/quat.ts';
import { nonNegative } from '../math/read.ts';
import { Vec3 } from '../math/vec3.ts';
import { Point } from '../shapes/point.ts';
import { type Instance, Shape, type ShapeKind } from '../shapes/shape.ts';
import { ROUNDING } from '../tolerances.ts';
import { type Body, boxIn, fillLayout } from './body.ts';
import { BLUR, BOX, bodyFrame, CENTER, ORIGIN } from './layout.ts';

const POINT: Point = /* #__PURE__ */ new Point([0, 0, 0]);
/** No rotation and no scale, shared by all bodies that have none. They must not be written. */
export const UPRIGHT: Quat = /* #__PURE__ */ new Quat();
export const UNSCALED: Vec3 = /* #__PURE__ */ new Vec3(1, 1, 1);

/** A shape in a placement, with a margin around it, resolved into the form that pair functions need. */
export class PlacedBody implements Body {
  /** The whole placement of `shape`. @internal */
  readonly placement: Affine = bodyFrame();

  // The part that pair functions read (see `Body`). These fields come first, so that they lie side by side in memory.
  /** @internal */
  m: number[] = this.placement.m;
  /** @internal */
  kind: ShapeKind = POINT.kind;
  /** @internal */
  linear: LinearKind = LinearKind.identity;
  /** @internal */
  core: Shape = POINT;
  /** @internal */
  polyhedral = true;
  /** The placement of `core`. It differs from `placement` if a Placed, a ball or a scaled shape was unwrapped. @internal */
  frame: Affine = this.placement;
  /** The shape that is placed. */
  readonly shape: Shape;
  /** @internal */
  readonly instance: Instance | null;
  /** @internal */
  radius = 0;
  /** @internal */
  extent = 0;

  #margin = 0;
  // A scene of many colliders is fast when colliders are small. So what follows is made when first needed. And the methods below are only
  // `private`: of a class with a method #name every instance has a field more.
  /** Storage for `frame` when it is not `placement`. Two, because a composition cannot be written over its input. */
  #frames: readonly [Affine, Affine] | undefined;
  /** The shape inside that was stretched last, by x, y, z. */
  #stretched: { readonly x: number; readonly y: number; readonly z: number; readonly shape: Shape } | undefined;
  /** The version of a complex shape for which the extent was computed. */
  #version = 0;
  /** The version of the shape for which the box was measured; −1 when the placement has changed since. @internal */
  boxVersion = -1;

  constructor(shape: Shape) {
    if (!(shape instanceof Shape)) wrong('shape', 'be a shape', shape);
    this.shape = shape;
    this.instance = shape.instantiate();
  }

  /** Grows the placed shape by this much, in world units. */
  get margin(): number {
    return this.#margin;
  }

  set margin(value: number) {
    this.changing(nonNegative('margin', value));
    this.#margin = value;
    this.resolve();
  }

  /** Called before the placement changes, or the margin to the one given. Collider notifies its watchers here. @internal */
  protected changing(_margin?: number): void {}

  /** Moves the origin of the placement, and that of the core's frame with it. @internal */
  moveTo(p: Vec3): void {
    this.placement.setOrigin(p);
    if (this.frame !== this.placement) {
      const { m } = this;
      m[ORIGIN] = p.x + m[CENTER];
      m[ORIGIN + 1] = p.y + m[CENTER + 1];
      m[ORIGIN + 2] = p.z + m[CENTER + 2];
    }
    this.instance?.place(this.placement, this.#margin);
  }

  /**
   * Unwraps the shape into core, frame and radius. The placement of a Placed becomes part of the frame. Radii are taken out where
   * balls stay balls; a radius of zero is taken out everywhere. A point gets an upright frame. A box scaled along its axes becomes a
   * box, and a ball an ellipsoid.
   *
   * @internal
   */
  resolve(): void {
    this.boxVersion = -1;
    if (this.instance !== null) {
      this.instance.place(this.placement, this.#margin);
      this.set(this.shape, this.placement, this.#margin);
      this.freshen(true);
      return;
    }
    let shape = this.shape;
    let frame = this.placement;
    let radius = this.#margin;
    // The rounding of offsets that are added up.
    let blur = 0;
    // Resolved without the translation: far from the origin it would cost the core's own offset its digits.
    const m = frame.m;
    const px = m[ORIGIN];
    const py = m[ORIGIN + 1];
    const pz = m[ORIGIN + 2];
    m[ORIGIN] = 0;
    m[ORIGIN + 1] = 0;
    m[ORIGIN + 2] = 0;
    for (;;) {
      const { placed } = shape;
      if (placed !== null) {
        blur += offsetRounding(placed.placement.m) * frame.factor;
        frame = this.spare(frame).compose(frame, placed.placement);
        shape = placed.shape;
      } else if (shape.core !== shape && (frame.kind !== LinearKind.general || shape.radius === 0)) {
        radius += shape.radius * frame.factor;
        shape = shape.core;
      } else if (frame.kind > LinearKind.rigid) {
        const next = this.spare(frame).copy(frame);
        const stretched = next.normalizeColumns(scratch) ? this.stretch(shape, scratch) : null;
        if (stretched === null) break;
        shape = stretched;
        frame = next;
      } else break;
    }
    this.extent =
      (frame.kind === LinearKind.general ? shape.extentUnder(frame) : shape.extent * frame.factor) + 2 * radius;
    if (shape instanceof Point) {
      const { x, y, z } = shape.position;
      blur += ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z)) * frame.factor;
      frame.transformPoint(shape.position, scratch);
      frame = this.spare(frame).setRotationScale(UPRIGHT, UNSCALED).setOrigin(scratch);
      shape = POINT;
    }
    this.set(shape, frame, radius);
    fillLayout(this, shape);
    m[ORIGIN] = px;
    m[ORIGIN + 1] = py;
    m[ORIGIN + 2] = pz;
    if (frame !== this.placement) {
      const f = frame.m;
      for (let i = 0; i < 3; i++) f[CENTER + i] = f[ORIGIN + i];
      f[BLUR] = blur + m[BLUR];
      f[ORIGIN] += px;
      f[ORIGIN + 1] += py;
      f[ORIGIN + 2] += pz;
    }
  }

  private set(core: Shape, frame: Affine, radius: number): void {
    this.core = core;
    this.kind = core.kind;
    this.polyhedral = core.polyhedral;
    this.frame = frame;
    this.m = frame.m;
    this.linear = frame.kind;
    this.radius = radius;
  }

  /** `shape` scaled along its own axes. The last result is reused if it is the same, because caches compare shapes by identity. */
  private stretch(shape: Shape, { x, y, z }: Vec3): Shape | null {
    const known = this.#stretched;
    if (known !== undefined && x === known.x && y === known.y && z === known.z) return known.shape;
    const stretched = shape.stretched(x, y, z);
    if (stretched !== null) this.#stretched = { x, y, z, shape: stretched };
    return stretched;
  }

  /** A frame to write to that is not `frame`. */
  private spare(frame: Affine): Affine {
    this.#frames ??= [bodyFrame(), bodyFrame()];
    return this.#frames[frame === this.#frames[0] ? 1 : 0];
  }

  /** Updates the body after changes of a complex shape, or because it `must`. @internal */
  freshen(must = false): void {
    const { instance, shape } = this;
    if (instance === null || (!must && this.#version === shape.version)) return;
    this.#version = shape.version;
    this.extent = shape.extent * this.placement.factor + 2 * this.#margin;
    fillLayout(this, shape);
  }

  /** World box, tight, margin included. Infinite for a halfspace. */
  bounds(out: Aabb = new Aabb()): Aabb {
    const { min, max } = out;
    const m = this.boxFromOrigin();
    min.x = m[BOX] + m[ORIGIN];
    min.y = m[BOX + 1] + m[ORIGIN + 1];
    min.z = m[BOX + 2] + m[ORIGIN + 2];
    max.x = m[BOX + 3] + m[ORIGIN];
    max.y = m[BOX + 4] + m[ORIGIN + 1];
    max.z = m[BOX + 5] + m[ORIGIN + 2];
    return out;
  }

  /**
   * Measures the world box relative to the origin of the placement, unless it is known. It stays the same while the body only moves.
   * Returns the numbers of the placement, in which it is at BOX.
   *
   * @internal
   */
  boxFromOrigin(): readonly number[] {
    const { version } = this.shape;
    const { m } = this.placement;
    if (this.boxVersion !== version) {
      const box = spareBoxes.pop() ?? new Float64Array(6);
      // First relative to the core's own origin, then shifted by its offset. Neither depends on the position.
      const f = this.frame.m;
      for (let i = ORIGIN; i < ORIGIN + 3; i++) AXES.m[i] = f[i];
      boxIn(this, AXES, box);
      for (let i = 0; i < 6; i++) m[BOX + i] = box[i] + (f === m ? 0 : f[CENTER + (i % 3)]);
      this.boxVersion = version;
      spareBoxes.push(box);
    }
    return m;
  }
}

/**
 * Writes a rough box around the world box of a body, relative to the origin of its placement, if that is cheaper than the tight one.
 * Returns false if it is not. Not a method, which every bundle would carry.
 */
export function roughBoxFromOrigin(body: PlacedBody, out: Float64Array): boolean {
  const { shape, margin } = body;
  if (body.boxVersion === shape.version || !shape.roughBox?.(body.placement.m, out)) return false;
  for (let i = 0; i < 3; i++) {
    out[i] -= margin;
    out[3 + i] += margin;
  }
  return true;
}

/** The rounding of the offset of a placement, as a part of another: three products and three sums per coordinate. */
export function offsetRounding(m: readonly number[]): number {
  return ROUNDING * (Math.abs(m[ORIGIN]) + Math.abs(m[ORIGIN + 1]) + Math.abs(m[ORIGIN + 2]));
}

/** Scratch, taken out while in use, as `spareVectors`. */
const spareBoxes: Float64Array[] = [];

/** Scratch, read before anything else is called. */
const scratch: Vec3 = /* #__PURE__ */ new Vec3();

/** A frame with the world's axes at the origin of the body. */
const AXES: Affine = /* #__PURE__ */ new Affine();
