/**
 * Events of pairs that begin or cease to overlap. They are collected during an update of a broad phase and fired after it, so a
 * callback finds the broad phase up to date and may add, move, remove and update. Events keep payloads, not proxies, whose numbers
 * may belong to other boxes by then.
 */
import type { BroadPhase } from './broad-phase.ts';

/** Lists longer than this are not kept for the next events: they are those of a crowd that was just added. */
const MOST_KEPT = 65536;

export class OverlapEvents<T> {
  readonly #a: (T | undefined)[] = [];
  readonly #b: (T | undefined)[] = [];
  readonly #begins: boolean[] = [];
  #count = 0;
  #next = 0;
  #firing = false;

  push(begins: boolean, a: T, b: T): void {
    const i = this.#count++;
    this.#a[i] = a;
    this.#b[i] = b;
    this.#begins[i] = begins;
  }

  /**
   * Fires all events, in the order in which they came. Events that a callback's own `update` adds come after them. If a callback
   * throws, its event counts as fired, and the rest is fired next time.
   */
  fire(listener: Pick<BroadPhase<T>, 'onBegin' | 'onEnd'>): void {
    if (this.#firing) return;
    this.#firing = true;
    try {
      while (this.#next < this.#count) {
        const i = this.#next++;
        const a = this.#a[i] as T;
        const b = this.#b[i] as T;
        // Do not keep payloads alive that the program has released.
        this.#a[i] = undefined;
        this.#b[i] = undefined;
        if (this.#begins[i]) listener.onBegin?.(a, b);
        else listener.onEnd?.(a, b);
      }
      this.#next = 0;
      if (this.#count > MOST_KEPT) for (const list of [this.#a, this.#b, this.#begins]) list.length = 0;
      this.#count = 0;
    } finally {
      this.#firing = false;
    }
  }
}
