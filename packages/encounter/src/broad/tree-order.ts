/**
 * The order of the boxes in the leaves of the tree: medians of a k-d tree over four coordinates, the centre of a box and its size.
 * Because size is a coordinate, large boxes are separated from small ones where sizes differ more than positions do.
 *
 * It may be computed in slices, over several updates of the tree. Boxes may move meanwhile: an order by where they were is nearly as good.
 */
import { IntList } from './int-list.ts';

/** Numbers per box: centre x, y, z, size. */
const KEYS = 4;

/** About this many boxes of a node are sampled to choose the coordinate along which it is split. */
const AXIS_SAMPLES = 12;

/**
 * In nodes that hold more than one subtree with a turn of its own, more boxes are sampled, and the lengths along x and y count for more
 * than that along z. Otherwise chance would decide how a cube is split, and a new order of the leaves would give many boxes another subtree and another turn, for
 * which their room is not made. Of 10,000 moving boxes so many outgrew their room after a reorder that all were refitted at once: an
 * update of 3.4 ms among those of 1.3 ms.
 */
const STEADY_AXIS_SAMPLES = 64;
const FAVOUR_X = 1.2;
const FAVOUR_Y = 1.1;

/** At most this many sizes are sampled for the typical size. */
const SAMPLED_SIZES = 64;

/** Spans of this many boxes, 2^BLOCK_LEVELS, are put in order one by one: their keys fit into the fastest memory. */
const BLOCK_LEVELS = 10;
const BLOCK = 1 << BLOCK_LEVELS;

/** The bytes of all that is kept per box while an order is computed: its keys, its place and its key along one coordinate. */
export const ORDER_BYTES: number = 4 * (KEYS + 2);

/** The memory for more boxes than this is given back when an order is finished. */
const MOST_KEPT = 65536;

const NONE: ArrayBuffer = /* #__PURE__ */ new ArrayBuffer(0);

interface Block {
  readonly keys: Float32Array;
  readonly items: Int32Array;
  readonly before: Int32Array;
}

export class TreeOrder {
  /** The boxes to be put in order, and after `advance` has returned true in order. */
  readonly proxies: IntList = new IntList();
  /** Whether an order has been begun and not been finished. */
  active = false;
  /** The keys of item i are at keys[4i …]. */
  #keys: Float32Array = new Float32Array(NONE);
  #items: Int32Array = new Int32Array(NONE);
  #along: Float32Array = new Float32Array(NONE);
  /** Where the work stands: the length of the spans that are being split, and where the next one begins. */
  #span = 0;
  #from = 0;
  #steady = 0;
  /** The keys and items of one block, if there are more than one, and what its items were before. */
  #block: Block | null = null;
  /** The keys as integers, in the same memory. */
  #sorted: Int32Array = new Int32Array(NONE);
  /** Its own memory, for orders to which none is lent. */
  #memory: ArrayBufferLike = NONE;
  readonly #sizes: Float32Array = new Float32Array(SAMPLED_SIZES);

