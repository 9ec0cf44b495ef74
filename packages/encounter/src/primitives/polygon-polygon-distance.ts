/**
 * Nearest points of polygons, of which points and segments are some, convex or not. What belongs to a polygon is said in outline.ts.
 *
 * Polygons that are apart are nearest at two edges, or at a point of one outline in front of the other's face. Every candidate is a
 * pair of points on the two, as in triangle-triangle-distance.ts; whether the distance is zero is decided exactly. An outline that is
 * narrower than 1e-10 of its length has no reliable normal and is measured by its edges.
 */

import {
  DIRECTION,
  faceNormal,
  height,
  measureHeight,
  OTHERS,
  Outline,
  prepareOutline,
  readOutline,
} from './outline.ts';
import { linePasses } from './outline-meets.ts';
import { outlinesMeet } from './polygon-polygon.ts';
import { fillClosest } from './results.ts';
import { offerEdges } from './segment-segment-distance.ts';
import type { Closest, PolygonValue } from './values.ts';

const first: Outline = /* #__PURE__ */ new Outline();
const second: Outline = /* #__PURE__ */ new Outline();
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * Nearest points of two polygons. The distance is 0 exactly if they meet.
 *
 * Not in the book, which measures distances of convex objects only (§4.3). O(n·m).
 */
export function closestPolygonPolygon(a: PolygonValue, b: PolygonValue, out?: Closest): Closest {
  readOutline(a, 'a', OTHERS, first);
  const v = readOutline(b, 'b', first.to, second);
  prepareOutline(v, first);
  prepareOutline(v, second);
  nearestOfOutlines(v, first, second, nearest);
  return fillClosest(nearest, out);
}

/** Writes the distance of two polygons to out[0], a nearest point of P to out[1…3] and one of Q to out[4…6]. Uses v[9…11]. */
export function nearestOfOutlines(v: Float64Array, p: Outline, q: Outline, out: Float64Array): void {
  const meet = outlinesMeet(v, p, q);
  out[0] = Infinity;
  if (meet) {
    offerPiercings(v, p, q, out);
    offerPiercings(v, q, p, out);
  }
  for (let j = p.from, i = p.to - 3; j < p.to; i = j, j += 3)
    for (let l = q.from, k = q.to - 3; l < q.to; k = l, l += 3) offerEdges(v, i, j, k, l, out);
  offerPoints(v, p, q, out, 1);
  offerPoints(v, q, p, out, 4);
  if (!meet) {
    // It may be rounding that they are apart at all.
    out[0] = Math.max(Math.sqrt(out[0]), Number.MIN_VALUE);
    return;
  }
  out[0] = 0;
  for (let k = 1; k < 4; k++) out[3 + k] = out[k];
}

/**
 * Offers points where edges of P pass through Q. Instead of their distance, which is none, it is how far off they may be along the edge
 * that counts: where that runs nearly in the plane, other points are better.
 */
function offerPiercings(v: Float64Array, p: Outline, q: Outline, out: Float64Array): void {
  if (q.axis < 0) return;
  for (let b = p.from, a = p.to - 3; b < p.to; a = b, b += 3) {
    measureHeight(v, q, a);
    const heightA = height[0];
    const errorA = height[1];
    measureHeight(v, q, b);
    const heightB = height[0];
    const error = errorA + height[1];
    if (!(heightA * heightB < 0) || !linePasses(v, q, a, b, false)) continue;
    const x = v[b] - v[a];
    const y = v[b + 1] - v[a + 1];
    const z = v[b + 2] - v[a + 2];
    const part = heightA / (heightA - heightB);
    const off = error / (heightA - heightB);
    const offSq = off * off * (x * x + y * y + z * z);
    if (!(offSq < out[0])) continue;
    out[0] = offSq;
    out[1] = v[a] + part * x;
    out[2] = v[a + 1] + part * y;
    out[3] = v[a + 2] + part * z;
  }
}

/** Offers the points of P that are in front of Q's face. Where P's go in `out`: at 1 or at 4. */
function offerPoints(v: Float64Array, p: Outline, q: Outline, out: Float64Array, at: number): void {
  if (!faceNormal(v, q)) return;
  const x = v[DIRECTION];
  const y = v[DIRECTION + 1];
  const z = v[DIRECTION + 2];
  const nn = x * x + y * y + z * z;
  for (let i = p.from; i < p.to; i += 3) {
    const height = x * (v[i] - v[q.a]) + y * (v[i + 1] - v[q.a + 1]) + z * (v[i + 2] - v[q.a + 2]);
    const part = height / nn;
    const distanceSq = part * height;
    if (!(distanceSq < out[0]) || !linePasses(v, q, i, DIRECTION, true)) continue;
    out[0] = distanceSq;
    for (let k = 0; k < 3; k++) {
      out[at + k] = v[i + k];
      out[5 - at + k] = v[i + k] - part * v[DIRECTION + k];
    }
  }
}
