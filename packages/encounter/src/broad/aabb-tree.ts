/**
 * A tree of boxes that is refitted as they move, and rebuilt when that has become cheaper. It is the broad phase for any mixture of
 * sizes, and of boxes that move and boxes that rest.
 *
 * The boxes in the tree are fat (fat-boxes.ts), and the pairs of fat boxes that overlap are kept as candidates. Most updates find
 * every box within its fat box: then only the candidates are tested, and the tree is not used.
 *
 * No update should take much longer than the others. So in a large tree boxes that move get new room by turns: in some updates those of a
 * subtree, and beside them only those boxes that need it earlier. Each gets as much room as it will need until its turn. Leaves of a subtree are near
 * each other in space, so a search for their pairs visits only a part of the tree.
 *
 * When to rebuild is measured, not guessed. Right after a build the tree is as good as it gets. The pairs of nodes that a search
 * visits beyond that number are the cost of its age. Once their sum reaches the cost of a build, the leaves are put into a new order,
 * which is computed in slices over the next updates. Boxes that jump around make a tree useless at once. Then it is rebuilt in the middle
 * of an update, so that even such boxes cost little more than one build per update.
 */
import { BoxTree, NODE, PROXY, TURNS } from './box-tree.ts';
import type { BoxProxy, Coordinates } from './broad-phase.ts';
import { CandidatePairs } from './candidate-pairs.ts';
import { findStale, REFITTED, Stale } from './candidate-review.ts';
import { FatBoxes } from './fat-boxes.ts';
import type { FrontWalk } from './front-walk.ts';
import { IntList } from './int-list.ts';
import { PairTable } from './pair-table.ts';
import { rankOf } from './rank-box.ts';
import { blockOf, readAhead } from './read-ahead.ts';
import { TrackedPairs } from './tracked-pairs.ts';
import { keepNew, overlapByRank, overlapsWithin, overlapsWithLoose, PairSearch } from './tree-pairs.ts';
import { walkTree } from './tree-walk.ts';

/** The cost of a build per box, in visits of pairs of nodes. */
const BUILD_COST_PER_BOX = 32;

/** The same for a new order of the leaves, which needs no search of the whole tree. */
const REORDER_COST_PER_BOX = 4;

/** When 1 in 10 boxes has changed, a search visits about as many pairs of nodes as when all have: the nodes above them change, too. */
const FULL_SEARCH_ONE_IN = 10;

/**
 * When more than 1 in 16 moved boxes outgrew its fat box, refit all that moved: searching for a few pairs costs almost as much as
 * searching for all.
 */
const REFIT_ALL_ONE_IN = 16;

/**
 * When more than 1 in 2 boxes gets new room, nodes are written in the order of the leaves, not in that of the boxes: one loop that only waits
 * for memory is faster than one that also computes. Of a million boxes, the first update in which all move spent 315 ms of the processor
 * on it, now 190.
 */
const REFIT_IN_ORDER_ONE_IN = 2;

/**
 * A new order of the leaves begins and goes on in updates in which less than 1 in 3 boxes gets new room. A subtree that has its turn holds
 * up to 1 in 4.
 */
const QUIET_ONE_IN = 3;

/** After this many updates without a need to refit all, half as many leaves get new room per update. */
const CALM_UPDATES = 64;

/**
 * When no more than 1 in 8 boxes has changed, only the candidates of these boxes are tested; otherwise all candidates are. The lists of
 * the candidates of a box are made for the second such update in a row, because making them takes longer than testing all.
 */
const REVIEW_LISTED_ONE_IN = 8;

/**
 * New boxes stay loose until there are more than NEWCOMERS plus a part of the boxes in the tree, at most NEWCOMERS_MOST. All pairs
 * of loose boxes are compared, so they must not be many.
 */
const NEWCOMERS = 32;
const NEWCOMERS_PART = 1 / 8;
const NEWCOMERS_MOST = 256;

/** The tree is rebuilt when more than this part of its leaves is empty. */
const HOLES_PART = 1 / 4;

