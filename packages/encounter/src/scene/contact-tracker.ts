/** Turns tests into events: which pairs have come into contact since the last step, which still are, which are no more. */
import { show } from '../check.ts';
import type { Collider } from './collider.ts';
import type { ResponseContact } from './response-contact.ts';
import { type Response, type ResponseType, response } from './response-table.ts';

/** What a `ContactTracker` calls. */
export interface ContactEvents<T> {
  /** For a pair that was not in contact at the last step. */
  begin?: (a: Collider<T>, b: Collider<T>, contact: ResponseContact | null) => void;
  /** For a pair that was. */
  stay?: (a: Collider<T>, b: Collider<T>, contact: ResponseContact | null) => void;
  /** For a pair that was and is not any more: reported by `step()`. */
  end?: (a: Collider<T>, b: Collider<T>) => void;
}

/**
 * Add its `response` to a table, test the scene, and call `step()` after each test.
 *
 * @example
 * const tracker = new ContactTracker('simple', { begin: (a, b) => console.log('in', a.id, b.id), end: (a, b) => console.log('out', a.id, b.id) });
 * table.addDefault(tracker.response);
 * scene.test(table);
 * tracker.step();
 */
export class ContactTracker<T = unknown> {
  readonly response: Response<T>;
  readonly #events: ContactEvents<T>;
  /** Pairs in contact: of each the two colliders, and the step at which it was last seen. */
  readonly #pairs: Map<string, TrackedPair<T>> = new Map();
  /** Pairs that have ended and are still to be reported. */
  readonly #ended: TrackedPair<T>[] = [];
  #now = 0;

  constructor(type: ResponseType, events: ContactEvents<T>) {
    if (typeof events !== 'object' || events === null)
      throw new TypeError(`events must be { begin, stay, end }, got ${show(events)}`);
    this.#events = events;
    this.response = response<T>(type, (a, b, contact) => {
      this.#see(a, b, contact);
    });
  }

  /** How many pairs are in contact. */
  get size(): number {
    return this.#pairs.size;
  }

  /** Ends a step: reports the pairs that were not seen in it. */
  step(): void {
    const ended = this.#ended;
    for (const [key, pair] of this.#pairs) {
      if (pair.seen === this.#now) continue;
      this.#pairs.delete(key);
      ended.push(pair);
    }
    this.#now++;
    // One by one: if a callback throws, the rest is reported at the next step.
    for (let pair = ended.shift(); pair !== undefined; pair = ended.shift()) this.#events.end?.(pair.a, pair.b);
  }

  #see(a: Collider<T>, b: Collider<T>, contact: ResponseContact | null): void {
    const key = a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
    const pair = this.#pairs.get(key);
    if (pair === undefined) {
      this.#pairs.set(key, { a, b, seen: this.#now });
      this.#events.begin?.(a, b, contact);
    } else if (pair.seen !== this.#now) {
      // Once a step, however often it is tested.
      pair.seen = this.#now;
      this.#events.stay?.(a, b, contact);
    }
  }
}

interface TrackedPair<T> {
  readonly a: Collider<T>;
  readonly b: Collider<T>;
  seen: number;
}
