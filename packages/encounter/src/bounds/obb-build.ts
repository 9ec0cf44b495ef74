/**
 * Building an OBB tree top down (§5.3.3): fit a box, split its triangles at the middle of its longest axis by their centroids, go
 * on with both halves until single triangles are left. When all centroids are on one side the triangles are split evenly.
 * Iterative; O(n log n) on average.
 */
import { MAX_DEPTH } from '../tree/layout.ts';
import type { Triangles } from '../tree/triangles.ts';
import { ObbFitter } from './obb-fit.ts';
import { BOX, LINK, type ObbNodes, putNode } from './obb-layout.ts';

/** From this depth on triangles are split evenly, which bounds the depth by this plus the logarithm of their number. */
const EVEN_DEPTH = MAX_DEPTH - 32;

export class ObbBuilder {
  /** Three vertex numbers an item, in the order of the leaves. */
  readonly corners: Int32Array;
  readonly #triangles: Triangles;
  readonly #fitter: ObbFitter;
  readonly #leaf: number;
  /** Where the centroids are along an axis. */
  readonly #along: Float64Array;

  /** Boxes are seen from `origin`. A leaf holds at most `leaf` triangles, or any number of copies of one. */
  constructor(triangles: Triangles, origin: Float64Array, leaf: number) {
    this.#triangles = triangles;
    this.corners = triangles.corners.slice();
    this.#fitter = new ObbFitter(triangles, this.corners, origin);
    this.#leaf = leaf;
    this.#along = new Float64Array(triangles.count);
  }

  build(): ObbNodes {
    const count = this.corners.length / 3;
    const boxes = new Float32Array(BOX * (2 * count - 1));
    const links = new Int32Array(LINK * (2 * count - 1));
    const { box } = this.#fitter;
    // Node, first item, one past the last, depth.
    const stack = new Int32Array(4 * (MAX_DEPTH + 1));
    stack[2] = count;
    let top = 4;
    let nodeCount = 1;
    while (top > 0) {
      top -= 4;
      const node = stack[top];
      const from = stack[top + 1];
      const to = stack[top + 2];
      const depth = stack[top + 3];
      this.#fitter.fit(from, to, false);
      putNode(boxes, node, box);
      const copies = to - from > 1 && this.areCopies(from, to);
      if (to - from <= this.#leaf || copies) {
        links[LINK * node] = from;
        links[LINK * node + 1] = copies ? from - to : to - from;
        continue;
      }
      const middle = depth < EVEN_DEPTH ? this.#partition(from, to) : (from + to) >> 1;
      links[LINK * node] = nodeCount;
      stack[top] = nodeCount + 1;
      stack[top + 1] = middle;
      stack[top + 2] = to;
      stack[top + 3] = depth + 1;
      top += 4;
      stack[top] = nodeCount;
      stack[top + 1] = from;
      stack[top + 2] = middle;
      stack[top + 3] = depth + 1;
      top += 4;
      nodeCount += 2;
    }
    return { boxes: boxes.slice(0, BOX * nodeCount), links: links.slice(0, LINK * nodeCount) };
  }

  /**
   * Fits all boxes to the vertices as they are now; the form of the tree and the axes of inner nodes stay. The box of an inner node
   * is not that of its children's boxes, as with AABBs: that would grow from level to level. Every triangle is measured along the
   * axes of every node above it.
   */
  refit({ boxes, links }: ObbNodes): void {
    const { box } = this.#fitter;
    const starts = new Int32Array(links.length);
    // Backwards, children first: the items of a node go from the first of its first child to the last of its second.
    for (let node = links.length / LINK - 1; node >= 0; node--) {
      const first = links[LINK * node];
      const count = links[LINK * node + 1];
      let from = first;
      let to = first + Math.abs(count);
      if (count === 0) {
        from = starts[LINK * first];
        to = starts[LINK * (first + 1) + 1];
      } else if (to - from > 1) links[LINK * node + 1] = this.areCopies(from, to) ? from - to : to - from;
      starts[LINK * node] = from;
      starts[LINK * node + 1] = to;
      for (let i = 3; i < 12; i++) box[i] = boxes[BOX * node + i];
      this.#fitter.fit(from, to, true);
      putNode(boxes, node, box);
    }
  }

  /**
   * Whether the items are one triangle given several times. Boxes cannot tell copies apart: n copies here and m there would be n·m
   * pairs of triangles to test, of which one is as good as all.
   */
  areCopies(from: number, to: number): boolean {
    // The same corners in any order: each of one is among those of the other, and the other way round.
    for (let item = from + 1; item < to; item++)
      if (!this.#hasCorners(from, item) || !this.#hasCorners(item, from)) return false;
    return true;
  }

  /** Whether every corner of one item is where some corner of another is. */
  #hasCorners(one: number, other: number): boolean {
    const { array, offset, stride } = this.#triangles.vertices;
    const { corners } = this;
    for (let c = 0; c < 3; c++) {
      const k = offset + stride * corners[3 * one + c];
      let found = false;
      for (let d = 0; d < 3 && !found; d++) {
        const l = offset + stride * corners[3 * other + d];
        found = array[k] === array[l] && array[k + 1] === array[l + 1] && array[k + 2] === array[l + 2];
      }
      if (!found) return false;
    }
    return true;
  }

  /** Items whose centroid is below the middle of all centroids along the box's longest axis first. */
  #partition(from: number, to: number): number {
    const even = (from + to) >> 1;
    if (to - from === 2) return even;
    const { box } = this.#fitter;
    const { array, offset, stride } = this.#triangles.vertices;
    const { corners } = this;
    const along = this.#along;
    const a = box[12] >= box[13] && box[12] >= box[14] ? 3 : box[13] >= box[14] ? 6 : 9;
    const x = box[a];
    const y = box[a + 1];
    const z = box[a + 2];
    let low = Infinity;
    let high = -Infinity;
    for (let item = from; item < to; item++) {
      const p = offset + stride * corners[3 * item];
      const q = offset + stride * corners[3 * item + 1];
      const r = offset + stride * corners[3 * item + 2];
      const s =
        x * (array[p] + array[q] + array[r]) +
        y * (array[p + 1] + array[q + 1] + array[r + 1]) +
        z * (array[p + 2] + array[q + 2] + array[r + 2]);
      along[item] = s;
      if (s < low) low = s;
      if (s > high) high = s;
    }
    const split = 0.5 * (low + high);
    let i = from;
    let j = to - 1;
    for (;;) {
      while (i <= j && along[i] < split) i++;
      while (i <= j && !(along[j] < split)) j--;
      if (i >= j) break;
      for (let c = 0; c < 3; c++) {
        const t = corners[3 * i + c];
        corners[3 * i + c] = corners[3 * j + c];
        corners[3 * j + c] = t;
      }
      const t = along[i];
      along[i++] = along[j];
      along[j--] = t;
    }
    return i === from || i === to ? even : i;
  }
}
