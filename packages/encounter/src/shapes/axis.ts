/**
 * Axes of revolution: the line around which a shape can be turned without changing. The depth query uses it (see `convex/arc.ts`).
 */
import { multiply } from '../math/affine.ts';
import { cross, dot, lengthSq, perpendicular, scale, Vec3 } from '../math/vec3.ts';
import { PARALLEL } from '../tolerances.ts';

// Scratch of two functions. They call nothing that could use it meanwhile.
const first: Vec3 = /* #__PURE__ */ new Vec3();
const second: Vec3 = /* #__PURE__ */ new Vec3();

/** The line through `point` along the unit vector `direction`; a zero direction stands for every line through `point`. */
export class Axis {
  readonly point: Vec3;
  readonly direction: Vec3;

  constructor(point: Vec3 = new Vec3(), direction: Vec3 = new Vec3()) {
    this.point = point;
    this.direction = direction;
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

/** Whether both are the same line, up to rounding. */
export function areSame(a: Axis, b: Axis): boolean {
  if (!areParallel(a, b)) return false;
  const u = a.free ? b.direction : a.direction;
  const x = b.point.x - a.point.x;
  const y = b.point.y - a.point.y;
  const z = b.point.z - a.point.z;
  const along = x * u.x + y * u.y + z * u.z;
  const off = Math.abs(x - along * u.x) + Math.abs(y - along * u.y) + Math.abs(z - along * u.z);
  return off <= PARALLEL * (Math.abs(x) + Math.abs(y) + Math.abs(z));
}

/**
 * Carries an axis through the matrix m (nine doubles, column by column). Returns false when the image of the solid is not a solid of
 * revolution: m must scale all directions across the axis alike and keep them perpendicular to it. `out` is another axis.
 */
export function carryAxis(axis: Axis, m: ArrayLike<number>, out: Axis): boolean {
  const { point: p, direction: u } = axis;
  multiply(m, p, out.point);
  if (!axis.free) return carryDirection(m, u, out.direction);
  // A ball stays a ball, or becomes an ellipsoid of revolution about one of the axes of its own frame.
  const v = out.direction;
  const round = carryDirection(m, v.set(1, 0, 0), v);
  if (round && carryDirection(m, v.set(0, 1, 0), v)) v.set(0, 0, 0);
  else if (round) carryDirection(m, v.set(1, 0, 0), v);
  else return carryDirection(m, v.set(0, 1, 0), v) || carryDirection(m, v.set(0, 0, 1), v);
  return true;
}

/** Writes the image of the unit vector u. Returns whether m maps circles around u to circles around the image. `out` may be `u`. */
function carryDirection(m: ArrayLike<number>, u: Vec3, out: Vec3): boolean {
  // Two unit vectors across u, and the images of all three.
  multiply(m, cross(u, perpendicular(u, first), second), second);
  multiply(m, first, first);
  multiply(m, u, out);
  const uu = lengthSq(out);
  const aa = lengthSq(first);
  const bb = lengthSq(second);
  const slack = PARALLEL * Math.max(uu, aa, bb);
  scale(out, 1 / Math.sqrt(uu), out);
  return (
    uu > 0 &&
    Math.abs(aa - bb) <= slack &&
    Math.abs(dot(first, second)) <= slack &&
    Math.abs(dot(first, out)) * Math.sqrt(uu) <= slack &&
    Math.abs(dot(second, out)) * Math.sqrt(uu) <= slack
  );
}
