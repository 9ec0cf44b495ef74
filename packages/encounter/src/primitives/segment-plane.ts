/** A segment and a plane. */
import { planeSide } from './plane-side.ts';
import { readPlane, readSegment } from './read.ts';
import type { PlaneValue, SegmentValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(6);
const end: Float64Array = /* #__PURE__ */ new Float64Array(3);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * Whether a segment has a point on a plane, which is a surface here: its ends are not both strictly on one side. Exact.
 *
 * Cost: two dot products with their bounds; exact arithmetic for ends within rounding of the plane.
 */
export function intersectsSegmentPlane(segment: SegmentValue, plane: PlaneValue): boolean {
  readSegment(segment, s, 'segment');
  readPlane(plane, n, 'plane');
  const from = planeSide(n, s, height);
  for (let i = 0; i < 3; i++) end[i] = s[3 + i];
  return from * planeSide(n, end, height) <= 0;
}
