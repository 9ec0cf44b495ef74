/**
 * The pairs of a scene whose boxes overlap, and the cache that each keeps from one test to the next (§6.3.4). They are in dense arrays,
 * to visit all of them fast, and in a table, to find the one that ends.
 */
import { PairTable } from '../broad/pair-table.ts';
import { PairCache } from '../convex/pair-cache.ts';
import type { Member } from './member.ts';

export class Encounters<T> {
  readonly #table: PairTable = new PairTable();
  /** The members of pair i: the one with the lower collider id, then the one with the higher. */
  readonly first: Member<T>[] = [];
  readonly second: Member<T>[] = [];
  readonly #caches: (PairCache | null)[] = [];
  /** Caches of pairs that have ended, for reuse. */
  readonly #spare: PairCache[] = [];

  get count(): number {
    return this.#table.count;
  }

  begin(a: Member<T>, b: Member<T>): void {
    const i = this.#table.add(a.slot, b.slot);
    if (i < 0) return;
    const inOrder = a.collider.id < b.collider.id;
    this.first[i] = inOrder ? a : b;
    this.second[i] = inOrder ? b : a;
    this.#caches[i] = null;
  }

  end(a: Member<T>, b: Member<T>): void {
    const i = this.#table.remove(a.slot, b.slot);
    if (i < 0) return;
    const cache = this.#caches[i];
    if (cache !== null) {
      cache.clear();
      this.#spare.push(cache);
    }
    const last = this.#table.count;
    this.first[i] = this.first[last];
    this.second[i] = this.second[last];
    this.#caches[i] = this.#caches[last];
    // By `pop`, because setting the length may free memory that the next pair needs again.
    this.first.pop();
    this.second.pop();
    this.#caches.pop();
  }

  /** The cache of pair i, made when it is first tested. */
  cache(i: number): PairCache {
    let cache = this.#caches[i];
    if (cache === null) {
      cache = this.#spare.pop() ?? new PairCache();
      this.#caches[i] = cache;
    }
    return cache;
  }
}
