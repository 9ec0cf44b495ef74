import { type Polygon2, polygon2, readPolygon2 } from './polygon2.ts';
import { overlap } from './polygon2-overlap.ts';
import type { Polygon2Value } from './values.ts';

const polygonA: Polygon2 = /* #__PURE__ */ polygon2();
const polygonB: Polygon2 = /* #__PURE__ */ polygon2();
const best: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * Whether two convex polygons of the plane have a point in common (slides 11-31 to 11-65). Touching counts. An oriented box is its four
 * corners.
 *
 * Corners go around in either sense; repeated ones, and corners on a side, do no harm; two corners are a segment, one is a point. A
 * polygon that is not convex is a RangeError. Both decisions are exact, as long as products of two coordinates do not underflow. The
 * slides decide by rounded unit vectors. Cost: one determinant for each side of one and corner of the other.
 */
export function intersectsPolygon2Polygon2(a: Polygon2Value, b: Polygon2Value): boolean {
  readPolygon2(a, polygonA, 'a');
  readPolygon2(b, polygonB, 'b');
  return overlap(polygonA, polygonB, best);
}
