/**
 * A binary tree over boxes without links: one box per leaf, node i above nodes 2i and 2i + 1. The leaves start at node `leaves` (a
 * power of two), as many as there are boxes. All boxes are ranks (rank-box.ts). The box that a leaf had at the last update is kept,
 * too, so that new pairs can be told from old ones.
 *
 * After the leaves, from node 2 · `leaves` on, follow loose boxes that are not in the tree: newcomers until the next build, and
 * boundless boxes for good.
 */
import type { BoxProxy } from './broad-phase.ts';
import type { FatBoxes } from './fat-boxes.ts';
import { IntList } from './int-list.ts';
import { GREATEST, LEAST, ranked, rankOf } from './rank-box.ts';
import { blockOf, readAheadBits } from './read-ahead.ts';
import { TreeOrder } from './tree-order.ts';

/** Integers per node, 2^SHIFT: the box (min, max), at PROXY its proxy (−1: removed), at STAMP the update in which it last changed. */
export const NODE = 8;
export const SHIFT = 3;
export const PROXY = 6;
export const STAMP = 7;

/** Boxes that reach farther from the origin are boundless and kept loose: single precision ends at 3.4e38. */
const LARGEST_RANK = rankOf(1e37);

/** Boxes that move get new room once in this many updates, their turns. */
export const TURNS = 8;

/**
 * A tree with turns is cut into 5 to 8 subtrees of 2^(depth − CUT_LEVELS) leaves, each with a turn of its own; a smaller tree into 3 or 4. A
 * shift tells the subtree of a leaf. For eight equal ranges of leaves it took a division per box and update, and searches visited 8 % more
 * pairs of nodes (10,000 boxes that all move).
 */
const CUT_LEVELS = 3;
const CUT_LEVELS_OF_FEW = 2;

/**
 * Trees of at least this many leaves have turns, and from the second number on they have more of them. A subtree has neighbours on all
 * sides, and pairs with these are searched twice. So among 10,000 boxes that all move, all searches together visit half as many pairs of
 * nodes more, and the worst update takes half as long. Among 1,000, cut into four, an update takes 109 µs instead of 100 on average, and
 * the worst takes 205 instead of 350; cut into two, 111 and 275.
 */
const LEAVES_FOR_TURNS = 512;
const LEAVES_FOR_MORE_TURNS = 2048;

/** The `turnShift` of a tree without turns: all leaves are in subtree 0. */
const NO_TURNS = 30;

/** When more than 1 in 16 leaves has changed, they are listed in the order of the leaves: then the nodes above them are near in memory. */
const SORT_CHANGED_ONE_IN = 16;

/** A new order of the leaves is computed over this many updates. */
const REORDER_SLICES = 8;

/** The origin moves when the boxes are farther from it than this many times their extent. */
const FAR = 4;

/** How many loose boxes a new tree has room for, before its arrays must grow. */
const LOOSE_ROOM = 64;

export class BoxTree {
  leaves = 1;
  /** How many leaves are in use, including `holes` of removed boxes. */
  count = 0;
  holes = 0;
  /** How many loose boxes there are, and how many of them the next build puts into the tree. */
  loose = 0;
  newcomers = 0;
  nodes: Int32Array = new Int32Array(8 * NODE);
  /** Boxes at the last update: that of the leaf or loose box `leaves` + i starts at NODE · i. */
  former: Int32Array = new Int32Array(8 * NODE);
  /** The changed nodes, level by level: those of level k (0 is the leaves) are in `changed` from levels[k] to levels[k + 1]. */
  readonly changed: IntList = new IntList();
  readonly levels: Int32Array = new Int32Array(33);
  depth = 0;
  /** The number of this update. */
  stamp = 0;
  readonly origin: Float64Array = new Float64Array(3);
  /** The median size of a sample of the boxes at the last build. */
  typicalSize = 0;
  /** The node of each proxy, or 0. Proxies beyond its end have none, either. */
  nodeOfProxy: Int32Array = new Int32Array(64);
  readonly #order = new TreeOrder();
  readonly #boundlessProxies = new IntList();
  /** Scratch: the proxies of a block of leaves. */
  readonly #ahead = new IntList();
  /** A subtree with a turn of its own has 2^turnShift leaves: leaf `leaves` + i is in subtree i >> turnShift. */
  turnShift: number = NO_TURNS;
  /** The turn of each subtree. */
  readonly turns: Uint8Array = new Uint8Array(TURNS);
  readonly #votes = new Int32Array(TURNS * TURNS);
  /** Whether the tree was rebuilt in the last update: then all former boxes are invalid until the next `begin`. */
  #rebuilt = false;

