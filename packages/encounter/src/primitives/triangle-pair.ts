/**
 * Two triangles. They are two polygons; where plain doubles tell whether they meet, it is by the test that meshes use. Meshes have longer
 * and faster forms of both functions, in triangle-triangle.ts and triangle-triangle-distance.ts; a test compares them with these.
 */

import { OTHERS, Outline, outlineOfTriangle, prepareOutline } from './outline.ts';
import { outlinesMeet } from './polygon-polygon.ts';
import { nearestOfOutlines } from './polygon-polygon-distance.ts';
import { readTriangle } from './read.ts';
import { fillClosest } from './results.ts';
import { EXACT, MEET, relate, UNCERTAIN } from './triangle-triangle.ts';
import type { Closest, TriangleValue } from './values.ts';

const p: Float64Array = /* #__PURE__ */ new Float64Array(9);
const q: Float64Array = /* #__PURE__ */ new Float64Array(9);
const first: Outline = /* #__PURE__ */ new Outline();
const second: Outline = /* #__PURE__ */ new Outline();
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether two triangles have a point in common; either may be a segment or a point.
 *
 * §3.4.4, in the form of O. Devillers and P. Guigue (INRIA RR-4488, 2002), exact. The book leaves out triangles in one plane; here they
 * count. Constant time.
 */
export function intersectsTriangleTriangle(a: TriangleValue, b: TriangleValue): boolean {
  readTriangle(a, p, 'a');
  readTriangle(b, q, 'b');
  const relation = relate(p, q, EXACT);
  return relation === UNCERTAIN ? outlinesMeet(asOutlines(), first, second) : relation === MEET;
}

/**
 * Nearest points of two triangles; either may be a segment or a point. The distance is 0 exactly if they meet.
 *
 * Not in the book, which measures distances of convex objects in general (§4.3). Constant time.
 */
export function closestTriangleTriangle(a: TriangleValue, b: TriangleValue, out?: Closest): Closest {
  readTriangle(a, p, 'a');
  readTriangle(b, q, 'b');
  nearestOfOutlines(asOutlines(), first, second, nearest);
  return fillClosest(nearest, out);
}

function asOutlines(): Float64Array {
  outlineOfTriangle(p, OTHERS, first);
  const v = outlineOfTriangle(q, first.to, second);
  prepareOutline(v, first);
  prepareOutline(v, second);
  return v;
}
