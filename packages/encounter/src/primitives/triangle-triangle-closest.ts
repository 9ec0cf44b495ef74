/** Nearest points of two triangles. */
import { fillClosest } from './fill.ts';
import { OTHERS, Outline, outlineOfTriangle, prepareOutline } from './outline.ts';
import { nearestOfOutlines } from './polygon-polygon-distance.ts';
import { readTriangle } from './read.ts';
import { Closest, type TriangleValue } from './values.ts';

const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const first: Outline = /* #__PURE__ */ new Outline();
const second: Outline = /* #__PURE__ */ new Outline();
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Nearest points of two triangles; either may be a segment or a point. The distance is 0 exactly if they meet.
 *
 * Not in the book, which measures distances of convex objects in general (§4.3). Two triangles are two polygons; meshes, which have
 * many and know a bound, use the longer form in triangle-triangle-distance.ts, and a test compares the two. Constant time.
 */
export function closestTriangleTriangle(a: TriangleValue, b: TriangleValue, out: Closest = new Closest()): Closest {
  readTriangle(a, t, 'a');
  outlineOfTriangle(t, OTHERS, first);
  readTriangle(b, t, 'b');
  const v = outlineOfTriangle(t, first.to, second);
  prepareOutline(v, first);
  prepareOutline(v, second);
  nearestOfOutlines(v, first, second, nearest);
  return fillClosest(nearest, out);
}
