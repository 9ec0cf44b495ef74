/**
 * Triangles in the cells of a grid (§5.2.1): each is in every cell that its box overlaps, as the book advises. Cells are numbered
 * along x first; the slots of cell i are slots[starts[i]] up to, not including, slots[starts[i + 1]], ascending.
 */
import { VOXEL_SLACK } from '../tolerances.ts';
import type { Triangles } from '../tree/triangles.ts';

/** Cells per triangle that are aimed at. Neither 1 nor 16 is faster for rays through tori of 5,000 to 1,000,000 triangles. */
const DENSITY = 4;

/** Entries per triangle from which on the cells are made larger: triangles that are large among many cells are in most of them. */
const CROWDED = 32;

/** Cells along a side, cells, and entries, at most. */
export const MOST_ALONG = 4096;
const MOST_CELLS = 2 ** 26;
const MOST_ENTRIES = 2 ** 28;

export class VoxelCells {
  /** How many cells there are along each axis. */
  readonly counts: Int32Array = new Int32Array(3);
  /** Sides of a cell. */
  readonly size: Float64Array = new Float64Array(3);
  /** Least coordinates of the triangles. The grid begins `pad` before. */
  readonly origin: Float64Array = new Float64Array(3);
  readonly pad: number;
  /** A coordinate, seen from where the grid begins. In an array, as doubles that are handed to calls become garbage. */
  readonly place: Float64Array = new Float64Array(1);
  readonly starts: Int32Array;
  readonly slots: Int32Array;
  /** Sides of the box of the triangles. */
  readonly #extents: Float64Array = new Float64Array(3);
  /** First and last cell of a triangle along each axis. */
  readonly #range: Int32Array = new Int32Array(6);
  readonly #corners: Float64Array = new Float64Array(9);

  /** `counts` as asked for: along the longest side, or along each; null for as many as are good. */
  constructor(triangles: Triangles, counts: number | readonly number[] | null) {
    this.#measure(triangles);
    const longest = Math.max(this.#extents[0], this.#extents[1], this.#extents[2]);
    // A ray along a side of the box is in the grid. Triangles that are all one point are in a cell of any size.
    this.pad = longest > 0 ? VOXEL_SLACK * longest : 1;
    if (counts === null) this.#choose(triangles, longest + 2 * this.pad);
    else if (typeof counts === 'number') this.#divide((longest + 2 * this.pad) / counts);
    else this.#set(counts[0], counts[1], counts[2]);
    const entries = this.#entries(triangles, Infinity);
    if (this.cellCount > MOST_CELLS || entries > MOST_ENTRIES)
      throw new RangeError(
        `resolution must not make more than ${MOST_CELLS} cells with ${MOST_ENTRIES} entries, got ${this.cellCount} with ${entries}`,
      );
    this.starts = new Int32Array(this.cellCount + 1);
    this.slots = new Int32Array(entries);
    this.#fill(triangles);
  }

  get cellCount(): number {
    return this.counts[0] * this.counts[1] * this.counts[2];
  }

  /** The cell along an axis in which `place` is. */
  cellAt(axis: number): number {
    const i = Math.floor(this.place[0] / this.size[axis]);
    return Math.max(0, Math.min(this.counts[axis] - 1, i));
  }

  /** Throws an Error unless every cell holds exactly the triangles whose boxes overlap it, each once. */
  validate(triangles: Triangles): void {
    const { counts, starts, slots } = this;
    if (starts[0] !== 0 || starts[this.cellCount] !== slots.length)
      throw new Error('the cells do not hold all entries');
    const held: number[][] = Array.from({ length: triangles.count }, () => []);
    for (let cell = 0; cell < this.cellCount; cell++) {
      if (starts[cell] > starts[cell + 1]) throw new Error(`cell ${cell} holds negative many entries`);
      for (let k = starts[cell]; k < starts[cell + 1]; k++) {
        if (k > starts[cell] && slots[k] <= slots[k - 1]) throw new Error(`slots of cell ${cell} do not ascend`);
        held[slots[k]].push(cell);
      }
    }
    for (let slot = 0; slot < triangles.count; slot++) {
      this.#locate(triangles, slot);
      const [x0, y0, z0, x1, y1, z1] = this.#range;
      const cells: number[] = [];
      for (let z = z0; z <= z1; z++)
        for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) cells.push(x + counts[0] * (y + counts[1] * z));
      if (cells.join() !== held[slot].join())
        throw new Error(`triangle ${triangles.numbers[slot]} is in cells ${held[slot]}, not in ${cells}`);
    }
  }