/** The general broad phase: for any sizes, and few or many boxes that move. */
export class DynamicAabbTree<T = unknown> extends TrackedPairs<T> {
  /** How often the leaves have got a new order between builds. @internal */
  reorders = 0;
  /** How many pairs of nodes the last update visited. @internal */
  visits = 0;
  readonly #tree = new BoxTree();
  readonly #fat = new FatBoxes(this.#tree.origin);
  /** The pairs whose boxes in the tree overlap, by rank. Those that meet are the pairs of the broad phase. */
  readonly #candidates = new CandidatePairs();
  /** Scratch of a rebuild: the pairs that overlapped before it and still do. */
  readonly #known = new PairTable();
  /** The proxies whose fat boxes are new in the last update in which there were any, and scratch for those of the next. */
  #refitted = new IntList();
  #refitting = new IntList();
  /** The pairs of nodes found, and scratch for the search. */
  readonly #fresh = new IntList();
  readonly #spare = new IntList();
  readonly #pairSearch = new PairSearch();
  /** New boxes that the next build, in this update, puts into the tree. */
  readonly #joining = new IntList();
  /** Of the boxes that changed since the last update: how many were removed, are new, get new room only because it is their turn. */
  #removed = 0;
  #entering = 0;
  #inTurn = 0;
  /** Whether no more than one in REVIEW_LISTED_ONE_IN boxes had changed in the last update. */
  #fewChanged = false;
  /** How many pairs of nodes the search after the build visited, and how many more than that were visited since. */
  #atBest = 0;
  #excess = 0;
  /** The turn of this update, and how many turns it takes at once. */
  #turn = 0;
  #turnsAtOnce = 1;
  #calmUpdates = TURNS;
  /** For each subtree with a turn of its own: for how many moves its boxes need room. */
  readonly #untilTurn = new Uint8Array(TURNS);
  /** The visits and the boxes with new room in this round of turns; the least visits per box of a round, and the visits above that. */
  #roundVisits = 0;
  #roundBoxes = 0;
  #leastPerBox = Infinity;
  #ageing = 0;

  override pairs(): Iterable<readonly [T, T]> {
    this.update();
    const { payloads } = this.proxies;
    const { count, meets, proxies } = this.#candidates;
    const list: [T, T][] = [];
    for (let i = 0; i < count; i++) {
      if (meets[i] === 0) continue;
      const a = proxies[2 * i];
      const b = proxies[2 * i + 1];
      list.push([payloads[Math.min(a, b)] as T, payloads[Math.max(a, b)] as T]);
    }
    return list;
  }

