/**
 * The passage of a triangle Q that translates along a line past a triangle P. Both are convex, so they meet during one interval of
 * time. This file finds when it begins, when it ends, and across which plane Q leaves.
 *
 * Along every axis Q's shadow passes P's during an interval. The passage is the intersection of these intervals over the normals of
 * the Minkowski difference P − Q. These are the normals of the two faces and the products of their edges (as in
 * triangle-triangle-depth.ts). Triangles in parallel planes have no such products, so the normals of the edges within each plane
 * are added.
 *
 * An axis whose direction would be nothing but rounding is left out. That can only make the interval longer. So at every time outside
 * the interval the triangles are certainly apart.
 */
import { PARALLEL_EDGES_SQ } from '../tolerances.ts';

/** The edges of P, then of Q, then the normals of both. */
const edges = new Float64Array(24);

/** The motion, then the passage so far: begin, end, and the normal, of any length, of the plane across which it ends. */
const state = new Float64Array(8);

/** What `passTriangleTriangle` found. `unknown`: a triangle has no area or the motion no length, and the caller must use GJK. */
export const Passage = { none: 0, some: 1, unknown: 2 } as const;
export type Passage = (typeof Passage)[keyof typeof Passage];

/**
 * How the triangle q[0…8], moving by `velocity`, passes p[0…8]. On entry out[0] and out[1] are the times of interest. If the triangles
 * meet at some time between them, out[0] becomes the time when they begin to meet, out[1] the time when they cease to meet, and
 * out[2…4] the unit normal, from P to Q, of the plane across which they part. Otherwise `out` is left as it was. Shadows that are no
 * farther apart than `slack[0]` count as meeting.
 */
export function passTriangleTriangle(
  p: Float64Array,
  q: Float64Array,
  velocity: Float64Array,
  slack: Float64Array,
  out: Float64Array,
): Passage {
  state[0] = velocity[0];
  state[1] = velocity[1];
  state[2] = velocity[2];
  state[3] = -Infinity;
  state[4] = Infinity;
  for (let k = 0; k < 9; k++) {
    const next = k < 6 ? k + 3 : k - 6;
    edges[k] = p[next] - p[k];
    edges[9 + k] = q[next] - q[k];
  }
  if (!cross(0, 3, 18) || !cross(9, 12, 21)) return Passage.unknown;
  if (!passAxis(p, q, 0, 3, slack, out) || !passAxis(p, q, 9, 12, slack, out)) return Passage.none;
  for (let i = 0; i < 9; i += 3)
    for (let j = 9; j < 18; j += 3) if (!passAxis(p, q, i, j, slack, out)) return Passage.none;
  for (let i = 0; i < 9; i += 3)
    if (!passAxis(p, q, i, 18, slack, out) || !passAxis(p, q, 9 + i, 21, slack, out)) return Passage.none;
  const { 5: x, 6: y, 7: z } = state;
  const l = Math.sqrt(x * x + y * y + z * z);
  if (!(state[4] < Infinity && l > 0)) return Passage.unknown;
  out[0] = state[3];
  out[1] = state[4];
  out[2] = x / l;
  out[3] = y / l;
  out[4] = z / l;
  return Passage.some;
}

/** Writes the product of two of `edges`; false when they are parallel. */
function cross(i: number, j: number, o: number): boolean {
  const ex = edges[i];
  const ey = edges[i + 1];
  const ez = edges[i + 2];
  const fx = edges[j];
  const fy = edges[j + 1];
  const fz = edges[j + 2];
  const x = ey * fz - ez * fy;
  const y = ez * fx - ex * fz;
  const z = ex * fy - ey * fx;
  edges[o] = x;
  edges[o + 1] = y;
  edges[o + 2] = z;
  const long = (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
  return x * x + y * y + z * z > PARALLEL_EDGES_SQ * long;
}

/** Clips the passage to the one along the product of two of `edges`. Returns false when nothing is left within the times of interest. */
function passAxis(
  p: Float64Array,
  q: Float64Array,
  i: number,
  j: number,
  slack: Float64Array,
  out: Float64Array,
): boolean {
  const ex = edges[i];
  const ey = edges[i + 1];
  const ez = edges[i + 2];
  const fx = edges[j];
  const fy = edges[j + 1];
  const fz = edges[j + 2];
  const x = ey * fz - ez * fy;
  const y = ez * fx - ex * fz;
  const z = ex * fy - ey * fx;
  const lengthSq = x * x + y * y + z * z;
  if (!(lengthSq > PARALLEL_EDGES_SQ * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz))) return true;
  const ox = p[0];
  const oy = p[1];
  const oz = p[2];
  const p1 = x * (p[3] - ox) + y * (p[4] - oy) + z * (p[5] - oz);
  const p2 = x * (p[6] - ox) + y * (p[7] - oy) + z * (p[8] - oz);
  const q0 = x * (q[0] - ox) + y * (q[1] - oy) + z * (q[2] - oz);
  const q1 = x * (q[3] - ox) + y * (q[4] - oy) + z * (q[5] - oz);
  const q2 = x * (q[6] - ox) + y * (q[7] - oy) + z * (q[8] - oz);
  const wide = slack[0] * Math.sqrt(lengthSq);
  // The shadows meet while the shadow of Q has moved by at least `low` and at most `high`.
  const low = Math.min(0, p1, p2) - Math.max(q0, q1, q2) - wide;
  const high = Math.max(0, p1, p2) - Math.min(q0, q1, q2) + wide;
  const speed = x * state[0] + y * state[1] + z * state[2];
  if (speed === 0) return low <= 0 && high >= 0;
  const begin = (speed > 0 ? low : high) / speed;
  const end = (speed > 0 ? high : low) / speed;
  if (begin > state[3]) state[3] = begin;
  if (end < state[4]) {
    const s = speed > 0 ? 1 : -1;
    state[4] = end;
    state[5] = s * x;
    state[6] = s * y;
    state[7] = s * z;
  }
  return state[3] <= state[4] && state[3] <= out[1] && state[4] >= out[0];
}
