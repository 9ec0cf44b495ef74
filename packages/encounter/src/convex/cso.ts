/**
 * The configuration space obstacle A − B of two placed convex shapes (§2.3, §4.2), seen through its support mapping.
 *
 * All algorithms on a pair of convex shapes work in one *query frame*. When A is rigid this is A's own frame: one
 * transform per support instead of two, and no digits lost far from the origin. Otherwise it is the world's axes
 * centred on A. Either way lengths in the query frame are lengths in the world.
 *
 *   x_query = mA·x_A                 (mA is the identity when `rigidA`)
 *   x_query = mB·x_B + (tx, ty, tz)
 *
 * Matrices are nine doubles, column by column.
 */
import { Vec3 } from '../math/vec3.ts';
import type { Box } from '../shapes/box.ts';
import type { ConeShape } from '../shapes/cone.ts';
import type { CylinderShape } from '../shapes/cylinder.ts';
import type { Point } from '../shapes/point.ts';
import type { Polytope } from '../shapes/polytope.ts';
import type { SegmentShape } from '../shapes/segment.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { ACCURACY, ACCURACY_CURVED, ASKED_GAP, CURVED_GAP, PROPORTION, TOUCH } from '../tolerances.ts';

export class Cso {
  /** Cores of the two shapes, once a query is set up. */
  shapeA: Shape = undefined as unknown as Shape;
  shapeB: Shape = undefined as unknown as Shape;
  kindA: ShapeKind = ShapeKind.general;
  kindB: ShapeKind = ShapeKind.general;
  radiusA = 0;
  radiusB = 0;
  /** Whether shapeA's frame is the query frame. */
  rigidA = true;
  /** Whether mB is a rotation (possibly a reflection). */
  rigidB = true;
  /** Written only when not `rigidA`; see `linearA`. */
  readonly mA: Float64Array = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  readonly mB: Float64Array = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  /** Origin of B in the query frame. */
  readonly t: Vec3 = new Vec3();
  /** The larger extent of the pair, which tolerances are relative to. */
  size = 0;
  /** Whether both cores are polyhedral: GJK and EPA then end after finitely many steps. */
  polyhedral = true;
  /** The gap between the bounds of a distance or depth at which the search may stop: an absolute length. */
  gap = 0;
  /** Whether `gap` comes from an accuracy that was asked for, and not from the default. */
  asked = false;
  /** Shapes farther apart than this are of no interest. */
  maxDistance: number = Infinity;
  /** The largest |y| that GJK has seen: what rounding is relative to. */
  reach = 0;
  /** How far the origins of A and B may be off: see layout.ts. */
  blur = 0;
  /** Sum of the radii of balls around the origins of A and B that their cores contain; −Infinity where none is known. */
  inner: number = -Infinity;

  /** Bounds of the depth of the cores, and how far apart two of them are: in fields, as V8 may allocate numbers that are arguments. */
  upper = 0;
  lower = 0;
  open = 0;

  /**
   * Whether bounds that are `open` apart are close enough. Near contact they must be close relative to the depth itself, so that a
   * small depth that is reported is real. While the sign is neither `decided` nor settled by the bounds, they must close to rounding.
   */
  closes(decided: boolean): boolean {
    const { upper, lower, open } = this;
    const touch = TOUCH * this.reach;
    if (open <= touch) return true;
    if (!decided && upper > -touch && lower < -touch) return false;
    return open <= this.gap && open <= PROPORTION * Math.abs(upper + this.radiusA + this.radiusB);
  }

  /**
   * Whether the accuracy allows the error of a result. Two points have no extent for an accuracy to be relative to: any error is allowed,
   * and theirs is rounding. (Not a getter of the largest error: V8 allocates a number that a call returns, 1.8 kB per query
   * of a deforming flag.)
   */
  allows(found: { readonly error: number }): boolean {
    const { error } = found;
    // The allowed error is never less than the gap. This spares most results a division.
    if (error <= this.gap || this.size === 0) return true;
    if (this.asked) return error <= this.gap / ASKED_GAP;
    if (!this.polyhedral) return error <= this.gap / CURVED_GAP;
    return error <= (this.radiusA + this.radiusB > 0 ? this.gap * (ACCURACY_CURVED / ACCURACY) : this.gap);
  }

