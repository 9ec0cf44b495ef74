import { type Affine, LinearKind } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { type Instance, type Shape, ShapeKind } from '../shapes/shape.ts';
import { EXTENT, INNER, RADIUS, REACH } from './layout.ts';

/** A placed convex shape as the pair functions see it: world = frame·core ⊕ ball(radius). A Collider is one. */
export interface Body {
  readonly shape: Shape;
  /** One that is a point is at its origin. */
  readonly core: Shape;
  /** That of `core`, here so that dispatch need not touch shapes of many classes. */
  readonly kind: ShapeKind;
  /** That of `core`, for the same reason. */
  readonly polyhedral: boolean;
  readonly frame: Affine;
  /** What queries read: the numbers of `frame`, then those that `fillLayout` writes. See layout.ts. */
  readonly m: readonly number[];
  /** The kind of `frame`. */
  readonly linear: LinearKind;
  readonly radius: number;
  /** The longest side of its box, as far as tolerances care. */
  readonly extent: number;
  /** What a complex shape needs besides. */
  readonly instance: Instance | null;
  /** Takes over what has changed in a complex shape since. */
  freshen?(): void;
}

/**
 * Writes what stands behind the frame in `body.m`, for every kind of body. `core` is null where the core changes from one query to
 * the next: then nothing is known of its box or of a ball in it, as `bodyFrame` has it.
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
 * Scratch, taken out while in use: `support` of a shape of the caller's, and who watches a collider, may ask for another box or move
 * another collider meanwhile.
 */
export const spareVectors: Vec3[] = [];

/**
 * The box of a body along the axes of a rigid frame, seen from its origin: min then max, tight, radius included. The columns of
 * the frame, seen from the core, are the directions to look in (§5.3.1).
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
    // Field by field: doubles passed to a call that is not inlined are garbage.
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
