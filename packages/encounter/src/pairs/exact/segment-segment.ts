/**
 * Two upright segments, the cores of two capsules: the closest points of their lines, clamped one after the other, which is
 * exact for two segments (§3; Ericson, Real-Time Collision Detection, 5.1.9).
 *
 *   A    α·(0, 1, 0),  |α| <= a         B    t + β·u,  |β| <= b,  u the second column of mB
 *
 * Seen along A's own axis the lines are a point and a line: β is where (t + β·u) has the shortest part across A,
 *
 *   β = −(t.x u.x + t.z u.z) / s²,      s² = u.x² + u.z².
 *
 * s is the sine of the angle between the two. It is as precise as u itself, even for nearly parallel segments, because no digits are
 * lost in a 1 − cos². An error of ε|t| across A moves the point by ε|t|/s along B, and hardly away from A. Parallel segments start
 * from the middle of B; any point would do.
 *
 * Where the nearest point is inside a segment, the normal is made perpendicular to that segment explicitly, for the reason given in
 * point-block.ts. A distance within TOUCH of the coordinates is zero. The normal is then the one across both, the unit vector of
 * (0, 1, 0) × u, or (1, 0, 0) for parallel segments.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { SegmentShape } from '../../shapes/segment.ts';
import { LINES_PARALLEL_SQ, SEGMENTS_LEAST_GAP, TOUCH } from '../../tolerances.ts';
import { measure } from './frame.ts';

export function segmentSegment(cso: Cso, out: Proximity): boolean {
  const { halfHeight: a } = cso.shapeA as SegmentShape;
  const { halfHeight: b } = cso.shapeB as SegmentShape;
  const { mB: m } = cso;
  const { normal, pointA } = out;
  const { x: tx, y: ty, z: tz } = cso.t;
  const ux = m[3];
  const uy = m[4];
  const uz = m[5];
  const ss = ux * ux + uz * uz;
  const across = ss > LINES_PARALLEL_SQ;
  let beta = across ? -(tx * ux + tz * uz) / ss : 0;
  beta = beta > b ? b : beta < -b ? -b : beta;
  let alpha = ty + beta * uy;
  const insideA = alpha < a && alpha > -a;
  if (!insideA) {
    alpha = alpha > 0 ? a : -a;
    beta = -(tx * ux + (ty - alpha) * uy + tz * uz);
    beta = beta > b ? b : beta < -b ? -b : beta;
  }
  const insideB = beta < b && beta > -b;

  let x = tx + beta * ux;
  let y = insideA ? 0 : ty + beta * uy - alpha;
  let z = tz + beta * uz;
  if (insideB && !insideA) {
    const tilt = x * ux + y * uy + z * uz;
    x -= tilt * ux;
    y -= tilt * uy;
    z -= tilt * uz;
  }
  normal.x = x;
  normal.y = y;
  normal.z = z;
  measure(out);
  pointA.x = 0;
  pointA.y = alpha;
  pointA.z = 0;
  const size = Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + a + b;
  const touching = !(out.signed > TOUCH * size);
  if (across && (touching || (insideA && insideB && out.signed < SEGMENTS_LEAST_GAP * size))) {
    const s = Math.sqrt(ss);
    const way = !touching && uz * tx - ux * tz < 0 ? -s : s;
    normal.x = uz / way;
    normal.y = 0;
    normal.z = -ux / way;
    out.signed = normal.x * tx + normal.z * tz;
  } else if (touching) normal.set(1, 0, 0);
  if (touching) out.signed = 0;
  return true;
}
