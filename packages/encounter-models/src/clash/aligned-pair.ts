/** Two boxes along the axes: most pairs of a building. Everything about them is exact and takes a few comparisons. */

import type { Verdict } from './verdict.ts';

/**
 * Judges boxes with the half sizes p and q, the second with its middle at d from that of the first. Gaps and overlaps along the three axes
 * say all: apart, the distance is the length of the vector of gaps; otherwise the least overlap is the depth.
 */
export function judgeAligned(p: Float64Array, q: Float64Array, d: Float64Array, tolerance: number, out: Verdict): void {
  let gapSq = 0;
  let least = Infinity;
  let axis = 0;
  let firstInside = true;
  let secondInside = true;
  for (let a = 0; a < 3; a++) {
    const off = Math.abs(d[a]);
    const overlap = p[a] + q[a] - off;
    if (overlap < 0) gapSq += overlap * overlap;
    if (overlap < least) {
      least = overlap;
      axis = a;
    }
    if (off + p[a] > q[a] + tolerance) firstInside = false;
    if (off + q[a] > p[a] + tolerance) secondInside = false;
  }
  const { pointA, pointB, normal } = out;
  for (let a = 0; a < 3; a++) {
    const low = Math.max(-p[a], d[a] - q[a]);
    const high = Math.min(p[a], d[a] + q[a]);
    if (low > high && gapSq > 0) {
      pointA[a] = d[a] > 0 ? p[a] : -p[a];
      pointB[a] = d[a] > 0 ? d[a] - q[a] : d[a] + q[a];
    } else pointA[a] = pointB[a] = (low + high) / 2;
  }
  const distance = Math.sqrt(gapSq);
  if (distance > 0) {
    // From the gaps, computed as above, not from the points: these are rounded, and a gap may be no more than that.
    for (let a = 0; a < 3; a++) {
      const gap = Math.abs(d[a]) - (p[a] + q[a]);
      normal[a] = gap > 0 ? ((d[a] < 0 ? -1 : 1) * gap) / distance : 0;
    }
    if (distance > tolerance) {
      out.kind = 'clearance';
      out.distance = distance;
    } else out.kind = 'touch';
    return;
  }
  const side = d[axis] < 0 ? -1 : 1;
  normal[axis] = side;
  pointA[axis] = side * p[axis];
  pointB[axis] = d[axis] - side * q[axis];
  // The same place is the same place, however thin: so this comes before the depth.
  if (firstInside && secondInside) out.kind = 'duplicate';
  else if (least <= tolerance) out.kind = 'touch';
  else out.kind = firstInside || secondInside ? 'contained' : 'hard';
  if (out.kind !== 'touch') out.depth = least;
}
