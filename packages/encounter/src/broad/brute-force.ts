/**
 * Tests all pairs at each update: O(n²), and simple enough to be right. It is the reference for the other broad phases in the tests,
 * and good enough for a few dozen boxes.
 */
import type { Vec3Input } from '../math/vec3.ts';
import type { BoxProxy, BroadPhase } from './broad-phase.ts';
import { type FrontWalk, FrontWalks } from './front-walk.ts';
import { OverlapEvents } from './overlap-events.ts';
import { PairTable } from './pair-table.ts';
import { checkBox, Proxies, readCorner } from './proxies.ts';

/** Compares all pairs of boxes: for a few dozen boxes, and as a reference in tests. */
export class BruteForce<T = unknown> implements BroadPhase<T> {
  onBegin: ((a: T, b: T) => void) | null = null;
  onEnd: ((a: T, b: T) => void) | null = null;
  readonly #proxies = new Proxies<T>();
  readonly #pairs = new PairTable();
  readonly #events = new OverlapEvents<T>();
  /** Boxes removed since the last update, whose pairs have not ended yet. */
  readonly #retired: BoxProxy[] = [];
  readonly #walks = new FrontWalks();
  /** An end of time for walks that visit everything that waits. */
  readonly #never = new Float64Array([Infinity]);
  #stale = false;

  get size(): number {
    return this.#proxies.size;
  }

  add(min: Vec3Input, max: Vec3Input, payload: T): BoxProxy {
    const proxy = this.#proxies.add(min, max, payload);
    this.#stale = true;
    return proxy;
  }

  move(proxy: BoxProxy, min: Vec3Input, max: Vec3Input): void {
    this.#proxies.move(proxy, min, max);
    this.#stale = true;
  }

  remove(proxy: BoxProxy): void {
    this.#proxies.retire(proxy);
    this.#retired.push(proxy);
    this.#stale = true;
  }

  update(): void {
    if (this.#stale) this.#findPairs();
    this.#events.fire(this);
  }

  pairs(): Iterable<readonly [T, T]> {
    this.update();
    return this.#proxies.pairs(this.#pairs);
  }

  query(min: Vec3Input, max: Vec3Input, visit: (payload: T) => boolean | undefined): void {
    this.update();
    const proxies = this.#proxies;
    // A visit may move, add and query. So the box is read before the first visit, and boxes that are added are not visited.
    const { x: ax, y: ay, z: az } = readCorner('min', min);
    const { x: bx, y: by, z: bz } = readCorner('max', max);
    const { limit } = proxies;
    for (let p = 0; p < limit; p++) {
      const { boxes } = proxies;
      const k = 6 * p;
      const meets =
        ax <= boxes[k + 3] &&
        boxes[k] <= bx &&
        ay <= boxes[k + 4] &&
        boxes[k + 1] <= by &&
        az <= boxes[k + 5] &&
        boxes[k + 2] <= bz;
      if (meets && proxies.has(p) && visit(proxies.payloads[p] as T)) return;
    }
  }

  rayCast(from: Vec3Input, to: Vec3Input, visit: (payload: T) => number | undefined): void {
    this.update();
    const start = readCorner('from', from);
    const end = readCorner('to', to);
    const walk = this.#walks.begin();
    walk.box.setRay(start, end);
    this.#walk(walk, visit);
  }

  sweep(min: Vec3Input, max: Vec3Input, translation: Vec3Input, visit: (payload: T) => number | undefined): void {
    this.update();
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    const motion = readCorner('translation', translation);
    checkBox(low, high);
    const walk = this.#walks.begin();
    walk.box.setBox(low, high, motion);
    this.#walk(walk, visit);
  }

  /** All boxes are tested before the first visit, which may change them. */
  #walk(walk: FrontWalk, visit: (payload: T) => number | undefined): void {
    const proxies = this.#proxies;
    for (let p = 0; p < proxies.limit; p++) if (proxies.has(p)) walk.see(proxies, p);
    try {
      walk.visitUntil(proxies, this.#never, 0, visit);
    } finally {
      this.#walks.end();
    }
  }

  validate(): void {
    let count = 0;
    for (let q = 0; q < this.#proxies.limit; q++) for (let p = 0; p < q; p++) if (this.#overlap(p, q)) count++;
    if (!this.#stale && count !== this.#pairs.count)
      throw new Error(`${this.#pairs.count} pairs are known, ${count} overlap`);
  }

  #overlap(p: BoxProxy, q: BoxProxy): boolean {
    const proxies = this.#proxies;
    return proxies.has(p) && proxies.has(q) && proxies.overlap(p, q);
  }

  #findPairs(): void {
    const pairs = this.#pairs;
    const proxies = this.#proxies;
    const { limit, payloads } = proxies;
    // Backwards, because a removal moves the last pair into the gap.
    for (let i = pairs.count - 1; i >= 0; i--) {
      const p = pairs.first[i];
      const q = pairs.second[i];
      if (this.#overlap(p, q)) continue;
      pairs.remove(p, q);
      this.#events.push(false, payloads[p] as T, payloads[q] as T);
    }
    for (let q = 0; q < limit; q++) {
      if (!proxies.has(q)) continue;
      for (let p = 0; p < q; p++)
        if (proxies.overlap(p, q) && proxies.has(p) && pairs.add(p, q) >= 0)
          this.#events.push(true, payloads[p] as T, payloads[q] as T);
    }
    for (const proxy of this.#retired) proxies.release(proxy);
    this.#retired.length = 0;
    this.#stale = false;
  }
}
