/**
 * Two segments in space (Ericson, Real-Time Collision Detection, 5.1.9).
 *
 * The library's capsules have a form of their own, in the frame of one of the two (`pairs/exact/segment-segment.ts`): there a segment is
 * upright, and what is general here would only cost time. test/primitives/basic-closest.test.ts compares the two.
 */
import { orient2d, orient3d } from 'robust-predicates';
import { TOUCH, TRIANGLE_SLANTED } from '../tolerances.ts';
import { normalizeAt } from './length.ts';
import { nearestOnSegment, pointOnSegment } from './point-segment.ts';
import { readSegment, writePoint } from './read.ts';
import { Closest, type SegmentValue } from './values.ts';

const sA: Float64Array = /* #__PURE__ */ new Float64Array(6);
const sB: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether two segments have a point in common, also where they overlap along a line or are points. Exact for the doubles given: four
 * points are in a plane by the sign of one determinant, and within it signs of areas, seen along an axis, decide (`robust-predicates`).
 * (Slide 11-127 asks lines only, and calls parallel ones disjoint.)
 *
 * Cost: six comparisons and a determinant of three dimensions; for segments in one plane up to twelve of two.
 */
export function intersectsSegmentSegment(a: SegmentValue, b: SegmentValue): boolean {
  readSegment(a, sA, 'a');
  readSegment(b, sB, 'b');
  return segmentsMeet(sA, sB);
}

/** The same for flat arrays. */
export function segmentsMeet(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < 3; i++)
    if (Math.max(a[i], a[3 + i]) < Math.min(b[i], b[3 + i]) || Math.max(b[i], b[3 + i]) < Math.min(a[i], a[3 + i]))
      return false;
  if (orient3d(a[0], a[1], a[2], a[3], a[4], a[5], b[0], b[1], b[2], b[3], b[4], b[5]) !== 0) return false;
  // Seen along an axis that their plane does not contain, segments meet where they do in space.
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const b0 = orient2d(a[i], a[k], a[3 + i], a[3 + k], b[i], b[k]);
    const b1 = orient2d(a[i], a[k], a[3 + i], a[3 + k], b[3 + i], b[3 + k]);
    const a0 = orient2d(b[i], b[k], b[3 + i], b[3 + k], a[i], a[k]);
    const a1 = orient2d(b[i], b[k], b[3 + i], b[3 + k], a[3 + i], a[3 + k]);
    // Both ends strictly on one side.
    if ((b0 > 0 && b1 > 0) || (b0 < 0 && b1 < 0) || (a0 > 0 && a1 > 0) || (a0 < 0 && a1 < 0)) return false;
    if (b0 !== 0 || b1 !== 0 || a0 !== 0 || a1 !== 0) return true;
  }
  // All on one line, where they overlap as their boxes do.
  return true;
}

const pointA: Float64Array = /* #__PURE__ */ new Float64Array(4);
const pointB: Float64Array = /* #__PURE__ */ new Float64Array(3);
const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const q: Float64Array = /* #__PURE__ */ new Float64Array(3);
const gap: Float64Array = /* #__PURE__ */ new Float64Array(4);
const fromA: Float64Array = /* #__PURE__ */ new Float64Array(6);
const fromB: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * The nearest points of two segments and their distance, which is 0 exactly where `intersectsSegmentSegment` says so.
 *
 * Where the lines are nearest gives a point on each; if that is within both segments, they are it. Otherwise, and for lines so close to
 * parallel that rounding decides where they are nearest, the four ends are tried as well. Parameters come from cross products, not from
 * 1 − cos², and each point is the projection of the other: a point that is off along nearly parallel segments is hardly farther away.
 *
 * Cost: about 60 multiplications and four divisions, twice that where ends are tried.
 */
export function closestSegmentSegment(a: SegmentValue, b: SegmentValue, out: Closest = new Closest()): Closest {
  readSegment(a, sA, 'a');
  readSegment(b, sB, 'b');
  nearestOfSegments(sA, sB, pointA, pointB);
  out.distance = pointA[3];
  writePoint(pointA, 0, out.pointA);
  writePoint(pointB, 0, out.pointB);
  return out;
}

