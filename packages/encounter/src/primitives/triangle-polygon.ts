/** A triangle and a polygon. */
import { OTHERS, Outline, prepareOutline, readOutline } from './outline.ts';
import { outlinesMeet } from './polygon-polygon.ts';
import { readTriangle } from './read.ts';
import type { PolygonValue, TriangleValue } from './values.ts';

const t: Outline = /* #__PURE__ */ new Outline();
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether a triangle and a polygon have a point in common; the triangle may be a segment or a point.
 *
 * §3.4.5: a triangle is a polygon. Exact. O(n log n), and O(n) where they touch or are in one plane.
 */
export function intersectsTrianglePolygon(triangle: TriangleValue, polygon: PolygonValue): boolean {
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  readTriangle(triangle, v, 'triangle');
  t.from = 0;
  t.to = 9;
  prepareOutline(v, t);
  prepareOutline(v, o);
  return outlinesMeet(v, t, o);
}
