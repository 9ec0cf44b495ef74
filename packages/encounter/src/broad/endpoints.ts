/**
 * The endpoints of all boxes on one axis, sorted (§5.4.1–5.4.2). An endpoint's key is 2 · proxy for the lower bound, and one more
 * for the upper bound. Among equal values lower bounds come first, so that intervals that touch overlap.
 *
 * When a lower bound passes an upper one, an overlap on this axis begins or ends. Such a crossing is written to a list as two keys;
 * the first is the one that is now in front. The reader of the list finds out what it means for the boxes.
 */
import { IntList } from './int-list.ts';
import { type Keyed, keyed, SortByValue } from './sort-by-value.ts';

/** The list of crossings is read and emptied when it is longer than this, so that it stays in the cache. */
const CROSSINGS_PER_BATCH = 8192;

/** The list of crossings: pairs of keys, first the one that is now in front. */
export class Crossings extends IntList {
  /** Reads and empties the list. */
  readonly drain: () => void;

  constructor(drain: () => void) {
    super();
    this.drain = drain;
  }
}

export class Endpoints {
  count = 0;
  values: Float64Array = new Float64Array(128);
  keys: Int32Array = new Int32Array(128);
  /** For each place, lower bounds minus upper bounds in front of it: the number of intervals that contain it (§5.4.2). */
  stabs: Int32Array = new Int32Array(128);
  /** The place of each key. */
  places: Int32Array = new Int32Array(128);
  /** The slices of each proxy, written by `coarsen`. */
  coarse: Int32Array = new Int32Array(64);
  readonly axis: 0 | 1 | 2;
  readonly #crossings: Crossings;
  readonly #sorter = new SortByValue();
  #entering: Keyed = keyed(128);
  #scratch: Keyed = keyed(128);

  constructor(axis: 0 | 1 | 2, crossings: Crossings) {
    this.axis = axis;
    this.#crossings = crossings;
  }

