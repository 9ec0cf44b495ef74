/** A segment and a triangle: whether they meet, and where they are nearest. */
import { DETERMINANT_ROUNDING } from '../tolerances.ts';
import { fillClosest } from './fill.ts';
import { readSegment, readTriangle } from './read.ts';
import { trianglesMeetExactly } from './triangle-triangle.ts';
import { distanceTriangleTriangle } from './triangle-triangle-distance.ts';
import { Closest, type SegmentValue, type TriangleValue } from './values.ts';

/** The segment with its end twice: a triangle without area. */
const p: Float64Array = /* #__PURE__ */ new Float64Array(9);
const q: Float64Array = /* #__PURE__ */ new Float64Array(9);
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Whether a segment and a triangle have a point in common; either may be a point.
 *
 * §3.4.2: the ends on different sides of the plane, and the volumes of the segment with the three edges of one sign. Exact, and in
 * the plane of the triangle, too, which the text leaves out.
 */
export function intersectsSegmentTriangle(segment: SegmentValue, triangle: TriangleValue): boolean {
  readSegmentAsTriangle(segment);
  readTriangle(triangle, q, 'triangle');
  return segmentMeetsTriangle(p, q);
}

/**
 * Nearest points of a segment and a triangle; either may be a point. The distance is 0 exactly if they meet.
 *
 * The segment is a triangle without area: see `closestTriangleTriangle`.
 */
export function closestSegmentTriangle(
  segment: SegmentValue,
  triangle: TriangleValue,
  out: Closest = new Closest(),
): Closest {
  readSegmentAsTriangle(segment);
  readTriangle(triangle, q, 'triangle');
  nearest[0] = Infinity;
  distanceTriangleTriangle(p, q, nearest);
  return fillClosest(nearest, out);
}

function readSegmentAsTriangle(segment: SegmentValue): void {
  readSegment(segment, p, 'segment');
  p[6] = p[3];
  p[7] = p[4];
  p[8] = p[5];
}

/** Whether the segment from p[0…2] to p[3…5], which p has as a triangle, meets the triangle q[0…8]. */
export function segmentMeetsTriangle(p: Float64Array, q: Float64Array): boolean {
  // Everything seen from the segment's start, where its volumes with the edges are: with r = to − from, the one of the edge
  // from b to c is r · b × c, and all three add up to r · n.
  const rx = p[3] - p[0];
  const ry = p[4] - p[1];
  const rz = p[5] - p[2];
  const ax = q[0] - p[0];
  const ay = q[1] - p[1];
  const az = q[2] - p[2];
  const bx = q[3] - p[0];
  const by = q[4] - p[1];
  const bz = q[5] - p[2];
  const cx = q[6] - p[0];
  const cy = q[7] - p[1];
  const cz = q[8] - p[2];
  const rcx = ry * cz - rz * cy;
  const rcy = rz * cx - rx * cz;
  const rcz = rx * cy - ry * cx;
  const u = -(rcx * bx + rcy * by + rcz * bz);
  const v = rcx * ax + rcy * ay + rcz * az;
  const w = bx * (ry * az - rz * ay) + by * (rz * ax - rx * az) + bz * (rx * ay - ry * ax);
  const reach =
    Math.abs(ax) +
    Math.abs(ay) +
    Math.abs(az) +
    (Math.abs(bx) + Math.abs(by) + Math.abs(bz)) +
    (Math.abs(cx) + Math.abs(cy) + Math.abs(cz));
  const long = Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
  const error = DETERMINANT_ROUNDING * long * reach * reach;
  const some = u > error || v > error || w > error;
  if (some && (u < -error || v < -error || w < -error)) return false;
  if (some ? u > error && v > error && w > error : u < -error && v < -error && w < -error) {
    // How far the ends are from the plane, times the area, and the way along the segment through it.
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const start = some ? volume : -volume;
    const end = Math.abs(u + v + w) - start;
    const planeError = DETERMINANT_ROUNDING * (long + reach) * reach * reach;
    if (start < -planeError || end < -planeError) return false;
    if (start > planeError && end > planeError) return true;
  }
  return trianglesMeetExactly(p, q);
}
