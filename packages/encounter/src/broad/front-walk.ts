/**
 * A moving box on its way through a broad phase, from near to far. Whatever is found ahead waits in a queue by the time at which it is
 * entered. A box is visited when nothing that waits can be entered before it, so the order is that of the computed times.
 */
import { FrontQueue } from './front-queue.ts';
import { IntList } from './int-list.ts';
import { ENTRY, MovingBox, REACH } from './moving-box.ts';
import type { Proxies } from './proxies.ts';

export class FrontWalk {
  readonly box: MovingBox = new MovingBox();
  /** Boxes wait as −1 − proxy; numbers from 0 on are the broad phase's own. */
  readonly queue: FrontQueue = new FrontQueue();
  readonly found: IntList = new IntList();
  /** Scratch of the broad phase: a box, and times. */
  readonly around: Float64Array = new Float64Array(6);
  times: Float64Array = new Float64Array(2);
  /** For each proxy, the stamp of the last walk by this object that found it. */
  seen: Int32Array = new Int32Array(0);
  stamp = 0;

  /** Chooses a stamp that no proxy below `limit` has. */
  renewStamp(limit: number): void {
    // A stamp is an int32. When there are no more of them, they start again.
    if (this.seen.length < limit || this.stamp === 0x7fffffff) {
      this.seen = new Int32Array(2 * limit);
      this.stamp = 0;
    }
    this.stamp++;
  }

  /** Adds a box to those that wait, if it is met. */
  see<T>(proxies: Proxies<T>, proxy: number): void {
    const { box } = this;
    if (box.meets(proxies.boxes, 6 * proxy)) this.queue.push(-1 - proxy, box.line, ENTRY);
  }

  /** Visits a box, unless an earlier visit has removed it, and stores how much of the motion is still of interest. */
  visit<T>(proxies: Proxies<T>, proxy: number, visit: (payload: T) => number | undefined): void {
    if (!proxies.has(proxy)) return;
    const t = visit(proxies.payloads[proxy] as T);
    const { line } = this.box;
    if (t !== undefined && t < line[REACH]) line[REACH] = t;
  }

  /** Visits all boxes that wait, until those that are left are entered after limit[k]. Returns false if the walk has ended. */
  visitUntil<T>(
    proxies: Proxies<T>,
    limit: Float64Array,
    k: number,
    visit: (payload: T) => number | undefined,
  ): boolean {
    const { queue } = this;
    const { line } = this.box;
    while (queue.count > 0 && queue.times[0] <= limit[k]) {
      if (queue.times[0] > line[REACH]) return false;
      this.visit(proxies, -1 - queue.pop(), visit);
    }
    return true;
  }
}

/** The walks of a broad phase: one for each level of walks nested in visits. */
export class FrontWalks {
  readonly #walks: FrontWalk[] = [];
  #depth = 0;

  /** Whether a walk is under way. While there is one, the structure that it walks must not change. */
  get busy(): boolean {
    return this.#depth > 0;
  }

  begin(): FrontWalk {
    if (this.#walks.length === this.#depth) this.#walks.push(new FrontWalk());
    const walk = this.#walks[this.#depth++];
    walk.queue.clear();
    return walk;
  }

  end(): void {
    this.#depth--;
  }
}
