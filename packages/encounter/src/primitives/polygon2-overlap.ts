/**
 * Separating axes of two convex polygons of the plane (slides 11-31 to 11-65), with exact decisions.
 *
 * The slides project all corners onto unit vectors across the sides and compare intervals. Unit vectors are rounded, and with them the
 * decision. Here a side's line decides by the signs of determinants, which are exact; only the depth is divided by the side's length.
 * The slides take as depth the overlap of the intervals, whichever way; a polygon leaves another one across a side on the outer side of
 * it, so that the depth is that of the deepest corner, also where one interval contains the other.
 */
import { areaInPlane } from './determinant.ts';
import type { Polygon2 } from './polygon2.ts';

/** Whether the boxes of two polygons along the axes have nothing in common. It decides for polygons on one line, and for points. */
function boxesApart(a: Polygon2, b: Polygon2): boolean {
  for (let k = 0; k < 2; k++) {
    let aLow = Infinity;
    let aHigh = -Infinity;
    let bLow = Infinity;
    let bHigh = -Infinity;
    for (let i = 0; i < a.count; i++) {
      aLow = Math.min(aLow, a.xy[2 * i + k]);
      aHigh = Math.max(aHigh, a.xy[2 * i + k]);
    }
    for (let i = 0; i < b.count; i++) {
      bLow = Math.min(bLow, b.xy[2 * i + k]);
      bHigh = Math.max(bHigh, b.xy[2 * i + k]);
    }
    if (aHigh < bLow || bHigh < aLow) return true;
  }
  return false;
}

/**
 * Whether two polygons have a point in common. If so, the least depth is in best[0] and the unit vector from a to b along which it is
 * measured in best[1] and best[2].
 */
export function overlap(a: Polygon2, b: Polygon2, best: Float64Array): boolean {
  best[0] = Infinity;
  if (boxesApart(a, b) || isSeparated(a, b, 1, best) || isSeparated(b, a, -1, best)) return false;
  // Two points.
  if (best[0] === Infinity) {
    best[0] = 0;
    best[1] = 1;
    best[2] = 0;
  }
  return true;
}

/** Whether b is beyond a side of a; else the least depth across a side is taken if it is less than best[0]. `way` is −1 if b comes first. */
function isSeparated(a: Polygon2, b: Polygon2, way: number, best: Float64Array): boolean {
  const { xy, count, sense } = a;
  if (count === 1) return false;
  for (let i = 0; i < count; i++) {
    const p = 2 * i;
    const q = 2 * ((i + 1) % count);
    // Twice the areas of the triangles of this side and the corners of b, positive on the left.
    let least = Infinity;
    let most = -Infinity;
    for (let j = 0; j < 2 * b.count; j += 2) {
      const area = areaInPlane(xy, p, q, b.xy, j);
      least = Math.min(least, area);
      most = Math.max(most, area);
    }
    // The inside of a is on the left if it turns left; a segment has an outside on both sides.
    const left = sense >= 0 ? most : Infinity;
    const right = sense <= 0 ? -least : Infinity;
    const inside = Math.min(left, right);
    if (inside < 0) return true;
    let x = xy[q] - xy[p];
    let y = xy[q + 1] - xy[p + 1];
    const scale = Math.max(Math.abs(x), Math.abs(y));
    x /= scale;
    y /= scale;
    const length = Math.sqrt(x * x + y * y);
    const depth = inside / scale / length;
    if (depth < best[0]) {
      const out = (left <= right ? way : -way) / length;
      // A sum with 0 is never −0.
      best[0] = depth + 0;
      best[1] = y * out + 0;
      best[2] = -x * out + 0;
    }
  }
  return false;
}