  /** Finds the box of the triangles. */
  #measure(triangles: Triangles): void {
    const p = this.#corners;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let slot = 0; slot < triangles.count; slot++) {
      triangles.load(slot, p);
      for (let k = 0; k < 9; k++) {
        if (p[k] < low[k % 3]) low[k % 3] = p[k];
        if (p[k] > high[k % 3]) high[k % 3] = p[k];
      }
    }
    for (let i = 0; i < 3; i++) {
      this.origin[i] = low[i];
      this.#extents[i] = high[i] - low[i];
    }
  }

  /** As many cells as DENSITY says, but larger ones where triangles are in too many of them. */
  #choose(triangles: Triangles, longest: number): void {
    const wanted = Math.min(DENSITY * triangles.count, MOST_CELLS / 4);
    let size = longest;
    do {
      size *= 0.9;
      this.#divide(size);
    } while (this.cellCount < wanted && longest / size < 0.5 * MOST_ALONG);
    const most = CROWDED * triangles.count;
    while (this.cellCount > 1 && this.#entries(triangles, most) > most) {
      size *= 1.5;
      this.#divide(size);
    }
  }

  /** Divides the box into cells that are nearly cubes of a size. */
  #divide(size: number): void {
    const count = (axis: number): number => Math.max(1, Math.round((this.#extents[axis] + 2 * this.pad) / size));
    this.#set(count(0), count(1), count(2));
  }

  #set(x: number, y: number, z: number): void {
    this.counts[0] = x;
    this.counts[1] = y;
    this.counts[2] = z;
    for (let i = 0; i < 3; i++) this.size[i] = (this.#extents[i] + 2 * this.pad) / this.counts[i];
  }

  /** How many entries there are in all cells; it may stop counting beyond a limit. */
  #entries(triangles: Triangles, limit: number): number {
    const r = this.#range;
    let sum = 0;
    for (let slot = 0; slot < triangles.count && sum <= limit; slot++) {
      this.#locate(triangles, slot);
      sum += (r[3] - r[0] + 1) * (r[4] - r[1] + 1) * (r[5] - r[2] + 1);
    }
    return sum;
  }

  /** Finds the cells of a triangle. */
  #locate(triangles: Triangles, slot: number): void {
    const { origin, pad, size } = this;
    const p = this.#corners;
    triangles.load(slot, p);
    for (let i = 0; i < 3; i++) {
      const slack = VOXEL_SLACK * size[i];
      this.place[0] = Math.min(p[i], p[3 + i], p[6 + i]) - origin[i] + pad - slack;
      this.#range[i] = this.cellAt(i);
      this.place[0] = Math.max(p[i], p[3 + i], p[6 + i]) - origin[i] + pad + slack;
      this.#range[3 + i] = this.cellAt(i);
    }
  }

  /** Counts the entries of each cell, then puts them in. */
  #fill(triangles: Triangles): void {
    const { counts, starts, slots } = this;
    const r = this.#range;
    for (let pass = 0; pass < 2; pass++) {
      // Backwards, as a cell's start ends up at its first entry when all have been put in from its end.
      for (let slot = triangles.count - 1; slot >= 0; slot--) {
        this.#locate(triangles, slot);
        for (let z = r[2]; z <= r[5]; z++)
          for (let y = r[1]; y <= r[4]; y++) {
            const row = counts[0] * (y + counts[1] * z);
            for (let cell = row + r[0]; cell <= row + r[3]; cell++) {
              if (pass === 0) starts[cell]++;
              else slots[--starts[cell]] = slot;
            }
          }
      }
      if (pass === 0) for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
    }
  }
}
