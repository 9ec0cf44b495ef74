/**
 * A tree of boxes that is fitted to them as they move and built anew when that has become the cheaper way: the broad phase for
 * any mixture of sizes and of boxes that move and that rest.
 *
 * The boxes in the tree are fat (fat-boxes.ts), and the pairs of those that overlap are kept as candidates. Most updates find
 * every box within its fat one: then only the candidates are looked at, and the tree is not.
 *
 * When to rebuild is measured, not guessed. Right after a build the tree is as good as it gets; the pairs of nodes that a search
 * has to go through beyond that are the price of its age. Once their sum reaches the price of a build, it is built, in the midst
 * of an update if need be. So boxes that jump about, too, cost little more than a build an update.
 */
import { BoxTree, NODE, PROXY } from './box-tree.ts';
import type { BoxProxy, Coordinates } from './broad-phase.ts';
import { CandidatePairs } from './candidate-pairs.ts';
import { FatBoxes } from './fat-boxes.ts';
import { IntList } from './int-list.ts';
import { greatestOfRank, leastOfRank, rankOf } from './rank-box.ts';
import { segmentBoxEntry } from './segment-box.ts';
import { TrackedPairs } from './tracked-pairs.ts';
import { keepNew, overlapByRank, overlapsWithin, overlapsWithLoose } from './tree-pairs.ts';

/** What a build costs a box, in pairs of nodes. */
const BUILD = 32;

/** If one box in FEW has changed, about as many pairs of nodes are gone through as if all had: the nodes above it change too. */
const FEW = 10;

/** If one box in so many of those that moved needs new room, all of them get it: a search for some is nearly as dear. */
const SOME = 16;

/** If no more than one box in so many has changed, their candidates are looked at by themselves, not all there are. */
const LISTED = 8;

/** Newcomers are kept loose up to this many and a part of the boxes, which has a limit: any two of them are compared. */
const NEWCOMERS = 32;
const NEWCOMERS_PART = 1 / 8;
const NEWCOMERS_MOST = 256;

/** The tree is built anew when more than this part of it is empty. */
const HOLES_PART = 1 / 4;

/** In `marks`: 1 for every box that changed, and this for those whose fat box did. */
const REFITTED = 2;

/** The broad phase for everything: any sizes, few or many that move. */
export class DynamicAabbTree<T = unknown> extends TrackedPairs<T> {
  readonly #tree = new BoxTree();
  readonly #fat = new FatBoxes();
  /** The pairs that overlap in the tree, by rank. */
  readonly #candidates = new CandidatePairs();
  /** The proxies whose fat boxes are new, and those of the last time. */
  readonly #refitted = new IntList();
  readonly #last = new IntList();
  /** Pairs of nodes that were found, and room to find them. */
  readonly #fresh = new IntList();
  readonly #spare = new IntList();
  /** Pairs of nodes gone through right after the build, and how many more than that since. */
  #atBest = 0;
  #excess = 0;
  /** A node's box, and a segment as seen from the tree's origin. */
  readonly #box = new Float64Array(6);
  readonly #from = { x: 0, y: 0, z: 0 };
  readonly #to = { x: 0, y: 0, z: 0 };

