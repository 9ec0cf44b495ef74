/**
 * Axes of revolution: which line a shape can be turned around without changing. The depth query needs to know (see
 * `convex/revolution.ts`).
 */
import { Vec3 } from '../math/vec3.ts';
import { PARALLEL } from '../tolerances.ts';

/** The line through `point` along the unit vector `direction`; a zero direction stands for every line through `point`. */
export class Axis {
  readonly point: Vec3;
  readonly direction: Vec3;

  constructor(point: Vec3 = new Vec3(), direction: Vec3 = new Vec3()) {
    this.point = point;
    this.direction = direction;
  }

  /** Whether it stands for every line through `point`, as for a ball. */
  get free(): boolean {
    const { x, y, z } = this.direction;
    return x === 0 && y === 0 && z === 0;
  }
}

/** Whether the directions agree up to sign and rounding; a free one agrees with any. */
export function areParallel({ direction: u }: Axis, { direction: v }: Axis): boolean {
  const x = u.y * v.z - u.z * v.y;
  const y = u.z * v.x - u.x * v.z;
  const z = u.x * v.y - u.y * v.x;
  return x * x + y * y + z * z <= PARALLEL * PARALLEL;
}

/** Whether both are one line, up to rounding. */
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
 * An axis seen through the matrix m (nine doubles, column by column). Returns false when the image of a solid of revolution is
 * none: m must treat all directions across the axis alike and keep them across it. `out` is another axis.
 */
export function carryAxis(axis: Axis, m: ArrayLike<number>, out: Axis): boolean {
  const { point: p, direction: u } = axis;
  out.point.set(
    m[0] * p.x + m[3] * p.y + m[6] * p.z,
    m[1] * p.x + m[4] * p.y + m[7] * p.z,
    m[2] * p.x + m[5] * p.y + m[8] * p.z,
  );
  if (!axis.free) return carryDirection(m, u, out.direction);
  // A ball: stays one, or becomes an ellipsoid around one of its own axes.
  const v = out.direction;
  const round = carryDirection(m, v.set(1, 0, 0), v);
  if (round && carryDirection(m, v.set(0, 1, 0), v)) v.set(0, 0, 0);
  else if (round) carryDirection(m, v.set(1, 0, 0), v);
  else return carryDirection(m, v.set(0, 1, 0), v) || carryDirection(m, v.set(0, 0, 1), v);
  return true;
}

/** The image of the unit vector u, if m maps circles around u to circles around it. `out` may be `u`. */
function carryDirection(m: ArrayLike<number>, u: Vec3, out: Vec3): boolean {
  const { x, y, z } = u;
  // Two unit vectors across u, and the images of all three.
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  let px = Math.abs(x) === least ? 0 : Math.abs(y) === least ? -z : y;
  let py = Math.abs(x) === least ? z : Math.abs(y) === least ? 0 : -x;
  let pz = Math.abs(x) === least ? -y : Math.abs(y) === least ? x : 0;
  const s = 1 / Math.sqrt(px * px + py * py + pz * pz);
  px *= s;
  py *= s;
  pz *= s;
  const qx = y * pz - z * py;
  const qy = z * px - x * pz;
  const qz = x * py - y * px;
  const ux = m[0] * x + m[3] * y + m[6] * z;
  const uy = m[1] * x + m[4] * y + m[7] * z;
  const uz = m[2] * x + m[5] * y + m[8] * z;
  const ax = m[0] * px + m[3] * py + m[6] * pz;
  const ay = m[1] * px + m[4] * py + m[7] * pz;
  const az = m[2] * px + m[5] * py + m[8] * pz;
  const bx = m[0] * qx + m[3] * qy + m[6] * qz;
  const by = m[1] * qx + m[4] * qy + m[7] * qz;
  const bz = m[2] * qx + m[5] * qy + m[8] * qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const slack = PARALLEL * Math.max(uu, aa, bb);
  if (
    !(uu > 0) ||
    Math.abs(aa - bb) > slack ||
    Math.abs(ax * bx + ay * by + az * bz) > slack ||
    Math.abs(ax * ux + ay * uy + az * uz) > slack ||
    Math.abs(bx * ux + by * uy + bz * uz) > slack
  )
    return false;
  const l = 1 / Math.sqrt(uu);
  out.set(ux * l, uy * l, uz * l);
  return true;
}
