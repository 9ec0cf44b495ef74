/**
 * Refitting after a deformation (§5.3.4): every box is computed anew, the form of the tree stays. Children come after their
 * parents, so one backward pass does it.
 */
import { type AabbTree, COUNT, FIRST, NODE, putInterval } from './layout.ts';
import type { Triangles } from './triangles.ts';

/** A root farther from the boxes' origin than this many of its own sizes has lost digits that its floats could hold. */
const STRAY = 4;

/** Recomputes all boxes from the vertices as they are now. Allocates nothing. */
export function refitTriangles(triangles: Triangles): void {
  pass(triangles);
  const { boxes, origin } = triangles.tree;
  const x = 0.5 * (boxes[0] + boxes[3]);
  const y = 0.5 * (boxes[1] + boxes[4]);
  const z = 0.5 * (boxes[2] + boxes[5]);
  const size = Math.max(boxes[3] - boxes[0], boxes[4] - boxes[1], boxes[5] - boxes[2]);
  if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= STRAY * size) return;
  // The vertices have moved away: see them from their new middle.
  origin[0] += x;
  origin[1] += y;
  origin[2] += z;
  pass(triangles);
}

function pass({ tree, corners, vertices }: Triangles): void {
  const { boxes, links, origin } = tree;
  const { array, offset, stride } = vertices;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  for (let n = boxes.length - NODE; n >= 0; n -= NODE) {
    const first = links[n + FIRST];
    const count = links[n + COUNT];
    if (count === 0) {
      unite(boxes, n, NODE * first);
      continue;
    }
    const k = offset + stride * corners[3 * first];
    let x0 = array[k] - ox;
    let y0 = array[k + 1] - oy;
    let z0 = array[k + 2] - oz;
    let x1 = x0;
    let y1 = y0;
    let z1 = z0;
    // Twice the smaller of two numbers is their sum less their distance: no branch, where half of those on vertices in no
    // particular order would be mispredicted. Rounding in it is far below that to floats.
    for (let c = 3 * first + 1; c < 3 * (first + count); c++) {
      const j = offset + stride * corners[c];
      const x = array[j] - ox;
      const y = array[j + 1] - oy;
      const z = array[j + 2] - oz;
      x0 = 0.5 * (x0 + x - Math.abs(x0 - x));
      x1 = 0.5 * (x1 + x + Math.abs(x1 - x));
      y0 = 0.5 * (y0 + y - Math.abs(y0 - y));
      y1 = 0.5 * (y1 + y + Math.abs(y1 - y));
      z0 = 0.5 * (z0 + z - Math.abs(z0 - z));
      z1 = 0.5 * (z1 + z + Math.abs(z1 - z));
    }
    putInterval(boxes, n, x0, x1);
    putInterval(boxes, n + 1, y0, y1);
    putInterval(boxes, n + 2, z0, z1);
  }
}

/** Computes all boxes from six floats an item, given in the order of the slots. */
export function fitBoxes({ boxes, links }: AabbTree, items: Float32Array): void {
  for (let n = boxes.length - NODE; n >= 0; n -= NODE) {
    const first = links[n + FIRST];
    const count = links[n + COUNT];
    if (count === 0) {
      unite(boxes, n, NODE * first);
      continue;
    }
    let k = 6 * first;
    for (let i = 0; i < 6; i++) boxes[n + i] = items[k + i];
    for (k += 6; k < 6 * (first + count); k += 6) {
      for (let i = 0; i < 3; i++) {
        if (items[k + i] < boxes[n + i]) boxes[n + i] = items[k + i];
        if (items[k + 3 + i] > boxes[n + 3 + i]) boxes[n + 3 + i] = items[k + 3 + i];
      }
    }
  }
}

/** The box of the node at n from those of its children at p and after it. */
function unite(boxes: Float32Array, n: number, p: number): void {
  const q = p + NODE;
  boxes[n] = boxes[p] < boxes[q] ? boxes[p] : boxes[q];
  boxes[n + 1] = boxes[p + 1] < boxes[q + 1] ? boxes[p + 1] : boxes[q + 1];
  boxes[n + 2] = boxes[p + 2] < boxes[q + 2] ? boxes[p + 2] : boxes[q + 2];
  boxes[n + 3] = boxes[p + 3] > boxes[q + 3] ? boxes[p + 3] : boxes[q + 3];
  boxes[n + 4] = boxes[p + 4] > boxes[q + 4] ? boxes[p + 4] : boxes[q + 4];
  boxes[n + 5] = boxes[p + 5] > boxes[q + 5] ? boxes[p + 5] : boxes[q + 5];
}