/** The same for flat arrays: the points into pA[0…2] and pB[0…2], the distance into pA[3]. */
export function nearestOfSegments(a: Float64Array, b: Float64Array, pA: Float64Array, pB: Float64Array): void {
  // From the first end of A, where nothing is lost far from the origin: A from 0 to u, B from −w to v − w.
  for (let i = 0; i < 3; i++) {
    fromA[3 + i] = a[3 + i] - a[i];
    fromB[i] = b[i] - a[i];
    fromB[3 + i] = b[3 + i] - a[i];
  }
  const ux = fromA[3];
  const uy = fromA[4];
  const uz = fromA[5];
  const vx = b[3] - b[0];
  const vy = b[4] - b[1];
  const vz = b[5] - b[2];
  const wx = -fromB[0];
  const wy = -fromB[1];
  const wz = -fromB[2];
  // Lines are nearest along n = u × v: (w + s·u − t·v) × v·n = 0 gives s, and × u·n gives t.
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const s = ((wz * vy - wy * vz) * nx + (wx * vz - wz * vx) * ny + (wy * vx - wx * vy) * nz) / nn;
  const t = ((wz * uy - wy * uz) * nx + (wx * uz - wz * ux) * ny + (wy * ux - wx * uy) * nz) / nn;
  pA[3] = Infinity;
  if (nn > 0) {
    const within = Math.max(0, Math.min(1, s));
    p[0] = within * ux;
    p[1] = within * uy;
    p[2] = within * uz;
    nearestOnSegment(p, fromB, q);
    nearestOnSegment(q, fromA, p);
    keepNearer(p, q, pA, pB);
  }
  const slanted = nn > TRIANGLE_SLANTED * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(slanted && s > 0 && s < 1 && t > 0 && t < 1)) {
    for (let end = 0; end < 6; end += 3) {
      for (let i = 0; i < 3; i++) p[i] = fromA[end + i];
      nearestOnSegment(p, fromB, q);
      keepNearer(p, q, pA, pB);
      for (let i = 0; i < 3; i++) q[i] = fromB[end + i];
      nearestOnSegment(q, fromA, p);
      keepNearer(p, q, pA, pB);
    }
  }
  backFrom(a, fromA, pA, a);
  backFrom(b, fromB, pB, a);
  // At contact rounding may hide a gap, or make one.
  let size = 0;
  for (let i = 0; i < 6; i++) size += Math.abs(fromA[i]) + Math.abs(fromB[i]);
  if (pA[3] > TOUCH * size) return;
  if (!segmentsMeet(a, b)) {
    if (!(pA[3] > 0)) pA[3] = Number.MIN_VALUE;
    return;
  }
  // An end on the other segment is a common point without rounding.
  for (let end = 0; end < 6; end += 3) {
    for (let i = 0; i < 3; i++) p[i] = a[end + i];
    for (let i = 0; i < 3; i++) q[i] = b[end + i];
    if (pointOnSegment(p, b)) for (let i = 0; i < 3; i++) pA[i] = p[i];
    else if (pointOnSegment(q, a)) for (let i = 0; i < 3; i++) pA[i] = q[i];
  }
  for (let i = 0; i < 3; i++) pB[i] = pA[i];
  pA[3] = 0;
}

/** Takes a point of a segment back to the world from where `from` is the origin; ends become what they were given as. */
function backFrom(s: Float64Array, local: Float64Array, p: Float64Array, from: Float64Array): void {
  const start = p[0] === local[0] && p[1] === local[1] && p[2] === local[2];
  const end = p[0] === local[3] && p[1] === local[4] && p[2] === local[5];
  for (let i = 0; i < 3; i++) p[i] = start ? s[i] : end ? s[3 + i] : from[i] + p[i];
}

/** Takes p and q over into pA and pB if they are nearer to each other than pA[3] says. */
function keepNearer(p: Float64Array, q: Float64Array, pA: Float64Array, pB: Float64Array): void {
  for (let i = 0; i < 3; i++) gap[i] = q[i] - p[i];
  normalizeAt(gap, 0);
  if (gap[3] >= pA[3]) return;
  for (let i = 0; i < 3; i++) {
    pA[i] = p[i];
    pB[i] = q[i];
  }
  pA[3] = gap[3];
}
