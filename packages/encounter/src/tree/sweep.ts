/** A moving box or a moving tree against a tree. Leaves that are met earlier are visited earlier. */
import type { LeafVisitor } from './box.ts';
import { type AabbTree, COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import { type LeafPairVisitor, PairDescent, type TreeItems } from './pair-descent.ts';
import type { RelativeFrame } from './relative-frame.ts';
import type { SweepAxes } from './sweep-axes.ts';

export class TreeSweep {
  /** The motion of the box (or of B) while t goes from 0 to 1, in the frame of the tree (or of A). */
  readonly motion: Float64Array = new Float64Array(3);
  /** Boxes that are met later than this are skipped. The visitor lowers it as it finds earlier contacts. */
  readonly limit: Float64Array;
  /** Boxes this close count as meeting. */
  readonly slack: Float64Array = new Float64Array(1);
  readonly #stack: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #entries: Float64Array = new Float64Array(MAX_DEPTH + 1);
  readonly #descent: PairDescent = new PairDescent();

  constructor() {
    this.limit = this.#descent.limit;
  }

  /** Visits the leaves that a moving box meets. Boxes that `axes` keep apart from what is in it are left out. */
  box(tree: AabbTree, box: Float64Array, visitor: LeafVisitor, axes: SweepAxes | null = null): void {
    const { boxes, links, origin } = tree;
    const { limit, motion } = this;
    const slack = this.slack[0];
    const stack = this.#stack;
    const entries = this.#entries;
    // A node's box is grown by the moving box, which becomes a point. A zero component of the motion gives infinity, and 0·∞ in the plane
    // of a side is NaN: the comparisons below ignore such an axis.
    const ix = 1 / motion[0];
    const iy = 1 / motion[1];
    const iz = 1 / motion[2];
    // Which side of a node is met first, and which last.
    const nx = ix < 0 ? 3 : 0;
    const ny = iy < 0 ? 4 : 1;
    const nz = iz < 0 ? 5 : 2;
    const fx = 3 - nx;
    const fy = 5 - ny;
    const fz = 7 - nz;
    const ax = box[fx] - origin[0] + (ix < 0 ? -slack : slack);
    const ay = box[fy] - origin[1] + (iy < 0 ? -slack : slack);
    const az = box[fz] - origin[2] + (iz < 0 ? -slack : slack);
    const bx = box[nx] - origin[0] - (ix < 0 ? -slack : slack);
    const by = box[ny] - origin[1] - (iy < 0 ? -slack : slack);
    const bz = box[nz] - origin[2] - (iz < 0 ? -slack : slack);
    let top = 0;
    let first = 0;
    let count = 1;
    for (;;) {
      const from = top;
      for (let node = first; node < first + count; node++) {
        const n = NODE * node;
        let x = (boxes[n + nx] - ax) * ix;
        let y = (boxes[n + ny] - ay) * iy;
        let z = (boxes[n + nz] - az) * iz;
        let enter = x > 0 ? x : 0;
        if (y > enter) enter = y;
        if (z > enter) enter = z;
        x = (boxes[n + fx] - bx) * ix;
        y = (boxes[n + fy] - by) * iy;
        z = (boxes[n + fz] - bz) * iz;
        if (enter > x || enter > y || enter > z || enter > limit[0]) continue;
        if (axes?.separateBox(boxes, n, limit)) continue;
        stack[top] = node;
        entries[top] = enter;
        if (top > from && enter > entries[from]) {
          stack[top] = stack[from];
          entries[top] = entries[from];
          stack[from] = node;
          entries[from] = enter;
        }
        top++;
      }
      let node = -1;
      while (top > 0 && node < 0) {
        top--;
        if (entries[top] > limit[0]) continue;
        node = stack[top];
        if (links[NODE * node + COUNT] === 0) break;
        const slot = links[NODE * node + FIRST];
        if (visitor.leaf(slot, slot + links[NODE * node + COUNT])) return;
        node = -1;
      }
      if (node < 0) return;
      first = links[NODE * node + FIRST];
      count = 2;
    }
  }

  /** Visits the pairs of leaves of A and of the moving B whose boxes meet, pairs that meet earlier first. */
  pairs(a: TreeItems, b: TreeItems, frame: RelativeFrame, visitor: LeafPairVisitor): void {
    const boxesA = a.tree.boxes;
    const boxesB = b.tree.boxes;
    const { m, abs, shift } = frame;
    const { limit, motion } = this;
    const slack = this.slack[0];
    const descent = this.#descent;
    const { promises } = descent;
    let top = descent.begin(a, b, visitor);
    let count = 1;
    do {
      const from = top;
      const { stepI } = descent;
      const stepJ = NODE - stepI;
      let { i, j } = descent;
      let better = Infinity;
      for (let k = 0; k < count; k++, i += stepI, j += stepJ) {
        const hx = 0.5 * (boxesB[j + 3] - boxesB[j]);
        const hy = 0.5 * (boxesB[j + 4] - boxesB[j + 1]);
        const hz = 0.5 * (boxesB[j + 5] - boxesB[j + 2]);
        const x = boxesB[j] + hx;
        const y = boxesB[j + 1] + hy;
        const z = boxesB[j + 2] + hz;
        let enter = 0;
        let leave = limit[0];
        let sizeA = 0;
        for (let r = 0; r < 3; r++) {
          const center = m[r] * x + m[3 + r] * y + m[6 + r] * z + shift[r];
          const half = abs[r] * hx + abs[3 + r] * hy + abs[6 + r] * hz + slack;
          sizeA += boxesA[i + 3 + r] - boxesA[i + r];
          const low = boxesA[i + r] - half - center;
          const high = boxesA[i + 3 + r] + half - center;
          const speed = motion[r];
          if (speed === 0) {
            if (low > 0 || high < 0) leave = -1;
            continue;
          }
          const t0 = low / speed;
          const t1 = high / speed;
          enter = Math.max(enter, Math.min(t0, t1));
          leave = Math.min(leave, Math.max(t0, t1));
        }
        if (enter > leave) continue;
        promises[top] = enter;
        top = descent.keep(top, i, j, sizeA >= 2 * (hx + hy + hz));
        if (enter > better) descent.swap(from);
        better = enter;
      }
      count = 2;
      top = descent.next(top);
    } while (top >= 0);
  }
}
