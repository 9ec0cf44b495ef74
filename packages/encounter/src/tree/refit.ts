/**
 * Refitting after a deformation (§5.3.4): every box is computed anew, and the form of the tree stays. Children come after their
 * parents, so one backward pass is enough.
 */
import { REFIT_ROUNDING } from '../tolerances.ts';
import { type AabbTree, COUNT, FIRST, NODE, putInterval, STRAY } from './layout.ts';
import type { Triangles } from './triangles.ts';

/**
 * Recomputes all boxes from the vertices as they are now. Allocates nothing. Returns false when a coordinate is not finite, or
 * too large for floats: such a coordinate spreads to the root's box. With `isFitted` somebody has computed the boxes already.
 */
export function refitTriangles(triangles: Triangles, isFitted = false): boolean {
  triangles.changed();
  if (!isFitted) fitTriangles(triangles);
  const { tree } = triangles;
  const { boxes, origin } = tree;
  for (let i = 0; i < 6; i++) if (!Number.isFinite(boxes[i])) return false;
  if (!isStray(tree)) return true;
  // The vertices have moved away from the origin of the boxes: move it to their new middle.
  for (let i = 0; i < 3; i++) origin[i] += 0.5 * (boxes[i] + boxes[3 + i]);
  fitTriangles(triangles);
  return true;
}

/** Whether the root's box is so far from the boxes' origin, or so large, that its floats have lost digits. */
export function isStray({ boxes, extent }: AabbTree): boolean {
  for (let i = 0; i < 3; i++) if (!(0.5 * Math.abs(boxes[i] + boxes[3 + i]) <= STRAY * extent)) return true;
  return false;
}

/** Computes all boxes from the vertices. */
export function fitTriangles(triangles: Triangles): void {
  fitNodes(triangles, 0, triangles.tree.nodeCount);
}

/** Computes the boxes of nodes `firstNode` up to, not including, `lastNode`. What is below them is among them, or done already. */
export function fitNodes({ tree, corners, vertices }: Triangles, firstNode: number, lastNode: number): void {
  const { boxes, links, origin } = tree;
  const { array, offset, stride } = vertices;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  for (let n = NODE * (lastNode - 1); n >= NODE * firstNode; n -= NODE) {
    const first = links[n + FIRST];
    const count = links[n + COUNT];
    if (count === 0) {
      unite(boxes, n, NODE * first);
      continue;
    }
    // Twice the smaller of two numbers is their sum less their distance. This takes no branch, half of which would be mispredicted,
    // because vertices are in no particular order. Each of two such steps doubles, so the bounds are fourfold. Their rounding is far
    // below the rounding to floats.
    let x0 = 0;
    let y0 = 0;
    let z0 = 0;
    let x1 = 0;
    let y1 = 0;
    let z1 = 0;
    for (let c = 3 * first; c < 3 * (first + count); c += 3) {
      const i = offset + stride * corners[c];
      const j = offset + stride * corners[c + 1];
      const l = offset + stride * corners[c + 2];
      let a = array[i] - ox;
      let b = array[j] - ox;
      let third = 2 * (array[l] - ox);
      let low = a + b - Math.abs(a - b);
      let high = a + b + Math.abs(a - b);
      const xLow = low + third - Math.abs(low - third);
      const xHigh = high + third + Math.abs(high - third);
      a = array[i + 1] - oy;
      b = array[j + 1] - oy;
      third = 2 * (array[l + 1] - oy);
      low = a + b - Math.abs(a - b);
      high = a + b + Math.abs(a - b);
      const yLow = low + third - Math.abs(low - third);
      const yHigh = high + third + Math.abs(high - third);
      a = array[i + 2] - oz;
      b = array[j + 2] - oz;
      third = 2 * (array[l + 2] - oz);
      low = a + b - Math.abs(a - b);
      high = a + b + Math.abs(a - b);
      const zLow = low + third - Math.abs(low - third);
      const zHigh = high + third + Math.abs(high - third);
      if (c === 3 * first) {
        x0 = xLow;
        x1 = xHigh;
        y0 = yLow;
        y1 = yHigh;
        z0 = zLow;
        z1 = zHigh;
        continue;
      }
      x0 = 0.5 * (x0 + xLow - Math.abs(x0 - xLow));
      x1 = 0.5 * (x1 + xHigh + Math.abs(x1 - xHigh));
      y0 = 0.5 * (y0 + yLow - Math.abs(y0 - yLow));
      y1 = 0.5 * (y1 + yHigh + Math.abs(y1 - yHigh));
      z0 = 0.5 * (z0 + zLow - Math.abs(z0 - zLow));
      z1 = 0.5 * (z1 + zHigh + Math.abs(z1 - zHigh));
    }
    putInterval(boxes, n, 0.25 * x0, 0.25 * x1);
    putInterval(boxes, n + 1, 0.25 * y0, 0.25 * y1);
    putInterval(boxes, n + 2, 0.25 * z0, 0.25 * z1);
  }
}

/** Computes all boxes from six floats per item, given in the order of the slots. */
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

/**
 * Computes the box of the node at n from those of its children, at p and right after, without branches. The allowance for rounding
 * disappears in the rounding to floats, unless it was needed.
 */
function unite(boxes: Float32Array, n: number, p: number): void {
  const q = p + NODE;
  for (let i = 0; i < 3; i++) {
    const a = boxes[p + i];
    const b = boxes[q + i];
    const c = boxes[p + 3 + i];
    const d = boxes[q + 3 + i];
    const e = REFIT_ROUNDING * (Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d));
    boxes[n + i] = 0.5 * (a + b - Math.abs(a - b)) - e;
    boxes[n + 3 + i] = 0.5 * (c + d + Math.abs(c - d)) + e;
  }
}
