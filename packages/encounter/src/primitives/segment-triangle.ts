/** A segment and a triangle: whether they meet, and where they are nearest. */

import { OTHERS, Outline, outlineOfTriangle, prepareOutline } from './outline.ts';
import { segmentMeetsOutline } from './outline-meets.ts';
import { nearestOfOutlines } from './polygon-polygon-distance.ts';
import { readSegment, readTriangle } from './read.ts';
import { fillClosest } from './results.ts';
import type { Closest, SegmentValue, TriangleValue } from './values.ts';

const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const s: Outline = /* #__PURE__ */ new Outline();
const o: Outline = /* #__PURE__ */ new Outline();
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether a segment and a triangle have a point in common; either may be a point.
 *
 * §3.4.2: the ends are on different sides of the plane, and the volumes of the segment with the three edges have one sign. Exact, and
 * in the plane of the triangle, too, which the text leaves out.
 */
export function intersectsSegmentTriangle(segment: SegmentValue, triangle: TriangleValue): boolean {
  return segmentMeetsOutline(read(segment, triangle), 0, 3, o);
}

/**
 * Nearest points of a segment and a triangle; either may be a point. The distance is 0 exactly if they meet.
 *
 * Not in the book: see `closestTriangleTriangle`.
 */
export function closestSegmentTriangle(segment: SegmentValue, triangle: TriangleValue, out?: Closest): Closest {
  const v = read(segment, triangle);
  s.to = 6;
  nearestOfOutlines(v, s, o, nearest);
  return fillClosest(nearest, out);
}

function read(segment: SegmentValue, triangle: TriangleValue): Float64Array {
  readTriangle(triangle, t, 'triangle');
  const v = outlineOfTriangle(t, OTHERS, o);
  readSegment(segment, v, 'segment');
  prepareOutline(v, o);
  return v;
}
