/**
 * Two AABB trees against each other, and a tree against a box (§5.3.2).
 *
 * The nodes of B are boxes in another orientation. Two such boxes are apart if they are along one of fifteen axes; the "lite" test
 * looks at the six face normals only. It lets some disjoint pairs through, to be told apart further down. On tori in close contact
 * the nine others save a tenth of the boxes tested and a tenth of the leaves, and were faster by about as much: the full test is
 * the default.
 */

import { type AabbTree, COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { RelativeFrame } from './relative-frame.ts';

/** What is done with two leaves whose boxes overlap; true ends the walk. */
export interface LeafPairVisitor {
  /** By the words at which their nodes start. */
  leaves(a: number, b: number): boolean;
}

export class TreeOverlap {
  /** Whether to look along all fifteen axes. */
  full = true;
  /** Boxes this close count as overlapping. */
  readonly slack: Float64Array = new Float64Array(1);
  readonly #stack: Int32Array = new Int32Array(3 * 2 * (MAX_DEPTH + 1));

  /** Visits all pairs of leaves whose boxes overlap, until the visitor has seen enough. Returns whether it had. */
  walk(treeA: AabbTree, treeB: AabbTree, frame: RelativeFrame, visitor: LeafPairVisitor): boolean {
    const boxesA = treeA.boxes;
    const linksA = treeA.links;
    const boxesB = treeB.boxes;
    const linksB = treeB.links;
    const stack = this.#stack;
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
    const sx = shift[0];
    const sy = shift[1];
    const sz = shift[2];
    const slack = this.slack[0];
    const { full } = this;
    // Pairs on the stack have been tested already, all but the roots: their children are tested on the way in, so that the pair
    // whose centres are nearer can be taken first. That is where a contact is found soonest.
    let top = 0;
    let a = 0;
    let b = 0;
    let splitA = false;
    let children = 1;
    for (;;) {
      let kept = 0;
      let nearest = 0;
      for (let child = 0; child < children; child++) {
        const i = NODE * (splitA ? a + child : a);
        const j = NODE * (splitA ? b : b + child);
        // B's box: half sizes, centre in A's frame; A's the same.
        const hx = 0.5 * (boxesB[j + 3] - boxesB[j]);
        const hy = 0.5 * (boxesB[j + 4] - boxesB[j + 1]);
        const hz = 0.5 * (boxesB[j + 5] - boxesB[j + 2]);
        const x = boxesB[j] + hx;
        const y = boxesB[j + 1] + hy;
        const z = boxesB[j + 2] + hz;
        const gx = 0.5 * (boxesA[i + 3] - boxesA[i]);
        const dx = m0 * x + m3 * y + m6 * z + sx - boxesA[i] - gx;
        if (Math.abs(dx) > gx + a0 * hx + a3 * hy + a6 * hz + slack) continue;
        const gy = 0.5 * (boxesA[i + 4] - boxesA[i + 1]);
        const dy = m1 * x + m4 * y + m7 * z + sy - boxesA[i + 1] - gy;
        if (Math.abs(dy) > gy + a1 * hx + a4 * hy + a7 * hz + slack) continue;
        const gz = 0.5 * (boxesA[i + 5] - boxesA[i + 2]);
        const dz = m2 * x + m5 * y + m8 * z + sz - boxesA[i + 2] - gz;
        if (Math.abs(dz) > gz + a2 * hx + a5 * hy + a8 * hz + slack) continue;
        if (Math.abs(m0 * dx + m1 * dy + m2 * dz) > hx + a0 * gx + a1 * gy + a2 * gz + slack) continue;
        if (Math.abs(m3 * dx + m4 * dy + m5 * dz) > hy + a3 * gx + a4 * gy + a5 * gz + slack) continue;
        if (Math.abs(m6 * dx + m7 * dy + m8 * dz) > hz + a6 * gx + a7 * gy + a8 * gz + slack) continue;
        if (full) {
          // The products of an axis of A and one of B.
          if (Math.abs(dz * m1 - dy * m2) > gy * a2 + gz * a1 + hy * a6 + hz * a3 + slack) continue;
          if (Math.abs(dz * m4 - dy * m5) > gy * a5 + gz * a4 + hz * a0 + hx * a6 + slack) continue;
          if (Math.abs(dz * m7 - dy * m8) > gy * a8 + gz * a7 + hx * a3 + hy * a0 + slack) continue;
          if (Math.abs(dx * m2 - dz * m0) > gz * a0 + gx * a2 + hy * a7 + hz * a4 + slack) continue;
          if (Math.abs(dx * m5 - dz * m3) > gz * a3 + gx * a5 + hz * a1 + hx * a7 + slack) continue;
          if (Math.abs(dx * m8 - dz * m6) > gz * a6 + gx * a8 + hx * a4 + hy * a1 + slack) continue;
          if (Math.abs(dy * m0 - dx * m1) > gx * a1 + gy * a0 + hy * a8 + hz * a5 + slack) continue;
          if (Math.abs(dy * m3 - dx * m4) > gx * a4 + gy * a3 + hz * a2 + hx * a8 + slack) continue;
          if (Math.abs(dy * m6 - dx * m7) > gx * a7 + gy * a6 + hx * a5 + hy * a2 + slack) continue;
        }
        const distance = dx * dx + dy * dy + dz * dz;
        stack[top] = i;
        stack[top + 1] = j;
        // Which of the two to split: the larger.
        stack[top + 2] = gx + gy + gz >= hx + hy + hz ? 1 : 0;
        if (kept === 1 && distance > nearest) {
          for (let k = 0; k < 3; k++) {
            const t = stack[top + k];
            stack[top + k] = stack[top - 3 + k];
            stack[top - 3 + k] = t;
          }
        }
        nearest = distance;
        kept = 1;
        top += 3;
      }
      for (;;) {
        if (top === 0) return false;
        top -= 3;
        const i = stack[top];
        const j = stack[top + 1];
        const leafA = linksA[i + COUNT] > 0;
        const leafB = linksB[j + COUNT] > 0;
        if (leafA && leafB) {
          if (visitor.leaves(i, j)) return true;
          continue;
        }
        splitA = !leafA && (leafB || stack[top + 2] === 1);
        a = splitA ? linksA[i + FIRST] : i / NODE;
        b = splitA ? j / NODE : linksB[j + FIRST];
        break;
      }
      children = 2;
    }
  }
}