  /**
   * Begins to put `proxies` in order, by their boxes. Nodes of more than `steady` boxes should be split along the same axis each time. Until
   * the order is finished it is computed in `memory`, ORDER_BYTES per box, if any is given.
   */
  begin(boxes: Float32Array, steady: number, memory?: ArrayBufferLike): void {
    const { count } = this.proxies;
    this.#steady = steady;
    this.#use(memory ?? this.#own(count), count);
    this.#fillKeys(boxes);
    for (let i = 0; i < count; i++) this.#items[i] = i;
    this.active = true;
    this.#from = 0;
    this.#span = 1;
    while (this.#span < count) this.#span *= 2;
  }

  /** Goes on for about `steps` steps, of which there are `totalSteps` in all. Returns whether the order is finished. */
  advance(steps: number): boolean {
    const items = this.#items;
    const { count } = this.proxies;
    const block = count > BLOCK ? this.#block : null;
    let left = steps;
    // Spans of two items need no split: their order makes no difference.
    for (const least = block === null ? 2 : BLOCK; this.#span > least; this.#span /= 2, this.#from = 0) {
      const half = this.#span / 2;
      for (; this.#from + half < count; this.#from += this.#span) {
        if (left <= 0) return false;
        const end = Math.min(this.#from + this.#span, count);
        split(this.#keys, items, this.#along, this.#from, half, end, this.#steady);
        left -= end - this.#from;
      }
    }
    for (; block !== null && this.#from < count; this.#from += BLOCK) {
      if (left <= 0) return false;
      const end = Math.min(this.#from + BLOCK, count);
      this.#arrangeBlock(block, this.#from, end);
      left -= (BLOCK_LEVELS - 1) * (end - this.#from);
    }
    const proxies = this.proxies.items;
    // By way of the keys' memory, which are no longer needed.
    const sorted = this.#sorted;
    for (let i = 0; i < count; i++) sorted[i] = proxies[items[i]];
    for (let i = 0; i < count; i++) proxies[i] = sorted[i];
    this.active = false;
    this.#use(NONE, 0);
    if (this.#memory.byteLength > MOST_KEPT * ORDER_BYTES) this.#memory = NONE;
    return true;
  }

  get totalSteps(): number {
    const { count } = this.proxies;
    return count * Math.max(1, 31 - Math.clz32(count));
  }

  /** The median of a sample of the sizes, 0 if there are none. Known from `begin` until the order is finished. */
  medianSize(): number {
    const { count } = this.proxies;
    const step = 1 + Math.floor(count / SAMPLED_SIZES);
    let samples = 0;
    for (let i = 0; i < count; i += step) this.#sizes[samples++] = this.#keys[KEYS * i + 3];
    if (samples === 0) return 0;
    return this.#sizes.subarray(0, samples).sort()[samples >> 1];
  }

  #arrangeBlock({ keys, items: order, before }: Block, from: number, end: number): void {
    const items = this.#items;
    const count = end - from;
    for (let i = 0; i < count; i++) {
      const k = KEYS * items[from + i];
      before[i] = items[from + i];
      order[i] = i;
      for (let c = 0; c < KEYS; c++) keys[KEYS * i + c] = this.#keys[k + c];
    }
    arrange(keys, order, this.#along, count, this.#steady);
    for (let i = 0; i < count; i++) items[from + i] = before[order[i]];
  }

  /** The order's own memory for this many boxes. */
  #own(count: number): ArrayBufferLike {
    const bytes = ORDER_BYTES * count;
    const known = this.#memory.byteLength;
    if (bytes > known) this.#memory = new ArrayBuffer(Math.max(bytes, 2 * known));
    return this.#memory;
  }

  /** Cuts memory into the arrays for this many boxes. */
  #use(memory: ArrayBufferLike, count: number): void {
    this.#keys = new Float32Array(memory, 0, KEYS * count);
    this.#sorted = new Int32Array(memory, 0, KEYS * count);
    this.#items = new Int32Array(memory, 4 * KEYS * count, count);
    this.#along = new Float32Array(memory, 4 * (KEYS + 1) * count, count);
    if (count > BLOCK)
      this.#block ??= {
        keys: new Float32Array(KEYS * BLOCK),
        items: new Int32Array(BLOCK),
        before: new Int32Array(BLOCK),
      };
  }

  #fillKeys(boxes: Float32Array): void {
    const keys = this.#keys;
    const { items, count } = this.proxies;
    for (let i = 0; i < count; i++) {
      const k = 6 * items[i];
      let size = 0;
      for (let c = 0; c < 3; c++) {
        keys[KEYS * i + c] = 0.5 * boxes[k + c] + 0.5 * boxes[k + c + 3];
        size = Math.max(size, boxes[k + c + 3] - boxes[k + c]);
      }
      keys[KEYS * i + 3] = size;
    }
  }
}

/** Arranges the items [0, count) so that at each level the nodes have 2^k items each, except the last node. */
function arrange(keys: Float32Array, items: Int32Array, along: Float32Array, count: number, steady: number): void {
  let span = 1;
  while (span < count) span *= 2;
  for (; span > 2; span /= 2)
    for (let at = 0; at + span / 2 < count; at += span)
      split(keys, items, along, at, span / 2, Math.min(at + span, count), steady);
}

/** Moves the first `half` items of [from, end) along the longest of the four coordinates to the front. */
function split(
  keys: Float32Array,
  items: Int32Array,
  along: Float32Array,
  from: number,
  half: number,
  end: number,
  steady: number,
): void {
  gather(keys, items, longest(keys, items, from, end, end - from > steady), from, end, along);
  select(along, items, from, end, from + half);
}

function longest(keys: Float32Array, items: Int32Array, from: number, end: number, steady: boolean): number {
  const step = 1 + Math.floor((end - from) / (steady ? STEADY_AXIS_SAMPLES : AXIS_SAMPLES));
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
  const x = (steady ? FAVOUR_X : 1) * (maxX - minX);
  const y = (steady ? FAVOUR_Y : 1) * (maxY - minY);
  const z = maxZ - minZ;
  const longest = Math.max(x, y, z);
  if (maxSize - minSize > longest) return 3;
  return longest === x ? 0 : longest === y ? 1 : 2;
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
