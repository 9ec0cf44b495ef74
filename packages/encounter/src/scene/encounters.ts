/**
 * The pairs of a scene whose boxes overlap, and what each keeps from one test to the next: a cache (§6.3.4), and its manifolds. They are
 * in dense arrays, to visit all of them fast, and in a table, to find the one that ends.
 */

import type { Collider } from '../bodies/collider.ts';
import { PairTable } from '../broad/pair-table.ts';
import { PairCache } from '../convex/pair-cache.ts';
import type { Member } from './member.ts';
import { ManifoldPool, PairManifolds } from './pair-manifolds.ts';

export class Encounters<T> {
  /** The pairs of slots, by which encounters are found. */
  readonly slots: PairTable = new PairTable();
  /** The colliders of pair i: the one with the lower id, then the one with the higher. */
  readonly first: Collider<T>[] = [];
  readonly second: Collider<T>[] = [];
  readonly #caches: (PairCache | null)[] = [];
  /** Caches of pairs that have ended, for reuse. */
  readonly #spare: PairCache[] = [];
  /** The manifolds of pair i for the responses that asked for them, as a chain. */
  readonly #manifolds: (PairManifolds | null)[] = [];
  readonly #spareManifolds: PairManifolds[] = [];
  readonly #pool: ManifoldPool = new ManifoldPool();

  get count(): number {
    return this.slots.count;
  }

  begin(a: Member<T>, b: Member<T>): void {
    const i = this.slots.add(a.slot, b.slot);
    if (i < 0) return;
    const inOrder = a.collider.id < b.collider.id;
    this.first[i] = inOrder ? a.collider : b.collider;
    this.second[i] = inOrder ? b.collider : a.collider;
    this.#caches[i] = null;
    this.#manifolds[i] = null;
  }

  end(a: Member<T>, b: Member<T>): void {
    const i = this.slots.remove(a.slot, b.slot);
    if (i < 0) return;
    const cache = this.#caches[i];
    if (cache !== null) {
      cache.clear();
      this.#spare.push(cache);
    }
    // Reset when they are taken again, not now: a test that a callback has frozen may still report them.
    for (let kept = this.#manifolds[i]; kept !== null; kept = kept.next) this.#spareManifolds.push(kept);
    const last = this.slots.count;
    this.first[i] = this.first[last];
    this.second[i] = this.second[last];
    this.#caches[i] = this.#caches[last];
    this.#manifolds[i] = this.#manifolds[last];
    // By `pop`, because setting the length may free memory that the next pair needs again.
    this.first.pop();
    this.second.pop();
    this.#caches.pop();
    this.#manifolds.pop();
  }

  /** The manifolds of pair i for a response. */
  manifolds(i: number, response: object): PairManifolds {
    let kept = this.#manifolds[i];
    while (kept !== null && kept.response !== response) kept = kept.next;
    if (kept !== null) return kept;
    kept = this.#spareManifolds.pop() ?? new PairManifolds(this.#pool);
    kept.reset();
    kept.response = response;
    kept.next = this.#manifolds[i];
    this.#manifolds[i] = kept;
    return kept;
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
