/** The boxes of a broad phase and their payloads, by proxy: six numbers a box in one array, min then max. */
import { show } from '../check.ts';
import type { BoxProxy, Coordinates } from './broad-phase.ts';

export class Proxies<T> {
  /** Box of proxy p: boxes[6p … 6p + 2] is min, boxes[6p + 3 … 6p + 5] is max. */
  boxes: Float64Array = new Float64Array(6 * 64);
  readonly payloads: (T | undefined)[] = [];
  /** Proxies given out so far; some of them may be free again. */
  limit = 0;
  size = 0;
  readonly #free: BoxProxy[] = [];
  #present: Uint8Array = new Uint8Array(64);

  add(min: Coordinates, max: Coordinates, payload: T): BoxProxy {
    check(min, max);
    const proxy = this.#free.pop() ?? this.limit++;
    if (this.limit > this.#present.length) this.#grow();
    this.payloads[proxy] = payload;
    this.#present[proxy] = 1;
    this.size++;
    this.#write(proxy, min, max);
    return proxy;
  }

  move(proxy: BoxProxy, min: Coordinates, max: Coordinates): void {
    if (!this.has(proxy)) throw new RangeError(`there is no box with the proxy ${show(proxy)}`);
    check(min, max);
    this.#write(proxy, min, max);
  }

  remove(proxy: BoxProxy): void {
    this.retire(proxy);
    this.release(proxy);
  }

  /** The first half of a removal: the box is gone, but its number is not given out again and its payload can be read. */
  retire(proxy: BoxProxy): void {
    if (!this.has(proxy)) throw new RangeError(`there is no box with the proxy ${show(proxy)}`);
    this.#present[proxy] = 0;
    this.size--;
  }

  /** The second half: forgets the payload of a retired box and frees its number. */
  release(proxy: BoxProxy): void {
    this.payloads[proxy] = undefined;
    this.#free.push(proxy);
  }

  has(proxy: BoxProxy): boolean {
    return this.#present[proxy] === 1;
  }

  overlap(p: BoxProxy, q: BoxProxy): boolean {
    const { boxes } = this;
    const i = 6 * p;
    const j = 6 * q;
    return (
      boxes[i] <= boxes[j + 3] &&
      boxes[j] <= boxes[i + 3] &&
      boxes[i + 1] <= boxes[j + 4] &&
      boxes[j + 1] <= boxes[i + 4] &&
      boxes[i + 2] <= boxes[j + 5] &&
      boxes[j + 2] <= boxes[i + 5]
    );
  }

  #grow(): void {
    const boxes = new Float64Array(2 * this.boxes.length);
    boxes.set(this.boxes);
    this.boxes = boxes;
    const present = new Uint8Array(2 * this.#present.length);
    present.set(this.#present);
    this.#present = present;
  }

  #write(proxy: BoxProxy, min: Coordinates, max: Coordinates): void {
    const { boxes } = this;
    const k = 6 * proxy;
    boxes[k] = min.x;
    boxes[k + 1] = min.y;
    boxes[k + 2] = min.z;
    boxes[k + 3] = max.x;
    boxes[k + 4] = max.y;
    boxes[k + 5] = max.z;
  }
}

/** Also false for NaN. */
function check(min: Coordinates, max: Coordinates): void {
  if (min.x <= max.x && min.y <= max.y && min.z <= max.z) return;
  throw new RangeError(`min must not exceed max, got ${show(min)} and ${show(max)}`);
}
