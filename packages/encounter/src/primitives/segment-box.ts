/** A segment and a box along the axes, which is solid. */
import { orient2d } from 'robust-predicates';
import { BEYOND, HALF, HIGH, LOW, MIDDLE, nearestOfBlockSegment, PARAMETER, POINT } from './block-segment.ts';
import { normalizeAt } from './length.ts';
import { clampToBox } from './point-box.ts';
import { readBox, readSegment, writePoint } from './read.ts';
import { type BoxValue, Closest, type SegmentValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(6);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether a segment has a point in a solid box, by the six separating axes (§3.3.1). Exact: the axes of the box compare given numbers,
 * and across both the segment's line has all corners on one side, seen along an axis of the box, which are signs of determinants
 * (`robust-predicates`).
 *
 * Cost: up to twelve comparisons and six determinants of two dimensions.
 *
 * Broad phases and trees have slabs of their own that may say yes to a box missed by rounding (`broad/segment-box.ts`, `tree/ray.ts`): they
 * need the place of entry, and a box too many costs them nothing. test/primitives/basic-closest.test.ts has them never say no where this
 * says yes.
 */
export function intersectsSegmentBox(segment: SegmentValue, box: BoxValue): boolean {
  readSegment(segment, s, 'segment');
  readBox(box, b, 'box');
  return segmentMeetsBox(s, b);
}

/** The same for flat arrays. */
export function segmentMeetsBox(s: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < 3; i++) if (Math.max(s[i], s[3 + i]) < b[i] || Math.min(s[i], s[3 + i]) > b[3 + i]) return false;
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    // Seen along the third axis: of four corners, two are farthest to either side of a line that rises or falls.
    const rising = s[3 + i] > s[i] === s[3 + k] > s[k];
    const one = orient2d(s[i], s[k], s[3 + i], s[3 + k], b[i], rising ? b[3 + k] : b[k]);
    const other = orient2d(s[i], s[k], s[3 + i], s[3 + k], b[3 + i], rising ? b[k] : b[3 + k]);
    if ((one > 0 && other > 0) || (one < 0 && other < 0)) return false;
  }
  return true;
}

const problem: Float64Array = /* #__PURE__ */ new Float64Array(20);
const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const q: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * The nearest points of a segment and a solid box, and their distance, which is 0 exactly where `intersectsSegmentBox` says so.
 *
 * Cost: as `intersectsSegmentBox`, then two to five steps of Newton's method, which ends exactly (see `block-segment.ts`).
 */
export function closestSegmentBox(segment: SegmentValue, box: BoxValue, out: Closest = new Closest()): Closest {
  readSegment(segment, s, 'segment');
  readBox(box, b, 'box');
  nearestOfBoxSegment(s, b, problem);
  const at = problem[PARAMETER];
  // In coordinates from segment.from, where nothing is lost far from the origin.
  for (let i = 0; i < 3; i++) p[i] = at === -1 ? s[i] : at === 1 ? s[3 + i] : s[i] + problem[POINT + i];
  clampToBox(p, b, q);
  const meet = segmentMeetsBox(s, b);
  normalizeAt(problem, BEYOND);
  out.distance = meet ? 0 : Math.max(problem[BEYOND + 3], Number.MIN_VALUE);
  writePoint(meet ? q : p, 0, out.pointA);
  writePoint(q, 0, out.pointB);
  return out;
}

/** Sets up and solves `w` for a segment and a box, min and max: relative to the segment's first point. */
export function nearestOfBoxSegment(s: Float64Array, b: Float64Array, w: Float64Array): void {
  let along = 0;
  let dd = 0;
  for (let i = 0; i < 3; i++) {
    const half = (s[3 + i] - s[i]) / 2;
    w[LOW + i] = b[i] - s[i];
    w[HIGH + i] = b[3 + i] - s[i];
    w[MIDDLE + i] = half;
    w[HALF + i] = half;
    along += half * (w[LOW + i] / 2 + w[HIGH + i] / 2 - half);
    dd += half * half;
  }
  // From the point nearest to the middle of the box.
  w[PARAMETER] = dd > 0 ? along / dd : 0;
  nearestOfBlockSegment(w);
}
