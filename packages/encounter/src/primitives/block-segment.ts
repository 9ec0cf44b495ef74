/**
 * A segment and a box along the axes of its frame: where the segment is nearest.
 *
 * Along the segment x(s) = t + s·d, |s| <= 1, let e(s) be the vector from the nearest point of the box to x: component by
 * component what x has beyond the box. The squared distance is |e|², and half of its derivative
 *
 *   g(s) = d·e(s)
 *
 * grows with s and is linear between the at most six places where a component enters or leaves the box. So Newton's step from s
 * is exact as soon as it stays on one piece. Where it would leave what is known to bracket the root, a secant of the bracket goes
 * on: of a segment almost along a face g almost vanishes on one side of such a place, and the root is that place.
 *
 * The library's boxes and capsules have the same written out for a box around the origin (`pairs/exact/box-segment.ts`), which saves
 * them 7 %; test/primitives/basic-closest.test.ts compares the two.
 */
import { ROUNDING } from '../tolerances.ts';

/** More than the pieces of g and the bisections between them; never reached but by rounding. */
const MOST_STEPS = 24;

/** Where the parts are in the 19 numbers of a problem. */
export const LOW = 0;
export const HIGH = 3;
export const MIDDLE = 6;
export const HALF = 9;
/** In: where to start, −1 … 1. Out: where the segment is nearest. */
export const PARAMETER = 12;
/** Out: the point of the segment, and e there. */
export const POINT = 13;
export const BEYOND = 16;

/** Finds the parameter, point and e of least distance; e is zero where the segment was found to be inside. */
export function nearestOfBlockSegment(w: Float64Array): void {
  const lx = w[0];
  const ly = w[1];
  const lz = w[2];
  const hx = w[3];
  const hy = w[4];
  const hz = w[5];
  const tx = w[6];
  const ty = w[7];
  const tz = w[8];
  const dx = w[9];
  const dy = w[10];
  const dz = w[11];
  let s = w[12];
  s = s > 1 ? 1 : s < -1 ? -1 : s;
  // The root is between; beyond the ends as long as these were not tried.
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
    ex = x > hx ? x - hx : x < lx ? x - lx : 0;
    ey = y > hy ? y - hy : y < ly ? y - ly : 0;
    ez = z > hz ? z - hz : z < lz ? z - lz : 0;
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
    // In front of the inside of the segment e is made perpendicular to it, as in point-block.ts: by the rounding in s. More than
    // that says that g vanishes to rounding all along this piece, and e is perpendicular already.
    const slope = (ex !== 0 ? dx * dx : 0) + (ey !== 0 ? dy * dy : 0) + (ez !== 0 ? dz * dz : 0);
    const k = (dx * ex + dy * ey + dz * ez) / slope;
    if (Math.abs(k) <= 2 * ROUNDING) {
      if (ex !== 0) ex -= k * dx;
      if (ey !== 0) ey -= k * dy;
      if (ez !== 0) ez -= k * dz;
    }
  }
  w[12] = s;
  w[13] = x;
  w[14] = y;
  w[15] = z;
  w[16] = ex;
  w[17] = ey;
  w[18] = ez;
}
