/** A segment and a polygon. What belongs to a polygon is said in outline.ts. */

import { OTHERS, Outline, prepareOutline, readOutline } from './outline.ts';
import { segmentMeetsOutline } from './outline-meets.ts';
import { nearestOfOutlines } from './polygon-polygon-distance.ts';
import { readSegment } from './read.ts';
import { fillClosest } from './results.ts';
import type { Closest, PolygonValue, SegmentValue } from './values.ts';

const s: Outline = /* #__PURE__ */ new Outline();
const o: Outline = /* #__PURE__ */ new Outline();
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether a segment and a polygon have a point in common.
 *
 * §3.4.3 with the volumes of §3.4.2 instead of a point of intersection, which would round: exact, also in the plane of the
 * polygon. Linear time.
 */
export function intersectsSegmentPolygon(segment: SegmentValue, polygon: PolygonValue): boolean {
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  readSegment(segment, v, 'segment');
  prepareOutline(v, o);
  return segmentMeetsOutline(v, 0, 3, o);
}

/**
 * Nearest points of a segment and a polygon. The distance is 0 exactly if they meet.
 *
 * The segment is an outline without an inside: see `closestPolygonPolygon`. Linear time.
 */
export function closestSegmentPolygon(segment: SegmentValue, polygon: PolygonValue, out?: Closest): Closest {
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  readSegment(segment, v, 'segment');
  s.to = 6;
  prepareOutline(v, o);
  nearestOfOutlines(v, s, o, nearest);
  return fillClosest(nearest, out);
}
