/**
 * Incremental sweep and prune (§5.4): the endpoints of all boxes on three axes are kept sorted, and two boxes begin or cease to
 * overlap only when a lower bound of one passes an upper bound of the other on some axis.
 *
 * All changes wait for the next `update`, `query`, `rayCast` or `sweep`, which settles them. `#known` holds the boxes as they were when last
 * settled: the endpoint arrays and the table of pairs are true for these. To settle the changes since then,
 *  - boxes that moved a little pass their neighbours, one by one or all in one insertion sort. Each crossing is judged by the known
 *    and the new boxes, so only net changes are events;
 *  - boxes that are new, or were thrown far, find their partners by a range query, or by halving space if they are many;
 *  - new endpoints stay outside the arrays, and dead ones inside, until there are enough for one merge.
 */
import type { Vec3Input } from '../math/vec3.ts';
import type { BoxProxy, BroadPhase } from './broad-phase.ts';
import { EndpointWalk } from './endpoint-walk.ts';
import { Crossings, Endpoints } from './endpoints.ts';
import { IntList } from './int-list.ts';
import { OverlapEvents } from './overlap-events.ts';
import { PairFinder } from './pair-finder.ts';
import { PairTable } from './pair-table.ts';
import { checkBox, Proxies, readCorner } from './proxies.ts';

/** Flags of a proxy: its endpoints are in the arrays; its box moved since it was settled; its pairs are not known yet; it was removed. */
const LISTED = 1;
const MOVED = 2;
const FRESH = 4;
const DEAD = 8;

/** A box that would pass more endpoints than this is removed and inserted again. */
const FAR_PLACES = 512;
/** When fewer than 1 in 4 boxes moved, they are moved one by one; otherwise all endpoints are sorted. */
const MOVE_EACH_ONE_IN = 4;
/** When more than 1 in 4 boxes were thrown far, all boxes are removed and inserted again; otherwise only those. */
const REINSERT_ALL_ONE_IN = 4;
/** Insertion sort may take this many steps per endpoint. Beyond that, inserting all again costs less (measured at 10,000 boxes). */
const SORT_STEPS_PER_ENDPOINT = 48;
/** When more than 1 in 16 boxes are fresh, all their pairs are found at once; otherwise box by box. */
const SEARCH_ALL_ONE_IN = 16;

/** Sorted endpoints along three axes (§5.4.1): for thousands of boxes that move little. */
export class SweepAndPrune<T = unknown> implements BroadPhase<T> {
  onBegin: ((a: T, b: T) => void) | null = null;
  onEnd: ((a: T, b: T) => void) | null = null;
  readonly #proxies = new Proxies<T>();
  readonly #crossings = new Crossings(() => this.#judge());
  readonly #axes = ([0, 1, 2] as const).map((axis) => new Endpoints(axis, this.#crossings));
  readonly #pairs = new PairTable();
  readonly #events = new OverlapEvents<T>();
  readonly #finder = new PairFinder();
  /** One walk for each level of ray casts nested in visits. */
  readonly #walks: EndpointWalk[] = [];
  /** Boxes as they were when last settled, laid out as in Proxies. */
  #known = new Float64Array(6 * 64);
  #flags = new Uint8Array(64);
  readonly #moved = new IntList();
  readonly #fresh = new IntList();
  readonly #removed = new IntList();
  /** Boxes that are settled, but whose endpoints are not in the arrays yet; then removed boxes whose endpoints still are. */
  readonly #outside = new IntList();
  readonly #dead = new IntList();
  readonly #thrown = new IntList();
  readonly #near = new IntList();
  /** For each axis, a distance over which moves pass few endpoints. */
  readonly #nearDistance = new Float64Array(3);
  readonly #window = new Float64Array(6);
  /** How many visits are under way. While there are any, nothing is settled. */
  #depth = 0;
  /** Whether thrown boxes still have their old endpoints in the arrays. */
  #displaced = false;
  /** The axis of the crossings to be judged. */
  #axis: 0 | 1 | 2 = 0;
  /** The axis whose coarse intervals sift them, if these are up to date. */
  #sieve: Endpoints | null = null;

  get size(): number {
    return this.#proxies.size;
  }

