/**
 * The distance of two trees with `OrientedBoxes`: as `TreeDistance`, with a bound that is tight where boxes along the axes overlap.
 *
 * **The bound.** Let v be the shortest vector from a point of A's box to one of B's. Along each axis aᵢ of A's box |aᵢ·v| is at least
 * the gap of the two boxes, which is what the separating axis test computes (obb-test.ts). For orthonormal axes Σ(aᵢ·v)² = |v|², so
 * the sum of the squares of the gaps is a lower bound of |v|². For axes that are orthonormal to float precision the sum may be larger
 * by 2⁻²⁰ of itself. OBB_AXES·|d|, which is taken off every gap, is four times the error of the gap itself, and |d| is no less than
 * the gap: what is left of it reduces the gaps by more than 2⁻¹⁸ of themselves. The same holds for B's axes, and the better bound
 * counts.
 */
import { OBB_AXES } from '../tolerances.ts';
import { type LeafPairVisitor, PairDescent, type TreeItems } from '../tree/pair-descent.ts';
import type { RelativeFrame } from '../tree/relative-frame.ts';
import { BOX } from './obb-layout.ts';
import { ObbTest } from './obb-test.ts';

export class OrientedDistance {
  /** As in `TreeDistance`. */
  readonly best: Float64Array;
  readonly #test: DistanceTest = new DistanceTest();
  /** How much nearer than their places say boxes may be. */
  readonly slack: Float64Array = this.#test.slack;
  readonly #descent: PairDescent = new PairDescent();

  constructor() {
    this.best = this.#descent.limit;
  }

  /** As in `TreeDistance`. */
  readWay(frame: RelativeFrame, out: Float64Array): void {
    this.#descent.readWay(frame, out);
  }

  /** As in `TreeDistance`, with the boxes of either tree. */
  walk(
    a: TreeItems,
    boxesA: Float32Array,
    b: TreeItems,
    boxesB: Float32Array,
    frame: RelativeFrame,
    visitor: LeafPairVisitor,
  ): void {
    const { best } = this;
    const test = this.#test;
    const descent = this.#descent;
    const { promises } = descent;
    test.place(frame);
    test.begin(boxesA, boxesB, true);
    const { bound, apart } = test;
    let top = descent.begin(a, b, visitor);
    let count = 1;
    do {
      const from = top;
      const { splitA } = descent;
      let i = descent.nodeA;
      let j = descent.nodeB;
      let better = Infinity;
      for (let k = 0; k < count; k++) {
        if (k > 0 && splitA) i++;
        else if (k > 0) j++;
        if (!test.isNearer(i, j, best)) continue;
        // The bound of boxes that overlap is 0. They are ranked by the distance of their centres instead, below every positive bound.
        const promise = bound[0] > 0 ? bound[0] : -1 / apart[0];
        promises[top] = promise;
        top = descent.keepNodes(top, i, j, test.largerA);
        if (promise > better) descent.swap(from);
        better = promise;
      }
      count = 2;
      top = descent.next(top);
    } while (top >= 0);
  }
}

/** A lower bound of the distance of two nodes. */
export class DistanceTest extends ObbTest {
  /** Of the last two boxes that may be nearer: a lower bound of their squared distance. */
  readonly bound: Float64Array = new Float64Array(1);

  /** Whether a node of A and one of B may be nearer than the square root of best[0]. */
  isNearer(i: number, j: number, best: Float64Array): boolean {
    this.carry(j);
    const { b } = this;
    const boxes = this.boxesA;
    const k = BOX * i;
    const dx = b[12] - boxes[k];
    const dy = b[13] - boxes[k + 1];
    const dz = b[14] - boxes[k + 2];
    const g0 = b[9];
    const g1 = b[10];
    const g2 = b[11];
    const sizeA = boxes[k + 12] + boxes[k + 13] + boxes[k + 14];
    const sizeB = g0 + g1 + g2;
    const e = OBB_AXES * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + sizeA + sizeB) + this.slack[0];
    const limit = best[0];
    let gap0 = Math.abs(b[0] * dx + b[1] * dy + b[2] * dz) - g0 - e;
    let gap1 = Math.abs(b[3] * dx + b[4] * dy + b[5] * dz) - g1 - e;
    let gap2 = Math.abs(b[6] * dx + b[7] * dy + b[8] * dz) - g2 - e;
    let sum = 0;
    for (let n = 0; n < 3; n++) {
      const x = boxes[k + 3 + 3 * n];
      const y = boxes[k + 4 + 3 * n];
      const z = boxes[k + 5 + 3 * n];
      const h = boxes[k + 12 + n];
      const r0 = Math.abs(x * b[0] + y * b[1] + z * b[2]);
      const r1 = Math.abs(x * b[3] + y * b[4] + z * b[5]);
      const r2 = Math.abs(x * b[6] + y * b[7] + z * b[8]);
      const gap = Math.abs(x * dx + y * dy + z * dz) - (h + r0 * g0 + r1 * g1 + r2 * g2 + e);
      if (gap > 0) sum += gap * gap;
      if (sum >= limit) return false;
      gap0 -= r0 * h;
      gap1 -= r1 * h;
      gap2 -= r2 * h;
    }
    const other = (gap0 > 0 ? gap0 * gap0 : 0) + (gap1 > 0 ? gap1 * gap1 : 0) + (gap2 > 0 ? gap2 * gap2 : 0);
    if (other >= limit) return false;
    this.bound[0] = other > sum ? other : sum;
    this.largerA = sizeA >= sizeB;
    this.apart[0] = dx * dx + dy * dy + dz * dz;
    return true;
  }
}
