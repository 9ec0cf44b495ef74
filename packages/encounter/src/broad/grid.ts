/**
 * A hierarchy of grids, one for each octave of sizes that occurs. All are sorted anew at every update; nothing is kept from the last
 * one. An update costs the same whether one box moves or all. The grid is best when all boxes move and have one size.
 */
import type { BoxProxy, Coordinates } from './broad-phase.ts';
import type { FrontWalk } from './front-walk.ts';
import { GridLevel } from './grid-level.ts';
import { walkGrid } from './grid-walk.ts';
import { IntList } from './int-list.ts';
import { PairTable } from './pair-table.ts';
import { TrackedPairs } from './tracked-pairs.ts';

/** Boxes of this size and larger are kept apart, like infinite ones: single precision ends at 3.4e38. */
const LARGEST_SIZE = 1e37;

/** A factor that moves the octaves off the powers of two: sizes often are such, and rounding would spread them over two levels. */
const OCTAVE_SHIFT = 1.4;

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** The broad phase for many boxes of about one size that all move. */
export class Grid<T = unknown> extends TrackedPairs<T> {
  /** The levels by the exponent of their sizes, with gaps; then those in use, from fine to coarse. */
  readonly #byExponent: (GridLevel | undefined)[] = [];
  readonly #levels: GridLevel[] = [];
  readonly #inUse = new Uint8Array(256);
  readonly #boundless = new IntList();
  readonly #origin = new Float64Array(3);
  readonly #fresh = new IntList();
  /** The pairs as of the last update. A pair that lasts is never removed, so only net changes are reported. */
  readonly #table = new PairTable();
  /** For each proxy, the number of the last search that found it. */
  #seen: Int32Array = new Int32Array(64);
  #search = 0;
  readonly #box = new Float64Array(6);

  override pairs(): Iterable<readonly [T, T]> {
    this.update();
    return this.proxies.pairs(this.#table);
  }

  protected override trackPairs(): void {
    const { boxes } = this.proxies;
    this.#endPairs();
    this.#sortByLevel();
    const fresh = this.#fresh;
    const levels = this.#levels;
    for (let i = 0; i < levels.length; i++) {
      fresh.clear();
      levels[i].overlapsWithin(fresh);
      for (let j = i + 1; j < levels.length; j++) levels[j].overlapsWith(levels[i], boxes, fresh);
      this.#addNew();
    }
    this.#meetBoundless();
  }

  protected override boxCandidates(min: Coordinates, max: Coordinates, out: IntList): void {
    const box = this.#box;
    this.#beginSearch(out);
    box[0] = min.x;
    box[1] = min.y;
    box[2] = min.z;
    box[3] = max.x;
    box[4] = max.y;
    box[5] = max.z;
    for (const level of this.#levels) level.candidates(box, this.#seen, this.#search, out);
  }

  protected override walk(walk: FrontWalk, visit: (payload: T) => number | undefined): void {
    walkGrid(this.#levels, this.#boundless, this.proxies, walk, visit);
  }

  override validate(): void {
    super.validate();
    this.#validateTable();
    if (this.changed.count > 0) return;
    let { count } = this.#boundless;
    for (const level of this.#levels) {
      level.validate();
      count += level.count;
    }
    if (count !== this.size) throw new Error(`${count} boxes are in the grid, not ${this.size}`);
  }

  #validateTable(): void {
    const { proxies, marks } = this;
    const table = this.#table;
    for (let i = 0; i < table.count; i++) {
      const a = table.first[i];
      const b = table.second[i];
      if (table.indexOf(a, b) !== i) throw new Error(`pair ${i} is not found at its place`);
      if (marks[a] === 1 || marks[b] === 1) continue;
      if (!proxies.has(a) || !proxies.has(b)) throw new Error(`pair ${i} has a removed box`);
      if (!proxies.overlap(a, b)) throw new Error(`the boxes of pair ${i} do not overlap`);
    }
  }

  /** Visits all pairs and ends those that overlap no longer. */
  #endPairs(): void {
    const { proxies, marks } = this;
    const table = this.#table;
    const { first, second } = table;
    // Backwards, because a removal moves the last pair into the gap.
    for (let i = table.count - 1; i >= 0; i--) {
      const a = first[i];
      const b = second[i];
      if ((marks[a] | marks[b]) === 0) continue;
      if (!proxies.overlap(a, b) || !proxies.has(a) || !proxies.has(b)) {
        table.remove(a, b);
        this.report(false, a, b);
      }
    }
  }

  /** Adds a pair unless it is in the table already. */
  #begin(a: BoxProxy, b: BoxProxy): void {
    if (this.#table.add(a, b) >= 0) this.report(true, a, b);
  }

  #sortByLevel(): void {
    const { proxies } = this;
    const { boxes, limit } = proxies;
    const levels = this.#levels;
    levels.length = 0;
    this.#inUse.fill(0);
    this.#boundless.clear();
    for (let proxy = 0; proxy < limit; proxy++) if (proxies.has(proxy)) this.#addToLevel(proxy, boxes);
    for (let exponent = 0; exponent < 256; exponent++)
      if (this.#inUse[exponent] === 1) levels.push(this.#byExponent[exponent]!);
    // The origin may be any corner of a box, as long as it is near the others.
    for (const level of levels) level.sort(boxes, this.#origin);
  }

  #addToLevel(proxy: number, boxes: Float64Array): void {
    const k = 6 * proxy;
    const size = Math.max(boxes[k + 3] - boxes[k], boxes[k + 4] - boxes[k + 1], boxes[k + 5] - boxes[k + 2]);
    if (!(size < LARGEST_SIZE)) {
      this.#boundless.push(proxy);
      return;
    }
    single[0] = OCTAVE_SHIFT * size;
    const exponent = bits[0] >> 23;
    let level = this.#byExponent[exponent];
    if (level === undefined) {
      level = new GridLevel();
      this.#byExponent[exponent] = level;
    }
    if (this.#inUse[exponent] === 0) {
      this.#inUse[exponent] = 1;
      level.clear();
      for (let c = 0; c < 3; c++) this.#origin[c] = boxes[k + c];
    }
    level.add(proxy, boxes, size);
  }

  #addNew(): void {
    const { items, count } = this.#fresh;
    const { proxies, marks } = this;
    for (let i = 0; i < count; i += 2) {
      const a = items[i];
      const b = items[i + 1];
      if ((marks[a] | marks[b]) !== 0 && a !== b && proxies.overlap(a, b)) this.#begin(a, b);
    }
  }

  #meetBoundless(): void {
    const { proxies, marks } = this;
    const { items, count } = this.#boundless;
    for (let i = 0; i < count; i++)
      for (let other = 0; other < proxies.limit; other++)
        if ((marks[items[i]] | marks[other]) !== 0 && other !== items[i] && proxies.has(other))
          if (proxies.overlap(items[i], other)) this.#begin(items[i], other);
  }

  #beginSearch(out: IntList): void {
    if (this.#seen.length < this.proxies.limit) this.#seen = new Int32Array(2 * this.proxies.limit);
    this.#search++;
    for (let i = 0; i < this.#boundless.count; i++) out.push(this.#boundless.items[i]);
  }
}
