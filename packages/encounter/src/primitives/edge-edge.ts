/** Whether two edges meet, by exact signs alone. Points are in one array of doubles and are named by where they start. */
import { turn } from './determinant.ts';

/**
 * Whether the closed edges from v[a] to v[b] and from v[c] to v[d], which span no volume, meet; either may be a point. They do if they
 * seem to along every axis.
 */
export function edgesMeet(v: Float64Array, a: number, b: number, c: number, d: number): boolean {
  for (let k = 0; k < 3; k++) if (areApart(v, a + k, b + k, c + k, d + k)) return false;
  for (let axis = 0; axis < 3; axis++) if (!shadowsMeet(v, axis, a, b, c, d)) return false;
  return true;
}

/** Whether two closed edges meet as they are seen along an axis. */
export function shadowsMeet(v: Float64Array, axis: number, a: number, b: number, c: number, d: number): boolean {
  const sideC = turn(v, axis, a, b, c);
  const sideD = turn(v, axis, a, b, d);
  const sideA = turn(v, axis, c, d, a);
  const sideB = turn(v, axis, c, d, b);
  if (sideA !== 0 || sideB !== 0 || sideC !== 0 || sideD !== 0) return sideA * sideB <= 0 && sideC * sideD <= 0;
  // All on one line, where they meet if their boxes do.
  for (let k = 0; k < 3; k++) if (k !== axis && areApart(v, a + k, b + k, c + k, d + k)) return false;
  return true;
}

/** Whether the interval between v[a] and v[b] has nothing in common with that between v[c] and v[d]. */
function areApart(v: Float64Array, a: number, b: number, c: number, d: number): boolean {
  return Math.max(v[a], v[b]) < Math.min(v[c], v[d]) || Math.max(v[c], v[d]) < Math.min(v[a], v[b]);
}
