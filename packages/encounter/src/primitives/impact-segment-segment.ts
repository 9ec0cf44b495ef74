import { PARALLELOGRAM } from './facet.ts';
import { firstImpact } from './impact-vertices.ts';
import { readSegment } from './read.ts';
import type { SegmentValue } from './values.ts';

/** The ends of a and of b at t = 0, then at t = 1. */
const v: Float64Array = /* #__PURE__ */ new Float64Array(24);
const ends: Float64Array = /* #__PURE__ */ new Float64Array(6);
/** b.from − a.from, a.to − a.from, b.from − b.to at t = 0, then at t = 1: the segments meet if the first is u times the second and v times the third. */
const m: Float64Array = /* #__PURE__ */ new Float64Array(18);
const time: Float64Array = /* #__PURE__ */ new Float64Array(1);

/**
 * The first time, in [0, 1], when two segments meet while their ends move on straight lines at constant speeds: `a` from `a0` to `a1`
 * and `b` from `b0` to `b1`; or null. Touching counts: what touches at the start gives 0.
 *
 * As for {@link impactPointTriangle}, no impact is missed and no time is late, with no tolerance; and at the time returned the exact
 * distance is below 3.5e-14 (IMPACT_FALSE) times the longest side of the box around all eight places. Segments may be points at some
 * times or always, parallel, or on one line.
 */
export function impactSegmentSegment(
  a0: SegmentValue,
  a1: SegmentValue,
  b0: SegmentValue,
  b1: SegmentValue,
): number | null {
  readSegment(a0, ends, 'a0');
  for (let k = 0; k < 6; k++) v[k] = ends[k];
  readSegment(b0, ends, 'b0');
  for (let k = 0; k < 6; k++) v[k + 6] = ends[k];
  readSegment(a1, ends, 'a1');
  for (let k = 0; k < 6; k++) v[k + 12] = ends[k];
  readSegment(b1, ends, 'b1');
  for (let k = 0; k < 6; k++) v[k + 18] = ends[k];
  for (let k = 0; k < 3; k++) {
    const p0 = v[k];
    const q0 = v[k + 3];
    const r0 = v[k + 6];
    const s0 = v[k + 9];
    const p1 = v[k + 12];
    const q1 = v[k + 15];
    const r1 = v[k + 18];
    const s1 = v[k + 21];
    // One before the other at the start and at the end: so they are in between.
    if (Math.max(p0, q0) < Math.min(r0, s0) && Math.max(p1, q1) < Math.min(r1, s1)) return null;
    if (Math.min(p0, q0) > Math.max(r0, s0) && Math.min(p1, q1) > Math.max(r1, s1)) return null;
    m[k] = r0 - p0;
    m[k + 3] = q0 - p0;
    m[k + 6] = r0 - s0;
    m[k + 9] = r1 - p1;
    m[k + 12] = q1 - p1;
    m[k + 15] = r1 - s1;
  }
  return firstImpact(m, v, PARALLELOGRAM, time) ? time[0] : null;
}
