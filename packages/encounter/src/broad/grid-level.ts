/**
 * One level of a grid: boxes of about one size, each in the cell of its min corner. Cells are no smaller than the boxes, so all boxes
 * that overlap a box are in its cell and the cells around it.
 *
 * The boxes are sorted by cell, with a counting sort. The cells of a row along x are consecutive in the table, and a hash of y and z
 * says where a row begins. So any extent of space fits, and three neighbouring cells are one range of boxes. Where rows overlap
 * in the table, a cell also contains boxes from elsewhere; the test of the boxes rejects them.
 */
import { CELL_SLACK, LEVEL_ROUNDING } from '../tolerances.ts';
import type { BoxProxy } from './broad-phase.ts';
import { IntList } from './int-list.ts';
import { rankOf } from './rank-box.ts';

/** Integers per entry: the box (min, max) in ranks (rank-box.ts), the proxy, the cell's x, y, z. */
export const ENTRY = 10;
export const PROXY = 6;

/** The most cells along an axis. More would let rounding change the number of a cell. */
const MOST_CELLS_PER_AXIS = 2 ** 26;

/** The least number of cells in the table: no row of cells around a box is longer. */
const LEAST_CELLS = 4;

export class GridLevel {
  count = 0;
  entries: Int32Array = new Int32Array(0);
  /** Where the entries of each cell begin. Those of the next cell follow. */
  #starts: Int32Array = new Int32Array(LEAST_CELLS + 2);
  #cells = LEAST_CELLS;
  /** Cells per unit of length, and the corner from which they are counted. */
  #density = 0;
  readonly #corner: Float64Array = new Float64Array(3);
  readonly #proxies = new IntList();
  /** Bounds of the min corners, and the largest size. */
  readonly #bounds: Float64Array = new Float64Array(7);
  #unsorted: Int32Array = new Int32Array(0);
  /** The cells around the present box: first x, y, z, last x, y, z. */
  readonly #span: Int32Array = new Int32Array(6);
  /** The ranks of the box that is searched, and the origin that ranks are relative to. */
  readonly #ranks: Int32Array = new Int32Array(6);
  readonly #origin: Float64Array = new Float64Array(3);

  clear(): void {
    this.#proxies.clear();
    this.#bounds.fill(Infinity, 0, 3);
    this.#bounds.fill(-Infinity, 3, 6);
    this.#bounds[6] = 0;
  }

  add(proxy: BoxProxy, boxes: Float64Array, size: number): void {
    const bounds = this.#bounds;
    const k = 6 * proxy;
    this.#proxies.push(proxy);
    for (let c = 0; c < 3; c++) {
      if (boxes[k + c] < bounds[c]) bounds[c] = boxes[k + c];
      if (boxes[k + c] > bounds[c + 3]) bounds[c + 3] = boxes[k + c];
    }
    if (size > bounds[6]) bounds[6] = size;
  }

  /** Sorts the boxes that were added. Ranks are relative to `origin`. */
  sort(boxes: Float64Array, origin: Float64Array): void {
    const bounds = this.#bounds;
    const { count } = this.#proxies;
    this.count = count;
    const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    const cell = Math.max(CELL_SLACK * bounds[6], extent / MOST_CELLS_PER_AXIS);
    // Zero if all boxes are one point, or if the extent overflows. Then all are in one cell.
    this.#density = cell > 0 ? 1 / cell : 0;
    for (let c = 0; c < 3; c++) {
      this.#corner[c] = bounds[c];
      this.#origin[c] = origin[c];
    }
    if (this.entries.length < ENTRY * count) {
      this.entries = new Int32Array(2 * ENTRY * count);
      this.#unsorted = new Int32Array(2 * 4 * count);
      this.#cells = LEAST_CELLS;
      while (this.#cells < 4 * count) this.#cells *= 2;
      this.#starts = new Int32Array(this.#cells + 2);
    }
    this.#countCells(boxes);
    const starts = this.#starts;
    // Each cell is filled from its end. Its counter, decremented for each entry, ends as the place where the cell begins.
    for (let cell = 1; cell <= this.#cells; cell++) starts[cell] += starts[cell - 1];
    for (let i = count - 1; i >= 0; i--) this.#place(i, boxes, origin);
  }

  #countCells(boxes: Float64Array): void {
    const unsorted = this.#unsorted;
    const starts = this.#starts;
    const { items, count } = this.#proxies;
    const corner = this.#corner;
    const density = this.#density;
    const mask = this.#cells - 1;
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const k = 6 * items[i];
      const x = Math.floor((boxes[k] - corner[0]) * density) | 0;
      const y = Math.floor((boxes[k + 1] - corner[1]) * density) | 0;
      const z = Math.floor((boxes[k + 2] - corner[2]) * density) | 0;
      const cell = (rowOf(y, z) + x) & mask;
      unsorted[4 * i] = x;
      unsorted[4 * i + 1] = y;
      unsorted[4 * i + 2] = z;
      unsorted[4 * i + 3] = cell;
      starts[cell]++;
    }
  }

