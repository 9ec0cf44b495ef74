/** A point and a polygon: whether it belongs to it, and where it is nearest. What belongs to a polygon is said in outline.ts. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { OTHERS, Outline, prepareOutline, readOutline } from './outline.ts';
import { pointInOutline } from './outline-meets.ts';
import { nearestOfOutlines } from './polygon-polygon-distance.ts';
import { readPoint, writePoint } from './read.ts';
import type { PolygonValue } from './values.ts';

const p: Outline = /* #__PURE__ */ new Outline();
const q: Outline = /* #__PURE__ */ new Outline();
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether a point belongs to a polygon, convex or not; edges included.
 *
 * §3.4.3, the crossings test (Alg. 3.5), exact. Linear time.
 */
export function intersectsPointPolygon(point: Vec3Input, polygon: PolygonValue): boolean {
  const v = readOutline(polygon, 'polygon', OTHERS, q);
  readPoint(point, v, 0, 'point');
  prepareOutline(v, q);
  return pointInOutline(v, 0, q);
}

/**
 * The point of a polygon nearest to a point.
 *
 * §3.4.7 for balls: in front of the face it is the foot of the perpendicular, otherwise on an edge. Linear time.
 */
export function closestPointPolygon(point: Vec3Input, polygon: PolygonValue, out: Vec3 = new Vec3()): Vec3 {
  const v = readOutline(polygon, 'polygon', OTHERS, q);
  readPoint(point, v, 0, 'point');
  p.to = 3;
  prepareOutline(v, q);
  nearestOfOutlines(v, p, q, nearest);
  return writePoint(nearest, 4, out);
}
