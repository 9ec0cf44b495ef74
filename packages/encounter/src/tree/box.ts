/** A box against a tree, in the tree's frame: visits all leaves that it overlaps, or leaves near it, nearest first. */
import { type AabbTree, COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';

/** Receives the leaves of a walk. Returning true ends the walk. */
export interface LeafVisitor {
  /** The slots of the leaf are first … last − 1. */
  leaf(first: number, last: number): boolean;
}

export class TreeBox {
  /** The box, min then max, in the frame of what the tree holds. */
  readonly box: Float64Array = new Float64Array(6);
  /** A squared distance: `nearest` skips leaves that are farther. The visitor lowers it as it finds nearer items. */
  readonly best: Float64Array = new Float64Array(1);
  readonly #stack: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #bounds: Float64Array = new Float64Array(MAX_DEPTH + 1);

  /** Visits every leaf whose box overlaps this one. Returns whether the visitor ended the walk. */
  overlapping({ boxes, links, origin }: AabbTree, visitor: LeafVisitor): boolean {
    const { box } = this;
    const x0 = box[0] - origin[0];
    const y0 = box[1] - origin[1];
    const z0 = box[2] - origin[2];
    const x1 = box[3] - origin[0];
    const y1 = box[4] - origin[1];
    const z1 = box[5] - origin[2];
    const stack = this.#stack;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      const n = NODE * stack[--top];
      if (boxes[n] > x1 || boxes[n + 3] < x0) continue;
      if (boxes[n + 1] > y1 || boxes[n + 4] < y0) continue;
      if (boxes[n + 2] > z1 || boxes[n + 5] < z0) continue;
      const first = links[n + FIRST];
      const count = links[n + COUNT];
      if (count > 0) {
        if (visitor.leaf(first, first + count)) return true;
        continue;
      }
      stack[top++] = first + 1;
      stack[top++] = first;
    }
    return false;
  }

  /** Visits leaves, the nearer child first, until none is left that may be nearer than `best`, or the visitor ends the walk. */
  nearest({ boxes, links, origin }: AabbTree, visitor: LeafVisitor): void {
    const { box, best } = this;
    const x0 = box[0] - origin[0];
    const y0 = box[1] - origin[1];
    const z0 = box[2] - origin[2];
    const x1 = box[3] - origin[0];
    const y1 = box[4] - origin[1];
    const z1 = box[5] - origin[2];
    const stack = this.#stack;
    const bounds = this.#bounds;
    let top = 1;
    stack[0] = 0;
    bounds[0] = -Infinity;
    while (top > 0) {
      if (bounds[--top] > best[0]) continue;
      const n = NODE * stack[top];
      const first = links[n + FIRST];
      const count = links[n + COUNT];
      if (count > 0) {
        if (visitor.leaf(first, first + count)) return;
        continue;
      }
      for (let child = first; child < first + 2; child++) {
        const c = NODE * child;
        const x = Math.max(boxes[c] - x1, x0 - boxes[c + 3]);
        const y = Math.max(boxes[c + 1] - y1, y0 - boxes[c + 4]);
        const z = Math.max(boxes[c + 2] - z1, z0 - boxes[c + 5]);
        const bound = (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
        // Boxes that overlap are ranked by how far they overlap: a negative number, below every bound of a distance.
        bounds[top] = bound > 0 ? bound : Math.min(0, Math.max(x, y, z));
        stack[top] = child;
        if (child > first && bounds[top] > bounds[top - 1]) {
          const b = bounds[top];
          bounds[top] = bounds[top - 1];
          bounds[top - 1] = b;
          stack[top] = first;
          stack[top - 1] = child;
        }
        top++;
      }
    }
  }
}
