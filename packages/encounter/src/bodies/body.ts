import { type Affine, LinearKind } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { type Instance, type Shape, ShapeKind } from '../shapes/shape.ts';
import { EXTENT, INNER, RADIUS, REACH } from './layout.ts';

/** A placed shape as the pair functions see it: world = frame·core ⊕ ball(radius). A Collider is a body. */
export interface Body {
  readonly shape: Shape;
  /** The core of `shape`. If it is a point, the point is at its origin. */
  readonly core: Shape;
  /** The kind of `core`, copied so that dispatch need not read shapes of many classes. */
  readonly kind: ShapeKind;
  /** The same for `polyhedral` of `core`. */
  readonly polyhedral: boolean;
  readonly frame: Affine;
  /** The numbers that queries read: those of `frame`, then those that `fillLayout` writes. See layout.ts. */
  readonly m: readonly number[];
  /** The kind of `frame`. */
  readonly linear: LinearKind;
  readonly radius: number;
  /** The longest side of its box, precise enough for tolerances. */
  readonly extent: number;
  /** Data that a complex shape needs per body; null for others. */
  readonly instance: Instance | null;
  /** Updates the body after changes of a complex shape. */
  freshen?(): void;
}

/**
 * Writes the numbers that follow the frame in `body.m`, for every kind of body. `core` is null if the core changes from one query to
 * the next. Then reach and inner ball stay unknown, as `bodyFrame` has made them.
 */
export function fillLayout(body: Body, core: Shape | null): void {
  const m = body.m as number[];
  m[RADIUS] = body.radius;
  m[EXTENT] = body.extent;
  if (core === null) return;
  const { reach } = core;
  m[REACH] = reach.x;
  m[REACH + 1] = reach.y;
  m[REACH + 2] = reach.z;
  m[INNER] = body.linear <= LinearKind.rigid ? core.inner + body.radius : -Infinity;
}

/**
 * Scratch vectors, taken out while in use. `support` of a caller's own shape, or a watcher of a collider, may ask for another box or
 * move another collider meanwhile.
 */
export const spareVectors: Vec3[] = [];

/**
 * The box of a body along the axes of a rigid frame, relative to the frame's origin: min then max, tight, radius included. The columns
 * of the frame, carried into the core's frame, are the directions of the support points (§5.3.1).
 */
export function boxIn({ core, kind, frame, radius }: Body, axes: Affine, out: Float64Array): void {
  if (kind === ShapeKind.halfspace) {
    out.fill(-Infinity, 0, 3);
    out.fill(Infinity, 3, 6);
    return;
  }
  const axis = spareVectors.pop() ?? new Vec3();
  const farthest = spareVectors.pop() ?? new Vec3();
  const m = frame.m;
  const a = axes.m;
  const x = m[9] - a[9];
  const y = m[10] - a[10];
  const z = m[11] - a[11];
  for (let i = 0; i < 3; i++) {
    const ax = a[3 * i];
    const ay = a[3 * i + 1];
    const az = a[3 * i + 2];
    const dx = m[0] * ax + m[1] * ay + m[2] * az;
    const dy = m[3] * ax + m[4] * ay + m[5] * az;
    const dz = m[6] * ax + m[7] * ay + m[8] * az;
    const base = ax * x + ay * y + az * z;
    // Field by field: doubles passed to a call that is not inlined are allocated on the heap.
    axis.x = -dx;
    axis.y = -dy;
    axis.z = -dz;
    core.support(axis, farthest);
    out[i] = dx * farthest.x + dy * farthest.y + dz * farthest.z + base - radius;
    axis.x = dx;
    axis.y = dy;
    axis.z = dz;
    core.support(axis, farthest);
    out[3 + i] = dx * farthest.x + dy * farthest.y + dz * farthest.z + base + radius;
  }
  spareVectors.push(axis, farthest);
}
