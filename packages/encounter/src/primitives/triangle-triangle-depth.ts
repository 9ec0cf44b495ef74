/**
 * The penetration depth of two triangles that meet: the least overlap along the normals of their Minkowski difference, which are the
 * normals of the two faces and the products of their edges (§4.3.8; separating axes, §3.4.7). For triangles in one plane it is zero,
 * across the plane.
 */
import { PARALLEL_EDGES_SQ } from '../tolerances.ts';

/** The edges of P, then of Q. */
const edges = new Float64Array(18);

/** Writes the depth to out[0] and the direction in which to move Q out of P to out[1…3] (zero if there is none). */
export function depthTriangleTriangle(p: Float64Array, q: Float64Array, out: Float64Array): void {
  out[0] = Infinity;
  out[1] = 0;
  out[2] = 0;
  out[3] = 0;
  for (let k = 0; k < 9; k++) {
    const next = k < 6 ? k + 3 : k - 6;
    edges[k] = p[next] - p[k];
    edges[9 + k] = q[next] - q[k];
  }
  tryAxis(p, q, 0, 3, out);
  tryAxis(p, q, 9, 12, out);
  for (let i = 0; i < 9; i += 3) for (let j = 9; j < 18; j += 3) tryAxis(p, q, i, j, out);
  // No axis at all: two segments along one line, or points.
  if (out[0] === Infinity) out[0] = 0;
}

/** Takes the overlap along the product of two edges if it is less than out[0]. */
function tryAxis(p: Float64Array, q: Float64Array, i: number, j: number, out: Float64Array): void {
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
  if (!(lengthSq > PARALLEL_EDGES_SQ * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz))) return;
  // Relative to P's first vertex, so that the overlap keeps its digits far from the origin.
  const ox = p[0];
  const oy = p[1];
  const oz = p[2];
  const p1 = x * (p[3] - ox) + y * (p[4] - oy) + z * (p[5] - oz);
  const p2 = x * (p[6] - ox) + y * (p[7] - oy) + z * (p[8] - oz);
  const q0 = x * (q[0] - ox) + y * (q[1] - oy) + z * (q[2] - oz);
  const q1 = x * (q[3] - ox) + y * (q[4] - oy) + z * (q[5] - oz);
  const q2 = x * (q[6] - ox) + y * (q[7] - oy) + z * (q[8] - oz);
  const length = Math.sqrt(lengthSq);
  // How far Q must move forward for all of it to be past P, or backward.
  const forward = Math.max(0, p1, p2) - Math.min(q0, q1, q2);
  const backward = Math.max(q0, q1, q2) - Math.min(0, p1, p2);
  const overlap = Math.max(0, Math.min(forward, backward)) / length;
  if (overlap >= out[0]) return;
  const s = (forward <= backward ? 1 : -1) / length;
  out[0] = overlap;
  out[1] = s * x;
  out[2] = s * y;
  out[3] = s * z;
}
