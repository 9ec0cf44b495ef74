/**
 * A tree in parts that can be built at the same time: the caller splits the items at the top, and the subtrees below are built by anyone.
 * The result is the tree that one thread builds, bit for bit. There the nodes below a first child are numbered before those below the
 * second, so a subtree is a row of numbers, apart from its root.
 */
import type { Divide } from './build.ts';
import { AabbTree, COUNT, FIRST, NODE } from './layout.ts';

/** Subtrees are fine enough when sharing them out leaves nobody with more than this many times the mean. */
const UNEVEN = 1.1;

/** At most so many subtrees for each who builds. */
const MOST_EACH = 8;

/** Some items, by their places in the list of what is split. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

/** Where a part is in the tree: its root, and the other nodes from `first` up to, not including, `last`. */
export interface PartNodes {
  readonly root: number;
  readonly first: number;
  readonly last: number;
}

/** A node above the parts, and its first child. */
export interface InnerNode {
  readonly node: number;
  readonly first: number;
}

interface Branch extends Part {
  children: readonly [Branch, Branch] | null;
}

export class Subtrees {
  /** The parts to be built, the largest first. */
  readonly parts: readonly Part[];
  readonly #root: Branch;

  /** Splits so many items for so many builders. */
  constructor(divide: Divide, count: number, builders: number) {
    this.#root = { start: 0, end: count, depth: 0, children: null };
    let parts: Branch[] = [this.#root];
    while (parts.length < MOST_EACH * builders && longestShare(parts, builders) > (UNEVEN * count) / builders) {
      const part = parts[0];
      const { start, end, depth } = part;
      const middle = divide(start, end, depth);
      if (middle < 0) break;
      const below = depth + 1;
      const children: [Branch, Branch] = [
        { start, end: middle, depth: below, children: null },
        { start: middle, end, depth: below, children: null },
      ];
      part.children = children;
      parts = [...parts.slice(1), ...children].sort(bySize);
    }
    this.parts = parts;
  }

  /**
   * Numbers the nodes, given how many each part has. Returns where the parts are. `inner` receives the nodes above them with their first
   * children, parents before children.
   */
  number(counts: ArrayLike<number>, inner: InnerNode[]): PartNodes[] {
    const places: PartNodes[] = [];
    let next = 1;
    const visit = (branch: Branch, node: number): void => {
      if (branch.children === null) {
        const part = this.parts.indexOf(branch);
        const first = next;
        next += counts[part] - 1;
        places[part] = { root: node, first, last: next };
        return;
      }
      const first = next;
      next += 2;
      inner.push({ node, first });
      visit(branch.children[0], first);
      visit(branch.children[1], first + 1);
    };
    visit(this.#root, 0);
    return places;
  }
}

/** Shared memory for the nodes of a tree, with those above the parts in it. Their boxes are not computed. */
export function sharedNodes(nodeCount: number, inner: readonly InnerNode[]): Int32Array {
  const links = new Int32Array(new SharedArrayBuffer(4 * NODE * nodeCount));
  for (const { node, first } of inner) links[NODE * node + FIRST] = first;
  return links;
}

/** The nodes of a tree, to be sent to those who refit parts of it. */
export function nodesOf(tree: AabbTree): Int32Array {
  return tree.links;
}

/** The tree that has these nodes. They may be in shared memory, which typed arrays do not tell apart. */
export function treeOf(nodes: Int32Array, items: Int32Array, origin: Float64Array): AabbTree {
  return new AabbTree(nodes.buffer as ArrayBuffer, items, origin);
}

/** Puts a subtree, whose root is its node 0 and whose first slot is 0, into its place. */
export function placeSubtree(
  { links: from }: AabbTree,
  to: Int32Array,
  { root, first }: PartNodes,
  start: number,
): void {
  const shift = first - 1;
  for (let n = 0; n < from.length; n += NODE) {
    const at = n === 0 ? NODE * root : n + NODE * shift;
    for (let k = 0; k < NODE; k++) to[at + k] = from[n + k];
    to[at + FIRST] += from[n + COUNT] === 0 ? shift : start;
  }
}

/** The most that one builder gets, if each takes the largest part that is left. */
function longestShare(parts: readonly Part[], builders: number): number {
  const shares = new Array<number>(builders).fill(0);
  for (const { start, end } of parts) shares[shares.indexOf(Math.min(...shares))] += end - start;
  return Math.max(...shares);
}

function bySize(a: Part, b: Part): number {
  return b.end - b.start - (a.end - a.start) || a.start - b.start;
}
