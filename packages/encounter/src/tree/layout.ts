/**
 * The AABB tree of a complex shape (§5.3), in one buffer.
 *
 * A node is eight 32-bit words. Six floats are its box, relative to `origin` and rounded outward. So a box always contains its
 * items, and its precision is relative to the shape's extent, however far from the origin the shape was modelled. Two integers
 * say what is below:
 *
 *   word  0  1  2    3  4  5    6                    7
 *         min        max        inner: first child   0
 *                               leaf:  first slot    number of slots, at least 1
 *
 * The second child follows the first, and children come after their parents, so one backward pass meets every child before its
 * parent (refit). Slots are positions in `items`, which lists the items of the leaves. The items of any node are contiguous.
 */
import type { Vec3 } from '../math/vec3.ts';

/** Words per node. Only the files of this folder know the layout; others use the methods of the tree. */
export const NODE = 8;
/** The words of a node that hold its first child or slot, and its number of slots. */
export const FIRST = 6;
export const COUNT = 7;

/** No tree is deeper: `buildTree` and `checkForm` ensure it. A depth-first walk keeps at most one node per level waiting. */
export const MAX_DEPTH = 96;

/** A root box farther from the origin of the boxes than this many times its size loses digits that its floats could hold. */
export const STRAY = 4;

/** "ENC1", and the number of header words of a serialised tree. */
const MAGIC = 0x31434e45;
const HEADER = 10;

export class AabbTree {
  /** The boxes; node i starts at word 8·i. */
  readonly boxes: Float32Array;
  /** The same memory as integers. */
  readonly links: Int32Array;
  /** The items of the leaves, in the order of the slots. */
  readonly items: Int32Array;
  /** The point that the boxes are relative to. */
  readonly origin: Float64Array;
  readonly #reach: Float64Array = new Float64Array(1);

  constructor(nodes: ArrayBuffer, items: Int32Array, origin: Float64Array) {
    this.boxes = new Float32Array(nodes);
    this.links = new Int32Array(nodes);
    this.items = items;
    this.origin = origin;
  }

  /** A tree of one leaf that holds item 0. Its box is set by `setRoot`. */
  static single(): AabbTree {
    const tree = new AabbTree(new ArrayBuffer(4 * NODE), new Int32Array(1), new Float64Array(3));
    tree.links[COUNT] = 1;
    return tree;
  }

  /** Sets the root's box to `box`, min then max, and the origin to the three numbers of `frame` from `at` on. */
  setRoot(box: Float64Array, frame: ArrayLike<number>, at: number): void {
    for (let i = 0; i < 3; i++) {
      const origin = frame[at + i];
      this.origin[i] = origin;
      putInterval(this.boxes, i, box[i] - origin, box[3 + i] - origin);
    }
  }

  // As `TreeItems`, for walks of two trees: a tree whose items are not triangles has no copies.

  get tree(): AabbTree {
    return this;
  }

  distinctLinks(): Int32Array {
    return this.links;
  }

  get nodeCount(): number {
    return this.boxes.length / NODE;
  }

  /** Whether a node, by its number, holds items itself. The root is node 0. */
  isLeaf(node: number): boolean {
    return this.links[NODE * node + COUNT] > 0;
  }

  /** The first child of a node that is not a leaf. The second follows it. */
  firstChild(node: number): number {
    return this.links[NODE * node + FIRST];
  }

  /** The first slot of a leaf. */
  firstSlot(node: number): number {
    return this.links[NODE * node + FIRST];
  }

  /** How many slots a leaf has, from the first on. */
  slotCount(node: number): number {
    return this.links[NODE * node + COUNT];
  }

  /** Writes the box of a node, in the frame of the items. */
  readBox(node: number, min: Vec3, max: Vec3): void {
    const { boxes, origin } = this;
    const n = NODE * node;
    min.set(boxes[n] + origin[0], boxes[n + 1] + origin[1], boxes[n + 2] + origin[2]);
    max.set(boxes[n + 3] + origin[0], boxes[n + 4] + origin[1], boxes[n + 5] + origin[2]);
  }

