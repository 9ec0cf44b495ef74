/** Turns tests into events: which pairs have come into contact since the last step, which still are, and which no longer are. */

import type { Collider } from '../bodies/collider.ts';
import { PairTable } from '../broad/pair-table.ts';
import { checkOptions } from '../check.ts';
import type { ManifoldOptions } from '../query.ts';
import { type ContactOf, type Response, type ResponseType, response } from './response-table.ts';

/** What a `ContactTracker` calls. */
export interface ContactEvents<T, K extends ResponseType = ResponseType> {
  /** Called for a pair that was not in contact at the last step. */
  begin?: (a: Collider<T>, b: Collider<T>, contact: ContactOf<K>) => void;
  /** Called for a pair that was in contact at the last step. */
  stay?: (a: Collider<T>, b: Collider<T>, contact: ContactOf<K>) => void;
  /** Called by `step()` for a pair that is no longer in contact. */
  end?: (a: Collider<T>, b: Collider<T>) => void;
}

/**
 * Reports when contacts begin, stay and end. Add its `response` to a table, test the scene, and call `step()` after each test. Of the
 * type `manifold`, a pair gets the same manifolds from begin to end, and the same points while their ids persist.
 *
 * @example
 * const tracker = new ContactTracker('simple', { begin: (a, b) => console.log('in', a.id, b.id), end: (a, b) => console.log('out', a.id, b.id) });
 * table.addDefault(tracker.response);
 * scene.test(table);
 * tracker.step();
 */
export class ContactTracker<T = unknown, K extends ResponseType = ResponseType> {
  readonly response: Response<T>;
  readonly #events: ContactEvents<T, K>;
  /** Pairs in contact, by the ids of their colliders. The arrays below are indexed by the place of a pair in this table. */
  readonly #table: PairTable = new PairTable();
  readonly #a: Collider<T>[] = [];
  readonly #b: Collider<T>[] = [];
  /** The step at which a pair was last seen. */
  readonly #seen: number[] = [];
  /** Pairs that have ended and are still to be reported, two colliders each. */
  readonly #ended: Collider<T>[] = [];
  #reported = 0;
  #now = 0;

  /** The type `manifold` takes the options of `manifolds`. */
  constructor(type: K, events: ContactEvents<T, K>, options?: K extends 'manifold' ? ManifoldOptions : never) {
    checkOptions(events, ['begin', 'stay', 'end']);
    this.#events = events;
    const see = (a: Collider<T>, b: Collider<T>, contact: ContactOf<K>): void => this.#see(a, b, contact);
    this.response = response<T, K>(type, see, options);
  }

  /** How many pairs are in contact. */
  get size(): number {
    return this.#table.count;
  }

  /** Ends a step: reports the pairs that were not seen in it. */
  step(): void {
    const ended = this.#ended;
    for (let i = 0; i < this.#table.count; ) {
      if (this.#seen[i] === this.#now) i++;
      else {
        ended.push(this.#a[i], this.#b[i]);
        this.#forget(i);
      }
    }
    this.#now++;
    // Count each pair before its callback: if the callback throws, the rest is reported at the next step.
    while (this.#reported < ended.length) {
      this.#reported += 2;
      this.#events.end?.(ended[this.#reported - 2], ended[this.#reported - 1]);
    }
    ended.length = 0;
    this.#reported = 0;
  }

  /** Removes pair i. The last pair takes its place, as in the table. */
  #forget(i: number): void {
    this.#table.remove(this.#a[i].id, this.#b[i].id);
    const a = this.#a.pop() as Collider<T>;
    const b = this.#b.pop() as Collider<T>;
    const seen = this.#seen.pop() as number;
    if (i === this.#a.length) return;
    this.#a[i] = a;
    this.#b[i] = b;
    this.#seen[i] = seen;
  }

  #see(a: Collider<T>, b: Collider<T>, contact: ContactOf<K>): void {
    const added = this.#table.add(a.id, b.id);
    if (added >= 0) {
      this.#a[added] = a;
      this.#b[added] = b;
      this.#seen[added] = this.#now;
      this.#events.begin?.(a, b, contact);
      return;
    }
    const i = this.#table.indexOf(a.id, b.id);
    // Report a pair once per step, however often it is tested.
    if (this.#seen[i] === this.#now) return;
    this.#seen[i] = this.#now;
    this.#events.stay?.(a, b, contact);
  }
}