  constructor() {
    this.#erase(1);
  }

  /** Begins an update: the boxes that changed in the last one become their own former boxes. */
  begin(last: IntList): void {
    this.stamp++;
    this.changed.clear();
    const { leaves } = this;
    if (this.#rebuilt || 4 * last.count > this.count)
      this.former.set(this.nodes.subarray(NODE * leaves, NODE * (2 * leaves + this.loose)));
    else for (let i = 0; i < last.count; i++) this.#settle(this.nodeOf(last.items[i]));
    this.#rebuilt = false;
  }

  /** The node of a proxy, 0 if it has none. */
  nodeOf(proxy: BoxProxy): number {
    return proxy < this.nodeOfProxy.length ? this.nodeOfProxy[proxy] : 0;
  }

  /** Whether the box of a leaf or a loose box is new in this update. */
  hasChanged(node: number): boolean {
    return this.nodes[NODE * node + STAMP] === this.stamp;
  }

  /** Sets the box of a proxy, new or moved. */
  set(proxy: BoxProxy, bits: Int32Array): void {
    let node = this.nodeOf(proxy);
    if (node === 0) node = this.#addLoose(proxy);
    else if (node >= 2 * this.leaves && !this.#boundless(node)) this.newcomers--;
    this.#write(node, proxy, bits);
    this.nodes[NODE * node + STAMP] = this.stamp;
    if (node >= 2 * this.leaves) {
      if (!this.#boundless(node)) this.newcomers++;
    } else if (this.#boundless(node)) {
      const loose = this.#addLoose(proxy);
      this.#copy(node, loose);
      this.#empty(node);
    } else this.changed.push(node);
  }

  /** Sets the boxes of all proxies that have this mark. */
  setMarked(marks: Uint8Array, mark: number, bits: Int32Array): void {
    const { loose } = this;
    const last = this.leaves + this.count;
    const block = blockOf(this.count);
    for (let from = this.leaves; from < last; from += block) {
      const to = Math.min(from + block, last);
      if (to < last) this.#readAhead(bits, from, to);
      this.#setMarkedLeaves(from, to, marks, mark, bits);
    }
    for (let i = 0; i < loose; i++) {
      const proxy = this.nodes[NODE * (2 * this.leaves + i) + PROXY];
      if ((marks[proxy] & mark) !== 0) this.set(proxy, bits);
    }
  }

  #readAhead(bits: Int32Array, from: number, to: number): void {
    const { nodes } = this;
    const proxies = this.#ahead;
    proxies.clear();
    for (let leaf = from; leaf < to; leaf++) proxies.push(Math.max(0, nodes[NODE * leaf + PROXY]));
    readAheadBits(bits, proxies.items, 0, proxies.count);
  }

  #setMarkedLeaves(from: number, to: number, marks: Uint8Array, mark: number, bits: Int32Array): void {
    for (let leaf = from; leaf < to; leaf++) {
      const proxy = this.nodes[NODE * leaf + PROXY];
      if (proxy < 0 || (marks[proxy] & mark) === 0) continue;
      this.#write(leaf, proxy, bits);
      if (this.#boundless(leaf)) this.set(proxy, bits);
      else {
        this.nodes[NODE * leaf + STAMP] = this.stamp;
        this.changed.push(leaf);
      }
    }
  }

  remove(proxy: BoxProxy): void {
    const node = this.nodeOf(proxy);
    if (node === 0) return;
    this.nodeOfProxy[proxy] = 0;
    if (node < 2 * this.leaves) {
      this.#empty(node);
      return;
    }
    if (!this.#boundless(node)) this.newcomers--;
    const last = 2 * this.leaves + --this.loose;
    if (node !== last) this.#copy(last, node);
  }

  /** Finds the nodes above the changed leaves and refits them. */
  refit(): void {
    const { nodes, changed, levels, stamp } = this;
    changed.reserve(2 * this.count + 32);
    const { items } = changed;
    let end = changed.count;
    if (end * SORT_CHANGED_ONE_IN > this.count && !isAscending(items, end)) {
      const last = this.leaves + this.count;
      end = 0;
      for (let leaf = this.leaves; leaf < last; leaf++) if (nodes[NODE * leaf + STAMP] === stamp) items[end++] = leaf;
    }
    let from = 0;
    this.depth = 0;
    for (let width = this.leaves; width > 1 && end > from; width >>= 1) {
      levels[this.depth++] = from;
      levels[this.depth] = end;
      let next = end;
      for (let i = from; i < end; i++) {
        const parent = items[i] >> 1;
        if (nodes[NODE * parent + STAMP] === stamp) continue;
        items[next++] = parent;
        this.#fit(parent, stamp);
      }
      from = end;
      end = next;
    }
    levels[this.depth] = from;
    levels[this.depth + 1] = end;
    changed.count = end;
  }

  /**
   * Rebuilds and refits the tree over its boxes, the newcomers and those that are `joining`. All boxes count as changed, and none has a
   * former box. `boxes` are those in `fat`, without their room.
   */
  rebuild(fat: FatBoxes, boxes: Float64Array, joining: IntList): void {
    const { bits } = fat;
    const order = this.#order;
    const { proxies } = order;
    const boundless = this.#boundlessProxies;
    // A new stamp, so that every node counts as not yet visited.
    this.stamp++;
    proxies.reserve(this.count + this.loose + joining.count);
    this.#listLeaves(proxies);
    boundless.clear();
    for (let i = 0; i < this.loose; i++) {
      const node = 2 * this.leaves + i;
      (this.#boundless(node) ? boundless : proxies).push(this.nodes[NODE * node + PROXY]);
    }
    for (let i = 0; i < joining.count; i++) {
      // Node 0 is not part of the tree.
      this.#write(0, joining.items[i], bits);
      (this.#boundless(0) ? boundless : proxies).push(joining.items[i]);
    }
    const { count } = proxies;
    if (moveOrigin(this.origin, proxies, boxes))
      for (const list of [proxies, boundless]) for (let i = 0; i < list.count; i++) fat.enter(list.items[i], boxes);
    this.#rebuilt = true;
    this.leaves = 1;
    while (this.leaves < count) this.leaves *= 2;
    this.count = count;
    this.holes = 0;
    this.loose = boundless.count;
    this.newcomers = 0;
    this.#renew();
    this.#cut();
    // In the memory of the former boxes, which are invalid now: a million boxes take 24 MB less.
    order.begin(fat.boxes, 2 ** this.turnShift, this.former.buffer);
    this.typicalSize = order.medianSize();
    order.advance(Infinity);
    this.#placeLeaves(bits);
    order.proxies.release();
    for (let i = 0; i < boundless.count; i++) this.#place(boundless.items[i], 2 * this.leaves + i, bits);
    this.changed.clear();
    for (let i = 0; i < count; i++) this.changed.push(this.leaves + i);
    this.refit();
  }

  /** Whether a new order of the leaves is being computed. */
  get reordering(): boolean {
    return this.#order.active;
  }

  /** Begins to compute a new order of the leaves for their boxes as they are now. */
  beginReorder({ boxes }: FatBoxes): void {
    this.#listLeaves(this.#order.proxies);
    this.#order.begin(boxes, 2 ** this.turnShift);
    this.typicalSize = this.#order.medianSize();
  }

  /**
   * Goes on with the new order by one slice. Once it is complete, puts the leaves into it and returns true. Boxes stay as they are, so
   * which of them overlap does, too. Must be called right after `begin`, when no box has changed yet.
   */
  advanceReorder(bits: Int32Array): boolean {
    const order = this.#order;
    const { leaves, nodes } = this;
    if (!order.advance(order.totalSteps / REORDER_SLICES)) return false;
    // What has become loose or was removed meanwhile is left out.
    const { items, count } = order.proxies;
    let end = 0;
    for (let i = 0; i < count; i++) {
      const node = this.nodeOfProxy[items[i]];
      if (node >= leaves && node < 2 * leaves) items[end++] = items[i];
    }
    order.proxies.count = end;
    const votes = this.#votes.fill(0);
    for (let i = 0; i < end && this.hasTurns; i++)
      votes[TURNS * (i >> this.turnShift) + this.turns[(this.nodeOfProxy[items[i]] - leaves) >> this.turnShift]]++;
    this.count = end;
    this.holes = 0;
    this.#placeLeaves(bits);
    order.proxies.release();
    for (let i = 0; i < end; i++) nodes[NODE * (leaves + i) + STAMP] = 0;
    this.former.set(nodes.subarray(NODE * leaves, NODE * (leaves + end)));
    for (let node = leaves - 1; node > 0; node--)
      // Nodes without leaves below them are not read.
      if (node << (Math.clz32(node) - Math.clz32(leaves)) < leaves + end) this.#fit(node, 0);
    this.#assignTurns(votes);
    return true;
  }

  /** Whether boxes get new room by turns. */
  get hasTurns(): boolean {
    return this.turnShift < NO_TURNS;
  }

  validate(bits: Int32Array): void {
    const { leaves, nodes } = this;
    for (let node = 2; node < leaves + this.count; node++) {
      if (node < leaves && (node << Math.clz32(node)) >>> Math.clz32(leaves) >= leaves + this.count) continue;
      const k = NODE * node;
      const parent = NODE * (node >> 1);
      for (let c = 0; c < 3; c++)
        if (nodes[k + c] < nodes[parent + c] || nodes[k + c + 3] > nodes[parent + c + 3])
          throw new Error(`node ${node} is not within its parent`);
    }
    for (let i = 0; i < leaves + this.loose; i++) {
      const node = leaves + i;
      const proxy = nodes[NODE * node + PROXY];
      if ((i < leaves && i >= this.count) || proxy < 0) continue;
      if (this.nodeOf(proxy) !== node) throw new Error(`proxy ${proxy} is not found at its node ${node}`);
      for (let c = 0; c < 6; c++)
        if (nodes[NODE * node + c] !== ranked(bits[6 * proxy + c]))
          throw new Error(`the box of proxy ${proxy} is not up to date`);
    }
  }

  /** Makes the box of a node that of its children. */
  #fit(node: number, stamp: number): void {
    const { nodes } = this;
    const k = NODE * node;
    const a = 2 * k;
    const b = a + NODE;
    nodes[k] = lesser(nodes[a], nodes[b]);
    nodes[k + 1] = lesser(nodes[a + 1], nodes[b + 1]);
    nodes[k + 2] = lesser(nodes[a + 2], nodes[b + 2]);
    nodes[k + 3] = greater(nodes[a + 3], nodes[b + 3]);
    nodes[k + 4] = greater(nodes[a + 4], nodes[b + 4]);
    nodes[k + 5] = greater(nodes[a + 5], nodes[b + 5]);
    nodes[k + STAMP] = stamp;
  }

  /** Lists the proxies in the leaves. */
  #listLeaves(out: IntList): void {
    const { nodes, leaves } = this;
    out.clear();
    for (let i = 0; i < this.count; i++) {
      const proxy = nodes[NODE * (leaves + i) + PROXY];
      if (proxy >= 0) out.push(proxy);
    }
  }

  /** Puts the boxes into the leaves, in their new order. */
  #placeLeaves(bits: Int32Array): void {
    const { items } = this.#order.proxies;
    const block = blockOf(this.count);
    for (let from = 0; from < this.count; from += block) {
      const to = Math.min(from + block, this.count);
      if (to < this.count) readAheadBits(bits, items, from, to);
      for (let i = from; i < to; i++) this.#place(items[i], this.leaves + i, bits);
    }
    this.#closeLevels();
  }

  /** Cuts a new tree into subtrees that have turns. */
  #cut(): void {
    const levels = this.count < LEAVES_FOR_MORE_TURNS ? CUT_LEVELS_OF_FEW : CUT_LEVELS;
    this.turnShift = this.count < LEAVES_FOR_TURNS ? NO_TURNS : 31 - Math.clz32(this.leaves) - levels;
    const subtrees = Math.max(1, Math.ceil(this.count / 2 ** this.turnShift));
    for (let i = 0; i < TURNS; i++) this.turns[i] = Math.floor((TURNS * i) / subtrees);
  }

  /** Gives each subtree, after a reorder, the turn that most of its boxes had before (votes), so that their room lasts until then. */
  #assignTurns(votes: Int32Array): void {
    const { turns } = this;
    for (let n = 0; n < TURNS && this.hasTurns; n++) {
      let best = 0;
      for (let k = 1; k < TURNS * TURNS; k++) if (votes[k] > votes[best]) best = k;
      const subtree = Math.floor(best / TURNS);
      const turn = best % TURNS;
      turns[subtree] = turn;
      for (let k = 0; k < TURNS; k++) {
        votes[TURNS * subtree + k] = -1;
        votes[TURNS * k + turn] = -1;
      }
    }
  }

