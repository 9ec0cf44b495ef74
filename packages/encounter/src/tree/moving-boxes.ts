/**
 * The boxes of a tree whose triangles have corners on straight lines. Each node has its box at t = 0 and its box at t = 1. In between,
 * every bound moves at constant speed, too: a corner is at (1 − t)·x(0) + t·x(1), which is at least (1 − t)·min(0) + t·min(1). So at every
 * time the moving box contains its triangles, and it is far smaller than one box around both ends.
 *
 * A box is twelve doubles: min and max at t = 0, then at t = 1.
 */
import { type AabbTree, COUNT, FIRST, NODE } from './layout.ts';

/** Doubles per box. */
export const MOVING_BOX = 12;

export class MovingBoxes {
  #boxes: Float64Array = new Float64Array(0);

  /** Computes the boxes of all nodes. `corners` has three vertex numbers per slot; vertex i is at start[3·i] and moves to end[3·i]. */
  fit({ links, nodeCount }: AabbTree, corners: Int32Array, start: Float64Array, end: Float64Array): void {
    if (this.#boxes.length < MOVING_BOX * nodeCount) this.#boxes = new Float64Array(MOVING_BOX * nodeCount);
    const boxes = this.#boxes;
    // Backwards, because children come after their parents.
    for (let node = nodeCount - 1; node >= 0; node--) {
      const n = MOVING_BOX * node;
      const first = links[NODE * node + FIRST];
      const count = links[NODE * node + COUNT];
      if (count === 0) {
        const p = MOVING_BOX * first;
        for (let k = n, l = p; k < n + MOVING_BOX; k += 6, l += 6)
          for (let i = 0; i < 3; i++) {
            boxes[k + i] = Math.min(boxes[l + i], boxes[l + MOVING_BOX + i]);
            boxes[k + 3 + i] = Math.max(boxes[l + 3 + i], boxes[l + MOVING_BOX + 3 + i]);
          }
        continue;
      }
      fitCorners(boxes, n, corners, 3 * first, 3 * (first + count), start);
      fitCorners(boxes, n + 6, corners, 3 * first, 3 * (first + count), end);
    }
  }

  /** Copies the box of a node. */
  read(node: number, out: Float64Array): void {
    const n = MOVING_BOX * node;
    for (let i = 0; i < MOVING_BOX; i++) out[i] = this.#boxes[n + i];
  }
}

/** The box, at boxes[n], of the vertices with the numbers corners[from] … corners[to − 1]. */
function fitCorners(
  boxes: Float64Array,
  n: number,
  corners: Int32Array,
  from: number,
  to: number,
  p: Float64Array,
): void {
  let k = 3 * corners[from];
  let x0 = p[k];
  let y0 = p[k + 1];
  let z0 = p[k + 2];
  let x1 = x0;
  let y1 = y0;
  let z1 = z0;
  for (let c = from + 1; c < to; c++) {
    k = 3 * corners[c];
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    z0 = Math.min(z0, z);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
    z1 = Math.max(z1, z);
  }
  boxes[n] = x0;
  boxes[n + 1] = y0;
  boxes[n + 2] = z0;
  boxes[n + 3] = x1;
  boxes[n + 4] = y1;
  boxes[n + 5] = z1;
}

/**
 * Whether two moving boxes come within `pad` of each other in span[0] … span[1]; then span[0] becomes the first time. Along each axis
 * both gaps between them are linear in t. The numbers are in an array because V8 may box doubles that are passed to a call.
 *
 * @param span start, end and pad; the pad must cover the rounding of the boxes
 */
export function boxesMeet(a: Float64Array, b: Float64Array, span: Float64Array): boolean {
  const pad = span[2];
  let low = span[0];
  let high = span[1];
  for (let i = 0; i < 3; i++) {
    let f0 = a[i] - b[3 + i] - pad;
    let f1 = a[6 + i] - b[9 + i] - pad;
    if (f0 > 0) {
      if (f1 > 0) return false;
      low = Math.max(low, f0 / (f0 - f1));
    } else if (f1 > 0) high = Math.min(high, f0 / (f0 - f1));
    f0 = b[i] - a[3 + i] - pad;
    f1 = b[6 + i] - a[9 + i] - pad;
    if (f0 > 0) {
      if (f1 > 0) return false;
      low = Math.max(low, f0 / (f0 - f1));
    } else if (f1 > 0) high = Math.min(high, f0 / (f0 - f1));
  }
  if (low > high) return false;
  span[0] = low;
  return true;
}
