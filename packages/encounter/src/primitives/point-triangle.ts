/** A point and a triangle: whether it is on it, and where it is nearest. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { LARGEST, TRIANGLE_SLANTED } from '../tolerances.ts';
import { isVector, triangleOf } from './object-vector.ts';
import { OTHERS, Outline, outlineOfTriangle, prepareOutline } from './outline.ts';
import { pointInOutline } from './outline-meets.ts';
import { readPoint, readTriangle, writePoint } from './read.ts';
import type { TriangleValue } from './values.ts';

const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const o: Outline = /* #__PURE__ */ new Outline();
const asked: Vec3 = /* #__PURE__ */ new Vec3();

/** Just above the sum of four squared distances of points that are allowed: 48 · LARGEST². */
const BEYOND_ALL: number = 50 * LARGEST * LARGEST;

/**
 * Whether a point is on a triangle, which may be a segment or a point.
 *
 * §3.4.1, exact: points are mostly off the plane, which one determinant tells.
 */
export function intersectsPointTriangle(point: Vec3Input, triangle: TriangleValue): boolean {
  readTriangle(triangle, t, 'triangle');
  const v = outlineOfTriangle(t, OTHERS, o);
  readPoint(point, v, 0, 'point');
  prepareOutline(v, o);
  return pointInOutline(v, 0, o);
}

/**
 * The point of a triangle nearest to a point; the triangle may be a segment or a point.
 *
 * §3.4.6 solves for barycentric coordinates, which lose their digits where the triangle is a needle. Here the coordinates are along
 * an edge and across it, and each is found by itself. In these the triangle has the corners (0, 0), (1, 0) and (k, 1). The edge is one
 * with k from 0 to 1, so that what is below it is nearest to this edge. Constant time.
 */
export function closestPointTriangle(point: Vec3Input, triangle: TriangleValue, out: Vec3 = new Vec3()): Vec3 {
  const a = triangle?.a;
  const b = triangle?.b;
  const c = triangle?.c;
  if (!(isVector(point) && isVector(a) && isVector(b) && isVector(c))) return readAndAsk(point, triangle, out);
  // e is an edge from o, and f the third corner from there. Its foot on the line of e must be on e. If e is from a to b, that is so
  // for two triangles in three; for others the longest edge is taken.
  let ox = a.x;
  let oy = a.y;
  let oz = a.z;
  let ex = b.x - ox;
  let ey = b.y - oy;
  let ez = b.z - oz;
  let fx = c.x - ox;
  let fy = c.y - oy;
  let fz = c.z - oz;
  let ee = ex * ex + ey * ey + ez * ez;
  let ff = fx * fx + fy * fy + fz * fz;
  let ef = ex * fx + ey * fy + ez * fz;
  if (!(ef > 0 && ef < ee)) {
    const gx = c.x - b.x;
    const gy = c.y - b.y;
    const gz = c.z - b.z;
    const gg = gx * gx + gy * gy + gz * gz;
    if (gg > ee && gg > ff) {
      ox = b.x;
      oy = b.y;
      oz = b.z;
      fx = -ex;
      fy = -ey;
      fz = -ez;
      ff = ee;
      ex = gx;
      ey = gy;
      ez = gz;
      ee = gg;
    } else if (ff > ee) {
      const swap = ee;
      ex = fx;
      ey = fy;
      ez = fz;
      fx = b.x - ox;
      fy = b.y - oy;
      fz = b.z - oz;
      ee = ff;
      ff = swap;
    }
    ef = ex * fx + ey * fy + ez * fz;
  }
  const rx = point.x - ox;
  const ry = point.y - oy;
  const rz = point.z - oz;
  // What is not a number, or too large, is refused.
  if (!(ee + ff + (rx * rx + ry * ry + rz * rz) < BEYOND_ALL)) return readAndAsk(point, triangle, out);
  // w is what f has across e, and k e its other part.
  const k = ee > 0 ? ef / ee : 0;
  let wx = fx - k * ex;
  let wy = fy - k * ey;
  let wz = fz - k * ez;
  let ww = wx * wx + wy * wy + wz * wz;
  if (ww < TRIANGLE_SLANTED * ff) {
    // So little is left of f that rounding tilts it: once more.
    const rest = (ex * wx + ey * wy + ez * wz) / ee;
    wx -= rest * ex;
    wy -= rest * ey;
    wz -= rest * ez;
    ww = wx * wx + wy * wy + wz * wz;
  }
  const re = rx * ex + ry * ey + rz * ez;
  const rw = rx * wx + ry * wy + rz * wz;
  // The nearest point of the plane is o + s·e + t·w.
  let s = re / ee;
  let t = rw / ww;
  const isLeft = s < k * t;
  const isRight = 1 - s < (1 - k) * t;
  if (!(t > 0)) {
    // Below the edge e; also if the triangle has no height.
    s = clamp(s);
    t = 0;
  } else if (isLeft || isRight) {
    // Beside f, or beside the third edge from the end of e to that of f, or beyond where they meet.
    t = isLeft ? clamp((k * re + rw) / ff) : 1;
    s = t * k;
    if (isRight && t === 1) {
      const h = k - 1;
      t = clamp((h * (re - ee) + rw) / (h * h * ee + ww));
      s = 1 + t * h;
    }
  }
  out.x = ox + s * ex + t * wx;
  out.y = oy + s * ey + t * wy;
  out.z = oz + s * ez + t * wz;
  return out;
}

/** Between 0 and 1; 0 if it is not a number. */
function clamp(x: number): number {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

/** Reads what is not made of objects, or refuses it. */
function readAndAsk(point: Vec3Input, triangle: TriangleValue, out: Vec3): Vec3 {
  readPoint(point, p, 0, 'point');
  readTriangle(triangle, t, 'triangle');
  return closestPointTriangle(writePoint(p, 0, asked), triangleOf(t), out);
}
