/** A segment against the boxes of a broad phase. */
import type { Coordinates } from './broad-phase.ts';

/**
 * The factor by which a box may be left later than computed. Each parameter (δ − σ) / ρ of a slab comes from three operations that
 * round, so two of them may be out of order by six half ulps. With this factor no box that is met is missed, and few are added.
 */
export const EXIT_SLACK: number = 1 + 4 * Number.EPSILON;

/** Where the segment from → to enters the box at boxes[k …]: 0 … 1, or Infinity if it misses the box (§3.3.2, slabs). */
export function segmentBoxEntry(boxes: Float64Array, k: number, from: Coordinates, to: Coordinates): number {
  let enter = 0;
  let exit = 1;
  for (let axis = 0; axis < 3; axis++) {
    const s = axis === 0 ? from.x : axis === 1 ? from.y : from.z;
    const r = (axis === 0 ? to.x : axis === 1 ? to.y : to.z) - s;
    const min = boxes[k + axis];
    const max = boxes[k + axis + 3];
    if (s < min && r > 0) enter = Math.max(enter, (min - s) / r);
    else if (s > max && r < 0) enter = Math.max(enter, (max - s) / r);
    else if (!(s >= min && s <= max)) return Infinity;
    if (r > 0) exit = Math.min(exit, ((max - s) / r) * EXIT_SLACK);
    else if (r < 0) exit = Math.min(exit, ((min - s) / r) * EXIT_SLACK);
  }
  return enter <= exit ? enter : Infinity;
}
