/**
 * Which points are near each other, by a grid of cells in a hash table: the time is proportional to the number of points, as long as
 * few of them share a cell.
 *
 * Two ways to merge. A *chain* joins points that are near each other directly or through others in between, however far apart the ends
 * of the chain are: right for a question of topology, where only rounding is to be undone. A *leader* takes the points within the
 * tolerance of itself and no others, so no point moves farther than the tolerance: right for what is to be drawn and tested afterwards.
 */

/** A cell is this many tolerances wide, so that few points must search a neighbouring cell. */
const CELL = 16;

export interface Merged {
  /** The number of the merged point that each point belongs to. */
  readonly merged: Int32Array;
  /** How many merged points there are. */
  readonly count: number;
}

/** Merges chains. Merged points are numbered in the order of their first points. */
export function mergeChains(
  points: Float64Array,
  tolerance: number,
): Merged & {
  /** The largest distance of two points that were joined directly. */
  readonly farthest: number;
  /** How many points were joined to an earlier one. */
  readonly joined: number;
} {
  const n = points.length / 3;
  const near = new NearPoints(points, tolerance);
  /** An earlier point to merge with, or the point itself. */
  const first = new Int32Array(n);
  const root = (i: number): number => {
    while (first[i] !== i) {
      first[i] = first[first[i]];
      i = first[i];
    }
    return i;
  };
  let farthest = 0;
  for (let i = 0; i < n; i++) {
    first[i] = i;
    near.find(i);
    let duplicate = false;
    for (let f = 0; f < near.count; f++) {
      const p = root(near.found[f]);
      const q = root(i);
      first[Math.max(p, q)] = Math.min(p, q);
      // A point at exactly the same position as another need not be added to the grid.
      duplicate ||= near.away[f] === 0;
      farthest = Math.max(farthest, near.away[f]);
    }
    if (!duplicate) near.add(i);
  }

  const merged = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) merged[i] = first[i] === i ? count++ : merged[root(i)];
  return { merged, count, farthest: Math.sqrt(farthest) * tolerance, joined: n - count };
}

/**
 * Merges points with leaders: taken in the given order, a point joins the nearest leader within the tolerance (of equally near ones the
 * first), or becomes one. So leaders are farther apart than the tolerance, and no cell has many of them.
 */
export function mergeWithLeaders(
  points: Float64Array,
  tolerance: number,
  order: Int32Array,
): Merged & {
  /** The point that leads each merged point. */
  readonly leaders: Int32Array;
} {
  const near = new NearPoints(points, tolerance);
  const merged = new Int32Array(points.length / 3);
  const leaders = new Int32Array(order.length);
  let count = 0;
  for (const i of order) {
    near.find(i);
    let best = -1;
    for (let f = 0; f < near.count; f++) {
      const better = best < 0 || near.away[f] < near.away[best];
      const earlier = best >= 0 && near.away[f] === near.away[best] && merged[near.found[f]] < merged[near.found[best]];
      if (better || earlier) best = f;
    }
    if (best >= 0) {
      merged[i] = merged[near.found[best]];
      continue;
    }
    leaders[count] = i;
    merged[i] = count++;
    near.add(i);
  }
  return { merged, count, leaders: leaders.subarray(0, count) };
}

/** Points in the cells of a grid. The table is hashed, so several cells may share a list. */
class NearPoints {
  /** The points that `find` found, and the squares of their distances in units of the tolerance. */
  readonly found: number[] = [];
  readonly away: number[] = [];
  count = 0;
  readonly #points: Float64Array;
  readonly #tolerance: number;
  readonly #next: Int32Array;
  readonly #heads: Int32Array;
  readonly #cells: Float64Array = new Float64Array(3);
  readonly #words: Int32Array = new Int32Array(this.#cells.buffer);

  constructor(points: Float64Array, tolerance: number) {
    this.#points = points;
    this.#tolerance = tolerance;
    this.#next = new Int32Array(points.length / 3);
    this.#heads = new Int32Array(tableSize(points.length / 3)).fill(-1);
  }

  /** The cell that contains a coordinate. Without a tolerance each number is a cell of its own. */
  #cell(x: number): number {
    // Adding zero turns −0 into 0, which equals it but has other bits.
    return this.#tolerance === 0 ? x + 0 : Math.floor(x / (CELL * this.#tolerance)) + 0;
  }

  #slot(x: number, y: number, z: number): number {
    const cells = this.#cells;
    const w = this.#words;
    cells[0] = x;
    cells[1] = y;
    cells[2] = z;
    const low = Math.imul(w[0], 0x9e3779b1) ^ Math.imul(w[2], 0x85ebca6b) ^ Math.imul(w[4], 0xc2b2ae35);
    const high = Math.imul(w[1], 0x27d4eb2f) ^ Math.imul(w[3], 0x165667b1) ^ Math.imul(w[5], 0x7feb352d);
    return scramble(low ^ scramble(high)) & (this.#heads.length - 1);
  }

  add(i: number): void {
    const p = this.#points;
    const slot = this.#slot(this.#cell(p[3 * i]), this.#cell(p[3 * i + 1]), this.#cell(p[3 * i + 2]));
    this.#next[i] = this.#heads[slot];
    this.#heads[slot] = i;
  }

  /** Finds the points of the grid within the tolerance of point i. */
  find(i: number): void {
    const p = this.#points;
    const e = this.#tolerance;
    this.count = 0;
    // A cell is wider than twice the tolerance, so there are at most two along each axis.
    const x0 = this.#cell(p[3 * i] - e);
    const x1 = this.#cell(p[3 * i] + e);
    const y0 = this.#cell(p[3 * i + 1] - e);
    const y1 = this.#cell(p[3 * i + 1] + e);
    const z0 = this.#cell(p[3 * i + 2] - e);
    const z1 = this.#cell(p[3 * i + 2] + e);
    for (let k = 0; k < 8; k++) {
      if ((k & 1 && x0 === x1) || (k & 2 && y0 === y1) || (k & 4 && z0 === z1)) continue;
      this.#search(i, k & 1 ? x1 : x0, k & 2 ? y1 : y0, k & 4 ? z1 : z0);
    }
  }

  #search(i: number, x: number, y: number, z: number): void {
    const p = this.#points;
    // Without a tolerance, only differences of zero count, whatever they are divided by.
    const e = this.#tolerance || 1;
    const limit = this.#tolerance > 0 ? 1 : 0;
    for (let k = this.#heads[this.#slot(x, y, z)]; k >= 0; k = this.#next[k]) {
      // Points of other cells may be in the same list, so only the distance counts.
      const dx = (p[3 * k] - p[3 * i]) / e;
      const dy = (p[3 * k + 1] - p[3 * i + 1]) / e;
      const dz = (p[3 * k + 2] - p[3 * i + 2]) / e;
      const away = dx * dx + dy * dy + dz * dz;
      if (!(away <= limit)) continue;
      // Where two cells have one slot, points are found twice, which does no harm.
      this.found[this.count] = k;
      this.away[this.count++] = away;
    }
  }
}

/** A power of two, at least twice the count. */
export function tableSize(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}

/** Mixes the high bits of a hash into the low bits, the only ones that are used. */
export function scramble(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return h ^ (h >>> 16);
}
