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

/** The highest digit is the number of a large cell, which has 1024 × 1024 cells. */
export const LARGE_CELLS: number = DIGITS;
export const LARGE_CELL_SHIFT: number = 2 * DIGIT_BITS;

/**
 * Writes the keys of all triangles in ascending order to `keys`, and the numbers of the triangles in that order to `numbers`. `box` is the
 * box of the vertices, min then max.
 */
export function sortByMorton(
  vertices: Vertices,
  corners: ArrayLike<number>,
  box: Float64Array,
  keys: Int32Array,
  numbers: Int32Array,
): void {
  const keysFrom = new Int32Array(keys.length);
  const numbersFrom = new Int32Array(keys.length);
  writeKeys(vertices, corners, box, keysFrom, numbersFrom, 0, keys.length);
  sortByKey(keysFrom, numbersFrom, keys, numbers);
}

/** Writes the keys of triangles `first` up to, not including, `last`, and the numbers of these triangles. */
export function writeKeys(
  { array, offset, stride }: Vertices,
  corners: ArrayLike<number>,
  box: Float64Array,
  keys: Int32Array,
  numbers: Int32Array,
  first: number,
  last: number,
): void {
  const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  // Sums of three corners are used as they are. A hair less than the width, so that the largest falls into the last cell.
  const scale = (CELLS * (1 - BIN_MARGIN)) / (3 * side);
  const ox = 3 * box[0];
  const oy = 3 * box[1];
  const oz = 3 * box[2];
  for (let t = first; t < last; t++) {
    const a = offset + stride * corners[3 * t];
    const b = offset + stride * corners[3 * t + 1];
    const c = offset + stride * corners[3 * t + 2];
    keys[t] =
      spread((array[a] + array[b] + array[c] - ox) * scale) |
      (spread((array[a + 1] + array[b + 1] + array[c + 1] - oy) * scale) << 1) |
      (spread((array[a + 2] + array[b + 2] + array[c + 2] - oz) * scale) << 2);
    numbers[t] = t;
  }
}

/** Sorts numbers by their keys; those with the same key stay in order. The given arrays are changed. */
export function sortByKey(keys: Int32Array, numbers: Int32Array, keysOut: Int32Array, numbersOut: Int32Array): void {
  const low = new Int32Array(DIGITS);
  const middle = new Int32Array(DIGITS);
  const high = new Int32Array(DIGITS);
  const count = keys.length;
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    low[key & (DIGITS - 1)]++;
    middle[(key >> DIGIT_BITS) & (DIGITS - 1)]++;
    high[key >> LARGE_CELL_SHIFT]++;
  }
  for (const counts of [low, middle, high]) countsToPlaces(counts);
  deal(low, 0, keys, numbers, 0, count, keysOut, numbersOut);
  deal(middle, DIGIT_BITS, keysOut, numbersOut, 0, count, keys, numbers);
  deal(high, LARGE_CELL_SHIFT, keys, numbers, 0, count, keysOut, numbersOut);
}

/** Counts how many keys from `first` up to, not including, `last` lie in each large cell. */
export function countLargeCells(keys: Int32Array, first: number, last: number, counts: Int32Array): void {
  for (let i = first; i < last; i++) counts[keys[i] >> LARGE_CELL_SHIFT]++;
}

/** Sorts by one digit, which starts at the bit `shift`; those with the same digit stay in order. `places` says where the next one goes. */
export function deal(
  places: Int32Array,
  shift: number,
  keys: Int32Array,
  numbers: Int32Array,
  first: number,
  last: number,
  keysOut: Int32Array,
  numbersOut: Int32Array,
): void {
  for (let i = first; i < last; i++) {
    const key = keys[i];
    const place = places[(key >> shift) & (DIGITS - 1)]++;
    keysOut[place] = key;
    numbersOut[place] = numbers[i];
  }
}

/**
 * Turns how many keys of each block have each digit into where they go: digits in order, and blocks in order for each digit. Writes to `starts`
 * where each digit starts, and at the end how many keys there are.
 */
export function countsToPlaces(counts: Int32Array, starts: Int32Array | null = null): void {
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    if (starts !== null) starts[digit] = place;
    for (let k = digit; k < counts.length; k += DIGITS) {
      const n = counts[k];
      counts[k] = place;
      place += n;
    }
  }
  if (starts !== null) starts[DIGITS] = place;
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

/** The same for keys of which only the starts of the large cells are known. −1 if all are in one of them. */
export function splitOfLargeCells(starts: Int32Array, start: number, end: number): number {
  const first = cellOf(starts, start);
  const last = cellOf(starts, end - 1);
  if (first === last) return -1;
  // The first cell in which the highest bit that differs is 1.
  const bit = 31 - Math.clz32(first ^ last);
  return starts[(last >> bit) << bit];
}

/** The large cell of a place among the sorted keys. */
function cellOf(starts: Int32Array, place: number): number {
  let cell = 0;
  while (starts[cell + 1] <= place) cell++;
  return cell;
}