  /** The largest coordinate that an item can have, by the box of the root. */
  get reach(): number {
    this.findReach(this.#reach);
    return this.#reach[0];
  }

  /** The same, written to out[0]: a number returned by a function that is not inlined is allocated on the heap. */
  findReach(out: Float64Array): void {
    const { boxes, origin } = this;
    let reach = 0;
    for (let i = 0; i < 3; i++)
      reach = Math.max(reach, Math.abs(origin[i] + boxes[i]), Math.abs(origin[i] + boxes[3 + i]));
    out[0] = reach;
  }

  /** The longest side of the root's box. It is a little above zero for items that are one point. */
  get extent(): number {
    const { boxes } = this;
    return Math.max(boxes[3] - boxes[0], boxes[4] - boxes[1], boxes[5] - boxes[2]);
  }

  /** Bytes held. */
  get byteLength(): number {
    return this.boxes.byteLength + this.items.byteLength + this.origin.byteLength;
  }

  /** A tree of the same form with boxes of its own, for the same items in another shape. A refit must write the boxes. */
  fork(): AabbTree {
    return new AabbTree(this.links.slice().buffer, this.items, this.origin.slice());
  }

  /** Everything in one ArrayBuffer, to be sent to a worker or stored beside a model. */
  serialize(): ArrayBuffer {
    const { links, items, origin } = this;
    const words = new Int32Array(HEADER + links.length + items.length);
    words[0] = MAGIC;
    words[1] = this.nodeCount;
    words[2] = items.length;
    new Float64Array(words.buffer, 16, 3).set(origin);
    words.set(links, HEADER);
    words.set(items, HEADER + links.length);
    return words.buffer;
  }

  /** The tree that `serialize` wrote. Its form is checked, so that a file of something else cannot hang a query. */
  static deserialize(buffer: ArrayBuffer): AabbTree {
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < 4 * HEADER || buffer.byteLength % 4 !== 0)
      throw new TypeError('buffer must be an ArrayBuffer that holds a serialised tree');
    const words = new Int32Array(buffer);
    if (words[0] !== MAGIC) throw new RangeError('buffer does not hold a serialised tree');
    const nodeCount = words[1];
    const itemCount = words[2];
    if (nodeCount < 1 || itemCount < 1 || words.length !== HEADER + NODE * nodeCount + itemCount)
      throw new RangeError(
        `buffer is cut short or damaged: ${words.length} words, ${nodeCount} nodes, ${itemCount} items`,
      );
    const links = words.slice(HEADER, HEADER + NODE * nodeCount);
    const items = words.slice(HEADER + NODE * nodeCount);
    const origin = new Float64Array(buffer.slice(16, 40));
    if (!origin.every(Number.isFinite))
      throw new RangeError(`buffer is damaged: the origin of its tree is ${origin.join(', ')}`);
    const tree = new AabbTree(links.buffer, items, origin);
    checkForm(tree);
    return tree;
  }
}

/**
 * Throws unless the nodes form one tree: each child after its parent and below one parent only, leaves that cover all slots
 * once and in order, no deeper than walks allow for.
 */
export function checkForm({ links, items, nodeCount }: AabbTree): void {
  const depth = new Int32Array(nodeCount).fill(-1);
  depth[0] = 0;
  // Nodes are visited in the order of slots, so a single counter tells whether the leaves cover all of them.
  const stack = [0];
  let slot = 0;
  let seen = 0;
  while (stack.length > 0) {
    const node = stack.pop() as number;
    seen++;
    const first = links[NODE * node + FIRST];
    const count = links[NODE * node + COUNT];
    if (count > 0) {
      if (first !== slot) throw new Error(`leaf ${node} starts at slot ${first}, expected ${slot}`);
      slot += count;
    } else {
      if (count < 0 || first <= node || first + 1 >= nodeCount || depth[first] >= 0 || depth[first + 1] >= 0)
        throw new Error(`node ${node} has no proper children: ${first}`);
      depth[first] = depth[node] + 1;
      depth[first + 1] = depth[node] + 1;
      if (depth[first] >= MAX_DEPTH) throw new Error(`node ${first} is ${depth[first]} levels deep`);
      stack.push(first + 1, first);
    }
  }
  if (seen !== nodeCount) throw new Error(`${nodeCount - seen} nodes belong to nothing`);
  if (slot !== items.length) throw new Error(`leaves hold ${slot} of ${items.length} items`);
}

/**
 * How far bounds are moved outward before they are rounded to the nearest float, relative to the larger one and absolute. This is
 * more than the rounding, so the box of floats contains the box of doubles. It is done always, because a branch on which way a
 * number rounds could not be predicted.
 */
const OUTWARD = 2 ** -23;
const OUTWARD_TINY = 2 ** -149;

/** Writes the box of an item, for `buildTree` and `fitBoxes`: six floats per item, rounded outward. */
export function putBox(boxes: Float32Array, item: number, min: Vec3, max: Vec3): void {
  putInterval(boxes, 6 * item, min.x, max.x);
  putInterval(boxes, 6 * item + 1, min.y, max.y);
  putInterval(boxes, 6 * item + 2, min.z, max.z);
}

/** Writes an interval as floats that contain it: `low` at k, `high` at k + 3. */
export function putInterval(boxes: Float32Array, k: number, low: number, high: number): void {
  const e = OUTWARD * (Math.abs(low) + Math.abs(high)) + OUTWARD_TINY;
  boxes[k] = low - e;
  boxes[k + 3] = high + e;
}
