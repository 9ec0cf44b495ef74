/** A segment and an oriented box, which is solid. */
import { BEYOND, PARAMETER, POINT } from './block-segment.ts';
import { normalizeAt } from './length.ts';
import { intoObb, obbAsBox, outOfObb } from './obb-coordinates.ts';
import { readObb, readSegment, writePoint } from './read.ts';
import { nearestOfBoxSegment } from './segment-box.ts';
import { Closest, type ObbValue, type SegmentValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
// Both ends in the frame of the box, each with its rounding.
const ends: Float64Array = /* #__PURE__ */ new Float64Array(8);

/**
 * Whether a segment has a point in a solid oriented box, to rounding (see `obb-coordinates.ts`): the six separating axes of §3.3.1 in the frame
 * of the box.
 *
 * Cost: six dot products, then up to six axes with a handful of multiplications each.
 */
export function intersectsSegmentObb(segment: SegmentValue, obb: ObbValue): boolean {
  readSegment(segment, s, 'segment');
  readObb(obb, o, 'obb');
  intoObb(o, s, 0, ends, 0);
  intoObb(o, s, 3, ends, 4);
  return segmentMeetsObb(ends, o);
}

/** The same for ends that `intoObb` has taken into the frame of the box. */
export function segmentMeetsObb(ends: Float64Array, o: Float64Array): boolean {
  // The box grown by what counts as touching: moving the ends by rounding cannot separate them from that.
  const touch = ends[3] + ends[7];
  for (let i = 0; i < 3; i++) {
    const half = o[12 + i] + touch;
    if (Math.min(ends[i], ends[4 + i]) > half || Math.max(ends[i], ends[4 + i]) < -half) return false;
  }
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    const dk = ends[4 + k] - ends[k];
    const dl = ends[4 + l] - ends[l];
    const reach = Math.abs(dl) * (o[12 + k] + touch) + Math.abs(dk) * (o[12 + l] + touch);
    if (Math.abs(dl * ends[k] - dk * ends[l]) > reach) return false;
  }
  return true;
}

const flat: Float64Array = /* #__PURE__ */ new Float64Array(6);
const box: Float64Array = /* #__PURE__ */ new Float64Array(6);
const problem: Float64Array = /* #__PURE__ */ new Float64Array(20);
const p: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * The nearest points of a segment and a solid oriented box, and their distance, which is 0 exactly where `intersectsSegmentObb` says so.
 *
 * Cost: as `intersectsSegmentObb`, then two to five steps of Newton's method, which ends exactly (see `block-segment.ts`).
 */
export function closestSegmentObb(segment: SegmentValue, obb: ObbValue, out: Closest = new Closest()): Closest {
  readSegment(segment, s, 'segment');
  readObb(obb, o, 'obb');
  intoObb(o, s, 0, ends, 0);
  intoObb(o, s, 3, ends, 4);
  for (let i = 0; i < 3; i++) {
    flat[i] = ends[i];
    flat[3 + i] = ends[4 + i];
  }
  obbAsBox(o, box);
  nearestOfBoxSegment(flat, box, problem);
  const at = problem[PARAMETER];
  const part = (at + 1) / 2;
  for (let i = 0; i < 3; i++) p[i] = at === 1 ? s[3 + i] : s[i] + part * (s[3 + i] - s[i]);
  const { pointA, pointB } = out;
  // The point of the box, in its frame.
  for (let i = 0; i < 3; i++) {
    const x = flat[i] + problem[POINT + i];
    flat[i] = Math.max(-o[12 + i], Math.min(o[12 + i], x));
  }
  outOfObb(o, flat, 0, pointB);
  const meet = segmentMeetsObb(ends, o);
  normalizeAt(problem, BEYOND);
  out.distance = meet ? 0 : Math.max(problem[BEYOND + 3], Number.MIN_VALUE);
  writePoint(p, 0, pointA);
  if (meet) writePoint(p, 0, pointB);
  return out;
}
