/**
 * The distance of two AABB trees: depth first, the nearer pair first, skipping pairs that cannot be nearer than the best found.
 *
 * A lower bound of the distance of two boxes in different orientations: along A's axes, take the gaps between A's box and the box
 * around B that is aligned with them, and add the squares. Do the same along B's axes. The larger sum counts.
 *
 * The direction n between the nearest points found so far mostly separates other boxes, too. If their gap along n is at least the length
 * of n, they are not nearer. This is tried first, because it costs a sixth of the other bounds.
 */
import { NODE } from './layout.ts';
import { type LeafPairVisitor, PairDescent, type TreeItems } from './pair-descent.ts';
import type { RelativeFrame } from './relative-frame.ts';

export class TreeDistance {
  /** A squared distance: pairs that are not nearer are skipped. The visitor lowers it as it finds nearer ones. */
  readonly best: Float64Array;
  /**
   * The vector n from the nearest point of A to that of B, in the frame of A, then in that of B, then n·n. The visitor writes it with
   * `best`. The last is Infinity as long as nothing is found.
   */
  readonly along: Float64Array = Float64Array.of(0, 0, 0, 0, 0, 0, Infinity);
  readonly #descent: PairDescent = new PairDescent();

  constructor() {
    this.best = this.#descent.limit;
  }

  /** Visits pairs of leaves, the nearer pair first, until none is left that may be nearer, or the visitor ends the walk. */
  walk(a: TreeItems, b: TreeItems, frame: RelativeFrame, visitor: LeafPairVisitor): void {
    const { best, along } = this;
    const descent = this.#descent;
    const boxesA = a.tree.boxes;
    const boxesB = b.tree.boxes;
    const { m, abs, shift } = frame;
    const m0 = m[0];
    const m1 = m[1];
    const m2 = m[2];
    const m3 = m[3];
    const m4 = m[4];
    const m5 = m[5];
    const m6 = m[6];
    const m7 = m[7];
    const m8 = m[8];
    const a0 = abs[0];
    const a1 = abs[1];
    const a2 = abs[2];
    const a3 = abs[3];
    const a4 = abs[4];
    const a5 = abs[5];
    const a6 = abs[6];
    const a7 = abs[7];
    const a8 = abs[8];
    const sx = 2 * shift[0];
    const sy = 2 * shift[1];
    const sz = 2 * shift[2];
    const { promises } = descent;
    let top = descent.begin(a, b, visitor);
    let count = 1;
    do {
      const from = top;
      const limit = 16 * best[0];
      const n0 = along[0];
      const n1 = along[1];
      const n2 = along[2];
      const n3 = Math.abs(along[3]);
      const n4 = Math.abs(along[4]);
      const n5 = Math.abs(along[5]);
      const beyond = 2 * along[6];
      const { stepI } = descent;
      const stepJ = NODE - stepI;
      let { i, j } = descent;
      let better = Infinity;
      for (let k = 0; k < count; k++, i += stepI, j += stepJ) {
        // Sizes and centres of the two boxes, all doubled. The centre of B is in the frame of A.
        const hx = boxesB[j + 3] - boxesB[j];
        const hy = boxesB[j + 4] - boxesB[j + 1];
        const hz = boxesB[j + 5] - boxesB[j + 2];
        let x = boxesB[j + 3] + boxesB[j];
        let y = boxesB[j + 4] + boxesB[j + 1];
        let z = boxesB[j + 5] + boxesB[j + 2];
        const gx = boxesA[i + 3] - boxesA[i];
        const gy = boxesA[i + 4] - boxesA[i + 1];
        const gz = boxesA[i + 5] - boxesA[i + 2];
        const dx = m0 * x + m3 * y + m6 * z + sx - (boxesA[i + 3] + boxesA[i]);
        const dy = m1 * x + m4 * y + m7 * z + sy - (boxesA[i + 4] + boxesA[i + 1]);
        const dz = m2 * x + m5 * y + m8 * z + sz - (boxesA[i + 5] + boxesA[i + 2]);
        const widths = Math.abs(n0) * gx + Math.abs(n1) * gy + Math.abs(n2) * gz + n3 * hx + n4 * hy + n5 * hz;
        if (n0 * dx + n1 * dy + n2 * dz - widths >= beyond) continue;
        // The larger of 0 and x is (x + |x|)/2, which takes no branch. Doubled again, so squares are sixteenfold.
        x = Math.abs(dx) - (gx + a0 * hx + a3 * hy + a6 * hz);
        y = Math.abs(dy) - (gy + a1 * hx + a4 * hy + a7 * hz);
        z = Math.abs(dz) - (gz + a2 * hx + a5 * hy + a8 * hz);
        x += Math.abs(x);
        y += Math.abs(y);
        z += Math.abs(z);
        let bound = x * x + y * y + z * z;
        if (bound >= limit) continue;
        x = Math.abs(m0 * dx + m1 * dy + m2 * dz) - (hx + a0 * gx + a1 * gy + a2 * gz);
        y = Math.abs(m3 * dx + m4 * dy + m5 * dz) - (hy + a3 * gx + a4 * gy + a5 * gz);
        z = Math.abs(m6 * dx + m7 * dy + m8 * dz) - (hz + a6 * gx + a7 * gy + a8 * gz);
        x += Math.abs(x);
        y += Math.abs(y);
        z += Math.abs(z);
        const other = x * x + y * y + z * z;
        if (other >= limit) continue;
        if (other > bound) bound = other;
        // The bound of boxes that overlap is 0. They are ranked by the distance of their centres instead, below every positive bound.
        const promise = bound > 0 ? 0.0625 * bound : -1 / (dx * dx + dy * dy + dz * dz);
        promises[top] = promise;
        top = descent.keep(top, i, j, gx + gy + gz >= hx + hy + hz);
        if (promise > better) descent.swap(from);
        better = promise;
      }
      count = 2;
      top = descent.next(top);
    } while (top >= 0);
  }
}
