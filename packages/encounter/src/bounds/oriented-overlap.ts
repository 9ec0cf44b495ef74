/** The pairs of leaves of two trees whose oriented boxes overlap: as `TreeOverlap`, for trees with `OrientedBoxes`. */
import { type LeafPairVisitor, PairDescent, type TreeItems } from '../tree/pair-descent.ts';
import type { RelativeFrame } from '../tree/relative-frame.ts';
import { ObbTest } from './obb-test.ts';

export class OrientedOverlap {
  readonly #test: ObbTest = new ObbTest();
  /** Boxes this close count as overlapping. */
  readonly slack: Float64Array = this.#test.slack;
  readonly #descent: PairDescent = new PairDescent();

  /** The box of the leaf of A that the visitor is at, as in `TreeOverlap`: that along the axes of the frame. */
  readLeafBox(out: Float64Array): void {
    this.#descent.readLeafBox(out);
  }

  /** As in `TreeOverlap`, with the boxes of either tree. */
  walk(
    a: TreeItems,
    boxesA: Float32Array,
    b: TreeItems,
    boxesB: Float32Array,
    frame: RelativeFrame,
    visitor: LeafPairVisitor,
    everyCopy: boolean,
  ): boolean {
    const test = this.#test;
    const descent = this.#descent;
    descent.everyCopy = everyCopy;
    test.place(frame);
    test.begin(boxesA, boxesB, true);
    const { apart } = test;
    let top = descent.begin(a, b, visitor);
    let count = 1;
    do {
      const from = top;
      const { splitA } = descent;
      let i = descent.nodeA;
      let j = descent.nodeB;
      let nearer = Infinity;
      for (let k = 0; k < count; k++) {
        if (k > 0 && splitA) i++;
        else if (k > 0) j++;
        if (!test.overlap(i, j)) continue;
        // Visit the pair with the nearer centres first: a contact is found soonest there.
        top = descent.keepNodes(top, i, j, test.largerA);
        if (apart[0] > nearer) descent.swap(from);
        nearer = apart[0];
      }
      count = 2;
      top = descent.next(top);
    } while (top >= 0);
    return descent.ended;
  }
}