  protected override trackPairs(): void {
    this.#fat.reserve(this.proxies.limit);
    this.#fresh.clear();
    const rebuilt = this.#giveRoom() && this.#search();
    if (this.changed.count * LISTED <= this.size) this.#reviewListed(rebuilt);
    else this.#reviewAll(rebuilt);
    if (rebuilt) this.#candidates.clear();
    this.#takeFresh();
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
    if (this.changed.count > 0) return;
    this.#tree.validate(this.#fat.boxes);
    const candidates = this.#candidates;
    candidates.validate();
    let meeting = 0;
    for (let i = 0; i < candidates.count; i++) {
      const a = candidates.proxies[2 * i];
      const b = candidates.proxies[2 * i + 1];
      if (!this.#mayMeet(a, b)) throw new Error(`candidate ${i} does not overlap in the tree`);
      if (this.proxies.overlap(a, b) !== (candidates.meets[i] === 1))
        throw new Error(`candidate ${i} is not up to date`);
      meeting += candidates.meets[i];
    }
    if (meeting !== this.table.count) throw new Error(`${meeting} candidates overlap, but ${this.table.count} pairs`);
  }

  /** New fat boxes for what has come or has left its old one. False if the tree stays as it is. */
  #giveRoom(): boolean {
    const tree = this.#tree;
    const fat = this.#fat;
    const refitted = this.#refitted;
    const { proxies, changed, marks } = this;
    const { boxes } = proxies;
    const { items, count } = changed;
    refitted.clear();
    let removed = 0;
    for (let i = 0; i < count; i++) {
      const proxy = items[i];
      if (!proxies.has(proxy)) removed++;
      else if (tree.nodeOf(proxy) === 0 || !fat.holds(proxy, boxes)) refitted.push(proxy);
    }
    if (removed + refitted.count === 0) return false;
    if (refitted.count * SOME > count) {
      refitted.clear();
      for (let i = 0; i < count; i++) if (proxies.has(items[i])) refitted.push(items[i]);
    }
    tree.begin(this.#last);
    this.#last.clear();
    for (let i = 0; i < refitted.count; i++) {
      const proxy = refitted.items[i];
      if (tree.nodeOf(proxy) === 0) fat.enter(proxy, boxes);
      else fat.fatten(proxy, boxes);
      tree.set(proxy, fat.boxes);
      marks[proxy] |= REFITTED;
      this.#last.push(proxy);
    }
    for (let i = 0; i < count && removed > 0; i++) {
      if (proxies.has(items[i])) continue;
      tree.remove(items[i]);
      marks[items[i]] |= REFITTED;
      removed--;
    }
    return true;
  }

  /** Has the new candidates in `fresh`, as nodes; all of them, and true, if the tree was built anew. */
  #search(): boolean {
    const tree = this.#tree;
    const newcomers = NEWCOMERS + Math.min(NEWCOMERS_PART * tree.count, NEWCOMERS_MOST);
    let rebuilt = tree.newcomers > newcomers || tree.holes > NEWCOMERS + HOLES_PART * tree.count;
    if (!rebuilt) {
      const expected = this.#atBest * Math.min(1, (FEW * this.#refitted.count) / (tree.count + 1));
      const limit = expected + BUILD * (tree.count + NEWCOMERS) - this.#excess;
      tree.refit();
      const work = overlapsWithin(tree, limit, this.#fresh, this.#spare);
      rebuilt = work > limit;
      if (work > expected) this.#excess += work - expected;
    }
    if (rebuilt) {
      tree.rebuild(this.#fat.boxes);
      this.#fat.typical = tree.typicalSize;
      this.#atBest = overlapsWithin(tree, Infinity, this.#fresh, this.#spare);
      this.#excess = 0;
    }
    this.#meetLoose();
    if (!rebuilt) keepNew(tree, this.#fresh);
    return rebuilt;
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
        if (!overlapByRank(tree, first + i, first + j)) continue;
        this.#fresh.push(first + i);
        this.#fresh.push(first + j);
      }
    }
  }

  #reviewAll(rebuilt: boolean): void {
    const { marks } = this;
    const { boxes } = this.proxies;
    const candidates = this.#candidates;
    const { proxies, meets } = candidates;
    // Backwards, as a removal moves the last pair into the gap.
    for (let i = candidates.count - 1; i >= 0; i--) {
      const a = proxies[2 * i];
      const b = proxies[2 * i + 1];
      const marked = marks[a] | marks[b];
      if (marked === 0) continue;
      // Most are as they were, which is seen here, by the same comparisons as in `Proxies.overlap`.
      const k = 6 * a;
      const l = 6 * b;
      const overlap =
        boxes[k] <= boxes[l + 3] &&
        boxes[l] <= boxes[k + 3] &&
        boxes[k + 1] <= boxes[l + 4] &&
        boxes[l + 1] <= boxes[k + 4] &&
        boxes[k + 2] <= boxes[l + 5] &&
        boxes[l + 2] <= boxes[k + 5];
      if (marked >= REFITTED || (meets[i] === 1) !== overlap) this.#review(i, rebuilt);
    }
  }

  #reviewListed(rebuilt: boolean): void {
    const { items, count } = this.changed;
    const candidates = this.#candidates;
    for (let i = 0; i < count; i++) {
      for (let link = candidates.head(items[i]); link >= 0; ) {
        const pair = link >> 1;
        const next = candidates.next[link];
        const last = candidates.count - 1;
        this.#review(pair, rebuilt);
        // If that took the pair away, the last one is in its place.
        const moved = candidates.count === last && next >> 1 === last;
        link = moved ? 2 * pair + (next & 1) : next;
      }
    }
  }

  /** Brings a candidate with a changed box up to date. After a rebuild all are found anew, and only ends matter. */
  #review(i: number, rebuilt: boolean): void {
    const { marks, proxies } = this;
    const candidates = this.#candidates;
    const a = candidates.proxies[2 * i];
    const b = candidates.proxies[2 * i + 1];
    const known = candidates.meets[i] === 1;
    const refitted = ((marks[a] | marks[b]) & REFITTED) !== 0;
    const gone = refitted && !(proxies.has(a) && proxies.has(b));
    const meets = !gone && proxies.overlap(a, b);
    if (known && !meets) this.end(a, b);
    if (refitted && !rebuilt && (gone || !this.#mayMeet(a, b))) candidates.remove(i);
    else {
      if (meets && !known) this.begin(a, b);
      candidates.meets[i] = meets ? 1 : 0;
    }
  }

  #mayMeet(a: BoxProxy, b: BoxProxy): boolean {
    const tree = this.#tree;
    return overlapByRank(tree, tree.nodeOf(a), tree.nodeOf(b));
  }

  #takeFresh(): void {
    const { nodes } = this.#tree;
    const { items, count } = this.#fresh;
    const { proxies } = this;
    for (let i = 0; i < count; i += 2) {
      const a = nodes[NODE * items[i] + PROXY];
      const b = nodes[NODE * items[i + 1] + PROXY];
      const meets = proxies.overlap(a, b);
      this.#candidates.add(a, b, meets);
      if (meets) this.begin(a, b);
    }
  }
}
