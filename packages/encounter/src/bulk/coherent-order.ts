/**
 * An order in which neighbours in space follow one another: along the curve of Morton, on a grid of 1024³ cells over the box of all
 * points. Queries in this order find the boxes and triangles of the one before still in the cache.
 */

/** Cells along an axis: ten bits, so that three of them are one integer. */
const CELLS = 1024;
/** Codes are sorted by three digits of ten bits. */
const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;

export class CoherentOrder {
  /** The numbers of the points in their order, after `sort`. Longer than their count if more were sorted before. */
  order: Int32Array = new Int32Array(0);
  #codes: Int32Array = new Int32Array(0);
  #otherOrder: Int32Array = new Int32Array(0);
  #otherCodes: Int32Array = new Int32Array(0);
  /** How many codes have each value of each digit, then where the next of them goes. */
  readonly #places: Int32Array = new Int32Array(3 * DIGITS);
  readonly #low: Float64Array = new Float64Array(3);
  readonly #scale: Float64Array = new Float64Array(3);

  /**
   * Sorts `count` items of `stride` finite numbers each. An item is where its first three numbers are, or in the middle between these and
   * the three that begin `second` numbers later.
   */
  sort(list: ArrayLike<number>, count: number, stride: number, second = 0): Int32Array {
    this.#reserve(count);
    this.#measure(list, count, stride, second);
    this.#encode(list, count, stride, second);
    // Stable, from the lowest digit up. Codes are moved along: fetching them from their old places takes longer.
    for (let digit = 0; digit < 3; digit++) this.#deal(count, digit);
    return this.order;
  }

  #reserve(count: number): void {
    if (this.order.length >= count) return;
    this.order = new Int32Array(count);
    this.#codes = new Int32Array(count);
    this.#otherOrder = new Int32Array(count);
    this.#otherCodes = new Int32Array(count);
  }

  /** Finds where the grid begins, and how many cells there are per unit. */
  #measure(list: ArrayLike<number>, count: number, stride: number, second: number): void {
    for (let a = 0; a < 3; a++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0, k = a; i < count; i++, k += stride) {
        const x = 0.5 * list[k] + 0.5 * list[k + second];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      const scale = CELLS / (high - low);
      this.#low[a] = low;
      // All at one place, or so near that there is no such number.
      this.#scale[a] = scale < Infinity ? scale : 0;
    }
  }

  #encode(list: ArrayLike<number>, count: number, stride: number, second: number): void {
    const { order } = this;
    const codes = this.#codes;
    const places = this.#places.fill(0);
    const low = this.#low;
    const scale = this.#scale;
    const x0 = low[0];
    const y0 = low[1];
    const z0 = low[2];
    const sx = scale[0];
    const sy = scale[1];
    const sz = scale[2];
    for (let i = 0, k = 0; i < count; i++, k += stride) {
      const l = k + second;
      const code =
        spread((0.5 * list[k] + 0.5 * list[l] - x0) * sx) |
        (spread((0.5 * list[k + 1] + 0.5 * list[l + 1] - y0) * sy) << 1) |
        (spread((0.5 * list[k + 2] + 0.5 * list[l + 2] - z0) * sz) << 2);
      codes[i] = code;
      order[i] = i;
      places[code & (DIGITS - 1)]++;
      places[DIGITS + ((code >> DIGIT_BITS) & (DIGITS - 1))]++;
      places[2 * DIGITS + (code >> (2 * DIGIT_BITS))]++;
    }
  }

  /** Sorts by one digit, into the other arrays, which change places with these. */
  #deal(count: number, digit: number): void {
    const { order } = this;
    const codes = this.#codes;
    const otherOrder = this.#otherOrder;
    const otherCodes = this.#otherCodes;
    const places = this.#places;
    const base = DIGITS * digit;
    const shift = DIGIT_BITS * digit;
    for (let d = base, sum = 0; d < base + DIGITS; d++) {
      const size = places[d];
      places[d] = sum;
      sum += size;
    }
    for (let i = 0; i < count; i++) {
      const code = codes[i];
      const place = places[base + ((code >> shift) & (DIGITS - 1))]++;
      otherCodes[place] = code;
      otherOrder[place] = order[i];
    }
    this.order = otherOrder;
    this.#otherOrder = order;
    this.#codes = otherCodes;
    this.#otherCodes = codes;
  }
}

/** The ten bits of a cell's number, with two zeros before each. The end of the grid belongs to its last cell. */
function spread(cell: number): number {
  let x = Math.min(CELLS - 1, cell | 0);
  x = (x | (x << 16)) & 0x30000ff;
  x = (x | (x << 8)) & 0x300f00f;
  x = (x | (x << 4)) & 0x30c30c3;
  return (x | (x << 2)) & 0x9249249;
}
