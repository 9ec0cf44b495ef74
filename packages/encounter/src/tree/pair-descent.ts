/**
 * Descending two trees of triangles at once (§5.3.2). This is the only place that says in which order pairs of nodes are visited.
 *
 * Pairs of nodes wait on a stack. `next` takes the topmost. If both nodes are leaves, the visitor gets them. Otherwise the larger
 * node is split into its children, which makes two new pairs, or both nodes are, which makes four. The walk (`TreeOverlap`,
 * `TreeDistance`, `TreeSweep`) bounds these and keeps those worth a visit, each with its promise: a lower bound of what it may contain,
 * or another number to rank it by. The better pair goes on top, so the descent is depth first, with the better pair first.
 *
 *   let top = descent.begin(a, b, visitor);
 *   do
 *     for (each of the new pairs, at words i and j)
 *       if (it is worth a visit) promises[top] = …, top = descent.keep(top, i, j, …);
 *   while ((top = descent.next(top)) >= 0);
 *
 * The walks compute the bounds themselves, because these use some twenty numbers that a walk computes once. With a method that is
 * called from here, the booleans of two tori of 6,400 triangles took 17 % longer, listing all their pairs 7 % and their distances
 * 5 %. As it is, they take 0 to 3 % longer than with three separate loops.
 *
 * **Copies.** Boxes cannot tell identical triangles apart: all pairs of n copies and m copies have the same bound, which is less
 * than their distance. So a walk that has visited as many pairs of leaves as there are nodes finds out which nodes contain only
 * copies of one triangle, and from then on visits one of the copies only.
 */
