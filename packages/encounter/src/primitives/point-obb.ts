/** A point and an oriented box, which is solid. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { intoObb, outOfObb } from './obb-coordinates.ts';
import { readObb, readPoint, writePoint } from './read.ts';
import type { ObbValue } from './values.ts';

const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
const q: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Whether a point is in an oriented box or on it, to rounding (see `obb-coordinates.ts`).
 *
 * Cost: three dot products.
 */
export function intersectsPointObb(point: Vec3Input, obb: ObbValue): boolean {
  readPoint(point, p, 0, 'point');
  readObb(obb, o, 'obb');
  intoObb(o, p, 0, q, 0);
  return pointInObb(o, q, 0);
}

/** The same for a point as `intoObb` has taken it into the box's frame. */
export function pointInObb(o: Float64Array, q: Float64Array, at: number): boolean {
  const touch = q[at + 3];
  return (
    Math.abs(q[at]) <= o[12] + touch && Math.abs(q[at + 1]) <= o[13] + touch && Math.abs(q[at + 2]) <= o[14] + touch
  );
}

/**
 * The point of an oriented box nearest to a point (slides 11-107 to 11-113; slide 11-112 has p for c): the point itself where it is
 * inside.
 *
 * Cost: six dot products.
 */
export function closestPointObb(point: Vec3Input, obb: ObbValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, p, 0, 'point');
  readObb(obb, o, 'obb');
  intoObb(o, p, 0, q, 0);
  if (pointInObb(o, q, 0)) return writePoint(p, 0, out);
  for (let i = 0; i < 3; i++) q[i] = Math.max(-o[12 + i], Math.min(o[12 + i], q[i]));
  outOfObb(o, q, 0, p, 0);
  return writePoint(p, 0, out);
}
