/** A segment and an oriented box, which is solid. */
import { BEYOND, PARAMETER, POINT } from './block-segment.ts';
import { normalizeAt } from './length.ts';
import { obbAsBox, outOfObb, toObbFrame } from './obb-coordinates.ts';
import { readObb, readSegment } from './read.ts';
import { fillClosest } from './results.ts';
import { nearestOfBoxSegment } from './segment-box.ts';
import type { Closest, ObbValue, SegmentValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
// The segment in the frame of the obb, and the box there: grown by what counts as touching, and as it is.
const inFrame: Float64Array = /* #__PURE__ */ new Float64Array(6);
const grown: Float64Array = /* #__PURE__ */ new Float64Array(6);
const box: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether a segment has a point in a solid oriented box, to rounding (see `obb-coordinates.ts`): the six separating axes of §3.3.1 in the
 * frame of the box.
 *
 * Cost: six dot products, then up to six axes with a handful of multiplications each.
 */
export function intersectsSegmentObb(segment: SegmentValue, obb: ObbValue): boolean {
  readSegment(segment, s, 'segment');
  readObb(obb, o, 'obb');
  return segmentMeetsObb();
}

/** Takes the segment into the frame of the box, and tries six axes. Exact signs, as for a box along the axes, would take half as long again. */
function segmentMeetsObb(): boolean {
  for (let i = 0; i < 6; i++) inFrame[i] = s[i];
  toObbFrame(o, inFrame, 0, 6, grown);
  for (let i = 3; i < 6; i++) {
    const x = inFrame[i - 3];
    const y = inFrame[i];
    const half = grown[i];
    if ((x > half && y > half) || (x < -half && y < -half)) return false;
  }
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = 3 - i - k;
    const dk = inFrame[3 + k] - inFrame[k];
    const dl = inFrame[3 + l] - inFrame[l];
    const reach = Math.abs(dl) * grown[3 + k] + Math.abs(dk) * grown[3 + l];
    if (Math.abs(dl * inFrame[k] - dk * inFrame[l]) > reach) return false;
  }
  return true;
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
