/** Whether a closed mesh is convex, and whether it is a box: by its points, whatever its triangles. */

import { Polytope, Vec3 } from 'encounter';
import { normalOf } from './geometry.ts';

/** How many triangles are tried against all points before the hull is built. */
const TRIED_FIRST = 24;

/**
 * The hull of a closed mesh if the mesh is its hull, up to the slack: no point is above the plane of a triangle by more, and the
 * volumes agree, so that the surface goes once around and not twice.
 */
export function convexHull(at: Float64Array, corners: Int32Array, volume: number, slack: number): Polytope | null {
  const triangles = corners.length / 3;
  const step = 3 * Math.max(1, Math.floor(triangles / TRIED_FIRST));
  for (let k = 0; k < corners.length; k += step) {
    const n = normalOf(at, corners[k], corners[k + 1], corners[k + 2]);
    if (n === null || isThin(at, corners, k, slack)) continue;
    const p = 3 * corners[k];
    const top = n.x * at[p] + n.y * at[p + 1] + n.z * at[p + 2] + slack;
    for (let i = 0; i < at.length; i += 3) if (n.x * at[i] + n.y * at[i + 1] + n.z * at[i + 2] > top) return null;
  }
  const hull = new Polytope(at);
  if (hull.dimension < 3) return null;
  let whole = 0;
  const { vertices, facets } = hull;
  for (let f = 0; f < facets.length; f += 3)
    whole += volumeOf(vertices, 3 * facets[f], 3 * facets[f + 1], 3 * facets[f + 2]);
  if (Math.abs(volume / whole - 1) > 0.01) return null;
  const tip = new Vec3();
  for (let k = 0; k < corners.length; k += 3) {
    const n = normalOf(at, corners[k], corners[k + 1], corners[k + 2]);
    if (n === null || isThin(at, corners, k, slack)) continue;
    hull.support(n, tip);
    const p = 3 * corners[k];
    if (n.x * (tip.x - at[p]) + n.y * (tip.y - at[p + 1]) + n.z * (tip.z - at[p + 2]) > slack) return null;
  }
  return hull;
}

/** Whether a triangle is so thin that the rounding of its corners may turn its plane anywhere: a hundred times the slack. */
function isThin(at: Float64Array, corners: Int32Array, k: number, slack: number): boolean {
  let longest = 0;
  let area = 0;
  const [p, q, r] = [3 * corners[k], 3 * corners[k + 1], 3 * corners[k + 2]];
  for (const [i, j] of [
    [p, q],
    [q, r],
    [r, p],
  ])
    longest = Math.max(longest, Math.hypot(at[i] - at[j], at[i + 1] - at[j + 1], at[i + 2] - at[j + 2]));
  const [ux, uy, uz] = [at[q] - at[p], at[q + 1] - at[p + 1], at[q + 2] - at[p + 2]];
  const [vx, vy, vz] = [at[r] - at[p], at[r + 1] - at[p + 1], at[r + 2] - at[p + 2]];
  area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  return area <= 100 * slack * longest;
}

function volumeOf(p: Float64Array, a: number, b: number, c: number): number {
  return (
    (p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])) /
    6
  );
}
