import { ACROSS_PARALLEL_SQ } from '../tolerances.ts';
import { type DoubleDouble, difference, multiply, subtract } from './double-double.ts';

/**
 * The vector product of b − a and d − c, given where these points begin, into out[k] and the two after it. Where the two are nearly
 * parallel doubles lose the direction of the product. Then it is computed in double-doubles: the faces of a needle would be tilted by
 * more than its thickness.
 */
export function across(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
  k: number,
): void {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[d] - p[c];
  const vy = p[d + 1] - p[c + 1];
  const vz = p[d + 2] - p[c + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
  const squares = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (x * x + y * y + z * z > ACROSS_PARALLEL_SQ * squares) return;
  const u = [0, 1, 2].map((i) => difference(p[b + i], p[a + i]));
  const v = [0, 1, 2].map((i) => difference(p[d + i], p[c + i]));
  for (let i = 0; i < 3; i++) out[k + i] = minor(u, v, (i + 1) % 3, (i + 2) % 3);
}

function minor(u: readonly DoubleDouble[], v: readonly DoubleDouble[], i: number, j: number): number {
  return subtract(multiply(u[i], v[j]), multiply(u[j], v[i])).high;
}