  /** A lower bound of the depth of the cores: how far the balls inside them overlap. −Infinity where none is known. */
  ballDepth(): number {
    const { x, y, z } = this.t;
    return this.inner - Math.sqrt(x * x + y * y + z * z);
  }

  /** mA, or the identity when `rigidA`. */
  get linearA(): Float64Array {
    return this.rigidA ? this.#identity : this.mA;
  }

  readonly #identity: Float64Array = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  readonly #dirA: Vec3 = new Vec3();
  readonly #dirB: Vec3 = new Vec3();
  readonly #b: Vec3 = new Vec3();

  /**
   * The point of A − B farthest along `dir`: writes the point of A into `a` and the point of A − B into `y`.
   * `dir`, `a` and `y` are three different objects.
   */
  support(dir: Vec3, a: Vec3, y: Vec3): void {
    const dirB = this.#dirB;
    const b = this.#b;
    const { x, y: dy, z } = dir;
    if (this.rigidA) supportOf(this.kindA, this.shapeA, dir, a);
    else {
      const m = this.mA;
      const dirA = this.#dirA;
      dirA.x = m[0] * x + m[1] * dy + m[2] * z;
      dirA.y = m[3] * x + m[4] * dy + m[5] * z;
      dirA.z = m[6] * x + m[7] * dy + m[8] * z;
      supportOf(this.kindA, this.shapeA, dirA, b);
      a.x = m[0] * b.x + m[3] * b.y + m[6] * b.z;
      a.y = m[1] * b.x + m[4] * b.y + m[7] * b.z;
      a.z = m[2] * b.x + m[5] * b.y + m[8] * b.z;
    }
    const { mB: m, t } = this;
    if (this.kindB === ShapeKind.point) {
      // The point is at B's origin.
      y.x = a.x - t.x;
      y.y = a.y - t.y;
      y.z = a.z - t.z;
      return;
    }
    dirB.x = -(m[0] * x + m[1] * dy + m[2] * z);
    dirB.y = -(m[3] * x + m[4] * dy + m[5] * z);
    dirB.z = -(m[6] * x + m[7] * dy + m[8] * z);
    supportOf(this.kindB, this.shapeB, dirB, b);
    y.x = a.x - (m[0] * b.x + m[3] * b.y + m[6] * b.z + t.x);
    y.y = a.y - (m[1] * b.x + m[4] * b.y + m[7] * b.z + t.y);
    y.z = a.z - (m[2] * b.x + m[5] * b.y + m[8] * b.z + t.z);
  }
}

/**
 * `shape.support(dir, out)`. One call site that reaches more than four classes is megamorphic: the call costs more than the
 * support of a small shape. So the common kinds have a call site each, and the smallest are written out.
 */
export function supportOf(kind: ShapeKind, shape: Shape, dir: Vec3, out: Vec3): void {
  if (kind === ShapeKind.point) out.copy((shape as Point).position);
  else if (kind === ShapeKind.box) {
    const h = (shape as Box).half;
    out.x = dir.x < 0 ? -h.x : h.x;
    out.y = dir.y < 0 ? -h.y : h.y;
    out.z = dir.z < 0 ? -h.z : h.z;
  } else if (kind === ShapeKind.segment) {
    const { halfHeight: h } = shape as SegmentShape;
    out.x = 0;
    out.y = dir.y < 0 ? -h : h;
    out.z = 0;
  } else if (kind === ShapeKind.polytope) (shape as Polytope).support(dir, out);
  else if (kind === ShapeKind.cylinder) (shape as CylinderShape).support(dir, out);
  else if (kind === ShapeKind.cone) (shape as ConeShape).support(dir, out);
  else shape.support(dir, out);
}
