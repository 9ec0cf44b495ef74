/**
 * Puts points in the order of a k-d tree (§5.2.2; J. L. Bentley, "Multidimensional Binary Search Trees Used for Associative
 * Searching", 1975).
 *
 * The tree is in the order itself. A range first … last − 1 of more than LEAF points has its middle point at
 * m = ⌊(first + last) / 2⌋: no point before it is above it along the axis of m, none after it below. The two halves are ranges, too.
 * So it is as deep as log₂ n, whatever the points.
 */

/** Ranges up to this are not divided. Any of 8 to 32 does about as well: queries on a million points differ by less than they vary. */
export const LEAF = 16;

/** The largest depth of a tree: halves of 2³¹ points. */
export const KD_DEPTH = 32;

export class KdOrder {
  /** Numbers of the points, in the tree's order. */
  readonly ids: Int32Array;
  /** Their coordinates, in the same order. */
  readonly points: Float64Array;
  /** The axis, 0 to 2, at each middle. */
  readonly axes: Uint8Array;
  #seed = 1;

  /** Takes the points over: they are put in order where they are. */
  constructor(points: Float64Array) {
    const count = points.length / 3;
    this.points = points;
    this.ids = new Int32Array(count);
    for (let i = 0; i < count; i++) this.ids[i] = i;
    this.axes = new Uint8Array(count);
    const firsts = new Int32Array(2 * KD_DEPTH);
    const lasts = new Int32Array(2 * KD_DEPTH);
    let top = 1;
    lasts[0] = count;
    while (top > 0) {
      top--;
      const first = firsts[top];
      const last = lasts[top];
      if (last - first <= LEAF) continue;
      const middle = (first + last) >>> 1;
      const axis = this.#widest(first, last);
      this.axes[middle] = axis;
      this.#select(first, last - 1, middle, axis);
      firsts[top] = first;
      lasts[top++] = middle;
      firsts[top] = middle + 1;
      lasts[top++] = last;
    }
  }

  /** The axis along which points of a range are spread most. */
  #widest(first: number, last: number): number {
    const p = this.points;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    for (let k = 3 * first; k < 3 * last; k += 3) {
      x0 = Math.min(x0, p[k]);
      x1 = Math.max(x1, p[k]);
      y0 = Math.min(y0, p[k + 1]);
      y1 = Math.max(y1, p[k + 1]);
      z0 = Math.min(z0, p[k + 2]);
      z1 = Math.max(z1, p[k + 2]);
    }
    const x = x1 - x0;
    const y = y1 - y0;
    const z = z1 - z0;
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }

  /**
   * Puts at `middle` what belongs there along an axis: none before it is larger, none after it smaller (C. A. R. Hoare's "Find").
   * Both sides stop at equal values, so that copies are shared out. Pivots come from a sequence of numbers in no order.
   */
  #select(from: number, to: number, middle: number, axis: number): void {
    const p = this.points;
    let first = from;
    let last = to;
    while (first < last) {
      const pivot = this.#pivot(first, last, axis);
      let i = first;
      let j = last;
      while (i <= j) {
        while (p[3 * i + axis] < pivot) i++;
        while (p[3 * j + axis] > pivot) j--;
        if (i <= j) this.#swap(i++, j--);
      }
      if (middle <= j) last = j;
      else if (middle >= i) first = i;
      else return;
    }
  }

  /** The value in the middle of three points of a range. */
  #pivot(first: number, last: number, axis: number): number {
    const p = this.points;
    const a = p[3 * this.#any(first, last) + axis];
    const b = p[3 * this.#any(first, last) + axis];
    const c = p[3 * this.#any(first, last) + axis];
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /** One of a range: the next number of a linear congruential sequence (D. E. Knuth's constants). */
  #any(first: number, last: number): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return first + Math.floor((this.#seed / 2 ** 32) * (last - first + 1));
  }

  #swap(i: number, j: number): void {
    const { ids, points: p } = this;
    const id = ids[i];
    ids[i] = ids[j];
    ids[j] = id;
    for (let k = 0; k < 3; k++) {
      const x = p[3 * i + k];
      p[3 * i + k] = p[3 * j + k];
      p[3 * j + k] = x;
    }
  }
}

/** Throws an Error unless the numbers are all there and every middle divides its range. */
export function validateOrder({ ids, points, axes }: KdOrder): void {
  const count = ids.length;
  const seen = new Uint8Array(count);
  for (const id of ids) {
    if (!(id >= 0 && id < count) || seen[id] === 1)
      throw new Error(`point ${id} is there twice, or is none of ${count}`);
    seen[id] = 1;
  }
  const ranges: [number, number][] = [[0, count]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [first, last] = range;
    if (last - first <= LEAF) continue;
    const middle = (first + last) >>> 1;
    const axis = axes[middle];
    const at = points[3 * middle + axis];
    for (let i = first; i < last; i++) {
      const x = points[3 * i + axis];
      if (i < middle ? x > at : x < at)
        throw new Error(`point ${ids[i]} is on the wrong side of ${ids[middle]} along axis ${axis}`);
    }
    ranges.push([first, middle], [middle + 1, last]);
  }
}
