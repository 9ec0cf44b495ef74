/**
 * An order in which neighbours in space follow one another: along the curve of Morton, on a grid of 1024³ cells over the box of all
 * points. Queries in this order find the boxes and triangles of the one before still in the cache.
 */

/** Cells along an axis: ten bits, so that three of them are one integer. */
const CELLS = 1024;
const DIGIT = 1024;

export class CoherentOrder {
  /** The numbers of the points in their order, after `sort`. Longer than their count if more were sorted before. */
  order: Int32Array = new Int32Array(0);
  #codes: Int32Array = new Int32Array(0);
  #other: Int32Array = new Int32Array(0);
  readonly #starts: Int32Array = new Int32Array(DIGIT);
  readonly #low: Float64Array = new Float64Array(3);
  readonly #high: Float64Array = new Float64Array(3);

  /**
   * Sorts `count` items of `stride` finite numbers each. An item is where its first three numbers are, or in the middle between these and
   * the three that begin `second` numbers later.
   */
  sort(list: ArrayLike<number>, count: number, stride: number, second = 0): Int32Array {
    this.#reserve(count);
    this.#encode(list, count, stride, second);
    const { order } = this;
    for (let i = 0; i < count; i++) order[i] = i;
    // Stable, from the lowest digit up. After an even number of passes the result would be in the other array: there are three.
    this.#pass(count, 0, order, this.#other);
    this.#pass(count, 10, this.#other, order);
    this.#pass(count, 20, order, this.#other);
    this.order = this.#other;
    this.#other = order;
    return this.order;
  }

  #reserve(count: number): void {
    if (this.order.length >= count) return;
    this.order = new Int32Array(count);
    this.#other = new Int32Array(count);
    this.#codes = new Int32Array(count);
  }

  #encode(list: ArrayLike<number>, count: number, stride: number, second: number): void {
    const low = this.#low.fill(Infinity);
    const high = this.#high.fill(-Infinity);
    for (let i = 0, k = 0; i < count; i++, k += stride)
      for (let a = 0; a < 3; a++) {
        const x = 0.5 * list[k + a] + 0.5 * list[k + second + a];
        if (x < low[a]) low[a] = x;
        if (x > high[a]) high[a] = x;
      }
    const codes = this.#codes;
    for (let i = 0, k = 0; i < count; i++, k += stride) {
      let code = 0;
      for (let a = 0; a < 3; a++) {
        const x = 0.5 * list[k + a] + 0.5 * list[k + second + a];
        const width = high[a] - low[a];
        const cell = width > 0 ? Math.min(CELLS - 1, Math.floor((CELLS * (x - low[a])) / width)) : 0;
        code |= spread(cell) << a;
      }
      codes[i] = code;
    }
  }

  #pass(count: number, shift: number, from: Int32Array, to: Int32Array): void {
    const codes = this.#codes;
    const starts = this.#starts.fill(0);
    for (let i = 0; i < count; i++) starts[(codes[i] >> shift) & (DIGIT - 1)]++;
    let sum = 0;
    for (let d = 0; d < DIGIT; d++) {
      const size = starts[d];
      starts[d] = sum;
      sum += size;
    }
    for (let i = 0; i < count; i++) to[starts[(codes[from[i]] >> shift) & (DIGIT - 1)]++] = from[i];
  }
}

/** Ten bits, with two zeros before each. */
function spread(x: number): number {
  x = (x | (x << 16)) & 0x30000ff;
  x = (x | (x << 8)) & 0x300f00f;
  x = (x | (x << 4)) & 0x30c30c3;
  return (x | (x << 2)) & 0x9249249;
}
