/**
 * What the grid and the tree have in common: boxes by proxy, which of them changed since the last update, the events, and the exact
 * part of every query. A subclass finds candidates and keeps the pairs.
 */
import type { Vec3Input } from '../math/vec3.ts';
import type { BoxProxy, BroadPhase, Coordinates } from './broad-phase.ts';
import { type FrontWalk, FrontWalks } from './front-walk.ts';
import { IntList } from './int-list.ts';
import { OverlapEvents } from './overlap-events.ts';
import { checkBox, Proxies, readCorner } from './proxies.ts';

export abstract class TrackedPairs<T = unknown> implements BroadPhase<T> {
  onBegin: ((a: T, b: T) => void) | null = null;
  onEnd: ((a: T, b: T) => void) | null = null;
  /** The boxes. They may be written directly if `touch` is called for each. The writer must then ensure min ≤ max. @internal */
  readonly proxies: Proxies<T> = new Proxies<T>();
  /** The proxies that were added, moved or removed since the last update, each once. @internal */
  protected readonly changed: IntList = new IntList();
  /** 1 for each proxy that is in `changed`. @internal */
  protected marks: Uint8Array = new Uint8Array(64);
  readonly #retired = new IntList();
  readonly #events = new OverlapEvents<T>();
  /** Candidates of the queries under way, those of an inner query after those of the outer. */
  readonly #found = new IntList();
  readonly #walks = new FrontWalks();

  /** Whether a ray or sweep is under way. Until it ends, boxes should stay as they are. @internal */
  get busy(): boolean {
    return this.#walks.busy;
  }

  get size(): number {
    return this.proxies.size;
  }

  add(min: Vec3Input, max: Vec3Input, payload: T): BoxProxy {
    const proxy = this.proxies.add(min, max, payload);
    if (proxy >= this.marks.length) {
      const marks = new Uint8Array(2 * this.marks.length);
      marks.set(this.marks);
      this.marks = marks;
    }
    this.touch(proxy);
    return proxy;
  }

  move(proxy: BoxProxy, min: Vec3Input, max: Vec3Input): void {
    this.proxies.move(proxy, min, max);
    this.touch(proxy);
  }

  /** Marks the box of this proxy as changed, after it was written into `proxies.boxes`. Nothing is checked. @internal */
  touch(proxy: BoxProxy): void {
    if (this.marks[proxy] === 1) return;
    this.marks[proxy] = 1;
    this.changed.push(proxy);
  }

  remove(proxy: BoxProxy): void {
    this.proxies.retire(proxy);
    this.#retired.push(proxy);
    this.touch(proxy);
  }

  update(): void {
    // A visit may change boxes. While a walk is under way, what it walks must stay as it is.
    if (this.changed.count > 0 && !this.busy) {
      this.trackPairs();
      this.#settle();
    }
    this.#events.fire(this);
  }

  abstract pairs(): Iterable<readonly [T, T]>;

  query(min: Vec3Input, max: Vec3Input, visit: (payload: T) => boolean | undefined): void {
    this.update();
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    const { proxies } = this;
    const found = this.#found;
    const first = found.count;
    this.boxCandidates(low, high, found);
    // All candidates are filtered before the first visit, because visits may move them.
    let end = first;
    for (let i = first; i < found.count; i++) {
      const proxy = found.items[i];
      if (overlapsBox(proxies.boxes, 6 * proxy, low, high)) found.items[end++] = proxy;
    }
    found.count = end;
    try {
      for (let i = first; i < end; i++) {
        const proxy = found.items[i];
        if (proxies.has(proxy) && visit(proxies.payloads[proxy] as T)) return;
      }
    } finally {
      found.count = first;
    }
  }

  /** What visits change is seen by queries after this one. */
  rayCast(from: Vec3Input, to: Vec3Input, visit: (payload: T) => number | undefined): void {
    this.update();
    const start = readCorner('from', from);
    const end = readCorner('to', to);
    const walk = this.#walks.begin();
    walk.box.setRay(start, end);
    try {
      this.walk(walk, visit);
    } finally {
      this.#walks.end();
    }
  }

  /** What visits change is seen by queries after this one. */
  sweep(min: Vec3Input, max: Vec3Input, translation: Vec3Input, visit: (payload: T) => number | undefined): void {
    this.update();
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    const motion = readCorner('translation', translation);
    checkBox(low, high);
    const walk = this.#walks.begin();
    walk.box.setBox(low, high, motion);
    try {
      this.walk(walk, visit);
    } finally {
      this.#walks.end();
    }
  }

  validate(): void {
    for (let i = 0; i < this.changed.count; i++)
      if (this.marks[this.changed.items[i]] !== 1) throw new Error('a changed box is not marked');
  }

  /** Finds the pairs that have begun to overlap since the last update and those that overlap no longer, and reports each once. @internal */
  protected abstract trackPairs(): void;

  /**
   * Adds to `out`, each once, the proxies of at least all boxes that overlap this one. Nothing has changed since `trackPairs`.
   *
   * @internal
   */
  protected abstract boxCandidates(min: Coordinates, max: Coordinates, out: IntList): void;

  /** Visits the boxes that walk.box meets, from near to far, as `sweep` says. @internal */
  protected abstract walk(walk: FrontWalk, visit: (payload: T) => number | undefined): void;

  /** Reports an event. The lower proxy comes first. @internal */
  protected report(begins: boolean, a: BoxProxy, b: BoxProxy): void {
    if (this.onBegin === null && this.onEnd === null) return;
    const { payloads } = this.proxies;
    this.#events.push(begins, payloads[Math.min(a, b)] as T, payloads[Math.max(a, b)] as T);
  }

  #settle(): void {
    // Only locals in a loop over all boxes: with an object in it whose class has no settled layout yet, V8 would enter and leave
    // optimised code at every update.
    const { marks } = this;
    const { items, count } = this.changed;
    for (let i = 0; i < count; i++) marks[items[i]] = 0;
    this.changed.clear();
    for (let i = 0; i < this.#retired.count; i++) this.proxies.release(this.#retired.items[i]);
    this.#retired.clear();
  }
}

function overlapsBox(boxes: Float64Array, k: number, min: Coordinates, max: Coordinates): boolean {
  return (
    boxes[k] <= max.x &&
    min.x <= boxes[k + 3] &&
    boxes[k + 1] <= max.y &&
    min.y <= boxes[k + 4] &&
    boxes[k + 2] <= max.z &&
    min.z <= boxes[k + 5]
  );
}
