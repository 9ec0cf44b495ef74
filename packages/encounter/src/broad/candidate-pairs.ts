/**
 * Pairs of boxes that may overlap, each once. They are in a dense array, to visit all pairs, and, once they are wanted, in one linked
 * list per box, to visit the pairs of one box. Pair i has two *links*, 2i and 2i + 1, one in the list of each of its boxes.
 */
import type { BoxProxy } from './broad-phase.ts';

/** How many pairs there may be room for beyond those that there are, unless there were more once. */
const MOST_SPARE = 65536;

export class CandidatePairs {
  count = 0;
  /** Whether there are lists. */
  linked = false;
  /** The box in whose list each link is. So the boxes of pair i are at 2i and 2i + 1. */
  proxies: Int32Array = new Int32Array(128);
  /** 1 for each pair that overlapped when it was last tested. */
  meets: Uint8Array = new Uint8Array(64);
  /** The neighbours of each link in its list, −1 at the ends. */
  next: Int32Array = new Int32Array(128);
  #previous: Int32Array = new Int32Array(128);
  /** The first link of each proxy, −1 for none. */
  #heads: Int32Array = new Int32Array(64).fill(-1);

  /** The first link of a box, −1 for none. */
  head(proxy: BoxProxy): number {
    return proxy < this.#heads.length ? this.#heads[proxy] : -1;
  }

  /** Adds a pair that is not there yet. */
  add(p: BoxProxy, q: BoxProxy, meets: boolean): void {
    if (this.count === this.meets.length) this.reserve(this.count + 1);
    const i = this.count++;
    this.meets[i] = meets ? 1 : 0;
    this.proxies[2 * i] = p;
    this.proxies[2 * i + 1] = q;
    if (this.linked) this.#link(i);
  }

  /** Makes the lists. */
  link(): void {
    if (this.linked) return;
    this.linked = true;
    this.#reserveLinks();
    this.#heads.fill(-1);
    for (let i = 0; i < this.count; i++) this.#link(i);
  }

  /** Gives up the lists: while they are not used, adding and removing pairs takes half the time. */
  unlink(): void {
    this.linked = false;
  }

  /** Removes pair i; the last pair takes its place. */
  remove(i: number): void {
    const last = --this.count;
    if (this.linked) {
      this.#unlink(2 * i);
      this.#unlink(2 * i + 1);
      if (i < last) {
        this.#move(2 * last, 2 * i);
        this.#move(2 * last + 1, 2 * i + 1);
      }
    }
    this.meets[i] = this.meets[last];
    this.proxies[2 * i] = this.proxies[2 * last];
    this.proxies[2 * i + 1] = this.proxies[2 * last + 1];
  }

  clear(): void {
    this.count = 0;
    this.linked = false;
  }

  validate(): void {
    for (let link = 0; this.linked && link < 2 * this.count; link++) {
      const before = this.#previous[link];
      const at = before < 0 ? this.head(this.proxies[link]) : this.next[before];
      if (at !== link) throw new Error(`link ${link} of a pair is not in its list`);
    }
  }

  /** Puts pair i into the lists of its boxes. */
  #link(i: number): void {
    for (let link = 2 * i; link < 2 * i + 2; link++) {
      const proxy = this.proxies[link];
      if (proxy >= this.#heads.length) {
        const heads = new Int32Array(Math.max(proxy + 1, 2 * this.#heads.length)).fill(-1);
        heads.set(this.#heads);
        this.#heads = heads;
      }
      const head = this.#heads[proxy];
      this.next[link] = head;
      this.#previous[link] = -1;
      if (head >= 0) this.#previous[head] = link;
      this.#heads[proxy] = link;
    }
  }

  #unlink(link: number): void {
    const after = this.next[link];
    const before = this.#previous[link];
    if (before < 0) this.#heads[this.proxies[link]] = after;
    else this.next[before] = after;
    if (after >= 0) this.#previous[after] = before;
  }

  #move(from: number, to: number): void {
    const after = this.next[from];
    const before = this.#previous[from];
    this.next[to] = after;
    this.#previous[to] = before;
    if (before < 0) this.#heads[this.proxies[from]] = to;
    else this.next[before] = to;
    if (after >= 0) this.#previous[after] = to;
  }

  /** Makes room for this many pairs: at least twice as many as before, but not many thousands more than needed. */
  reserve(count: number): void {
    const { length } = this.meets;
    if (count <= length) return;
    const size = 2 * Math.max(count, Math.min(2 * length, length + MOST_SPARE));
    this.proxies = lengthened(this.proxies, size);
    if (this.linked) this.#reserveLinks();
    const meets = new Uint8Array(size / 2);
    meets.set(this.meets);
    this.meets = meets;
  }

  /** Makes room for the links of as many pairs as there is room for. Without lists they would be half of all memory for pairs. */
  #reserveLinks(): void {
    const size = this.proxies.length;
    if (size <= this.next.length) return;
    this.next = lengthened(this.next, size);
    this.#previous = lengthened(this.#previous, size);
  }
}

function lengthened(array: Int32Array, size: number): Int32Array {
  const longer = new Int32Array(size);
  longer.set(array);
  return longer;
}
