/**
 * Oriented boxes for the nodes of a mesh's own tree: `strategy: 'obb'`.
 *
 * The tree keeps its form, its leaves and its AABBs, and gets an oriented box beside each of these. So slots mean the same in both,
 * every other query uses the tree as it is, and there are 0.6 boxes per triangle, because a leaf holds up to four. `ObbTree`, the
 * book's structure, splits along its own boxes down to single triangles and has two. Two tori of 80,000 triangles near contact take
 * as long with either (bench/book/proximity.mjs).
 *
 * **After a change.** Fitting the boxes takes forty times as long as refitting the tree, and a mesh may change in every frame. So after
 * a refit or a change of scale queries use the tree's own boxes, until they have taken about as long as fitting takes. At worst they
 * take twice as long as with either kind of boxes alone.
 */
import type { Triangles } from '../tree/triangles.ts';
import { ObbFitter } from './obb-fit.ts';
import { BOX, holds, putNode } from './obb-layout.ts';

/**
 * How many pairs of leaves per node are visited in the time that fitting takes: a node takes 1.5 to 2.4 µs, a pair of leaves, with
 * the boxes above it, 0.7 to 1.5, on tori, a teapot and a dented ball of 3,552 to 80,000 triangles.
 */
const VISITS_WORTH_FITTING = 2;

export class OrientedBoxes {
  readonly #triangles: Triangles;
  readonly #fitter: ObbFitter;
  /** The first slot of each node and one past the last. */
  readonly #ranges: Int32Array;
  readonly #boxes: Float32Array;
  /** The state of the triangles that the boxes were fitted to. */
  #state = -1;
  /** How many pairs of leaves were visited without these boxes, and in which state. */
  #visits = 0;
  #visitsState = -1;

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

  /** Whether the boxes fit the triangles as they are now, or are worth fitting. */
  get isReady(): boolean {
    const { state } = this.#triangles;
    if (this.#state === state) return true;
    return this.#visitsState === state && this.#visits >= VISITS_WORTH_FITTING * this.#triangles.tree.nodeCount;
  }

  /** Takes note of pairs of leaves that were visited without these boxes. */
  missed(visits: number): void {
    const { state } = this.#triangles;
    if (this.#visitsState !== state) this.#visits = 0;
    this.#visitsState = state;
    this.#visits += visits;
  }

  /** The boxes as in `ObbNodes`, seen from the tree's origin. They are fitted if the triangles have changed. */
  get boxes(): Float32Array {
    if (this.#state !== this.#triangles.state) this.fit();
    return this.#boxes;
  }

  /** Fits all boxes to the triangles as they are now, along new axes: O(n log n). Allocates nothing. */
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
