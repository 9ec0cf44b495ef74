/**
 * All overlapping pairs of many boxes at once, in about O(n log n + pairs). Space is halved along the axis that cuts the fewest boxes,
 * until few boxes are left; all pairs of these are tested. A box that is cut goes to both sides, so a pair may be found more than
 * once. Where halving does not help (large boxes, many at one place) a sweep along one axis does the rest.
 */
import { IntList } from './int-list.ts';
import { type Keyed, keyed, SortByValue } from './sort-by-value.ts';

/** All pairs of up to this many boxes are tested. */
const BRUTE_FORCE_BOXES = 24;
/** How many boxes are sampled to choose a plane. */
const SAMPLED_BOXES = 15;
/** A cut must leave less than this part of the n² possible pairs. Then it pays, and the total stays below n². */
const MOST_PAIRS_LEFT = 0.85;
/** Replaces infinity when the middle of a box is computed. */
const HUGE = 1e300;

export class PairFinder {
  /** Two proxies per pair. */
  readonly found: IntList = new IntList();
  /** The boxes of the regions being halved, one region after the other. */
  readonly #regions = new IntList();
  readonly #middles = new Float64Array(SAMPLED_BOXES);
  readonly #sorter = new SortByValue();
  #sorted: Keyed = keyed(64);
  #scratch: Keyed = keyed(64);

  /** Finds the pairs in which at least one box has one of these flags. */
  find(boxes: Float64Array, proxies: IntList, flags: Uint8Array, mask: number): void {
    const regions = this.#regions;
    this.found.clear();
    regions.clear();
    for (let i = 0; i < proxies.count; i++) regions.push(proxies.items[i]);
    this.#search(boxes, 0, regions.count, flags, mask);
  }

  #search(boxes: Float64Array, from: number, to: number, flags: Uint8Array, mask: number): void {
    const count = to - from;
    if (count <= BRUTE_FORCE_BOXES) {
      this.#testAll(boxes, from, to, flags, mask);
      return;
    }
    const axis = this.#chooseAxis(boxes, from, to);
    const plane = this.#middle(boxes, from, to, axis);
    let below = 0;
    let above = 0;
    const { items } = this.#regions;
    for (let i = from; i < to; i++) {
      const k = 6 * items[i] + axis;
      if (boxes[k] <= plane) below++;
      if (boxes[k + 3] >= plane) above++;
    }
    if (below * below + above * above > MOST_PAIRS_LEFT * count * count) {
      this.#sweep(boxes, from, to, axis, flags, mask);
      return;
    }
    this.#searchSide(boxes, from, to, axis, -plane, flags, mask);
    this.#searchSide(boxes, from, to, axis + 3, plane, flags, mask);
  }

  /** Searches the boxes on one side of the plane: `bound` is a min and below it (`plane` is then negated), or a max and above it. */
  #searchSide(
    boxes: Float64Array,
    from: number,
    to: number,
    bound: number,
    plane: number,
    flags: Uint8Array,
    mask: number,
  ): void {
    const regions = this.#regions;
    regions.reserve(to + (to - from));
    const { items } = regions;
    const sign = bound < 3 ? -1 : 1;
    let end = to;
    let any = 0;
    for (let i = from; i < to; i++) {
      const proxy = items[i];
      if (sign * boxes[6 * proxy + bound] < plane) continue;
      items[end++] = proxy;
      any |= flags[proxy];
    }
    if ((any & mask) !== 0) this.#search(boxes, to, end, flags, mask);
  }

  #testAll(boxes: Float64Array, from: number, to: number, flags: Uint8Array, mask: number): void {
    const { items } = this.#regions;
    for (let i = from + 1; i < to; i++) {
      const p = items[i];
      const k = 6 * p;
      const ax = boxes[k];
      const ay = boxes[k + 1];
      const az = boxes[k + 2];
      const bx = boxes[k + 3];
      const by = boxes[k + 4];
      const bz = boxes[k + 5];
      for (let j = from; j < i; j++) {
        const m = 6 * items[j];
        if (
          ax <= boxes[m + 3] &&
          boxes[m] <= bx &&
          ay <= boxes[m + 4] &&
          boxes[m + 1] <= by &&
          az <= boxes[m + 5] &&
          boxes[m + 2] <= bz
        )
          this.#report(p, items[j], flags, mask);
      }
    }
  }

  /** Sorts by lower bound and tests each box with those that begin before it ends. */
  #sweep(boxes: Float64Array, from: number, to: number, axis: number, flags: Uint8Array, mask: number): void {
    const count = to - from;
    if (count > this.#sorted.keys.length) {
      this.#sorted = keyed(2 * count);
      this.#scratch = keyed(2 * count);
    }
    const { items } = this.#regions;
    for (let i = 0; i < count; i++) {
      const proxy = items[from + i];
      this.#sorted.values[i] = boxes[6 * proxy + axis];
      this.#sorted.keys[i] = proxy;
    }
    const { values, keys } = this.#sorter.sort(this.#sorted, this.#scratch, count);
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    for (let i = 0; i < count; i++) {
      const k = 6 * keys[i];
      const end = boxes[k + axis + 3];
      for (let j = i + 1; j < count && values[j] <= end; j++) {
        const m = 6 * keys[j];
        if (
          boxes[k + u] <= boxes[m + u + 3] &&
          boxes[m + u] <= boxes[k + u + 3] &&
          boxes[k + v] <= boxes[m + v + 3] &&
          boxes[m + v] <= boxes[k + v + 3]
        )
          this.#report(keys[i], keys[j], flags, mask);
      }
    }
  }

  #report(p: number, q: number, flags: Uint8Array, mask: number): void {
    if (((flags[p] | flags[q]) & mask) === 0) return;
    this.found.push(p);
    this.found.push(q);
  }

  /** The axis whose middle plane cuts the fewest boxes of a sample. */
  #chooseAxis(boxes: Float64Array, from: number, to: number): number {
    const { items } = this.#regions;
    let best = 0;
    let least = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const plane = this.#middle(boxes, from, to, axis);
      let below = 0;
      let above = 0;
      for (let i = 0; i < SAMPLED_BOXES; i++) {
        const k = 6 * items[from + Math.floor((i * (to - from)) / SAMPLED_BOXES)] + axis;
        if (boxes[k] <= plane) below++;
        if (boxes[k + 3] >= plane) above++;
      }
      const pairs = below * below + above * above;
      if (pairs >= least) continue;
      least = pairs;
      best = axis;
    }
    return best;
  }

  /** The median of the middles of a sample. */
  #middle(boxes: Float64Array, from: number, to: number, axis: number): number {
    const { items } = this.#regions;
    const middles = this.#middles;
    for (let i = 0; i < SAMPLED_BOXES; i++) {
      const k = 6 * items[from + Math.floor((i * (to - from)) / SAMPLED_BOXES)] + axis;
      const middle = Math.max(boxes[k], -HUGE) / 2 + Math.min(boxes[k + 3], HUGE) / 2;
      let j = i;
      for (; j > 0 && middles[j - 1] > middle; j--) middles[j] = middles[j - 1];
      middles[j] = middle;
    }
    return middles[SAMPLED_BOXES >> 1];
  }
}
