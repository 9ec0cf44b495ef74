/**
 * A box and a triangle (§3.3, §3.4.7; `002_…`, 5.2.9; T. Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001): they are
 * apart if one of 13 axes separates them, which are the box's three, the normal of the triangle, and the products of the box's
 * axes with the triangle's edges.
 *
 * Seen along a box's axis, the products with that axis are normals of the edges in a plane, and the box, a rectangle there, is
 * beyond an edge if its foremost corner is. So every axis is the sign of a determinant of corners. All are taken in plain doubles
 * with one error bound; if some are left open, the triangle is decided exactly, as a polygon (box-polygon.ts).
 *
 * Deviations from the text: two faults of its code are not here (a wrong factor of p2, and a plane that is tested against a box
 * that was not moved). There is no centre and no half size, which would round. Beyond an edge means on its outer side only: two
 * convex figures in a plane that are apart are separated by such an edge of one of them.
 */
import { DETERMINANT_ROUNDING } from '../tolerances.ts';
import { boxMeetsOutline } from './box-polygon.ts';
import { OTHERS, Outline, outlineOfTriangle } from './outline.ts';
import { readBox, readTriangle } from './read.ts';
import type { BoxValue, TriangleValue } from './values.ts';

const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether a box and a triangle have a point in common; the box may be flat, the triangle a segment or a point.
 *
 * Exact. Constant time: mostly three intervals, otherwise up to 13 axes.
 */
export function intersectsBoxTriangle(box: BoxValue, triangle: TriangleValue): boolean {
  readBox(box, b, 'box');
  readTriangle(triangle, t, 'triangle');
  return boxMeetsTriangle(b, t);
}

/** Whether the box from b[0…2] to b[3…5] and the triangle t[0…8] have a point in common. */
export function boxMeetsTriangle(b: Float64Array, t: Float64Array): boolean {
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    const p = t[k];
    const q = t[3 + k];
    const r = t[6 + k];
    const least = p < q ? (p < r ? p : r) : q < r ? q : r;
    const most = p > q ? (p > r ? p : r) : q > r ? q : r;
    const low = b[k];
    const high = b[3 + k];
    if (most < low || least > high) return false;
    const wide = (most > high ? most : high) - (least < low ? least : low);
    if (wide > reach) reach = wide;
  }
  const error = 2 * DETERMINANT_ROUNDING * reach * reach;
  let certain = true;
  let below = 0;
  let beyond = 0;
  for (let k = 0; k < 3; k++) {
    const x = k === 2 ? 0 : k + 1;
    const y = 3 - k - x;
    const ax = t[x];
    const ay = t[y];
    const bx = t[3 + x];
    const by = t[3 + y];
    const cx = t[6 + x];
    const cy = t[6 + y];
    const lowX = b[x];
    const lowY = b[y];
    const highX = b[3 + x];
    const highY = b[3 + y];
    // The triangle's normal along k: twice its area, as it is seen along that axis.
    const left = (bx - ax) * (cy - ay);
    const right = (by - ay) * (cx - ax);
    const area = left - right;
    below += area * ((area > 0 ? b[k] : b[3 + k]) - t[k]);
    beyond += area * ((area > 0 ? b[3 + k] : b[k]) - t[k]);
    let px = ax;
    let py = ay;
    let qx = bx;
    let qy = by;
    for (let edge = 0; edge < 3; edge++) {
      const ex = qx - px;
      const ey = qy - py;
      // How far the rectangle reaches to the left of the edge, and to the right.
      const most = ex * ((ex > 0 ? highY : lowY) - py) - ey * ((ey > 0 ? lowX : highX) - px);
      const least = ex * ((ex > 0 ? lowY : highY) - py) - ey * ((ey > 0 ? highX : lowX) - px);
      if (area > error) {
        if (most < -error) return false;
        if (most <= error) certain = false;
      } else if (area < -error) {
        if (least > error) return false;
        if (least >= -error) certain = false;
      } else if (ex !== 0 || ey !== 0) {
        // The triangle is a line from here, or nearly so: then either side counts.
        if (most < -error || least > error) {
          if (left === 0 && right === 0) return false;
          certain = false;
        } else if (most <= error || least >= -error) certain = false;
      }
      px = qx;
      py = qy;
      qx = edge === 0 ? cx : ax;
      qy = edge === 0 ? cy : ay;
    }
  }
  // Twice the rounding of a determinant: a component of the normal that is rounding alone may choose the wrong corner.
  const planeError = 12 * DETERMINANT_ROUNDING * reach * reach * reach;
  if (below > planeError || beyond < -planeError) return false;
  return (
    (certain && below < -planeError && beyond > planeError) || boxMeetsOutline(b, outlineOfTriangle(t, OTHERS, o), o)
  );
}