  protected override trackPairs(): void {
    this.#fat.reserve(this.proxies.limit);
    this.#fresh.clear();
    this.visits = 0;
    const rebuilt = this.#giveRoom() && this.#search();
    const few = this.changed.count * REVIEW_LISTED_ONE_IN <= this.size;
    if (few && (this.#candidates.linked || this.#fewChanged)) this.#reviewListed(rebuilt);
    else this.#reviewAll(rebuilt);
    this.#fewChanged = few;
    if (!few) this.#candidates.unlink();
    if (rebuilt) this.#takeAll();
    else this.#takeFresh();
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

  protected override walk(walk: FrontWalk, visit: (payload: T) => number | undefined): void {
    walkTree(this.#tree, this.proxies, walk, visit);
  }

  override validate(): void {
    super.validate();
    if (this.changed.count > 0) return;
    this.#tree.validate(this.#fat.bits);
    this.#validateRoom();
    const candidates = this.#candidates;
    candidates.validate();
    for (let i = 0; i < candidates.count; i++) {
      const a = candidates.proxies[2 * i];
      const b = candidates.proxies[2 * i + 1];
      if (!this.#mayMeet(a, b)) throw new Error(`candidate ${i} does not overlap in the tree`);
      if (this.proxies.overlap(a, b) !== (candidates.meets[i] === 1))
        throw new Error(`candidate ${i} is not up to date`);
    }
  }

  /** Every box must be within its fat box by rank: otherwise pairs of it may be missing from the candidates. */
  #validateRoom(): void {
    const { origin, nodes } = this.#tree;
    const { boxes, limit } = this.proxies;
    for (let proxy = 0; proxy < limit; proxy++) {
      const k = NODE * this.#tree.nodeOf(proxy);
      if (k === 0 || !this.proxies.has(proxy)) continue;
      for (let c = 0; c < 3; c++)
        if (
          rankOf(boxes[6 * proxy + c] - origin[c]) < nodes[k + c] ||
          rankOf(boxes[6 * proxy + c + 3] - origin[c]) > nodes[k + c + 3]
        )
          throw new Error(`the box of proxy ${proxy} is not within its fat box`);
    }
  }

  /** Gives new fat boxes to boxes that are new, have left their fat box or have their turn. Returns false if the tree stays as it is. */
  #giveRoom(): boolean {
    const tree = this.#tree;
    const fat = this.#fat;
    const refitted = this.#refitting;
    const { changed, marks } = this;
    const room = TURNS / this.#turnsAtOnce;
    this.#turn = (this.#turn + this.#turnsAtOnce) % TURNS;
    if (this.#turn < this.#turnsAtOnce) this.#endRound();
    const due = this.#planTurns(room);
    refitted.renew(changed.count);
    this.#listRefits(refitted, due, room);
    const entering = this.#entering;
    const aged = this.#ageing > REORDER_COST_PER_BOX * tree.count;
    if (this.#removed + refitted.count === 0 && !tree.reordering && !aged) return false;
    if ((refitted.count - this.#inTurn) * REFIT_ALL_ONE_IN > changed.count) {
      if (refitted.count + this.#removed < changed.count) this.#listAll(refitted);
      if (entering === 0) this.#hurry();
    } else if (++this.#calmUpdates > CALM_UPDATES) this.#slowDown();
    tree.begin(this.#refitted);
    this.#refitting = this.#refitted;
    this.#refitted = refitted;
    // Not in an update that has enough to do.
    const idle = QUIET_ONE_IN * refitted.count < tree.count;
    if (idle && aged && !tree.reordering) tree.beginReorder(fat);
    else if (idle && tree.reordering && tree.advanceReorder(fat.bits)) {
      this.#forgetAge();
      this.reorders++;
    }
    const joins = tree.newcomers + entering > this.#mostNewcomers();
    const most = REFIT_IN_ORDER_ONE_IN * refitted.count > tree.count;
    if (joins) this.#join(refitted, entering);
    if (refitted.count > (joins ? entering : 0)) this.#refit(refitted, room, joins, most);
    if (most) tree.setMarked(marks, REFITTED, fat.bits);
    if (this.#removed > 0) this.#takeOut();
    return true;
  }

  // The loops of `#giveRoom`, each in a method of its own: engines compile a long method with several loops again after each of them. For the
  // first update of a million boxes that took 0.4 s.

  /** Lists those that are new, have left their fat box or have their turn (`due`, one bit per subtree) and little room left. */
  #listRefits(out: IntList, due: number, room: number): void {
    const tree = this.#tree;
    const fat = this.#fat;
    const { proxies } = this;
    const { boxes } = proxies;
    const { items, count } = this.changed;
    const { leaves, turnShift } = tree;
    const list = out.items;
    let end = 0;
    let removed = 0;
    let entering = 0;
    let inTurn = 0;
    for (let i = 0; i < count; i++) {
      const proxy = items[i];
      const node = tree.nodeOf(proxy);
      list[end] = proxy;
      if (!proxies.has(proxy)) removed++;
      else if (node === 0) {
        entering++;
        end++;
      } else if (!fat.holds(proxy, boxes)) end++;
      else if (node < 2 * leaves && (due >> ((node - leaves) >> turnShift)) & 1 && !fat.lasts(proxy, boxes, room)) {
        inTurn++;
        end++;
      }
    }
    out.count = end;
    this.#removed = removed;
    this.#entering = entering;
    this.#inTurn = inTurn;
  }

  /** Lists all that have changed and are still there. */
  #listAll(out: IntList): void {
    const { items, count } = this.changed;
    out.clear();
    for (let i = 0; i < count; i++) if (this.proxies.has(items[i])) out.push(items[i]);
  }

  /** Prepares new boxes for the build. */
  #join(refitted: IntList, entering: number): void {
    const tree = this.#tree;
    const fat = this.#fat;
    const joining = this.#joining;
    const { marks } = this;
    const { boxes } = this.proxies;
    const { items, count } = refitted;
    joining.reserve(entering);
    for (let i = 0; i < count; i++) {
      const proxy = items[i];
      if (tree.nodeOf(proxy) !== 0) continue;
      marks[proxy] |= REFITTED;
      fat.enter(proxy, boxes);
      joining.push(proxy);
    }
  }

  /** Gives new fat boxes to all but those that join. Writes them into the tree, too, unless `most` get one. */
  #refit(refitted: IntList, room: number, joins: boolean, most: boolean): void {
    const tree = this.#tree;
    const fat = this.#fat;
    const until = this.#untilTurn;
    const { marks } = this;
    const { boxes } = this.proxies;
    const { leaves, turnShift } = tree;
    const { items, count } = refitted;
    for (let i = 0; i < count; i++) {
      const proxy = items[i];
      const node = tree.nodeOf(proxy);
      if (node === 0) {
        if (joins) continue;
        fat.enter(proxy, boxes);
      } else fat.fatten(proxy, boxes, node < 2 * leaves ? until[(node - leaves) >> turnShift] : room);
      marks[proxy] |= REFITTED;
      if (!most || node === 0) tree.set(proxy, fat.bits);
    }
  }

  /** Takes removed boxes out of the tree. */
  #takeOut(): void {
    const { proxies, marks } = this;
    const { items, count } = this.changed;
    for (let i = 0; i < count; i++) {
      if (proxies.has(items[i])) continue;
      this.#tree.remove(items[i]);
      marks[items[i]] |= REFITTED;
    }
  }

  /** Notes for how many moves the room of each subtree must last from now on. Returns which subtrees have their turn, one bit for each. */
  #planTurns(room: number): number {
    const { turns, hasTurns } = this.#tree;
    let due = 0;
    for (let i = 0; i < TURNS; i++) {
      const moves = Math.floor(((turns[i] - this.#turn + TURNS) % TURNS) / this.#turnsAtOnce);
      if (moves === 0 && hasTurns) due |= 1 << i;
      this.#untilTurn[i] = hasTurns ? moves || room : TURNS;
    }
    return due;
  }

  /** All must be refitted. If it is for the second time in a round, boxes get new room more often from now on. */
  #hurry(): void {
    if (this.#calmUpdates < TURNS && this.#turnsAtOnce < TURNS / 2) this.#turnsAtOnce *= 2;
    this.#calmUpdates = 0;
  }

  #slowDown(): void {
    this.#calmUpdates = 0;
    if (this.#turnsAtOnce > 1) this.#turnsAtOnce /= 2;
  }

  /** Compares what the searches of a round of turns have visited with the best round since the leaves were put in order. */
  #endRound(): void {
    const boxes = this.#roundBoxes;
    if (boxes > 0) {
      this.#leastPerBox = Math.min(this.#leastPerBox, this.#roundVisits / boxes);
      this.#ageing += this.#roundVisits - boxes * this.#leastPerBox;
    }
    this.#roundVisits = 0;
    this.#roundBoxes = 0;
  }

  #forgetAge(): void {
    this.#fat.typical = this.#tree.typicalSize;
    this.#excess = 0;
    this.#ageing = 0;
    this.#leastPerBox = Infinity;
    this.#roundVisits = 0;
    this.#roundBoxes = 0;
  }

  #mostNewcomers(): number {
    return NEWCOMERS + Math.min(NEWCOMERS_PART * this.#tree.count, NEWCOMERS_MOST);
  }

  /** Writes the new candidates to `fresh`, as pairs of nodes. If the tree was rebuilt, writes all candidates and returns true. */
  #search(): boolean {
    const tree = this.#tree;
    let rebuilt =
      this.#joining.count > 0 ||
      tree.newcomers > this.#mostNewcomers() ||
      tree.holes > NEWCOMERS + HOLES_PART * tree.count;
    if (!rebuilt) {
      const expected = this.#atBest * Math.min(1, (FULL_SEARCH_ONE_IN * this.#refitted.count) / (tree.count + 1));
      const limit = expected + BUILD_COST_PER_BOX * (tree.count + NEWCOMERS) - this.#excess;
      tree.refit();
      const work = overlapsWithin(tree, limit, this.#fresh, this.#pairSearch);
      rebuilt = work > limit;
      if (work > expected) this.#excess += work - expected;
      this.#roundVisits += work;
      this.visits += work;
      this.#roundBoxes += this.#refitted.count;
    }
    if (rebuilt) {
      tree.rebuild(this.#fat, this.proxies.boxes, this.#joining);
      this.#joining.release();
      this.#atBest = overlapsWithin(tree, Infinity, this.#fresh, this.#pairSearch);
      this.visits += this.#atBest;
      this.#forgetAge();
    }
    this.#meetLoose();
    if (!rebuilt) keepNew(tree, this.#fresh);
    return rebuilt;
  }

  /** Adds the pairs of loose boxes with boxes in the tree and with each other. */
  #meetLoose(): void {
    const tree = this.#tree;
    const first = 2 * tree.leaves;
    this.#spare.clear();
    for (let i = 0; i < tree.loose; i++) {
      const work = overlapsWithLoose(tree, first + i, this.#fresh, this.#spare);
      // The work for a newcomer counts towards a rebuild, which would avoid it. For a boundless box a rebuild would not.
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
    const { count, proxies, meets } = this.#candidates;
    const { nodes, nodeOfProxy } = this.#tree;
    const found = this.#spare;
    const block = blockOf(this.size);
    const stale = rebuilt ? Stale.orRefitted : this.#removed > 0 ? Stale.orRemoved : Stale.changed;
    // Backwards, because a removal moves the last pair into the gap.
    for (let to = count; to > 0; to -= block) {
      const from = Math.max(0, to - block);
      if (from > 0) readAhead(boxes, proxies, 2 * from, 2 * to);
      findStale(proxies, meets, boxes, marks, nodes, nodeOfProxy, from, to, stale, found);
      for (let i = 0; i < found.count; i++) this.#review(found.items[i], rebuilt);
    }
  }

  #reviewListed(rebuilt: boolean): void {
    const { items, count } = this.changed;
    const candidates = this.#candidates;
    candidates.link();
    for (let i = 0; i < count; i++) {
      for (let link = candidates.head(items[i]); link >= 0; ) {
        const pair = link >> 1;
        const next = candidates.next[link];
        const last = candidates.count - 1;
        this.#review(pair, rebuilt);
        // If that removed the pair, the last pair is now in its place.
        const moved = candidates.count === last && next >> 1 === last;
        link = moved ? 2 * pair + (next & 1) : next;
      }
    }
  }

  /** Updates a candidate with a changed box. After a rebuild all candidates are found again, so only the end of an overlap matters. */
  #review(i: number, rebuilt: boolean): void {
    const { marks, proxies } = this;
    const candidates = this.#candidates;
    const a = candidates.proxies[2 * i];
    const b = candidates.proxies[2 * i + 1];
    const known = candidates.meets[i] === 1;
    const refitted = ((marks[a] | marks[b]) & REFITTED) !== 0;
    const gone = refitted && !(proxies.has(a) && proxies.has(b));
    const meets = !gone && proxies.overlap(a, b);
    if (known && !meets) this.report(false, a, b);
    if (refitted && !rebuilt && (gone || !this.#mayMeet(a, b))) candidates.remove(i);
    else {
      if (meets && !known) this.report(true, a, b);
      candidates.meets[i] = meets ? 1 : 0;
    }
  }

  #mayMeet(a: BoxProxy, b: BoxProxy): boolean {
    const tree = this.#tree;
    return overlapByRank(tree, tree.nodeOf(a), tree.nodeOf(b));
  }

  /** After a rebuild all candidates are fresh, and those that met before it are told from new ones by a table. */
  #takeAll(): void {
    const candidates = this.#candidates;
    const known = this.#known;
    for (let i = 0; i < candidates.count; i++)
      if (candidates.meets[i] === 1) known.add(candidates.proxies[2 * i], candidates.proxies[2 * i + 1]);
    candidates.clear();
    this.#takeFresh();
    known.clear();
  }

  #takeFresh(): void {
    const { nodes } = this.#tree;
    const { items, count } = this.#fresh;
    const { boxes } = this.proxies;
    const block = 2 * blockOf(this.size);
    this.#candidates.reserve(this.#candidates.count + count / 2);
    for (let i = 0; i < count; i++) items[i] = nodes[NODE * items[i] + PROXY];
    for (let from = 0; from < count; from += block) {
      const to = Math.min(from + block, count);
      if (to < count) readAhead(boxes, items, from, to);
      this.#takeBlock(items, from, to);
    }
  }

  /** Takes pairs of proxies as candidates. */
  #takeBlock(pairs: Int32Array, from: number, to: number): void {
    const { proxies } = this;
    const known = this.#known;
    for (let i = from; i < to; i += 2) {
      const a = pairs[i];
      const b = pairs[i + 1];
      const meets = proxies.overlap(a, b);
      this.#candidates.add(a, b, meets);
      if (meets && (known.count === 0 || known.indexOf(a, b) < 0)) this.report(true, a, b);
    }
  }
}
