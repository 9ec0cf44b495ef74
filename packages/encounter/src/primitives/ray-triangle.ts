/**
 * The ray–triangle test (§3.4.1), watertight: a ray at an edge that two triangles share hits one of them or both, and one at a
 * vertex one of those around it.
 *
 * The ray is sheared onto a coordinate axis (S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", 2013), and
 * each edge of the triangle passes it on one side or the other, by the sign of a 2D determinant. Where rounding of the shear leaves
 * a sign open, the volume that ray and edge span decides, exactly. So the answer is that of the triangle as it was given,
 * whatever its neighbours are.
 *
 * Deviations from the book (Alg. 3.4, by T. Möller and B. Trumbore): no tolerance of the determinant, and a ray in the plane of the
 * triangle hits it where it enters. tree/ray.ts has the same shear for many triangles.
 */
import { RAY_EDGE_ROUNDING } from '../tolerances.ts';
import { above, aboveAlong } from './determinant.ts';
import { fillHit } from './fill.ts';
import { largestComponent, lineMeetsEdge } from './ray-edge.ts';
import { readRay, readTriangle } from './read.ts';
import { Hit, type RayValue, type TriangleValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const p: Float64Array = /* #__PURE__ */ new Float64Array(9);
/** The time of a hit, then the normal of what was hit, of any length. */
const found: Float64Array = /* #__PURE__ */ new Float64Array(4);

/** Ray and triangle in one array: from, direction, a, b, c. */
const v: Float64Array = /* #__PURE__ */ new Float64Array(15);
const onEdge: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * Where a ray meets a triangle, or null. Two-sided. In units of the direction; a ray that starts on the triangle hits it at t = 0. A
 * degenerate triangle is a segment or a point and has the normal against the ray.
 *
 * §3.4.1. Exact, watertight, and in constant time: 27 products for most rays.
 */
export function rayCastTriangle(ray: RayValue, triangle: TriangleValue, out?: Hit): Hit | null {
  readRay(ray, r, 'ray');
  readTriangle(triangle, p, 'triangle');
  if (!rayMeetsTriangle(r, p, found)) return null;
  const ex = p[3] - p[0];
  const ey = p[4] - p[1];
  const ez = p[5] - p[2];
  const fx = p[6] - p[0];
  const fy = p[7] - p[1];
  const fz = p[8] - p[2];
  found[1] = ey * fz - ez * fy;
  found[2] = ez * fx - ex * fz;
  found[3] = ex * fy - ey * fx;
  return fillHit(r, found, out ?? new Hit());
}

/** Whether the ray from ray[0…2] along ray[3…5], which is not zero, meets the triangle p[0…8]. Writes its time to out[0]. */
export function rayMeetsTriangle(ray: Float64Array, p: Float64Array, out: Float64Array): boolean {
  const dx = Math.abs(ray[3]);
  const dy = Math.abs(ray[4]);
  const dz = Math.abs(ray[5]);
  // c is along the largest component; the handedness of a, b, c does not matter.
  const c = dx > dy && dx > dz ? 0 : dy > dz ? 1 : 2;
  const a = c === 2 ? 0 : c + 1;
  const b = 3 - c - a;
  const sz = 1 / ray[3 + c];
  const sx = ray[3 + a] * sz;
  const sy = ray[3 + b] * sz;
  const oa = ray[a];
  const ob = ray[b];
  const oc = ray[c];
  const a0 = p[a] - oa;
  const b0 = p[b] - ob;
  const z0 = p[c] - oc;
  const a1 = p[3 + a] - oa;
  const b1 = p[3 + b] - ob;
  const z1 = p[3 + c] - oc;
  const a2 = p[6 + a] - oa;
  const b2 = p[6 + b] - ob;
  const z2 = p[6 + c] - oc;
  const x0 = a0 - sx * z0;
  const y0 = b0 - sy * z0;
  const x1 = a1 - sx * z1;
  const y1 = b1 - sy * z1;
  const x2 = a2 - sx * z2;
  const y2 = b2 - sy * z2;
  const u = x2 * y1 - y2 * x1;
  const v = x0 * y2 - y0 * x2;
  const w = x1 * y0 - y1 * x0;
  // Sums instead of maxima: fast, and not less.
  const sheared = Math.abs(x0) + Math.abs(y0) + (Math.abs(x1) + Math.abs(y1)) + (Math.abs(x2) + Math.abs(y2));
  const error = RAY_EDGE_ROUNDING * sheared * (sheared + (Math.abs(z0) + Math.abs(z1) + Math.abs(z2)));
  const least = Math.min(u, v, w);
  const most = Math.max(u, v, w);
  if (most > error && least < -error) return false;
  if (least > error || most < -error) {
    // The ray's line pierces the triangle at a mean of its vertices. Whether that is ahead is certain if all of them are.
    const t0 = z0 * sz;
    const t1 = z1 * sz;
    const t2 = z2 * sz;
    if (t0 < 0 && t1 < 0 && t2 < 0) return false;
    if (t0 >= 0 && t1 >= 0 && t2 >= 0) {
      out[0] = ((u * z0 + v * z1 + w * z2) * sz) / (u + v + w);
      return true;
    }
  }
  return meetsExactly(ray, p, out);
}

/** The same by exact signs, for any triangle. */
function meetsExactly(ray: Float64Array, p: Float64Array, out: Float64Array): boolean {
  for (let k = 0; k < 6; k++) v[k] = ray[k];
  for (let k = 0; k < 9; k++) v[6 + k] = p[k];
  const a = aboveAlong(v, 3, 0, 9, 12);
  const b = aboveAlong(v, 3, 0, 12, 6);
  const c = aboveAlong(v, 3, 0, 6, 9);
  if ((a > 0 || b > 0 || c > 0) && (a < 0 || b < 0 || c < 0)) return false;
  if (a === 0 && b === 0 && c === 0) return meetsEdges(out);
  // The three volumes add up to that of the direction over the triangle.
  const ahead = -above(v, 6, 9, 12, 0) * Math.sign(a + b + c);
  if (ahead < 0) return false;
  // At a mean of the vertices, by the volumes opposite of each. A volume whose sign is zero is zero, whatever rounding makes of it.
  const weightA = a === 0 ? 0 : volume(9, 12);
  const weightB = b === 0 ? 0 : volume(12, 6);
  const weightC = c === 0 ? 0 : volume(6, 9);
  const k = largestComponent(v, 3);
  const o = v[k];
  const mean =
    (weightA * (v[6 + k] - o) + weightB * (v[9 + k] - o) + weightC * (v[12 + k] - o)) / (weightA + weightB + weightC);
  out[0] = ahead === 0 ? 0 : Math.abs(mean / v[3 + k]);
  return true;
}

/** The absolute volume of the direction and two vertices, seen from the start; never zero, so that a mean of vertices has weights. */
function volume(b: number, c: number): number {
  const ex = v[b] - v[0];
  const ey = v[b + 1] - v[1];
  const ez = v[b + 2] - v[2];
  const fx = v[c] - v[0];
  const fy = v[c + 1] - v[1];
  const fz = v[c + 2] - v[2];
  const size = v[3] * (ey * fz - ez * fy) + v[4] * (ez * fx - ex * fz) + v[5] * (ex * fy - ey * fx);
  return Math.max(Math.abs(size), Number.MIN_VALUE);
}

/**
 * The triangle is in one plane with the line, or it is a segment or a point. The line is in it from the first to the last of its
 * edges; if the ray starts in between, it hits at once.
 */
function meetsEdges(out: Float64Array): boolean {
  let first = Infinity;
  let last = -Infinity;
  for (let i = 6; i < 15; i += 3) {
    if (!lineMeetsEdge(v, 0, 3, i, i === 12 ? 6 : i + 3, onEdge)) continue;
    first = Math.min(first, onEdge[0]);
    last = Math.max(last, onEdge[1]);
  }
  out[0] = Math.max(first, 0);
  return last >= 0;
}
