/**
 * Sorting triangles along a Morton curve (C. Lauterbach and others, "Fast BVH Construction on GPUs", 2009), for the strategy `fast`. The box
 * of the vertices is a grid of 1024 cells along its longest side. The key of a triangle has the bits of its cell, interleaved. So
 * triangles that have the first bits of their keys in common lie in one box of cells, and sorting them by key sorts them for all levels
 * of a tree at once.
 */
import { BIN_MARGIN } from '../tolerances.ts';
import type { Vertices } from './triangles.ts';

/** Cells along the longest side of the grid. */
const CELLS = 1024;

/** The keys are sorted in three rounds of ten bits. */
const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;

/**
 * Writes the keys of all triangles in ascending order to `keys`, and the numbers of the triangles in that order to `numbers`. `box` is the
 * box of the vertices, min then max.
 */
export function sortByMorton(
  { array, offset, stride }: Vertices,
  corners: ArrayLike<number>,
  box: Float64Array,
  keys: Int32Array,
  numbers: Int32Array,
): void {
  const count = corners.length / 3;
  const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  // Sums of three corners are used as they are. A hair less than the width, so that the largest falls into the last cell.
  const scale = (CELLS * (1 - BIN_MARGIN)) / (3 * side);
  const ox = 3 * box[0];
  const oy = 3 * box[1];
  const oz = 3 * box[2];
  const counts = new Int32Array(3 * DIGITS);
  const keysFrom = new Int32Array(count);
  for (let t = 0; t < count; t++) {
    const a = offset + stride * corners[3 * t];
    const b = offset + stride * corners[3 * t + 1];
    const c = offset + stride * corners[3 * t + 2];
    const key =
      spread((array[a] + array[b] + array[c] - ox) * scale) |
      (spread((array[a + 1] + array[b + 1] + array[c + 1] - oy) * scale) << 1) |
      (spread((array[a + 2] + array[b + 2] + array[c + 2] - oz) * scale) << 2);
    keysFrom[t] = key;
    counts[key & (DIGITS - 1)]++;
    counts[DIGITS + ((key >> DIGIT_BITS) & (DIGITS - 1))]++;
    counts[2 * DIGITS + (key >> (2 * DIGIT_BITS))]++;
  }
  const keysBetween = new Int32Array(count);
  const numbersBetween = new Int32Array(count);
  const numbersFrom = new Int32Array(count);
  for (let t = 0; t < count; t++) numbersFrom[t] = t;
  deal(counts, 0, keysFrom, numbersFrom, keys, numbers);
  deal(counts, 1, keys, numbers, keysBetween, numbersBetween);
  deal(counts, 2, keysBetween, numbersBetween, keys, numbers);
}

/** Sorts by one digit of the keys; those with the same digit stay in order. */
function deal(
  counts: Int32Array,
  digit: number,
  keys: Int32Array,
  numbers: Int32Array,
  keysOut: Int32Array,
  numbersOut: Int32Array,
): void {
  const base = DIGITS * digit;
  const shift = DIGIT_BITS * digit;
  let start = 0;
  for (let d = base; d < base + DIGITS; d++) {
    const n = counts[d];
    counts[d] = start;
    start += n;
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const place = counts[base + ((key >> shift) & (DIGITS - 1))]++;
    keysOut[place] = key;
    numbersOut[place] = numbers[i];
  }
}

/** The ten bits of a cell's number, each followed by two zeros. A coordinate that is no number is in cell 0. */
function spread(cell: number): number {
  let x = cell & (CELLS - 1);
  x = (x | (x << 16)) & 0x30000ff;
  x = (x | (x << 8)) & 0x300f00f;
  x = (x | (x << 4)) & 0x30c30c3;
  return (x | (x << 2)) & 0x9249249;
}

/** Where to split sorted keys: at the first of start + 1 … end − 1 whose highest bit in which they differ is 1; −1 if all are the same. */
export function splitOfKeys(keys: Int32Array, start: number, end: number): number {
  const differing = keys[start] ^ keys[end - 1];
  if (differing === 0) return -1;
  const bit = 1 << (31 - Math.clz32(differing));
  let low = start;
  let high = end - 1;
  // The bit is 0 at low and 1 at high.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((keys[middle] & bit) === 0) low = middle;
    else high = middle;
  }
  return high;
}
