/**
 * A tree of boxes that is fitted to them as they move and built anew when that has become the cheaper way: the broad phase for
 * any mixture of sizes and of boxes that move and that rest.
 *
 * When to rebuild is measured, not guessed. Right after a build the tree is as good as it gets; the pairs of nodes that an
 * update has to go through beyond that are the price of its age. Once their sum reaches the price of a build, it is built, in
 * the midst of an update if need be. So boxes that jump about, too, cost little more than a build an update.
 */
import { BoxTree, NODE, PROXY } from './box-tree.ts';
import type { Coordinates } from './broad-phase.ts';
import { IntList } from './int-list.ts';
import { greatestOfRank, leastOfRank, rankOf } from './rank-box.ts';
import { segmentBoxEntry } from './segment-box.ts';
import { TrackedPairs } from './tracked-pairs.ts';
import { keepNew, overlapsWithin, overlapsWithLoose } from './tree-pairs.ts';

/** What a build costs a box, in pairs of nodes. */
const BUILD = 32;

/** If one box in FEW has changed, about as many pairs of nodes are gone through as if all had: the nodes above it change too. */
const FEW = 10;

/** Newcomers are kept loose up to this many and a part of the boxes, which has a limit: any two of them are compared. */
const NEWCOMERS = 32;
const NEWCOMERS_PART = 1 / 8;
const NEWCOMERS_MOST = 256;

/** The tree is built anew when more than this part of it is empty. */
const HOLES_PART = 1 / 4;

/** The broad phase for everything: any sizes, few or many that move. */
export class DynamicAabbTree<T = unknown> extends TrackedPairs<T> {
  readonly #tree = new BoxTree();
  /** What changed at the last update. */
  readonly #last = new IntList();
  /** Pairs that may be new, and room to find them. */
  readonly #fresh = new IntList();
  readonly #spare = new IntList();
  /** Pairs of nodes gone through right after the build, and how many more than that since. */
  #atBest = 0;
  #excess = 0;
  /** A node's box, and a segment as seen from the tree's origin. */
  readonly #box = new Float64Array(6);
  readonly #from = { x: 0, y: 0, z: 0 };
  readonly #to = { x: 0, y: 0, z: 0 };

  protected override findPairs(): void {
    const tree = this.#tree;
    this.#workIn();
    const newcomers = NEWCOMERS + Math.min(NEWCOMERS_PART * tree.count, NEWCOMERS_MOST);
    if (tree.newcomers > newcomers || tree.holes > NEWCOMERS + HOLES_PART * tree.count) this.#rebuild();
    else {
      const expected = this.#atBest * Math.min(1, (FEW * this.changed.count) / (tree.count + 1));
      const limit = expected + BUILD * (tree.count + NEWCOMERS) - this.#excess;
      tree.refit();
      const work = overlapsWithin(tree, limit, this.#fresh, this.#spare);
      if (work > limit) this.#rebuild();
      else if (work > expected) this.#excess += work - expected;
    }
    this.#meetLoose();
    keepNew(tree, this.#fresh);
    const { items, count } = this.#fresh;
    const { pairs, proxies } = this;
    for (let i = 0; i < count; i += 2) if (proxies.overlap(items[i], items[i + 1])) pairs.add(items[i], items[i + 1]);
  }

  protected override boxCandidates(min: Coordinates, max: Coordinates, out: IntList): void {
    const { nodes, leaves, count, origin, loose } = this.#tree;
    const minX = rankOf(min.x - origin[0]);
    const minY = rankOf(min.y - origin[1]);
    const minZ = rankOf(min.z - origin[2]);
    const maxX = rankOf(max.x - origin[0]);
    const maxY = rankOf(max.y - origin[1]);
    const maxZ = rankOf(max.z - origin[2]);
    const stack = this.#spare;
    stack.clear();
    if (count > 0) stack.push(1);
    for (let i = 0; i < loose; i++) stack.push(2 * leaves + i);
    while (stack.count > 0) {
      const node = stack.items[--stack.count];
      const k = NODE * node;
      const gaps =
        (maxX - nodes[k]) |
        (nodes[k + 3] - minX) |
        (maxY - nodes[k + 1]) |
        (nodes[k + 4] - minY) |
        (maxZ - nodes[k + 2]) |
        (nodes[k + 5] - minZ);
      if (gaps < 0) continue;
      if (node >= leaves) out.push(nodes[k + PROXY]);
      else {
        stack.push(2 * node + 1);
        stack.push(2 * node);
      }
    }
  }

  protected override rayCandidates(from: Coordinates, to: Coordinates, out: IntList): void {
    const { nodes, leaves, count, origin, loose } = this.#tree;
    const box = this.#box;
    const a = this.#from;
    const b = this.#to;
    a.x = from.x - origin[0];
    a.y = from.y - origin[1];
    a.z = from.z - origin[2];
    b.x = to.x - origin[0];
    b.y = to.y - origin[1];
    b.z = to.z - origin[2];
    const stack = this.#spare;
    stack.clear();
    if (count > 0) stack.push(1);
    while (stack.count > 0) {
      const node = stack.items[--stack.count];
      const k = NODE * node;
      for (let c = 0; c < 3; c++) {
        box[c] = leastOfRank(nodes[k + c]);
        box[c + 3] = greatestOfRank(nodes[k + c + 3]);
      }
      if (!(segmentBoxEntry(box, 0, a, b) <= 1)) continue;
      if (node >= leaves) out.push(nodes[k + PROXY]);
      else {
        stack.push(2 * node + 1);
        stack.push(2 * node);
      }
    }
    for (let i = 0; i < loose; i++) out.push(nodes[NODE * (2 * leaves + i) + PROXY]);
  }

  override validate(): void {
    super.validate();
    if (this.changed.count === 0) this.#tree.validate(this.proxies.boxes);
  }

  #workIn(): void {
    const tree = this.#tree;
    const { proxies, changed } = this;
    const { boxes } = proxies;
    const last = this.#last;
    tree.begin(last);
    last.clear();
    for (let i = 0; i < changed.count; i++) {
      const proxy = changed.items[i];
      if (proxies.has(proxy)) {
        tree.set(proxy, boxes);
        last.push(proxy);
      } else tree.remove(proxy);
    }
  }

  #rebuild(): void {
    this.#tree.rebuild(this.proxies.boxes);
    this.#atBest = overlapsWithin(this.#tree, Infinity, this.#fresh, this.#spare);
    this.#excess = 0;
  }

  /** The pairs of loose boxes, with those in the tree and among themselves. */
  #meetLoose(): void {
    const tree = this.#tree;
    const first = 2 * tree.leaves;
    this.#spare.clear();
    for (let i = 0; i < tree.loose; i++) {
      const work = overlapsWithLoose(tree, first + i, this.#fresh, this.#spare);
      // What a newcomer costs is the price of a build put off; a boundless box would cost it anyway.
      if (tree.newcomers > 0) this.#excess += work;
      for (let j = 0; j < i; j++) {
        if (!tree.hasChanged(first + i) && !tree.hasChanged(first + j)) continue;
        this.#fresh.push(first + i);
        this.#fresh.push(first + j);
      }
    }
  }
}
