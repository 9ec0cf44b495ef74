/** Lengths of vectors in flat arrays. */
import { SQUARABLE } from '../tolerances.ts';

/**
 * Makes p[at], p[at + 1], p[at + 2] a unit vector and puts its length into p[at + 3]; the zero vector stays. Any finite vector will do.
 */
export function normalizeAt(p: Float64Array, at: number): void {
  let x = p[at];
  let y = p[at + 1];
  let z = p[at + 2];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  let unit = 1;
  if (largest < SQUARABLE || largest > 1 / SQUARABLE) {
    p[at + 3] = 0;
    if (largest === 0) return;
    unit = largest;
    x /= largest;
    y /= largest;
    z /= largest;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  p[at] = x / length;
  p[at + 1] = y / length;
  p[at + 2] = z / length;
  p[at + 3] = unit * length;
}