  /** Empties, on each level, the first node without leaves below it: its sibling has leaves, so its parent reads its box. */
  #closeLevels(): void {
    let end = this.leaves + this.count;
    for (let width = this.leaves; width > 1; width >>= 1) {
      if (end < 2 * width) this.#erase(end);
      end = (end + 1) >> 1;
    }
    if (this.count === 0) this.#erase(1);
  }

  #erase(node: number): void {
    this.nodes.fill(GREATEST, NODE * node, NODE * node + 3);
    this.nodes.fill(LEAST, NODE * node + 3, NODE * node + 6);
    this.nodes[NODE * node + PROXY] = -1;
    this.nodes[NODE * node + STAMP] = 0;
  }

  /** Empties a leaf whose box was removed. */
  #empty(leaf: number): void {
    this.#erase(leaf);
    this.nodes[NODE * leaf + STAMP] = this.stamp;
    this.holes++;
    this.changed.push(leaf);
  }

  #boundless(node: number): boolean {
    const { nodes } = this;
    const k = NODE * node;
    const beyond =
      (nodes[k] + LARGEST_RANK) |
      (nodes[k + 1] + LARGEST_RANK) |
      (nodes[k + 2] + LARGEST_RANK) |
      (LARGEST_RANK - nodes[k + 3]) |
      (LARGEST_RANK - nodes[k + 4]) |
      (LARGEST_RANK - nodes[k + 5]);
    return beyond < 0;
  }

  /** Makes a loose node for a proxy. Its former box overlaps nothing. */
  #addLoose(proxy: BoxProxy): number {
    const node = 2 * this.leaves + this.loose++;
    this.#reserve(node + 1);
    this.#setNode(proxy, node);
    const k = NODE * (node - this.leaves);
    this.former.fill(GREATEST, k, k + 3);
    this.former.fill(LEAST, k + 3, k + 6);
    return node;
  }

  #copy(from: number, to: number): void {
    const { nodes, former, leaves } = this;
    nodes.copyWithin(NODE * to, NODE * from, NODE * (from + 1));
    former.copyWithin(NODE * (to - leaves), NODE * (from - leaves), NODE * (from - leaves + 1));
    this.nodeOfProxy[nodes[NODE * to + PROXY]] = to;
  }

  #setNode(proxy: BoxProxy, node: number): void {
    if (proxy >= this.nodeOfProxy.length) {
      const nodeOf = new Int32Array(Math.max(proxy + 1, 2 * this.nodeOfProxy.length));
      nodeOf.set(this.nodeOfProxy);
      this.nodeOfProxy = nodeOf;
    }
    this.nodeOfProxy[proxy] = node;
  }

  #place(proxy: BoxProxy, node: number, bits: Int32Array): void {
    this.#setNode(proxy, node);
    this.#write(node, proxy, bits);
    this.nodes[NODE * node + STAMP] = this.stamp;
  }

  #settle(node: number): void {
    if (node === 0) return;
    const { nodes, former } = this;
    const k = NODE * node;
    const f = NODE * (node - this.leaves);
    former[f] = nodes[k];
    former[f + 1] = nodes[k + 1];
    former[f + 2] = nodes[k + 2];
    former[f + 3] = nodes[k + 3];
    former[f + 4] = nodes[k + 4];
    former[f + 5] = nodes[k + 5];
  }

  /** Writes the ranks of a proxy's fat box. */
  #write(node: number, proxy: BoxProxy, bits: Int32Array): void {
    const { nodes } = this;
    const k = NODE * node;
    const b = 6 * proxy;
    nodes[k] = ranked(bits[b]);
    nodes[k + 1] = ranked(bits[b + 1]);
    nodes[k + 2] = ranked(bits[b + 2]);
    nodes[k + 3] = ranked(bits[b + 3]);
    nodes[k + 4] = ranked(bits[b + 4]);
    nodes[k + 5] = ranked(bits[b + 5]);
    nodes[k + PROXY] = proxy;
  }

  /** Makes room for this many nodes, loose ones included. */
  #reserve(count: number): void {
    if (this.#fits(count)) return;
    const { nodes, former } = this;
    this.#allocate(2 * count - 2 * this.leaves + LOOSE_ROOM);
    this.nodes.set(nodes.subarray(0, this.nodes.length));
    this.former.set(former.subarray(0, this.former.length));
  }

  /** Makes arrays for a new tree, unless those that are there fit. What is in them is lost. */
  #renew(): void {
    const count = 2 * this.leaves + this.loose + LOOSE_ROOM;
    if (!this.#fits(count)) this.#allocate(count);
  }

  #fits(count: number): boolean {
    return NODE * count <= this.nodes.length && NODE * (count - this.leaves) <= this.former.length;
  }

  #allocate(count: number): void {
    this.nodes = new Int32Array(NODE * count);
    this.former = new Int32Array(NODE * (count - this.leaves));
  }
}

/** Moves the origin on each axis on which the boxes are far from it. Returns whether it did. */
function moveOrigin(origin: Float64Array, { items, count }: IntList, boxes: Float64Array): boolean {
  let moved = false;
  for (let c = 0; c < 3 && count > 0; c++) {
    let least = Infinity;
    let greatest = -Infinity;
    for (let i = 0; i < count; i++) {
      const k = 6 * items[i] + c;
      const center = 0.5 * boxes[k] + 0.5 * boxes[k + 3];
      if (center < least) least = center;
      if (center > greatest) greatest = center;
    }
    const middle = 0.5 * least + 0.5 * greatest;
    if (Math.abs(middle - origin[c]) <= FAR * (greatest - least)) continue;
    origin[c] = middle;
    moved = true;
  }
  return moved;
}

function isAscending(items: Int32Array, count: number): boolean {
  for (let i = 1; i < count; i++) if (items[i] <= items[i - 1]) return false;
  return true;
}

/** The lesser of two ranks, without a branch: their difference is an int32. */
function lesser(a: number, b: number): number {
  const d = (a - b) | 0;
  return b + (d & (d >> 31));
}

function greater(a: number, b: number): number {
  const d = (a - b) | 0;
  return a - (d & (d >> 31));
}
