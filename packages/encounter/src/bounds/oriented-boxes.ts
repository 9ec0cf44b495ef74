/**
 * Oriented boxes for the nodes of a mesh's own tree: `strategy: 'obb'`.
 *
 * The tree keeps its form, its leaves and its AABBs, and gets an oriented box beside each of these. So slots mean the same in both,
 * every other query uses the tree as it is, and there are 0.6 boxes per triangle, because a leaf holds up to four. `ObbTree`, the
 * book's structure, splits along its own boxes down to single triangles and has two. Two tori of 80,000 triangles near contact take
 * as long with either (bench/book/proximity.mjs).
 */
import type { Triangles } from '../tree/triangles.ts';
import { ObbFitter } from './obb-fit.ts';
import { BOX, holds, putNode } from './obb-layout.ts';

export class OrientedBoxes {
  readonly #triangles: Triangles;
  readonly #fitter: ObbFitter;
  /** The first slot of each node and one past the last. */
  readonly #ranges: Int32Array;
  readonly #boxes: Float32Array;
  /** The state of the triangles that the boxes were fitted to. */
  #state = -1;

  /** `ranges` are those of triangles in the same order, if there are any. The boxes are fitted when first needed. */
  constructor(triangles: Triangles, ranges: Int32Array = rangesOf(triangles)) {
    this.#triangles = triangles;
    this.#ranges = ranges;
    // The origin of the tree, which moves when the triangles move away from it: boxes of both kinds are seen from there.
    this.#fitter = new ObbFitter(triangles, triangles.corners, triangles.tree.origin);
    this.#boxes = new Float32Array(BOX * triangles.tree.nodeCount);
  }

  /** Boxes for the same triangles over other vertices. */
  fork(triangles: Triangles): OrientedBoxes {
    return new OrientedBoxes(triangles, this.#ranges);
  }

  /**
   * The boxes as in `ObbNodes`, seen from the tree's origin. After a change of the triangles all of them are fitted anew, along new
   * axes: O(n log n), fifteen times as long as building the tree. Allocates nothing.
   */
  get boxes(): Float32Array {
    if (this.#state !== this.#triangles.state) this.fit();
    return this.#boxes;
  }

  /** Fits all boxes to the triangles as they are now. */
  fit(): this {
    const boxes = this.#boxes;
    const ranges = this.#ranges;
    const fitter = this.#fitter;
    for (let node = 0; 2 * node < ranges.length; node++) {
      fitter.fit(ranges[2 * node], ranges[2 * node + 1], false);
      putNode(boxes, node, fitter.box);
    }
    this.#state = this.#triangles.state;
    return this;
  }

  /** Bytes held. */
  get byteLength(): number {
    return this.#boxes.byteLength + this.#ranges.byteLength;
  }

  /** Throws an Error if a box does not hold the triangles below its node. For tests. */
  validate(): void {
    const { boxes } = this;
    const ranges = this.#ranges;
    const { tree } = this.#triangles;
    const { origin } = tree;
    const t = new Float64Array(9);
    for (let node = 0; node < tree.nodeCount; node++)
      for (let slot = ranges[2 * node]; slot < ranges[2 * node + 1]; slot++) {
        this.#triangles.load(slot, t);
        for (let k = 0; k < 9; k += 3)
          if (!holds(boxes, node, t[k] - origin[0], t[k + 1] - origin[1], t[k + 2] - origin[2]))
            throw new Error(`the triangle in slot ${slot} sticks out of the oriented box of node ${node}`);
      }
  }
}

function rangesOf({ tree }: Triangles): Int32Array {
  const ranges = new Int32Array(2 * tree.nodeCount);
  // Backwards, children first: the slots of a node go from the first of its first child to the last of its second.
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const leaf = tree.isLeaf(node);
    const first = leaf ? tree.firstSlot(node) : tree.firstChild(node);
    ranges[2 * node] = leaf ? first : ranges[2 * first];
    ranges[2 * node + 1] = leaf ? first + tree.slotCount(node) : ranges[2 * first + 3];
  }
  return ranges;
}
