/**
 * How the surface of a convex hull is spread: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: A Hierarchical Structure for Rapid
 * Interference Detection", 1996. Every point of the surface counts, not only the vertices, so that clusters of points and what is
 * inside have no weight. The hull of points in a plane is a polygon, of which all points count, and that on a line its segment.
 */
import type { Hull } from '../shapes/hull/hull-builder.ts';
import { axesAround, principalAxes } from './principal-axes.ts';

/** Writes the principal axes of a hull: right-handed, in the order of falling spread. */
export function surfaceAxes(hull: Hull, axes: Float64Array): void {
  const { dimension, vertices } = hull;
  axes.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  if (dimension === 0) return;
  if (dimension === 1) {
    for (let i = 0; i < 3; i++) axes[i] = vertices[3 + i] - vertices[i];
    axesAround(axes);
    return;
  }
  const corners = dimension === 3 ? hull.facets : fan(vertices.length / 3);
  const turned = new Float64Array(vertices.length);
  const found = new Float64Array(9);
  // Twice: the spread across a needle or a plate is below the rounding of that along it, unless it is measured along its axes.
  for (let pass = 0; pass < 2; pass++) {
    turn(vertices, axes, turned);
    principalAxes(covarianceOf(turned, corners), found);
    const old = axes.slice();
    for (let n = 0; n < 9; n += 3)
      for (let i = 0; i < 3; i++)
        axes[n + i] = found[n] * old[i] + found[n + 1] * old[3 + i] + found[n + 2] * old[6 + i];
  }
}

/** A polygon of n vertices as triangles. */
function fan(n: number): Int32Array {
  const corners = new Int32Array(3 * (n - 2));
  for (let i = 0; i < n - 2; i++) {
    corners[3 * i + 1] = i + 1;
    corners[3 * i + 2] = i + 2;
  }
  return corners;
}

/** The vertices along axes, seen from the first one. */
function turn(vertices: Float64Array, axes: Float64Array, out: Float64Array): void {
  for (let k = 0; k < vertices.length; k += 3) {
    const x = vertices[k] - vertices[0];
    const y = vertices[k + 1] - vertices[1];
    const z = vertices[k + 2] - vertices[2];
    for (let n = 0; n < 3; n++) out[k + n] = axes[3 * n] * x + axes[3 * n + 1] * y + axes[3 * n + 2] * z;
  }
}

/** The covariance of all points of triangles, from their mean, times 12 and their area: xx, yy, zz, yz, zx, xy. */
function covarianceOf(p: Float64Array, corners: Int32Array): Float64Array {
  const areas = new Float64Array(corners.length / 3);
  const mean = [0, 0, 0];
  let total = 0;
  for (let t = 0; t < areas.length; t++) {
    const a = 3 * corners[3 * t];
    const b = 3 * corners[3 * t + 1];
    const c = 3 * corners[3 * t + 2];
    areas[t] = areaOf(p, a, b, c);
    total += areas[t];
    for (let i = 0; i < 3; i++) mean[i] += areas[t] * (p[a + i] + p[b + i] + p[c + i]);
  }
  const out = new Float64Array(6);
  // Triangles that are so thin that all areas vanish are taken as if they had one.
  for (let i = 0; i < 3; i++) mean[i] = total > 0 ? mean[i] / (3 * total) : 0;
  for (let t = 0; t < areas.length; t++) {
    const weight = total > 0 ? areas[t] : 1;
    // Of a triangle the mean of x·y is the sum over the corners and nine times that of the middle, by twelve.
    for (let c = 0; c < 3; c++) addProducts(out, p, 3 * corners[3 * t + c], mean, weight);
    const a = 3 * corners[3 * t];
    const b = 3 * corners[3 * t + 1];
    const c = 3 * corners[3 * t + 2];
    MIDDLE[0] = (p[a] + p[b] + p[c]) / 3;
    MIDDLE[1] = (p[a + 1] + p[b + 1] + p[c + 1]) / 3;
    MIDDLE[2] = (p[a + 2] + p[b + 2] + p[c + 2]) / 3;
    addProducts(out, MIDDLE, 0, mean, 9 * weight);
  }
  return out;
}

const MIDDLE: Float64Array = /* #__PURE__ */ new Float64Array(3);

function addProducts(out: Float64Array, p: Float64Array, k: number, mean: readonly number[], weight: number): void {
  const x = p[k] - mean[0];
  const y = p[k + 1] - mean[1];
  const z = p[k + 2] - mean[2];
  out[0] += weight * x * x;
  out[1] += weight * y * y;
  out[2] += weight * z * z;
  out[3] += weight * y * z;
  out[4] += weight * z * x;
  out[5] += weight * x * y;
}

function areaOf(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return Math.sqrt(x * x + y * y + z * z);
}
