/** What the closed forms share. */
import type { Proximity } from '../../convex/proximity.ts';
import { SQUARABLE } from '../../tolerances.ts';

/**
 * Sets `out.signed` to the length of `out.normal`, and makes the normal a unit vector; a zero vector stays zero. Works for any finite
 * vector, as `length` does. `length` is not called, because the number it returns may be allocated on the heap.
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
