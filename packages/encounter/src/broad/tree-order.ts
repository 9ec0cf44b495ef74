/**
 * The order of the boxes in the leaves of the tree: medians of a k-d tree over four coordinates, the centre of a box and its size.
 * Because size is a coordinate, large boxes are separated from small ones where sizes differ more than positions do.
 */

/** Numbers per box: centre x, y, z, size. */
export const KEYS = 4;

/** About this many boxes of a node are sampled to choose the coordinate along which it is split. */
const AXIS_SAMPLES = 12;

/** At most this many sizes are sampled for the typical size. */
const SAMPLED_SIZES = 64;

export class TreeOrder {
  /** The keys of item i are at keys[4i …]. They must be written before `arrange`. */
  keys: Float32Array = new Float32Array(0);
  /** The items in order. */
  items: Int32Array = new Int32Array(0);
  #along: Float32Array = new Float32Array(0);
  readonly #sizes: Float32Array = new Float32Array(SAMPLED_SIZES);

  reserve(count: number): void {
    if (count <= this.items.length) return;
    const room = Math.max(count, 2 * this.items.length);
    this.keys = new Float32Array(KEYS * room);
    this.items = new Int32Array(room);
    this.#along = new Float32Array(room);
  }

  /** The median of a sample of the sizes, 0 if there are none. */
  medianSize(count: number): number {
    const step = 1 + Math.floor(count / SAMPLED_SIZES);
    let samples = 0;
    for (let i = 0; i < count; i += step) this.#sizes[samples++] = this.keys[KEYS * i + 3];
    if (samples === 0) return 0;
    return this.#sizes.subarray(0, samples).sort()[samples >> 1];
  }

  /** Arranges items 0 … count − 1, so that at each level the nodes have 2^k items each, except the last node. */
  arrange(count: number): void {
    for (let i = 0; i < count; i++) this.items[i] = i;
    let span = 1;
    while (span < count) span *= 2;
    // Spans of two items need no split: their order makes no difference.
    for (; span > 2; span /= 2)
      for (let from = 0; from + span / 2 < count; from += span)
        this.#split(from, span / 2, Math.min(from + span, count));
  }

  #split(from: number, half: number, end: number): void {
    const axis = this.#longest(from, end);
    gather(this.keys, this.items, axis, from, end, this.#along);
    select(this.#along, this.items, from, end, from + half);
  }

  #longest(from: number, end: number): number {
    const { keys, items } = this;
    const step = 1 + Math.floor((end - from) / AXIS_SAMPLES);
    let k = KEYS * items[from];
    let minX = keys[k];
    let minY = keys[k + 1];
    let minZ = keys[k + 2];
    let minSize = keys[k + 3];
    let maxX = minX;
    let maxY = minY;
    let maxZ = minZ;
    let maxSize = minSize;
    for (let i = from + step; i < end; i += step) {
      k = KEYS * items[i];
      minX = Math.min(minX, keys[k]);
      minY = Math.min(minY, keys[k + 1]);
      minZ = Math.min(minZ, keys[k + 2]);
      minSize = Math.min(minSize, keys[k + 3]);
      maxX = Math.max(maxX, keys[k]);
      maxY = Math.max(maxY, keys[k + 1]);
      maxZ = Math.max(maxZ, keys[k + 2]);
      maxSize = Math.max(maxSize, keys[k + 3]);
    }
    const x = maxX - minX;
    const y = maxY - minY;
    const z = maxZ - minZ;
    const longest = Math.max(x, y, z);
    if (maxSize - minSize > longest) return 3;
    return longest === x ? 0 : longest === y ? 1 : 2;
  }
}

/** Collects the keys of the items [from, end) along one axis. */
function gather(
  keys: Float32Array,
  items: Int32Array,
  axis: number,
  from: number,
  end: number,
  along: Float32Array,
): void {
  for (let i = from; i < end; i++) along[i] = keys[KEYS * items[i] + axis];
}

/** Hoare's FIND: moves the smaller keys of [from, end) before place `middle`, the larger ones after it. */
function select(keys: Float32Array, items: Int32Array, from: number, end: number, middle: number): void {
  let lo = from;
  let hi = end - 1;
  while (lo < hi) {
    const a = keys[lo];
    const b = keys[(lo + hi) >> 1];
    const c = keys[hi];
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
    let i = lo;
    let j = hi;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      const key = keys[i];
      const item = items[i];
      keys[i] = keys[j];
      items[i++] = items[j];
      keys[j] = key;
      items[j--] = item;
    }
    if (middle <= j) hi = j;
    else if (middle >= i) lo = i;
    else return;
  }
}
