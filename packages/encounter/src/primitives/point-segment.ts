/** A point and a segment. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import { edgesMeet } from './edge-edge.ts';
import { readPoint, readSegment, writePoint } from './read.ts';
import type { SegmentValue } from './values.ts';

// The segment, then the point.
const v: Float64Array = /* #__PURE__ */ new Float64Array(9);
const POINT = 6;
const q: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * Whether a point is on a segment, which may be a point, too. Exact for the doubles given: the three are on a line if they are so seen
 * along each axis, which is three signs of determinants.
 *
 * Cost: six comparisons, then up to three determinants.
 */
export function intersectsPointSegment(point: Vec3Input, segment: SegmentValue): boolean {
  readPoint(point, v, POINT, 'point');
  readSegment(segment, v, 'segment');
  return edgesMeet(v, 0, 3, POINT, POINT);
}

/**
 * The point of a segment nearest to a point (§3.1.3, Alg. 3.2). A point on the segment is its own nearest point, also where the
 * projection would round.
 *
 * Cost: a dot product, a division, and the exact test for a point within rounding of the segment.
 */
export function closestPointSegment(point: Vec3Input, segment: SegmentValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, v, POINT, 'point');
  readSegment(segment, v, 'segment');
  nearestOnSegment(v, POINT, v, q);
  const distance = Math.abs(v[6] - q[0]) + Math.abs(v[7] - q[1]) + Math.abs(v[8] - q[2]);
  const size = Math.abs(v[6]) + Math.abs(v[7]) + Math.abs(v[8]);
  const isOn = distance <= TOUCH * size && edgesMeet(v, 0, 3, POINT, POINT);
  writePoint(isOn ? v : q, isOn ? POINT : 0, out);
  return out;
}

/**
 * The point of segment s nearest to that at p[at], into q, by plain doubles. From the nearer end: so the ends themselves come out exactly, and what
 * rounds is the shorter part.
 */
export function nearestOnSegment(p: Float64Array, at: number, s: Float64Array, q: Float64Array): void {
  const dx = s[3] - s[0];
  const dy = s[4] - s[1];
  const dz = s[5] - s[2];
  const dd = dx * dx + dy * dy + dz * dz;
  const px = p[at];
  const py = p[at + 1];
  const pz = p[at + 2];
  const along = dx * (px - s[0]) + dy * (py - s[1]) + dz * (pz - s[2]);
  const back = dx * (s[3] - px) + dy * (s[4] - py) + dz * (s[5] - pz);
  const fromStart = along < back;
  const end = fromStart ? 0 : 3;
  const t = Math.max(0, fromStart ? along : back) / (dd > 0 ? dd : 1);
  const way = fromStart ? t : -t;
  q[0] = s[end] + way * dx;
  q[1] = s[end + 1] + way * dy;
  q[2] = s[end + 2] + way * dz;
}