  #place(i: number, boxes: Float64Array, origin: Float64Array): void {
    const { entries } = this;
    const unsorted = this.#unsorted;
    const proxy = this.#proxies.items[i];
    const e = ENTRY * --this.#starts[unsorted[4 * i + 3]];
    const k = 6 * proxy;
    entries[e] = rankOf(boxes[k] - origin[0]);
    entries[e + 1] = rankOf(boxes[k + 1] - origin[1]);
    entries[e + 2] = rankOf(boxes[k + 2] - origin[2]);
    entries[e + 3] = rankOf(boxes[k + 3] - origin[0]);
    entries[e + 4] = rankOf(boxes[k + 4] - origin[1]);
    entries[e + 5] = rankOf(boxes[k + 5] - origin[2]);
    entries[e + PROXY] = proxy;
    entries[e + 7] = unsorted[4 * i];
    entries[e + 8] = unsorted[4 * i + 1];
    entries[e + 9] = unsorted[4 * i + 2];
  }

  /** Adds the pairs of proxies within the level that overlap by rank. Some may come twice, and a box may come with itself. */
  overlapsWithin(out: IntList): void {
    const { entries, count } = this;
    for (let i = 0; i < count; i++) {
      const e = ENTRY * i;
      const x = entries[e + 7];
      const y = entries[e + 8];
      const z = entries[e + 9];
      // Only half of the cells around the box, so that each pair comes once: those after it in its row, and the rows after it.
      this.#meet(entries, e, rowOf(y, z) + x, 2, i + 1, out);
      this.#meet(entries, e, rowOf(y + 1, z) + x - 1, 3, 0, out);
      this.#meet(entries, e, rowOf(y - 1, z + 1) + x - 1, 3, 0, out);
      this.#meet(entries, e, rowOf(y, z + 1) + x - 1, 3, 0, out);
      this.#meet(entries, e, rowOf(y + 1, z + 1) + x - 1, 3, 0, out);
    }
  }

  /** Adds the pairs of a box of a finer level and one of this level that overlap by rank. Some may come twice. */
  overlapsWith(finer: GridLevel, boxes: Float64Array, out: IntList): void {
    const { entries, count } = finer;
    const span = this.#span;
    for (let e = 0; e < ENTRY * count; e += ENTRY) {
      const k = 6 * entries[e + PROXY];
      this.#cover(boxes[k], boxes[k + 1], boxes[k + 2], boxes[k + 3], boxes[k + 4], boxes[k + 5]);
      for (let z = span[2]; z <= span[5]; z++)
        for (let y = span[1]; y <= span[4]; y++)
          this.#meet(entries, e, rowOf(y, z) + span[0], span[3] - span[0] + 1, 0, out);
    }
  }

  /**
   * Adds the proxies of at least all boxes that overlap this one, except those marked with `stamp` already. If there are more cells to
   * visit than boxes, adds all boxes of the level.
   */
  candidates(box: Float64Array, seen: Int32Array, stamp: number, out: IntList): void {
    const span = this.#span;
    this.#cover(box[0], box[1], box[2], box[3], box[4], box[5]);
    const rows = (span[4] - span[1] + 1) * (span[5] - span[2] + 1);
    const width = span[3] - span[0] + 1;
    if (rows + width > this.count) {
      for (let i = 0; i < this.count; i++) this.#take(i, seen, stamp, out);
      return;
    }
    for (let c = 0; c < 6; c++) this.#ranks[c] = rankOf(box[c] - this.#origin[c % 3]);
    for (let z = span[2]; z <= span[5]; z++)
      for (let y = span[1]; y <= span[4]; y++) {
        const first = (rowOf(y, z) + span[0]) & (this.#cells - 1);
        const end = first + width;
        this.#takeMeeting(this.#starts[first], this.#starts[Math.min(end, this.#cells)], seen, stamp, out);
        if (end > this.#cells)
          this.#takeMeeting(0, this.#starts[Math.min(end - this.#cells, this.#cells)], seen, stamp, out);
      }
  }

  /** A length in cells. */
  cellsAlong(length: number): number {
    return length * this.#density;
  }

  /** Writes a box around all boxes of the level. */
  extent(out: Float64Array): void {
    const bounds = this.#bounds;
    for (let c = 0; c < 3; c++) {
      out[c] = bounds[c];
      // The largest size and the sum may be rounded down.
      out[c + 3] = bounds[c + 3] + bounds[6] + LEVEL_ROUNDING * (Math.abs(bounds[c + 3]) + bounds[6]);
    }
  }

  validate(): void {
    const { entries, count } = this;
    const starts = this.#starts;
    if (starts[0] !== 0 || starts[this.#cells] !== count) throw new Error('the cells do not hold all entries');
    for (let cell = 0; cell < this.#cells; cell++)
      for (let i = starts[cell]; i < starts[cell + 1]; i++) {
        const e = ENTRY * i;
        if (((rowOf(entries[e + 8], entries[e + 9]) + entries[e + 7]) & (this.#cells - 1)) !== cell)
          throw new Error(`entry ${i} is in the wrong cell`);
      }
  }

  /**
   * Takes the entries that meet the box by rank. Many in the cells of a row do not: some are of other rows, and a cell reaches beyond the
   * box. To reject them here saves two loads from anywhere in memory each.
   */
  #takeMeeting(from: number, end: number, seen: Int32Array, stamp: number, out: IntList): void {
    const { entries } = this;
    const ranks = this.#ranks;
    for (let i = from; i < end; i++) {
      const e = ENTRY * i;
      const gaps =
        (ranks[3] - entries[e]) |
        (entries[e + 3] - ranks[0]) |
        (ranks[4] - entries[e + 1]) |
        (entries[e + 4] - ranks[1]) |
        (ranks[5] - entries[e + 2]) |
        (entries[e + 5] - ranks[2]);
      if (gaps >= 0) this.#take(i, seen, stamp, out);
    }
  }

  #take(i: number, seen: Int32Array, stamp: number, out: IntList): void {
    const proxy = this.entries[ENTRY * i + PROXY];
    if (seen[proxy] === stamp) return;
    seen[proxy] = stamp;
    out.push(proxy);
  }

  /** Writes the cells whose boxes may overlap this one to #span: from one before its min to its max, clamped to the grid. */
  #cover(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): void {
    const span = this.#span;
    const corner = this.#corner;
    const density = this.#density;
    span[0] = within((minX - corner[0]) * density) - 1;
    span[1] = within((minY - corner[1]) * density) - 1;
    span[2] = within((minZ - corner[2]) * density) - 1;
    span[3] = within((maxX - corner[0]) * density);
    span[4] = within((maxY - corner[1]) * density);
    span[5] = within((maxZ - corner[2]) * density);
  }

  /**
   * Adds the pairs of the entry at `e` and an entry in `width` cells from `cell` on, none before entry `after`, that overlap by rank.
   * Every pair is written after the end of the list, and the list becomes longer only if the pair counts: there is no branch to
   * mispredict.
   */
  #meet(others: Int32Array, e: number, cell: number, width: number, after: number, out: IntList): void {
    const { entries } = this;
    const starts = this.#starts;
    const first = cell & (this.#cells - 1);
    const end = first + width;
    if (end > this.#cells) {
      this.#meet(others, e, first, this.#cells - first, after, out);
      this.#meet(others, e, 0, end - this.#cells, 0, out);
      return;
    }
    let i = starts[first];
    const last = starts[end];
    if (i < after) i = after;
    if (i >= last) return;
    const minX = others[e];
    const minY = others[e + 1];
    const minZ = others[e + 2];
    const maxX = others[e + 3];
    const maxY = others[e + 4];
    const maxZ = others[e + 5];
    const proxy = others[e + PROXY];
    out.reserve(out.count + 2 * (last - i) + 2);
    const pairs = out.items;
    let top = out.count;
    for (; i < last; i++) {
      const k = ENTRY * i;
      const gaps =
        (maxX - entries[k]) |
        (entries[k + 3] - minX) |
        (maxY - entries[k + 1]) |
        (entries[k + 4] - minY) |
        (maxZ - entries[k + 2]) |
        (entries[k + 5] - minZ);
      pairs[top] = proxy;
      pairs[top + 1] = entries[k + PROXY];
      top += 2 + ((gaps >> 31) << 1);
    }
    out.count = top;
  }
}

/** Where the cells of a row begin, before masking. */
function rowOf(y: number, z: number): number {
  return Math.imul(y, 0x9e3779b1) + Math.imul(z, 0x85ebca6b);
}

/** The number of a cell, clamped to the grid. NaN (0 · ∞, when all boxes are in one cell) becomes that cell. */
function within(x: number): number {
  return Math.floor(x > -2 ? (x < MOST_CELLS_PER_AXIS + 2 ? x : MOST_CELLS_PER_AXIS + 2) : x <= -2 ? -2 : 0);
}
