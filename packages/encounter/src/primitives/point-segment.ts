/** A point and a segment. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import { edgesMeet } from './edge-edge.ts';
import { readPoint, readSegment } from './read.ts';
import type { SegmentValue } from './values.ts';

// The segment, then the point.
const v: Float64Array = /* #__PURE__ */ new Float64Array(9);
const POINT = 6;

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
  const px = v[POINT];
  const py = v[POINT + 1];
  const pz = v[POINT + 2];
  const dx = v[3] - v[0];
  const dy = v[4] - v[1];
  const dz = v[5] - v[2];
  const dd = dx * dx + dy * dy + dz * dz;
  // From the nearer end: so the ends themselves come out exactly, and what rounds is the shorter part.
  const along = dx * (px - v[0]) + dy * (py - v[1]) + dz * (pz - v[2]);
  const back = dx * (v[3] - px) + dy * (v[4] - py) + dz * (v[5] - pz);
  const fromStart = along < back;
  const end = fromStart ? 0 : 3;
  const t = Math.max(0, fromStart ? along : back) / (dd > 0 ? dd : 1);
  const way = fromStart ? t : -t;
  const x = v[end] + way * dx;
  const y = v[end + 1] + way * dy;
  const z = v[end + 2] + way * dz;
  const distance = Math.abs(px - x) + Math.abs(py - y) + Math.abs(pz - z);
  const size = Math.abs(px) + Math.abs(py) + Math.abs(pz);
  const isOn = distance <= TOUCH * size && edgesMeet(v, 0, 3, POINT, POINT);
  out.x = isOn ? px : x;
  out.y = isOn ? py : y;
  out.z = isOn ? pz : z;
  return out;
}
