/** A ray against a plane. */
import { planeSide, unitNormal } from './plane-side.ts';
import { readPlane, readRay } from './read.ts';
import { Hit, type PlaneValue, type RayValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
// The plane through the origin, and the ray's direction as a point: on which side that is says which way the ray goes.
const level: Float64Array = /* #__PURE__ */ new Float64Array(4);
const direction: Float64Array = /* #__PURE__ */ new Float64Array(3);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);
const speed: Float64Array = /* #__PURE__ */ new Float64Array(2);
const unit: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Where a ray meets a plane, which is a surface (slides 11-124, 11-125): t = (offset − normal·from) / (normal·direction). A ray that starts
 * on the plane hits it at t = 0, also when it stays in it; a parallel one beside it never does. Both are decided exactly. The normal is
 * the plane's, turned to the side that the ray comes from, and a unit vector.
 *
 * Cost: two dot products with their bounds, a root and some divisions.
 */
export function rayCastPlane(ray: RayValue, plane: PlaneValue, out?: Hit): Hit | null {
  readRay(ray, r, 'ray');
  readPlane(plane, n, 'plane');
  for (let i = 0; i < 3; i++) {
    level[i] = n[i];
    direction[i] = r[3 + i];
  }
  const side = planeSide(n, r, height);
  const way = planeSide(level, direction, speed);
  if (side !== 0 && side * way >= 0) return null;
  const t = side === 0 ? 0 : -height[0] / speed[0];
  // Farther away than doubles reach.
  if (!(t < Infinity)) return null;
  unitNormal(n, unit);
  const hit = out ?? new Hit();
  const { normal, point } = hit;
  const up = side > 0 || (side === 0 && way <= 0);
  hit.t = t;
  normal.x = up ? unit[0] : -unit[0];
  normal.y = up ? unit[1] : -unit[1];
  normal.z = up ? unit[2] : -unit[2];
  point.x = r[0] + t * r[3];
  point.y = r[1] + t * r[4];
  point.z = r[2] + t * r[5];
  return hit;
}
