/** A ray against a plane. */
import { planeSide } from './plane-side.ts';
import { readPlane, readRay } from './read.ts';
import { fillHit } from './results.ts';
import type { Hit, PlaneValue, RayValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
// The plane through the origin, and the ray's direction as a point: on which side that is says which way the ray goes.
const level: Float64Array = /* #__PURE__ */ new Float64Array(4);
const direction: Float64Array = /* #__PURE__ */ new Float64Array(3);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);
const speed: Float64Array = /* #__PURE__ */ new Float64Array(2);
const found: Float64Array = /* #__PURE__ */ new Float64Array(5);

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
  const up = side > 0 || (side === 0 && way <= 0);
  found[0] = t;
  for (let k = 0; k < 3; k++) found[1 + k] = up ? n[k] : -n[k];
  return fillHit(r, found, out);
}