  /** The first place whose value is not less than bounds[k]. (A double as an argument might be allocated on the heap.) */
  placeOf(bounds: Float64Array, k: number): number {
    const { values } = this;
    const value = bounds[k];
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (values[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first place whose value is greater than bounds[k]. */
  placePast(bounds: Float64Array, k: number): number {
    const { values } = this;
    const value = bounds[k];
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (values[middle] <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** About how many endpoints `collect` visits. */
  cost(bounds: Float64Array, min: number, max: number): number {
    const place = this.placeOf(bounds, min);
    return this.placePast(bounds, max) - place + (place < this.count ? 2 * this.stabs[place] : 0);
  }

  /** Adds to `out` the proxies of all intervals that overlap [bounds[min], bounds[max]] (§5.4.2, range query). */
  collect(bounds: Float64Array, min: number, max: number, out: IntList): void {
    const { count, values, keys, places } = this;
    const start = this.placeOf(bounds, min);
    const end = bounds[max];
    // The stabbing number says how many intervals begin before `start` and end after it.
    let missing = start < count ? this.stabs[start] : 0;
    // Intervals that begin at −∞ are first in the array. Finding them there avoids a scan over everything in between.
    let i = 0;
    for (; missing > 0 && values[i] === -Infinity; i++)
      if (places[keys[i] + 1] >= start) {
        out.push(keys[i] >> 1);
        missing--;
      }
    for (let k = start - 1; missing > 0; k--) {
      const key = keys[k];
      if ((key & 1) === 0 && places[key + 1] >= start) {
        out.push(key >> 1);
        missing--;
      }
    }
    for (let k = start; k < count && values[k] <= end; k++) if ((keys[k] & 1) === 0) out.push(keys[k] >> 1);
  }

  /** Whether the present value of a bound belongs more than `reach` places from where the bound is. */
  isFar(key: number, boxes: Float64Array, reach: number): boolean {
    const place = this.places[key];
    const { values } = this;
    const value = boxes[6 * (key >> 1) + this.axis + 3 * (key & 1)];
    return (
      (place >= reach && values[place - reach] > value) || (place + reach < this.count && values[place + reach] < value)
    );
  }

  /** A distance over which no endpoint passes 2 · reach others. Only every reach-th endpoint is examined. */
  nearDistance(reach: number): number {
    const { count, values } = this;
    let least = Infinity;
    // Any 2 · reach consecutive endpoints contain one of these stretches.
    for (let i = reach; i < count; i += reach) least = Math.min(least, values[i] - values[i - reach]);
    return least;
  }

  /** Moves the two endpoints of a box to where they belong now. */
  move(proxy: number, boxes: Float64Array): void {
    const { values, places, axis } = this;
    const lower = 2 * proxy;
    const min = boxes[6 * proxy + axis];
    const max = boxes[6 * proxy + axis + 3];
    const oldMin = values[places[lower]];
    const oldMax = values[places[lower + 1]];
    // The interval grows before it shrinks: its own endpoints must not pass each other.
    if (max > oldMax) this.#raise(lower + 1, boxes);
    if (min < oldMin) this.#lower(lower, boxes);
    else if (min > oldMin) this.#raise(lower, boxes);
    if (max < oldMax) this.#lower(lower + 1, boxes);
    if (this.#crossings.count > CROSSINGS_PER_BATCH) this.#crossings.drain();
  }

  #lower(key: number, boxes: Float64Array): void {
    const { values, keys, stabs, places, axis } = this;
    const list = this.#crossings;
    const isUpper = key & 1;
    const value = boxes[6 * (key >> 1) + axis + 3 * isUpper];
    const step = isUpper ? -1 : 1;
    let place = places[key];
    for (; place > 0; place--) {
      const other = keys[place - 1];
      const otherValue = values[place - 1];
      if (otherValue < value || (otherValue === value && (other & 1) <= isUpper)) break;
      values[place] = otherValue;
      keys[place] = other;
      places[other] = place;
      // One more bound is in front of it now. This is Figure 5.15 in one line.
      stabs[place] = stabs[place - 1] + step;
      if ((other & 1) !== isUpper) {
        list.push(key);
        list.push(other);
      }
    }
    values[place] = value;
    keys[place] = key;
    places[key] = place;
  }

  #raise(key: number, boxes: Float64Array): void {
    const { values, keys, stabs, places, axis } = this;
    const list = this.#crossings;
    const isUpper = key & 1;
    const value = boxes[6 * (key >> 1) + axis + 3 * isUpper];
    const last = this.count - 1;
    let place = places[key];
    for (; place < last; place++) {
      const other = keys[place + 1];
      const otherValue = values[place + 1];
      if (otherValue > value || (otherValue === value && (other & 1) >= isUpper)) break;
      values[place] = otherValue;
      keys[place] = other;
      places[other] = place;
      stabs[place + 1] = stabs[place] + ((other & 1) !== 0 ? -1 : 1);
      if ((other & 1) !== isUpper) {
        list.push(other);
        list.push(key);
      }
    }
    values[place] = value;
    keys[place] = key;
    places[key] = place;
  }

  /**
   * Reads the values of the moved boxes and sorts all endpoints by insertion (Baraff's way), for when most boxes have moved a little.
   * Gives up after `budget` steps and returns false: then order, places and stabbing numbers are wrong. Otherwise call `reindex` next.
   */
  sort(boxes: Float64Array, moved: IntList, budget: number): boolean {
    const { count, values, keys, places, axis } = this;
    const list = this.#crossings;
    for (let i = 0; i < moved.count; i++) {
      const proxy = moved.items[i];
      values[places[2 * proxy]] = boxes[6 * proxy + axis];
      values[places[2 * proxy + 1]] = boxes[6 * proxy + axis + 3];
    }
    for (let i = 1; i < count; i++) {
      const value = values[i];
      let previous = values[i - 1];
      if (previous < value) continue;
      const key = keys[i];
      const isUpper = key & 1;
      list.reserve(list.count + 2 * i + 2);
      const { items } = list;
      let written = list.count;
      let place = i;
      while (previous > value || (previous === value && (keys[place - 1] & 1) > isUpper)) {
        const other = keys[place - 1];
        values[place] = previous;
        keys[place] = other;
        // Always written, but kept only if one is a lower and the other an upper bound: there is no branch to mispredict.
        items[written] = key;
        items[written + 1] = other;
        written += ((key ^ other) & 1) << 1;
        if (--place === 0) break;
        previous = values[place - 1];
      }
      values[place] = value;
      keys[place] = key;
      list.count = written;
      if (written > CROSSINGS_PER_BATCH) this.#crossings.drain();
      budget -= i - place;
      if (budget < 0) return false;
    }
    return true;
  }

  /**
   * Writes for each box in which of 2¹⁶ slices it lies, before and after its move: the first slice in the lower half of an integer,
   * the last in the upper half. Four bytes per box stay in the cache; two boxes of 48 bytes do not.
   */
  coarsen(before: Float64Array, after: Float64Array, limit: number): void {
    const { count, values, coarse, axis } = this;
    // The slices are chosen by the middle seven eighths of the endpoints; the others may lie anywhere.
    const low = values[count >> 4];
    const range = values[count - 1 - (count >> 4)] - low;
    const usable = range > 0 && range < Infinity;
    const scale = usable ? 49152 / range : 0;
    const base = usable ? low - range / 6 : 0;
    for (let proxy = 0; proxy < limit; proxy++) {
      const k = 6 * proxy + axis;
      const first = slice((Math.min(before[k], after[k]) - base) * scale);
      const last = slice((Math.max(before[k + 3], after[k + 3]) - base) * scale);
      coarse[proxy] = first | (last << 16);
    }
  }

  /** Keeps only those crossings on another axis whose boxes may overlap on this one. */
  sift(crossings: IntList): void {
    const { coarse } = this;
    const { items, count } = crossings;
    let kept = 0;
    for (let i = 0; i < count; i += 2) {
      const a = coarse[items[i] >> 1];
      const b = coarse[items[i + 1] >> 1];
      items[kept] = items[i];
      items[kept + 1] = items[i + 1];
      if ((a & 0xffff) <= b >>> 16 && (b & 0xffff) <= a >>> 16) kept += 2;
    }
    crossings.count = kept;
  }

  /** Removes all endpoints of boxes with one of these flags set. Call `reindex` next. */
  drop(flags: Uint8Array, mask: number): void {
    const { values, keys } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if ((flags[keys[i] >> 1] & mask) !== 0) continue;
      values[kept] = values[i];
      keys[kept] = keys[i];
      kept++;
    }
    this.count = kept;
  }

  /** Inserts the endpoints of many boxes by one merge, instead of shifting the array for each. Call `reindex` next. */
  insert(boxes: Float64Array, proxies: IntList): void {
    const half = proxies.count;
    const added = 2 * half;
    this.#reserve(this.count + added);
    const { axis } = this;
    const entering = this.#entering;
    // All lower bounds first: a stable sort keeps them first among equal values.
    for (let i = 0; i < half; i++) {
      const proxy = proxies.items[i];
      entering.values[i] = boxes[6 * proxy + axis];
      entering.values[half + i] = boxes[6 * proxy + axis + 3];
      entering.keys[i] = 2 * proxy;
      entering.keys[half + i] = 2 * proxy + 1;
    }
    const sorted = this.#sorter.sort(entering, this.#scratch, added);
    if (sorted !== entering) {
      this.#scratch = entering;
      this.#entering = sorted;
    }
    this.#mergeFromBehind(sorted, added);
  }

  /** Merges from the largest to the least value, so that nothing is overwritten before it has moved. */
  #mergeFromBehind({ values: newValues, keys: newKeys }: Keyed, added: number): void {
    const { values, keys } = this;
    let i = this.count - 1;
    let j = added - 1;
    this.count += added;
    for (let place = this.count - 1; j >= 0; place--) {
      const value = newValues[j];
      if (i >= 0 && (values[i] > value || (values[i] === value && (keys[i] & 1) > (newKeys[j] & 1)))) {
        values[place] = values[i];
        keys[place] = keys[i--];
      } else {
        values[place] = value;
        keys[place] = newKeys[j--];
      }
    }
  }

  /** Computes places and stabbing numbers from the order of the keys. */
  reindex(): void {
    const { count, keys, stabs, places } = this;
    let stabbed = 0;
    for (let i = 0; i < count; i++) {
      const key = keys[i];
      places[key] = i;
      stabs[i] = stabbed;
      stabbed += 1 - ((key & 1) << 1);
    }
  }

  /** Makes room for the places of this many proxies. */
  reserveProxies(limit: number): void {
    if (2 * limit <= this.places.length) return;
    const places = new Int32Array(Math.max(2 * limit, 2 * this.places.length));
    places.set(this.places);
    this.places = places;
    this.coarse = new Int32Array(places.length >> 1);
  }

  #reserve(size: number): void {
    if (size <= this.values.length) return;
    const room = Math.max(size, 2 * this.values.length);
    const { values, keys, stabs } = this;
    this.values = new Float64Array(room);
    this.keys = new Int32Array(room);
    this.stabs = new Int32Array(room);
    this.values.set(values);
    this.keys.set(keys);
    this.stabs.set(stabs);
    this.#entering = keyed(room);
    this.#scratch = keyed(room);
  }

  /** Checks order, places, stabbing numbers, and the values of these boxes (NaN for boxes that were removed). */
  validate(boxes: Float64Array): void {
    const { count, values, keys, stabs, places, axis } = this;
    let stabbed = 0;
    for (let i = 0; i < count; i++) {
      const key = keys[i];
      const fail = (what: string): never => {
        throw new Error(`axis ${axis}, place ${i}, key ${key}: ${what}`);
      };
      if (i > 0 && !(values[i - 1] < values[i] || (values[i - 1] === values[i] && (keys[i - 1] & 1) <= (key & 1))))
        fail('out of order');
      if (places[key] !== i) fail(`place is said to be ${places[key]}`);
      if (stabs[i] !== stabbed) fail(`stabbing number ${stabs[i]} instead of ${stabbed}`);
      if ((key & 1) === 1 && places[key - 1] > i) fail('upper bound in front of its lower bound');
      const bound = boxes[6 * (key >> 1) + axis + 3 * (key & 1)];
      if (values[i] !== bound && !Number.isNaN(bound)) fail('another value than its box has');
      stabbed += 1 - 2 * (key & 1);
    }
    if (stabbed !== 0) throw new Error(`axis ${axis}: ${stabbed} intervals do not end`);
  }
}

/** The slice of x. Monotone, also at infinity; NaN, which a scale of 0 gives, becomes 0. */
function slice(x: number): number {
  return x > 0 ? (x < 65535 ? Math.floor(x) : 65535) : 0;
}
