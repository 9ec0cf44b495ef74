/** A segment and an oriented box, which is solid. */
import { BEYOND, PARAMETER, POINT } from './block-segment.ts';
import { normalizeAt } from './length.ts';
import { obbAsBox, outOfObb, toObbFrame } from './obb-coordinates.ts';
import { readObb, readSegment } from './read.ts';
import { fillClosest } from './results.ts';
import { boxMeetsEdge, nearestOfBoxSegment } from './segment-box.ts';
import type { Closest, ObbValue, SegmentValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
// The segment in the frame of the obb, with room for a corner, and the box there: grown by what counts as touching, and as it is.
const inFrame: Float64Array = /* #__PURE__ */ new Float64Array(9);
const grown: Float64Array = /* #__PURE__ */ new Float64Array(6);
const box: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether a segment has a point in a solid oriented box, to rounding (see `obb-coordinates.ts`): as `intersectsSegmentBox` in the frame of
 * the box.
 *
 * Cost: six dot products, and `intersectsSegmentBox`.
 */
export function intersectsSegmentObb(segment: SegmentValue, obb: ObbValue): boolean {
  readSegment(segment, s, 'segment');
  readObb(obb, o, 'obb');
  return segmentMeetsObb();
}

function segmentMeetsObb(): boolean {
  for (let i = 0; i < 6; i++) inFrame[i] = s[i];
  toObbFrame(o, inFrame, 0, 6, grown);
  return boxMeetsEdge(grown, inFrame, 0, 3, 6);
}

const problem: Float64Array = /* #__PURE__ */ new Float64Array(20);
const found: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * The nearest points of a segment and a solid oriented box, and their distance, which is 0 exactly where `intersectsSegmentObb` says so.
 *
 * Cost: as `intersectsSegmentObb`, then two to five steps of Newton's method, which ends exactly (see `block-segment.ts`).
 */
export function closestSegmentObb(segment: SegmentValue, obb: ObbValue, out?: Closest): Closest {
  readSegment(segment, s, 'segment');
  readObb(obb, o, 'obb');
  const meet = segmentMeetsObb();
  obbAsBox(o, box);
  nearestOfBoxSegment(inFrame, box, problem);
  const at = problem[PARAMETER];
  for (let i = 0; i < 3; i++) {
    found[1 + i] = at === 1 ? s[3 + i] : s[i] + ((at + 1) / 2) * (s[3 + i] - s[i]);
    // The point of the box, in its frame.
    found[4 + i] = Math.max(box[i], Math.min(box[3 + i], inFrame[i] + problem[POINT + i]));
  }
  outOfObb(o, found, 4, found, 4);
  normalizeAt(problem, BEYOND);
  found[0] = meet ? 0 : Math.max(problem[BEYOND + 3], Number.MIN_VALUE);
  if (meet) for (let i = 1; i < 4; i++) found[3 + i] = found[i];
  return fillClosest(found, out);
}