import { type AabbTree, COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { RelativeFrame } from './relative-frame.ts';

/** Receives the pairs of leaves of a walk. Returning true ends the walk. */
export interface LeafPairVisitor {
  /** The slots of A's leaf are firstA … lastA − 1, those of B's firstB … lastB − 1. */
  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean;
}

/** What is walked: triangles, or a tree with other items. */
export interface TreeItems {
  readonly tree: AabbTree;
  /** The links of the tree, where nodes that contain only copies of one item are leaves of one slot. */
  distinctLinks(): Int32Array;
}

/**
 * A depth-first descent has at most one pair waiting for each level of either tree, or three for a level of both, and the four that were
 * kept last.
 */
const ROOM = 3 * (MAX_DEPTH + 1) + 1;

/** The stack has the words at which the nodes of a pair start. The lowest bits of A's, otherwise 0, say which nodes to split. */
const SPLIT_A = 1;
const SPLIT_B = 2;
const SPLIT_BOTH = 4;
const SPLITS = 7;

export class PairDescent {
  /** A pair whose promise is above this when its turn comes is skipped. The visitor lowers it as it finds better ones. */
  readonly limit: Float64Array = new Float64Array(1).fill(Infinity);
  /** The promise of each waiting pair; less is better. A walk that visits every pair leaves `limit` at Infinity. */
  readonly promises: Float64Array = new Float64Array(ROOM);
  /** Whether to visit every copy of a triangle, however many there are. */
  everyCopy = false;
  /** The words at which the nodes of the first new pair start. */
  i = 0;
  j = 0;
  /** What to add to `i` for the second new pair: NODE if the node of A was split, 0 if that of B was. */
  stepI = 0;
  /** The words at which the last nodes of the new pairs start: all from `i` to `lastI` with all from `j` to `lastJ`. */
  lastI = 0;
  lastJ = 0;
  /** Whether the visitor ended the walk. */
  ended = false;

  readonly #stack: Int32Array = new Int32Array(2 * ROOM);
  #a: TreeItems | null = null;
  #b: TreeItems | null = null;
  #linksA: Int32Array = NONE;
  #linksB: Int32Array = NONE;
  #visitor: LeafPairVisitor | null = null;
  /** The words at which the leaves start that the visitor is at. */
  #leafA = 0;
  #leafB = 0;
  /** How many more pairs of leaves are visited before copies are looked for. */
  #patience = 0;

  /** Starts with one new pair, that of the roots. Returns the number of waiting pairs: 0. */
  begin(a: TreeItems, b: TreeItems, visitor: LeafPairVisitor): number {
    this.#a = a;
    this.#b = b;
    this.#linksA = a.tree.links;
    this.#linksB = b.tree.links;
    this.#visitor = visitor;
    this.#patience = this.everyCopy ? -1 : (this.#linksA.length + this.#linksB.length) / NODE;
    this.i = 0;
    this.j = 0;
    this.stepI = 0;
    this.lastI = 0;
    this.lastJ = 0;
    this.ended = false;
    return 0;
  }

  /**
   * Puts a new pair on top of `top` waiting ones. Returns the new number of waiting pairs, top + 1. The walk writes `promises[top]`
   * itself: a number with a fraction that is passed to a call that is not inlined is allocated on the heap.
   */
  keep(top: number, i: number, j: number, largerA: boolean): number {
    const stack = this.#stack;
    stack[2 * top] = largerA ? i + SPLIT_A : i + SPLIT_B;
    stack[2 * top + 1] = j;
    return top + 1;
  }

  /** The same for a walk that bounds four new pairs at once: splits both nodes of the pair, unless one is much larger than the other. */
  keepForFour(top: number, i: number, j: number, onlyA: boolean, onlyB: boolean): number {
    const stack = this.#stack;
    stack[2 * top] = i + (onlyA ? SPLIT_A : onlyB ? SPLIT_B : SPLIT_BOTH);
    stack[2 * top + 1] = j;
    return top + 1;
  }

  // The same in numbers of nodes, for walks outside of this folder: the second new pair has the next node of A or of B.

  get nodeA(): number {
    return this.i / NODE;
  }

  get nodeB(): number {
    return this.j / NODE;
  }

  /** Whether the node of A was split. */
  get splitA(): boolean {
    return this.stepI === NODE;
  }

  keepNodes(top: number, nodeA: number, nodeB: number, largerA: boolean): number {
    return this.keep(top, NODE * nodeA, NODE * nodeB, largerA);
  }

  /** Swaps the waiting pair at a place with the one above it. */
  swap(at: number): void {
    const { promises } = this;
    const promise = promises[at];
    promises[at] = promises[at + 1];
    promises[at + 1] = promise;
    const stack = this.#stack;
    const i = stack[2 * at];
    const j = stack[2 * at + 1];
    stack[2 * at] = stack[2 * at + 2];
    stack[2 * at + 1] = stack[2 * at + 3];
    stack[2 * at + 2] = i;
    stack[2 * at + 3] = j;
  }

  /**
   * Visits leaves until there are new pairs to bound. `top` is the number of waiting pairs; returns how many wait besides the new
   * ones, or −1 when nothing is left or the visitor has ended the walk.
   */
  next(top: number): number {
    const { promises, limit } = this;
    const stack = this.#stack;
    const linksA = this.#linksA;
    const linksB = this.#linksB;
    for (let at = top - 1; at >= 0; at--) {
      if (promises[at] > limit[0]) continue;
      const word = stack[2 * at];
      const i = word & ~SPLITS;
      const j = stack[2 * at + 1];
      const firstA = linksA[i + FIRST];
      const firstB = linksB[j + FIRST];
      const countA = linksA[i + COUNT];
      const countB = linksB[j + COUNT];
      if (countA > 0 && countB > 0) {
        this.#leafA = i;
        this.#leafB = j;
        if (this.#patience-- === 0) this.#leaveOutCopies();
        if (!(this.#visitor as LeafPairVisitor).leaves(firstA, firstA + countA, firstB, firstB + countB)) continue;
        this.ended = true;
        return -1;
      }
      const splitA = countA === 0 && (countB > 0 || word !== i + SPLIT_B);
      const splitB = countB === 0 && (countA > 0 || word !== i + SPLIT_A);
      this.i = splitA ? NODE * firstA : i;
      this.j = splitB ? NODE * firstB : j;
      this.stepI = splitA ? NODE : 0;
      this.lastI = splitA ? NODE * firstA + NODE : i;
      this.lastJ = splitB ? NODE * firstB + NODE : j;
      return at;
    }
    return -1;
  }

  /** The box of the leaf of A that the visitor is at, min then max, in the frame of the triangles and rounded outward. */
  readLeafBox(out: Float64Array): void {
    const { boxes, origin } = (this.#a as TreeItems).tree;
    const n = this.#leafA;
    out[0] = boxes[n] + origin[0];
    out[1] = boxes[n + 1] + origin[1];
    out[2] = boxes[n + 2] + origin[2];
    out[3] = boxes[n + 3] + origin[0];
    out[4] = boxes[n + 4] + origin[1];
    out[5] = boxes[n + 5] + origin[2];
  }

  /** The way from the middle of the box of A's leaf to that of B's, doubled, in the frame of A and then in that of B. */
  readWay({ m, shift }: RelativeFrame, out: Float64Array): void {
    const boxesA = (this.#a as TreeItems).tree.boxes;
    const boxesB = (this.#b as TreeItems).tree.boxes;
    const i = this.#leafA;
    const j = this.#leafB;
    const x = boxesB[j + 3] + boxesB[j];
    const y = boxesB[j + 4] + boxesB[j + 1];
    const z = boxesB[j + 5] + boxesB[j + 2];
    for (let r = 0; r < 3; r++)
      out[r] = m[r] * x + m[3 + r] * y + m[6 + r] * z + 2 * shift[r] - (boxesA[i + 3 + r] + boxesA[i + r]);
    for (let c = 0; c < 3; c++) out[3 + c] = m[3 * c] * out[0] + m[3 * c + 1] * out[1] + m[3 * c + 2] * out[2];
  }

  /** From the next pair on, nodes that contain only copies are leaves of one triangle. */
  #leaveOutCopies(): void {
    this.#linksA = (this.#a as TreeItems).distinctLinks();
    this.#linksB = (this.#b as TreeItems).distinctLinks();
  }
}

const NONE: Int32Array = /* #__PURE__ */ new Int32Array(0);
