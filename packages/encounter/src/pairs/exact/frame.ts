/** What the closed forms share. */
import type { Proximity } from '../../convex/proximity.ts';
import { SQUARABLE } from '../../tolerances.ts';

/**
 * Takes the length of `out.normal` for `out.signed` and makes it a unit vector; the zero vector stays. Any finite vector
 * will do, as for `length`, which is not called as the number it returns may have to be allocated.
 */
export function measure(out: Proximity): void {
  const n = out.normal;
  let { x, y, z } = n;
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  let unit = 1;
  if (m < SQUARABLE || m > 1 / SQUARABLE) {
    out.signed = 0;
    if (m === 0) return;
    unit = m;
    x /= m;
    y /= m;
    z /= m;
  }
  const l = Math.sqrt(x * x + y * y + z * z);
  out.signed = unit * l;
  n.x = x / l;
  n.y = y / l;
  n.z = z / l;
}
