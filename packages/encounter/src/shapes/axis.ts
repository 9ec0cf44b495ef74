/**
 * Axes of revolution: the line around which a shape can be turned without changing. The depth query uses it (see `convex/arc.ts`).
 */
import { multiply } from '../math/affine.ts';
import { cross, dot, lengthSq, perpendicular, scale, Vec3 } from '../math/vec3.ts';
import { PARALLEL } from '../tolerances.ts';

// Scratch of two functions. They call nothing that could use it meanwhile.
const first: Vec3 = /* #__PURE__ */ new Vec3();
const second: Vec3 = /* #__PURE__ */ new Vec3();
/** How far from round the image of the last `carryDirection` is: see `Axis.off`. */
const spread: Float64Array = /* #__PURE__ */ new Float64Array(1);

/** The line through `point` along the unit vector `direction`; a zero direction stands for every line through `point`. */
export class Axis {
  readonly point: Vec3;
  readonly direction: Vec3;
  /** How far the shape is from a solid of revolution, relative to its size. What counts as round may be off by PARALLEL. */
  off: number;

  constructor(point: Vec3 = new Vec3(), direction: Vec3 = new Vec3(), off = 0) {
    this.point = point;
    this.direction = direction;
    this.off = off;
  }

  /** Whether this stands for every line through `point`, as for a ball. */
  get free(): boolean {
    const { x, y, z } = this.direction;
    return x === 0 && y === 0 && z === 0;
  }
}

/** The sine of the angle between two axes; 0 if one of them is free. */
export function tiltOf({ direction: u }: Axis, { direction: v }: Axis): number {
  return Math.sqrt(lengthSq(cross(u, v, first)));
}

/** Whether the directions agree up to sign and rounding. */
export function areParallel(a: Axis, b: Axis): boolean {
  return tiltOf(a, b) <= PARALLEL;
}

/** How far two axes are from the same line: their tilt, or their distance relative to that of their points. At most PARALLEL is rounding. */
export function lineDeviation(a: Axis, b: Axis): number {
  const u = a.free ? b.direction : a.direction;
  const x = b.point.x - a.point.x;
  const y = b.point.y - a.point.y;
  const z = b.point.z - a.point.z;
  const along = x * u.x + y * u.y + z * u.z;
  const off = Math.abs(x - along * u.x) + Math.abs(y - along * u.y) + Math.abs(z - along * u.z);
  return Math.max(tiltOf(a, b), off > 0 ? off / (Math.abs(x) + Math.abs(y) + Math.abs(z)) : 0);
}

/**
 * Carries an axis through the matrix m (nine doubles, column by column). Returns false when the image of the solid is not a solid of
 * revolution: m must scale all directions across the axis alike and keep them perpendicular to it. `out` is another axis.
 */
export function carryAxis(axis: Axis, m: ArrayLike<number>, out: Axis): boolean {
  const { point: p, direction: u } = axis;
  multiply(m, p, out.point);
  const round = axis.free ? carryBall(m, out.direction) : carryDirection(m, u, out.direction);
  out.off = axis.off + spread[0];
  return round;
}

/** Writes the axis of the image of a ball: a ball, or an ellipsoid of revolution about one of the axes of its own frame. */
function carryBall(m: ArrayLike<number>, v: Vec3): boolean {
  const round = carryDirection(m, v.set(1, 0, 0), v);
  const { 0: off } = spread;
  if (!round) return carryDirection(m, v.set(0, 1, 0), v) || carryDirection(m, v.set(0, 0, 1), v);
  if (carryDirection(m, v.set(0, 1, 0), v)) {
    v.set(0, 0, 0);
    spread[0] += off;
  } else carryDirection(m, v.set(1, 0, 0), v);
  return true;
}

/**
 * Writes the image of the unit vector u. Returns whether m maps circles around u to circles around the image, up to PARALLEL. Measured
 * relative to the circles, not to the axis, which may be stretched a thousand times as much. `out` may be `u`.
 */
function carryDirection(m: ArrayLike<number>, u: Vec3, out: Vec3): boolean {
  // Two unit vectors across u, and the images of all three.
  multiply(m, cross(u, perpendicular(u, first), second), second);
  multiply(m, first, first);
  multiply(m, u, out);
  const uu = lengthSq(out);
  const aa = lengthSq(first);
  const bb = lengthSq(second);
  scale(out, 1 / Math.sqrt(uu), out);
  const wide = Math.max(aa, bb);
  const uneven = Math.abs(aa - bb) + Math.abs(dot(first, second));
  const tilted = Math.abs(dot(first, out)) + Math.abs(dot(second, out));
  // A circle that is flattened to a point is as round as any.
  spread[0] = wide > 0 ? uneven / wide + tilted / Math.sqrt(wide) : 0;
  return uu > 0 && spread[0] <= PARALLEL;
}
