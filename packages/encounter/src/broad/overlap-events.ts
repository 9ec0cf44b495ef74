/**
 * What began and what ceased to overlap, collected while a broad phase is being brought up to date and told once it is: a
 * callback finds everything in order and may add, move, remove and update. Payloads are kept, not proxies, whose numbers may
 * belong to other boxes by then.
 */
import type { BroadPhase } from './broad-phase.ts';

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
   * Tells all, in the order they came. What a callback's own `update` adds follows behind. If a callback throws, its event
   * counts as told, and the rest is told next time.
   */
  fire(listener: Pick<BroadPhase<T>, 'onBegin' | 'onEnd'>): void {
    if (this.#firing) return;
    this.#firing = true;
    try {
      while (this.#next < this.#count) {
        const i = this.#next++;
        const a = this.#a[i] as T;
        const b = this.#b[i] as T;
        // Not to keep alive what the program has let go.
        this.#a[i] = undefined;
        this.#b[i] = undefined;
        if (this.#begins[i]) listener.onBegin?.(a, b);
        else listener.onEnd?.(a, b);
      }
      this.#next = 0;
      this.#count = 0;
    } finally {
      this.#firing = false;
    }
  }
}
