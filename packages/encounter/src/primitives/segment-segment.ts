/**
 * Two segments in space (Ericson, Real-Time Collision Detection, 5.1.9).
 *
 * The library's capsules have a form of their own, in the frame of one of the two (`pairs/exact/segment-segment.ts`): there a segment is
 * upright, and what is general here would only cost time. test/primitives/basic-closest.test.ts compares the two.
 */
import { TOUCH } from '../tolerances.ts';
import { above } from './determinant.ts';
import { edgesMeet } from './edge-edge.ts';
import { readSegment } from './read.ts';
import { fillClosest } from './results.ts';
import { offerEdges } from './segment-segment-distance.ts';
import type { Closest, SegmentValue } from './values.ts';

// The ends of A at 0 and 3, those of B at 6 and 9.
const v: Float64Array = /* #__PURE__ */ new Float64Array(12);
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether two segments have a point in common, also where they overlap along a line or are points. Exact for the doubles given: four
 * points are in a plane by the sign of one determinant, and within it signs of areas, seen along an axis, decide. (Slide 11-127 asks
 * lines only, and calls parallel ones disjoint.)
 *
 * Cost: a determinant of three dimensions; for segments in one plane up to twelve of two.
 */
export function intersectsSegmentSegment(a: SegmentValue, b: SegmentValue): boolean {
  readSegment(a, v, 'a');
  readSegment(b, v, 'b', 6);
  return segmentsMeet();
}

function segmentsMeet(): boolean {
  return above(v, 0, 3, 6, 9) === 0 && edgesMeet(v, 0, 3, 6, 9);
}

/**
 * The nearest points of two segments and their distance, which is 0 exactly where `intersectsSegmentSegment` says so.
 *
 * Cost: about 60 multiplications and four divisions; where they may touch, as `intersectsSegmentSegment`.
 */
export function closestSegmentSegment(a: SegmentValue, b: SegmentValue, out?: Closest): Closest {
  readSegment(a, v, 'a');
  readSegment(b, v, 'b', 6);
  nearest[0] = Infinity;
  offerEdges(v, 0, 3, 6, 9, nearest);
  // At contact rounding may hide a gap, or make one. Coordinates count as seen from the first end.
  let size = 0;
  for (let i = 3; i < 12; i++) size += Math.abs(v[i] - v[i % 3]);
  nearest[0] = Math.sqrt(nearest[0]);
  if (nearest[0] <= TOUCH * size) settleContact();
  return fillClosest(nearest, out);
}

/** Makes the distance zero if the segments meet, and both points a common one; otherwise the distance is not zero. */
function settleContact(): void {
  if (!segmentsMeet()) {
    nearest[0] = Math.max(nearest[0], Number.MIN_VALUE);
    return;
  }
  nearest[0] = 0;
  // An end on the other segment is a common point without rounding.
  for (let end = 0; end < 12; end += 3) {
    const other = end < 6 ? 6 : 0;
    if (edgesMeet(v, end, end, other, other + 3)) for (let k = 0; k < 3; k++) nearest[1 + k] = v[end + k];
  }
  for (let k = 1; k < 4; k++) nearest[3 + k] = nearest[k];
}
