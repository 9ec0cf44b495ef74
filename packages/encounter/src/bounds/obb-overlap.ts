/**
 * Two OBB trees against each other (§5.3.2, §5.3.3): pairs of nodes whose boxes overlap, down to pairs of leaves, down to a pair of
 * triangles that meet.
 *
 * Of two pairs that overlap the one whose centers are nearer is visited first. `StretchedTest` says which overlap.
 */
import { MAX_DEPTH } from '../tree/layout.ts';
import { LINK, type ObbNodes } from './obb-layout.ts';
import { StretchedTest } from './stretched-test.ts';

/** What is done with the items of two leaves whose boxes overlap: B's first … last − 1 against A's. True ends the walk. */
export interface ObbLeaves {
  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean;
}

/** A depth-first descent has at most one pair waiting for each level of either tree, and the two that were kept last. */
const ROOM = 2 * (MAX_DEPTH + 1);

/** On the stack a node of A says in its lowest bit whether it is the one to split. */
const LARGER = 1;

export class ObbOverlap {
  /** How many pairs of boxes were tested: the book's N_b. */
  boxTests = 0;
  readonly test: StretchedTest = new StretchedTest();
  readonly #stack: Int32Array = new Int32Array(2 * ROOM);

  /** Walks until the visitor has seen enough; returns whether it had. */
  walk(a: ObbNodes, b: ObbNodes, full: boolean, visitor: ObbLeaves): boolean {
    const { test } = this;
    test.begin(a.boxes, b.boxes, full);
    this.boxTests = 1;
    const stack = this.#stack;
    const { apart } = test;
    const linksA = a.links;
    const linksB = b.links;
    let top = 0;
    if (test.overlap(0, 0)) {
      stack[0] = test.largerA ? LARGER : 0;
      stack[1] = 0;
      top = 1;
    }
    while (top > 0) {
      top--;
      const word = stack[2 * top];
      const i = word >> 1;
      const j = stack[2 * top + 1];
      const firstA = linksA[LINK * i];
      const firstB = linksB[LINK * j];
      const countA = linksA[LINK * i + 1];
      const countB = linksB[LINK * j + 1];
      if (countA !== 0 && countB !== 0) {
        // Of copies one stands for all.
        const lastA = firstA + (countA > 0 ? countA : 1);
        const lastB = firstB + (countB > 0 ? countB : 1);
        if (visitor.leaves(firstA, lastA, firstB, lastB)) return true;
        continue;
      }
      const splitA = countA === 0 && (countB !== 0 || (word & LARGER) === LARGER);
      this.boxTests += 2;
      const from = top;
      let nearer = Infinity;
      for (let k = 0; k < 2; k++) {
        const x = splitA ? firstA + k : i;
        const y = splitA ? j : firstB + k;
        if (!test.overlap(x, y)) continue;
        // A contact is found soonest where the centers are near: that pair goes on top.
        let at = top++;
        if (apart[0] > nearer) {
          stack[2 * at] = stack[2 * from];
          stack[2 * at + 1] = stack[2 * from + 1];
          at = from;
        }
        nearer = apart[0];
        stack[2 * at] = 2 * x + (test.largerA ? LARGER : 0);
        stack[2 * at + 1] = y;
      }
    }
    return false;
  }
}
