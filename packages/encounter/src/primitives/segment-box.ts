/** A segment and a box along the axes, which is solid. */
import { BEYOND, HALF, HIGH, LOW, MIDDLE, nearestOfBlockSegment, PARAMETER, POINT } from './block-segment.ts';
import { turn } from './determinant.ts';
import { normalizeAt } from './length.ts';
import { clampToBox } from './point-box.ts';
import { readBox, readSegment, writePoint } from './read.ts';
import { type BoxValue, Closest, type SegmentValue } from './values.ts';

// The segment, and room for a corner of the box.
const s: Float64Array = /* #__PURE__ */ new Float64Array(9);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether a segment has a point in a solid box, by the six separating axes (§3.3.1). Exact: the axes of the box compare given numbers,
 * and across both the segment's line has all corners on one side, seen along an axis of the box, which are signs of determinants.
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
  return boxMeetsEdge(b, s, 0, 3, 6);
}

/** Whether the box from b[0…2] to b[3…5] meets the edge from v[p] to v[q]; v[corner] is used for a corner. */
export function boxMeetsEdge(b: Float64Array, v: Float64Array, p: number, q: number, corner: number): boolean {
  for (let k = 0; k < 3; k++) {
    const x = v[p + k];
    const y = v[q + k];
    if ((x < b[k] && y < b[k]) || (x > b[3 + k] && y > b[3 + k])) return false;
  }
  for (let k = 0; k < 3; k++)
    if (isBeyond(b, v, k, p, q, corner, 1) || isBeyond(b, v, k, p, q, corner, -1)) return false;
  return true;
}

/**
 * Whether all of the box is strictly to the right (way = 1) or to the left (−1) of the line from v[i] to v[j], seen along axis k.
 * Its foremost corner, which decides that, is written to v[corner].
 */
function isBeyond(
  b: Float64Array,
  v: Float64Array,
  k: number,
  i: number,
  j: number,
  corner: number,
  way: number,
): boolean {
  const x = k === 2 ? 0 : k + 1;
  const y = 3 - k - x;
  v[corner + x] = b[v[j + y] > v[i + y] === way > 0 ? x : 3 + x];
  v[corner + y] = b[v[j + x] > v[i + x] === way > 0 ? 3 + y : y];
  return turn(v, k, i, j, corner) === -way;
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
  const meet = boxMeetsEdge(b, s, 0, 3, 6);
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