  add(min: Vec3Input, max: Vec3Input, payload: T): BoxProxy {
    const proxy = this.#proxies.add(min, max, payload);
    if (proxy >= this.#flags.length) this.#grow();
    this.#flags[proxy] = FRESH;
    this.#fresh.push(proxy);
    return proxy;
  }

  move(proxy: BoxProxy, min: Vec3Input, max: Vec3Input): void {
    this.#proxies.move(proxy, min, max);
    if ((this.#flags[proxy] & (MOVED | FRESH)) !== 0) return;
    this.#flags[proxy] |= MOVED;
    this.#moved.push(proxy);
  }

  remove(proxy: BoxProxy): void {
    this.#proxies.retire(proxy);
    this.#flags[proxy] |= DEAD;
    this.#removed.push(proxy);
  }

  update(): void {
    this.#settle();
    this.#events.fire(this);
  }

  /** Inside a visit: the pairs of the last update before it. */
  pairs(): Iterable<readonly [T, T]> {
    this.update();
    return this.#proxies.pairs(this.#pairs);
  }

  /** What visits change is seen by queries after this one. */
  query(min: Vec3Input, max: Vec3Input, visit: (payload: T) => boolean | undefined): void {
    this.update();
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    const window = this.#window;
    window[0] = low.x;
    window[1] = low.y;
    window[2] = low.z;
    window[3] = high.x;
    window[4] = high.y;
    window[5] = high.z;
    const near = this.#near;
    const first = near.count;
    this.#gather(window, 0);
    const end = near.count;
    this.#depth++;
    try {
      for (let i = first; i < end; i++) {
        const proxy = near.items[i];
        if (this.#proxies.has(proxy) && visit(this.#proxies.payloads[proxy] as T)) return;
      }
    } finally {
      this.#depth--;
      near.count = first;
    }
  }

  /** What visits change is seen by queries after this one. */
  rayCast(from: Vec3Input, to: Vec3Input, visit: (payload: T) => number | undefined): void {
    this.update();
    const start = readCorner('from', from);
    const end = readCorner('to', to);
    const walk = this.#nextWalk();
    walk.box.setRay(start, end);
    this.#walk(walk, visit);
  }

  /** What visits change is seen by queries after this one. */
  sweep(min: Vec3Input, max: Vec3Input, translation: Vec3Input, visit: (payload: T) => number | undefined): void {
    this.update();
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    const motion = readCorner('translation', translation);
    checkBox(low, high);
    const walk = this.#nextWalk();
    walk.box.setBox(low, high, motion);
    this.#walk(walk, visit);
  }

  #nextWalk(): EndpointWalk {
    if (this.#depth === 0) this.#merge();
    while (this.#walks.length <= this.#depth) this.#walks.push(new EndpointWalk(this.#axes));
    return this.#walks[this.#depth];
  }

  #walk(walk: EndpointWalk, visit: (payload: T) => number | undefined): void {
    this.#depth++;
    try {
      walk.run(this.#proxies, visit);
    } finally {
      this.#depth--;
    }
  }

  #settle(): void {
    if (this.#depth > 0) return;
    if (this.#removed.count > 0) this.#settleRemoved();
    if (this.#moved.count > 0) this.#settleMoved();
    if (this.#fresh.count > 0) this.#settleFresh();
    // A merge costs O(n), so it waits for about √n changes. Each query searches these one by one until then.
    const waiting = this.#outside.count + this.#dead.count;
    if (waiting > 16 && waiting * waiting > 4 * this.#proxies.size) this.#merge();
  }

  #settleRemoved(): void {
    const { boxes } = this.#proxies;
    const removed = this.#removed;
    let kept = 0;
    for (let i = 0; i < removed.count; i++) {
      const proxy = removed.items[i];
      // A box of NaN overlaps nothing. So crossings with its endpoints, which stay until they are dropped, have no effect.
      boxes.fill(Number.NaN, 6 * proxy, 6 * proxy + 6);
      // A box without known pairs is removed with the fresh ones.
      if ((this.#flags[proxy] & FRESH) === 0) removed.items[kept++] = proxy;
    }
    removed.count = kept;
    this.#endPairs(removed);
    for (let i = 0; i < kept; i++) {
      this.#know(removed.items[i]);
      this.#dead.push(removed.items[i]);
    }
    removed.clear();
  }

  #settleMoved(): void {
    const flags = this.#flags;
    const moved = this.#moved;
    // Only endpoints in the arrays make crossings.
    if (this.#outside.count > 0) this.#merge();
    this.#sortOutThrown();
    if (this.#thrown.count * REINSERT_ALL_ONE_IN > this.#proxies.size) {
      this.#throwAll();
      return;
    }
    this.#endPairs(this.#thrown);
    this.#thrown.clear();
    if (moved.count * MOVE_EACH_ONE_IN < this.#proxies.size) this.#moveEach();
    else if (!this.#sortAll()) {
      this.#throwAll();
      return;
    }
    for (let i = 0; i < moved.count; i++) {
      this.#know(moved.items[i]);
      flags[moved.items[i]] &= ~MOVED;
    }
    moved.clear();
  }

  /** Makes moved boxes that moved far fresh ones. */
  #sortOutThrown(): void {
    const moved = this.#moved;
    for (const endpoints of this.#axes) this.#nearDistance[endpoints.axis] = endpoints.nearDistance(FAR_PLACES);
    let kept = 0;
    for (let i = 0; i < moved.count; i++) {
      const proxy = moved.items[i];
      if (!this.#proxies.has(proxy)) continue;
      if (this.#isThrown(proxy)) {
        this.#flags[proxy] = LISTED | FRESH;
        this.#thrown.push(proxy);
        this.#fresh.push(proxy);
      } else moved.items[kept++] = proxy;
    }
    moved.count = kept;
    if (this.#thrown.count > 0) this.#displaced = true;
  }

  #isThrown(proxy: BoxProxy): boolean {
    const { boxes } = this.#proxies;
    const known = this.#known;
    for (const endpoints of this.#axes) {
      const { axis } = endpoints;
      // Only the lower bound is tested: sizes change less than positions. Most moves are too short to need a test.
      const k = 6 * proxy + axis;
      if (Math.abs(boxes[k] - known[k]) <= this.#nearDistance[axis]) continue;
      if (endpoints.isFar(2 * proxy, boxes, FAR_PLACES)) return true;
    }
    return false;
  }

  #moveEach(): void {
    const { boxes } = this.#proxies;
    const { items, count } = this.#moved;
    for (const endpoints of this.#axes) {
      this.#axis = endpoints.axis;
      this.#sieve = null;
      for (let i = 0; i < count; i++) endpoints.move(items[i], boxes);
      this.#judge();
    }
  }

  /** Sorts all endpoints. Returns false if that would take too long. */
  #sortAll(): boolean {
    this.#drop();
    for (const endpoints of this.#axes) endpoints.coarsen(this.#known, this.#proxies.boxes, this.#proxies.limit);
    for (const endpoints of this.#axes) {
      this.#axis = endpoints.axis;
      this.#sieve = this.#axes[(endpoints.axis + 1) % 3];
      if (!endpoints.sort(this.#proxies.boxes, this.#moved, SORT_STEPS_PER_ENDPOINT * endpoints.count)) return false;
      this.#judge();
      endpoints.reindex();
    }
    return true;
  }

  /**
   * Turns the crossings on an axis into events. Whether a pair overlapped and overlaps now is computed from the known and the new
   * boxes, not from the arrays of the other axes, which may be settled or not. So no pair begins that ceases in the same update.
   */
  #judge(): void {
    const { boxes } = this.#proxies;
    const known = this.#known;
    const axis = this.#axis;
    this.#sieve?.sift(this.#crossings);
    const { items, count } = this.#crossings;
    for (let i = 0; i < count; i += 2) {
      const p = items[i] >> 1;
      const q = items[i + 1] >> 1;
      if ((items[i] & 1) === 0) {
        if (overlap(boxes, 6 * p, boxes, 6 * q, axis)) this.#begin(p, q);
      } else if (overlap(known, 6 * p, known, 6 * q, axis) && !overlap(boxes, 6 * p, boxes, 6 * q, axis))
        this.#end(p, q);
    }
    this.#crossings.clear();
  }

  /** Makes all boxes fresh, so that they are inserted again. */
  #throwAll(): void {
    const flags = this.#flags;
    for (const endpoints of this.#axes) endpoints.count = 0;
    this.#crossings.clear();
    this.#moved.clear();
    this.#thrown.clear();
    this.#displaced = false;
    this.#releaseDead();
    for (let proxy = 0; proxy < this.#proxies.limit; proxy++) {
      if ((flags[proxy] & LISTED) === 0) continue;
      if ((flags[proxy] & FRESH) === 0) this.#fresh.push(proxy);
      flags[proxy] = FRESH;
    }
    this.#endAllPairs();
  }

  #settleFresh(): void {
    const flags = this.#flags;
    const fresh = this.#fresh;
    let kept = 0;
    for (let i = 0; i < fresh.count; i++) {
      const proxy = fresh.items[i];
      if ((flags[proxy] & DEAD) !== 0) {
        flags[proxy] = 0;
        this.#proxies.release(proxy);
        continue;
      }
      this.#know(proxy);
      fresh.items[kept++] = proxy;
    }
    fresh.count = kept;
    const many = kept * SEARCH_ALL_ONE_IN > this.#proxies.size;
    if (many) this.#beginAllPairs();
    for (let i = 0; i < kept; i++) {
      const proxy = fresh.items[i];
      if (!many) this.#beginPairs(proxy);
      this.#outside.push(proxy);
      // A thrown box keeps its flags until its old endpoints are dropped.
      if ((flags[proxy] & LISTED) === 0) flags[proxy] = 0;
    }
    fresh.clear();
    if (this.#displaced) this.#merge();
  }

  #beginPairs(proxy: BoxProxy): void {
    const near = this.#near;
    const first = near.count;
    this.#gather(this.#known, 6 * proxy);
    for (let i = first; i < near.count; i++) if (near.items[i] !== proxy) this.#begin(proxy, near.items[i]);
    near.count = first;
  }

  #beginAllPairs(): void {
    const near = this.#near;
    const first = near.count;
    for (let proxy = 0; proxy < this.#proxies.limit; proxy++) if (this.#proxies.has(proxy)) near.push(proxy);
    this.#finder.find(this.#known, near, this.#flags, FRESH);
    near.count = first;
    const { items, count } = this.#finder.found;
    for (let i = 0; i < count; i += 2) this.#begin(items[i], items[i + 1]);
  }

  /** Ends the pairs of these boxes that do not overlap any more. The arrays still have the boxes at their old places. */
  #endPairs(list: IntList): void {
    if (list.count * 256 > this.#pairs.count) {
      this.#endAllPairs();
      return;
    }
    const { boxes } = this.#proxies;
    const near = this.#near;
    const first = near.count;
    for (let i = 0; i < list.count; i++) {
      const proxy = list.items[i];
      this.#gather(this.#known, 6 * proxy);
      for (let k = first; k < near.count; k++)
        if (!overlap(boxes, 6 * proxy, boxes, 6 * near.items[k], 0)) this.#end(proxy, near.items[k]);
      near.count = first;
    }
  }

  #endAllPairs(): void {
    const { boxes } = this.#proxies;
    const pairs = this.#pairs;
    // Backwards, because a removal moves the last pair into the gap.
    for (let i = pairs.count - 1; i >= 0; i--) {
      const p = pairs.first[i];
      const q = pairs.second[i];
      if (!overlap(boxes, 6 * p, boxes, 6 * q, 0)) this.#end(p, q);
    }
  }

  #begin(p: BoxProxy, q: BoxProxy): void {
    if (this.#pairs.add(p, q) >= 0) this.#report(true, p, q);
  }

  #end(p: BoxProxy, q: BoxProxy): void {
    if (this.#pairs.remove(p, q) >= 0) this.#report(false, p, q);
  }

  #report(begins: boolean, p: BoxProxy, q: BoxProxy): void {
    const { payloads } = this.#proxies;
    this.#events.push(begins, payloads[Math.min(p, q)] as T, payloads[Math.max(p, q)] as T);
  }

  /** Appends to `#near` the settled boxes that overlap the one at window[k …], by the axis with the fewest candidates. */
  #gather(window: Float64Array, k: number): void {
    const known = this.#known;
    const near = this.#near;
    let best = this.#axes[0];
    let least = Infinity;
    for (const endpoints of this.#axes) {
      const cost = endpoints.cost(window, k + endpoints.axis, k + endpoints.axis + 3);
      if (cost >= least) continue;
      least = cost;
      best = endpoints;
    }
    const first = near.count;
    best.collect(window, k + best.axis, k + best.axis + 3, near);
    for (let i = 0; i < this.#outside.count; i++) near.push(this.#outside.items[i]);
    let kept = first;
    for (let i = first; i < near.count; i++) {
      const proxy = near.items[i];
      if (overlap(window, k, known, 6 * proxy, best.axis)) near.items[kept++] = proxy;
    }
    near.count = kept;
  }

  /** Brings the arrays up to date with the settled boxes, in one pass over each. */
  #merge(): void {
    const flags = this.#flags;
    const outside = this.#outside;
    let kept = 0;
    for (let i = 0; i < outside.count; i++)
      if ((flags[outside.items[i]] & DEAD) === 0) outside.items[kept++] = outside.items[i];
    outside.count = kept;
    if (kept === 0 && this.#dead.count === 0) return;
    this.#drop();
    for (const endpoints of this.#axes) {
      endpoints.reserveProxies(this.#proxies.limit);
      endpoints.insert(this.#known, outside);
      endpoints.reindex();
    }
    for (let i = 0; i < kept; i++) flags[outside.items[i]] = LISTED | (flags[outside.items[i]] & MOVED);
    outside.clear();
  }

  /** Removes the endpoints of dead and thrown boxes from the arrays. */
  #drop(): void {
    if (this.#dead.count === 0 && !this.#displaced) return;
    for (const endpoints of this.#axes) {
      endpoints.drop(this.#flags, DEAD | FRESH);
      endpoints.reindex();
    }
    this.#releaseDead();
    if (!this.#displaced) return;
    this.#displaced = false;
    for (let i = 0; i < this.#fresh.count; i++) this.#flags[this.#fresh.items[i]] &= ~LISTED;
  }

  #releaseDead(): void {
    const dead = this.#dead;
    for (let i = 0; i < dead.count; i++) {
      this.#flags[dead.items[i]] = 0;
      this.#proxies.release(dead.items[i]);
    }
    dead.clear();
  }

  #know(proxy: BoxProxy): void {
    const { boxes } = this.#proxies;
    const known = this.#known;
    for (let k = 6 * proxy; k < 6 * proxy + 6; k++) known[k] = boxes[k];
  }

  #grow(): void {
    const flags = new Uint8Array(2 * this.#flags.length);
    flags.set(this.#flags);
    this.#flags = flags;
    const known = new Float64Array(2 * this.#known.length);
    known.set(this.#known);
    this.#known = known;
  }

  /** Checks the state last settled: the arrays, and the pairs against brute force. */
  validate(): void {
    const known = this.#known;
    for (const endpoints of this.#axes) endpoints.validate(known);
    const settled: BoxProxy[] = [];
    const buried = new Set(this.#dead.items.subarray(0, this.#dead.count));
    for (let proxy = 0; proxy < this.#proxies.limit; proxy++) {
      const listed = (this.#flags[proxy] & LISTED) !== 0;
      const outside = this.#outside.items.subarray(0, this.#outside.count).includes(proxy);
      if (listed && outside) throw new Error(`proxy ${proxy} is both in the arrays and outside`);
      if ((listed || outside) && !buried.has(proxy)) settled.push(proxy);
    }
    let count = 0;
    for (const p of settled)
      for (const q of settled) {
        if (p >= q || !overlap(known, 6 * p, known, 6 * q, 0)) continue;
        count++;
        if (this.#pairs.indexOf(p, q) < 0) throw new Error(`the pair ${p}, ${q} is missing`);
      }
    if (count !== this.#pairs.count) throw new Error(`${this.#pairs.count} pairs are known, ${count} overlap`);
  }
}

/** Whether the boxes at a[i …] and b[j …] overlap. `axis`, on which they probably do, is tested last. */
function overlap(a: Float64Array, i: number, b: Float64Array, j: number, axis: number): boolean {
  const u = axis === 0 ? 1 : 0;
  const v = axis === 2 ? 1 : 2;
  return (
    a[i + u] <= b[j + u + 3] &&
    b[j + u] <= a[i + u + 3] &&
    a[i + v] <= b[j + v + 3] &&
    b[j + v] <= a[i + v + 3] &&
    a[i + axis] <= b[j + axis + 3] &&
    b[j + axis] <= a[i + axis + 3]
  );
}
