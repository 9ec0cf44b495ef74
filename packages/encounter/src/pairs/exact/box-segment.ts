/**
 * A box and an upright segment, the core of a capsule, with a gap between them.
 *
 * Along the segment x(s) = t + s·d, |s| <= 1, let e(s) be the vector from the nearest point of the box to x: in each component, how
 * far x is beyond the half extent. The squared distance is |e|², and half of its derivative
 *
 *   g(s) = d·e(s)
 *
 * grows with s and is linear between the at most six places where a component enters or leaves the box. So Newton's step from s
 * is exact as soon as it stays on one piece. A step that would leave the bracket of the root is replaced by a secant of the bracket.
 * This happens for a segment almost along a face: g almost vanishes on one side of such a place, and the root is that place.
 *
 * When the distance is below BOX_SEGMENT_LEAST_GAP of the size, the direction of e is nothing but rounding, and inside the box e is
 * zero. The form then declines, and GJK takes over.
 *
 * `primitives/block-segment.ts` has the same for a segment and a box anywhere. Called from here it makes a distance of a box and a capsule
 * 7 % slower, because everything passes through an array; test/primitives/basic-closest.test.ts compares the two.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { Box } from '../../shapes/box.ts';
import type { SegmentShape } from '../../shapes/segment.ts';
import { BOX_SEGMENT_LEAST_GAP, ROUNDING } from '../../tolerances.ts';
import { measure } from './frame.ts';

/** More than the pieces of g and the secants between them. Only rounding can make the loop take this many. */
const MOST_STEPS = 24;

export function boxSegment(cso: Cso, out: Proximity): boolean {
  const h = (cso.shapeA as Box).half;
  const { halfHeight } = cso.shapeB as SegmentShape;
  const { mB: m } = cso;
  const hx = h.x;
  const hy = h.y;
  const hz = h.z;
  const { x: tx, y: ty, z: tz } = cso.t;
  const dx = halfHeight * m[3];
  const dy = halfHeight * m[4];
  const dz = halfHeight * m[5];
  const dd = halfHeight * halfHeight;

  // Start from the point of the segment nearest to the middle of the box.
  let s = dd > 0 ? -(tx * dx + ty * dy + tz * dz) / dd : 0;
  s = s > 1 ? 1 : s < -1 ? -1 : s;
  // The bracket of the root. It reaches beyond the ends of the segment until these have been tried.
  let low = -2;
  let high = 2;
  let below = 0;
  let above = 0;
  let piece = -1;
  let x = 0;
  let y = 0;
  let z = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    x = tx + s * dx;
    y = ty + s * dy;
    z = tz + s * dz;
    ex = x > hx ? x - hx : x < -hx ? x + hx : 0;
    ey = y > hy ? y - hy : y < -hy ? y + hy : 0;
    ez = z > hz ? z - hz : z < -hz ? z + hz : 0;
    const g = dx * ex + dy * ey + dz * ez;
    const on = (ex > 0 ? 1 : ex < 0 ? 2 : 0) | (ey > 0 ? 4 : ey < 0 ? 8 : 0) | (ez > 0 ? 16 : ez < 0 ? 32 : 0);
    if (on === piece || g === 0 || (g > 0 && s === -1) || (g < 0 && s === 1)) break;
    if (g > 0) {
      high = s;
      above = g;
    } else {
      low = s;
      below = g;
    }
    const slope = (ex !== 0 ? dx * dx : 0) + (ey !== 0 ? dy * dy : 0) + (ez !== 0 ? dz * dz : 0);
    const next = s - g / slope;
    if (Math.abs(next - s) <= ROUNDING) break;
    piece = -1;
    if (next <= -1 && low < -1) s = -1;
    else if (next >= 1 && high > 1) s = 1;
    else if (next > low && next < high) {
      piece = on;
      s = next;
    } else if (low < -1 || high > 1) s = (Math.max(low, -1) + Math.min(high, 1)) / 2;
    else {
      const between = low - ((high - low) * below) / (above - below);
      if (Math.abs(between - s) <= ROUNDING) piece = on;
      s = between;
    }
  }
  if (s > -1 && s < 1) {
    // Inside the segment e is made perpendicular to it, for the reason given in point-block.ts, by undoing the rounding in s. If that
    // takes more than rounding, g vanishes to rounding all along this piece, and e is perpendicular already.
    const slope = (ex !== 0 ? dx * dx : 0) + (ey !== 0 ? dy * dy : 0) + (ez !== 0 ? dz * dz : 0);
    const k = (dx * ex + dy * ey + dz * ez) / slope;
    if (Math.abs(k) <= 2 * ROUNDING) {
      if (ex !== 0) ex -= k * dx;
      if (ey !== 0) ey -= k * dy;
      if (ez !== 0) ez -= k * dz;
    }
  }
  const { normal, pointA } = out;
  pointA.x = x - ex;
  pointA.y = y - ey;
  pointA.z = z - ez;
  normal.x = ex;
  normal.y = ey;
  normal.z = ez;
  measure(out);
  return out.signed > BOX_SEGMENT_LEAST_GAP * cso.size;
}
