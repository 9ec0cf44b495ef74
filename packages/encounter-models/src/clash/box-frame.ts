/** Whether a hull is a box, and along which axes. */

import type { Polytope } from 'encounter';
import { normalOf } from './geometry.ts';

export interface BoxFrame {
  /** The axes, column by column. */
  readonly turn: Float64Array;
  readonly half: Float64Array;
  readonly centre: Float64Array;
}

/**
 * The box that a hull is, up to the slack, or null. Not by counting corners: points on an edge or a face, put beside it by rounding, are corners
 * of the hull, too. The largest facets give the axes; all points must then be on the surface of the box, and each of its corners at a point.
 */
export function boxOf(hull: Polytope, slack: number): BoxFrame | null {
  const axes = axesOf(hull, slack);
  if (axes === null) return null;
  const v = hull.vertices;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < v.length; i += 3)
    for (let a = 0; a < 3; a++) {
      const x = along(v, i, axes, a);
      if (x < low[a]) low[a] = x;
      if (x > high[a]) high[a] = x;
    }
  const seen = new Uint8Array(8);
  for (let i = 0; i < v.length; i += 3) {
    let corner = 0;
    let sides = 0;
    for (let a = 0; a < 3; a++) {
      const x = along(v, i, axes, a);
      if (x - low[a] <= 2 * slack) sides++;
      else if (high[a] - x <= 2 * slack) {
        sides++;
        corner |= 1 << a;
      }
    }
    if (sides === 0) return null;
    if (sides === 3) seen[corner] = 1;
  }
  if (seen.includes(0)) return null;
  const half = Float64Array.from(low, (x, a) => (high[a] - x) / 2);
  const centre = new Float64Array(3);
  for (let r = 0; r < 3; r++) for (let a = 0; a < 3; a++) centre[r] += axes[3 * a + r] * ((low[a] + high[a]) / 2);
  return { turn: axes, half, centre };
}

function along(v: Float64Array, i: number, axes: Float64Array, a: number): number {
  return v[i] * axes[3 * a] + v[i + 1] * axes[3 * a + 1] + v[i + 2] * axes[3 * a + 2];
}

/** Three axes at right angles: the longest edge, the normal of the largest facet that is across it, and their product. */
function axesOf({ vertices: v, facets }: Polytope, slack: number): Float64Array | null {
  let largest = 0;
  let at = -1;
  for (let f = 0; f < facets.length; f += 3) {
    const area = areaOf(v, facets, f);
    if (area <= largest) continue;
    largest = area;
    at = f;
  }
  const n = at < 0 ? null : normalOf(v, facets[at], facets[at + 1], facets[at + 2]);
  if (n === null) return null;
  // An edge of the box: of all facets that are square to the first and not needles, the largest has the second axis as its normal.
  let m: { x: number; y: number; z: number } | null = null;
  largest = 0;
  for (let f = 0; f < facets.length; f += 3) {
    const area = areaOf(v, facets, f);
    if (area <= largest) continue;
    const k = normalOf(v, facets[f], facets[f + 1], facets[f + 2]);
    if (k === null || Math.abs(k.x * n.x + k.y * n.y + k.z * n.z) > 0.01) continue;
    largest = area;
    m = k;
  }
  if (m === null) return null;
  const dot = m.x * n.x + m.y * n.y + m.z * n.z;
  let [x, y, z] = [m.x - dot * n.x, m.y - dot * n.y, m.z - dot * n.z];
  const length = Math.sqrt(x * x + y * y + z * z);
  x /= length;
  y /= length;
  z /= length;
  const axes = Float64Array.of(n.x, n.y, n.z, x, y, z, n.y * z - n.z * y, n.z * x - n.x * z, n.x * y - n.y * x);
  let reach = 0;
  for (let i = 0; i < v.length; i++) reach = Math.max(reach, Math.abs(v[i]));
  return isAlongCoordinates(axes, slack / reach) ? Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) : axes;
}

/** Whether axes are those of the coordinates up to order, sign and a small angle. */
function isAlongCoordinates(axes: Float64Array, angle: number): boolean {
  for (let a = 0; a < 9; a += 3) {
    let large = 0;
    for (let r = 0; r < 3; r++) if (Math.abs(axes[a + r]) > angle) large++;
    if (large !== 1) return false;
  }
  return true;
}

/** Twice the area of a facet. */
function areaOf(v: Float64Array, facets: Int32Array, f: number): number {
  const [i, j, k] = [3 * facets[f], 3 * facets[f + 1], 3 * facets[f + 2]];
  const [ux, uy, uz] = [v[j] - v[i], v[j + 1] - v[i + 1], v[j + 2] - v[i + 2]];
  const [wx, wy, wz] = [v[k] - v[i], v[k + 1] - v[i + 1], v[k + 2] - v[i + 2]];
  const [x, y, z] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  return Math.sqrt(x * x + y * y + z * z);
}
