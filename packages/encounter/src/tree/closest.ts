/**
 * The distance of two AABB trees: depth first, the nearer pair first, skipping pairs that cannot be nearer than the best found.
 *
 * A lower bound of the distance of two boxes in different orientations: along A's axes, take the gaps between A's box and the box
 * around B that is aligned with them, and add the squares. Do the same along B's axes. The larger sum counts.
 */
import { NODE } from './layout.ts';
import { type LeafPairVisitor, PairDescent, type TreeItems } from './pair-descent.ts';
import type { RelativeFrame } from './relative-frame.ts';

export class TreeDistance {
  /** A squared distance: pairs that are not nearer are skipped. The visitor lowers it as it finds nearer ones. */
  readonly best: Float64Array;
  readonly #descent: PairDescent = new PairDescent();

  constructor() {
    this.best = this.#descent.limit;
  }

  /** Visits pairs of leaves, the nearer pair first, until none is left that may be nearer, or the visitor ends the walk. */
  walk(a: TreeItems, b: TreeItems, frame: RelativeFrame, visitor: LeafPairVisitor): void {
    const { best } = this;
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
      const limit = 4 * best[0];
      const { stepI } = descent;
      const stepJ = NODE - stepI;
      let { i, j } = descent;
      let better = Infinity;
      for (let k = 0; k < count; k++, i += stepI, j += stepJ) {
        // Sizes and centres of the two boxes, all doubled, so squares are fourfold. The centre of B is in the frame of A.
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
        x = Math.abs(dx) - (gx + a0 * hx + a3 * hy + a6 * hz);
        y = Math.abs(dy) - (gy + a1 * hx + a4 * hy + a7 * hz);
        z = Math.abs(dz) - (gz + a2 * hx + a5 * hy + a8 * hz);
        let bound = (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
        if (bound >= limit) continue;
        x = Math.abs(m0 * dx + m1 * dy + m2 * dz) - (hx + a0 * gx + a1 * gy + a2 * gz);
        y = Math.abs(m3 * dx + m4 * dy + m5 * dz) - (hy + a3 * gx + a4 * gy + a5 * gz);
        z = Math.abs(m6 * dx + m7 * dy + m8 * dz) - (hz + a6 * gx + a7 * gy + a8 * gz);
        const other = (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
        if (other >= limit) continue;
        if (other > bound) bound = other;
        // The bound of boxes that overlap is 0. They are ranked by the distance of their centres instead, below every positive bound.
        const promise = bound > 0 ? 0.25 * bound : -1 / (dx * dx + dy * dy + dz * dz);
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
