/** A point and a segment. */
import { orient2d } from 'robust-predicates';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import { readPoint, readSegment, writePoint } from './read.ts';
import type { SegmentValue } from './values.ts';

const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const s: Float64Array = /* #__PURE__ */ new Float64Array(6);
const q: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * Whether a point is on a segment, which may be a point, too. Exact for the doubles given: the three are on a line if they are so seen
 * along each axis, which is three signs of determinants (`robust-predicates`).
 *
 * Cost: six comparisons, then up to three determinants.
 */
export function intersectsPointSegment(point: Vec3Input, segment: SegmentValue): boolean {
  readPoint(point, p, 0, 'point');
  readSegment(segment, s, 'segment');
  return pointOnSegment(p, s);
}

/** The same for flat arrays. */
export function pointOnSegment(p: Float64Array, s: Float64Array): boolean {
  for (let i = 0; i < 3; i++) if (p[i] < Math.min(s[i], s[3 + i]) || p[i] > Math.max(s[i], s[3 + i])) return false;
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    if (orient2d(s[i], s[k], s[3 + i], s[3 + k], p[i], p[k]) !== 0) return false;
  }
  return true;
}

/**
 * The point of a segment nearest to a point (§3.1.3, Alg. 3.2). A point on the segment is its own nearest point, also where the
 * projection would round.
 *
 * Cost: a dot product, a division, and the exact test for a point within rounding of the segment.
 */
export function closestPointSegment(point: Vec3Input, segment: SegmentValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, p, 0, 'point');
  readSegment(segment, s, 'segment');
  nearestOnSegment(p, s, q);
  const distance = Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) + Math.abs(p[2] - q[2]);
  const size = Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]);
  writePoint(distance <= TOUCH * size && pointOnSegment(p, s) ? p : q, 0, out);
  return out;
}

/**
 * The point of segment s nearest to p, into q, by plain doubles. From the nearer end: so the ends themselves come out exactly, and what
 * rounds is the shorter part.
 */
export function nearestOnSegment(p: Float64Array, s: Float64Array, q: Float64Array): void {
  const dx = s[3] - s[0];
  const dy = s[4] - s[1];
  const dz = s[5] - s[2];
  const dd = dx * dx + dy * dy + dz * dz;
  const along = dx * (p[0] - s[0]) + dy * (p[1] - s[1]) + dz * (p[2] - s[2]);
  const back = dx * (s[3] - p[0]) + dy * (s[4] - p[1]) + dz * (s[5] - p[2]);
  const fromStart = along < back;
  const at = fromStart ? 0 : 3;
  const t = Math.max(0, fromStart ? along : back) / (dd > 0 ? dd : 1);
  const way = fromStart ? t : -t;
  q[0] = s[at] + way * dx;
  q[1] = s[at + 1] + way * dy;
  q[2] = s[at + 2] + way * dz;
}
