/** A point and a triangle: whether it is on it, and where it is nearest. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { DETERMINANT_ROUNDING, TRIANGLE_SLANTED } from '../tolerances.ts';
import { readPoint, readTriangle } from './read.ts';
import { best, offerVertex, prepareFace } from './triangle-face.ts';
import { trianglesMeetExactly } from './triangle-triangle.ts';
import type { TriangleValue } from './values.ts';

/** The point, three times: a triangle of one place. */
const p: Float64Array = /* #__PURE__ */ new Float64Array(9);
const q: Float64Array = /* #__PURE__ */ new Float64Array(9);
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Whether a point is on a triangle, which may be a segment or a point.
 *
 * §3.4.1, exact: points are mostly off the plane, which one determinant tells.
 */
export function intersectsPointTriangle(point: Vec3Input, triangle: TriangleValue): boolean {
  readPoint(point, p, 0, 'point');
  readTriangle(triangle, q, 'triangle');
  for (let k = 0; k < 3; k++) {
    p[3 + k] = p[k];
    p[6 + k] = p[k];
  }
  return pointOnTriangle(p, q);
}

/** Whether the point p[0…2], which p has three times, is on the triangle q[0…8]. */
export function pointOnTriangle(p: Float64Array, q: Float64Array): boolean {
  const x = p[0] - q[0];
  const y = p[1] - q[1];
  const z = p[2] - q[2];
  const ex = q[3] - q[0];
  const ey = q[4] - q[1];
  const ez = q[5] - q[2];
  const fx = q[6] - q[0];
  const fy = q[7] - q[1];
  const fz = q[8] - q[2];
  const height = (ey * fz - ez * fy) * x + (ez * fx - ex * fz) * y + (ex * fy - ey * fx) * z;
  const size =
    (Math.abs(ey * fz) + Math.abs(ez * fy)) * Math.abs(x) +
    (Math.abs(ez * fx) + Math.abs(ex * fz)) * Math.abs(y) +
    (Math.abs(ex * fy) + Math.abs(ey * fx)) * Math.abs(z);
  return Math.abs(height) <= DETERMINANT_ROUNDING * size && trianglesMeetExactly(p, q);
}

/**
 * The point of a triangle nearest to a point.
 *
 * §3.4.6 and Ericson, Real-Time Collision Detection, 5.1.5: vertices, edges and the face own the space before them. Deviation:
 * where the triangle is so slanted that the barycentric coordinates lose digits, every feature is tried, each with coordinates
 * along its longest edge.
 */
export function closestPointTriangle(point: Vec3Input, triangle: TriangleValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, p, 0, 'point');
  readTriangle(triangle, q, 'triangle');
  nearestOnTriangle(p, q, nearest);
  out.x = nearest[1];
  out.y = nearest[2];
  out.z = nearest[3];
  return out;
}

/** Writes the squared distance of the point p[0…2] from the triangle q[0…8] to out[0], and the nearest point to out[1…3]. */
export function nearestOnTriangle(p: Float64Array, q: Float64Array, out: Float64Array): void {
  const ax = q[0];
  const ay = q[1];
  const az = q[2];
  const ex = q[3] - ax;
  const ey = q[4] - ay;
  const ez = q[5] - az;
  const fx = q[6] - ax;
  const fy = q[7] - ay;
  const fz = q[8] - az;
  const rx = p[0] - ax;
  const ry = p[1] - ay;
  const rz = p[2] - az;
  const ee = ex * ex + ey * ey + ez * ez;
  const ff = fx * fx + fy * fy + fz * fz;
  const ef = ex * fx + ey * fy + ez * fz;
  const area = ee * ff - ef * ef;
  if (!(area > TRIANGLE_SLANTED * ee * ff)) {
    tryFeatures(p, q, out);
    return;
  }
  // The nearest point is a + s·e + t·f. In the plane it would be at these two, over the area.
  const er = ex * rx + ey * ry + ez * rz;
  const fr = fx * rx + fy * ry + fz * rz;
  const sFree = er * ff - fr * ef;
  const tFree = fr * ee - er * ef;
  let s = 0;
  let t = 0;
  if (er > 0 || fr > 0) {
    // How far the point is past b along both edges, and past c.
    const bAlongE = er - ee;
    const bAlongF = fr - ef;
    const cAlongE = er - ef;
    const cAlongF = fr - ff;
    const toC = bAlongF - bAlongE;
    const toB = cAlongE - cAlongF;
    if (bAlongE >= 0 && toC <= 0) s = 1;
    else if (cAlongF >= 0 && toB <= 0) t = 1;
    else if (tFree <= 0 && er >= 0 && bAlongE <= 0) s = er / ee;
    else if (sFree <= 0 && fr >= 0 && cAlongF <= 0) t = fr / ff;
    else if (sFree + tFree >= area && toC >= 0 && toB >= 0) {
      t = toC / (toC + toB);
      s = 1 - t;
    } else {
      s = sFree / area;
      t = tFree / area;
    }
  }
  // A vertex as it is: a + (b − a) may be another point.
  const x = s === 1 ? q[3] : t === 1 ? q[6] : ax + s * ex + t * fx;
  const y = s === 1 ? q[4] : t === 1 ? q[7] : ay + s * ey + t * fy;
  const z = s === 1 ? q[5] : t === 1 ? q[8] : az + s * ez + t * fz;
  const dx = p[0] - x;
  const dy = p[1] - y;
  const dz = p[2] - z;
  out[0] = dx * dx + dy * dy + dz * dz;
  out[1] = x;
  out[2] = y;
  out[3] = z;
}

/** The same for slanted and degenerate triangles: the nearest of the face and the three edges. */
function tryFeatures(p: Float64Array, q: Float64Array, out: Float64Array): void {
  best[0] = Infinity;
  prepareFace(q, 1);
  offerVertex(p, 0, 0, q, 1);
  for (let k = 0; k < 4; k++) out[k] = best[k === 0 ? 0 : 3 + k];
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const ex = q[j] - q[i];
    const ey = q[j + 1] - q[i + 1];
    const ez = q[j + 2] - q[i + 2];
    const rx = p[0] - q[i];
    const ry = p[1] - q[i + 1];
    const rz = p[2] - q[i + 2];
    const ee = ex * ex + ey * ey + ez * ez;
    const s = ee > 0 ? Math.max(0, Math.min(1, (ex * rx + ey * ry + ez * rz) / ee)) : 0;
    const dx = rx - s * ex;
    const dy = ry - s * ey;
    const dz = rz - s * ez;
    const dd = dx * dx + dy * dy + dz * dz;
    if (dd >= out[0]) continue;
    out[0] = dd;
    out[1] = s === 1 ? q[j] : q[i] + s * ex;
    out[2] = s === 1 ? q[j + 1] : q[i + 1] + s * ey;
    out[3] = s === 1 ? q[j + 2] : q[i + 2] + s * ez;
  }
}
