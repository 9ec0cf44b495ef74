/** A point and a plane. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { planeSide, unitNormal } from './plane-side.ts';
import { readPlane, readPoint } from './read.ts';
import type { PlaneValue } from './values.ts';

const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);
const unit: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Whether a point is on a plane (slides 11-94 to 11-97): normal·point = offset, exactly, for a normal of any length.
 *
 * Cost: a dot product and its bound; exact arithmetic within rounding of the plane.
 */
export function intersectsPointPlane(point: Vec3Input, plane: PlaneValue): boolean {
  readPoint(point, p, 0, 'point');
  readPlane(plane, n, 'plane');
  return planeSide(n, p, height) === 0;
}

/**
 * The point of a plane nearest to a point (slide 11-99, with a normal that need not be of unit length). A point on the plane is its own
 * nearest point.
 *
 * Cost: two dot products, a root and some divisions.
 */
export function closestPointPlane(point: Vec3Input, plane: PlaneValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, p, 0, 'point');
  readPlane(plane, n, 'plane');
  planeSide(n, p, height);
  unitNormal(n, unit);
  const above = height[0] / unit[3];
  out.x = p[0] - above * unit[0];
  out.y = p[1] - above * unit[1];
  out.z = p[2] - above * unit[2];
  return out;
}
