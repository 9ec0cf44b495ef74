/**
 * The distance of two AABB trees: depth first, the nearer pair first, leaving out what cannot be nearer than what was found.
 *
 * How near two boxes in different orientation can be at least: the gaps along A's axes are those of two boxes that are aligned
 * with them, so their squares add up; the same along B's axes; the larger of the two counts.
 */
import { type AabbTree, COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { LeafPairVisitor } from './overlap.ts';
import type { RelativeFrame } from './relative-frame.ts';

export class TreeDistance {
  /** Squared: pairs that are not nearer than this are left out. The visitor lowers it as it finds nearer ones. */
  readonly best: Float64Array = new Float64Array(1);
  readonly #stack: Int32Array = new Int32Array(3 * 2 * (MAX_DEPTH + 1));
  readonly #bounds: Float64Array = new Float64Array(3 * 2 * (MAX_DEPTH + 1));

  /** Visits pairs of leaves in the order of promise, until none is left that may be nearer, or the visitor ends it. */
  walk(treeA: AabbTree, treeB: AabbTree, frame: RelativeFrame, visitor: LeafPairVisitor): void {
    const { best } = this;
    const bounds = this.#bounds;
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
    let top = 0;
    let a = 0;
    let b = 0;
    let splitA = false;
    let children = 1;
    for (;;) {
      let kept = 0;
      const limit = best[0];
      for (let child = 0; child < children; child++) {
        const i = NODE * (splitA ? a + child : a);
        const j = NODE * (splitA ? b : b + child);
        const hx = 0.5 * (boxesB[j + 3] - boxesB[j]);
        const hy = 0.5 * (boxesB[j + 4] - boxesB[j + 1]);
        const hz = 0.5 * (boxesB[j + 5] - boxesB[j + 2]);
        let x = boxesB[j] + hx;
        let y = boxesB[j + 1] + hy;
        let z = boxesB[j + 2] + hz;
        const gx = 0.5 * (boxesA[i + 3] - boxesA[i]);
        const gy = 0.5 * (boxesA[i + 4] - boxesA[i + 1]);
        const gz = 0.5 * (boxesA[i + 5] - boxesA[i + 2]);
        const dx = m0 * x + m3 * y + m6 * z + sx - boxesA[i] - gx;
        const dy = m1 * x + m4 * y + m7 * z + sy - boxesA[i + 1] - gy;
        const dz = m2 * x + m5 * y + m8 * z + sz - boxesA[i + 2] - gz;
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
        // Boxes that overlap are as good as each other by their bounds: then by their centres, below any real bound.
        const promise = bound > 0 ? bound : -1 / (dx * dx + dy * dy + dz * dz);
        stack[top] = i;
        stack[top + 1] = j;
        stack[top + 2] = gx + gy + gz >= hx + hy + hz ? 1 : 0;
        bounds[top] = promise;
        if (kept === 1 && promise > bounds[top - 3]) {
          for (let k = 0; k < 3; k++) {
            const t = stack[top + k];
            stack[top + k] = stack[top - 3 + k];
            stack[top - 3 + k] = t;
          }
          bounds[top] = bounds[top - 3];
          bounds[top - 3] = promise;
        }
        kept = 1;
        top += 3;
      }
      for (;;) {
        if (top === 0) return;
        top -= 3;
        if (bounds[top] >= best[0]) continue;
        const i = stack[top];
        const j = stack[top + 1];
        const leafA = linksA[i + COUNT] > 0;
        const leafB = linksB[j + COUNT] > 0;
        if (leafA && leafB) {
          if (visitor.leaves(i, j)) return;
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
