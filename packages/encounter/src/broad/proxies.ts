/** The boxes of a broad phase and their payloads, by proxy: six numbers per box in one array, min then max. */
import { show } from '../check.ts';
import { formatVec3, Vec3, type Vec3Input } from '../math/vec3.ts';
import type { BoxProxy, Coordinates } from './broad-phase.ts';
import type { PairTable } from './pair-table.ts';

export class Proxies<T> {
  /** Box of proxy p: boxes[6p … 6p + 2] is min, boxes[6p + 3 … 6p + 5] is max. */
  boxes: Float64Array = new Float64Array(6 * 64);
  readonly payloads: (T | undefined)[] = [];
  /** All proxies are below this. Some of them may be free again. */
  limit = 0;
  size = 0;
  readonly #free: BoxProxy[] = [];
  #present: Uint8Array = new Uint8Array(64);

  add(min: Vec3Input, max: Vec3Input, payload: T): BoxProxy {
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    checkBox(low, high);
    const proxy = this.#free.pop() ?? this.limit++;
    if (this.limit > this.#present.length) this.#grow();
    this.payloads[proxy] = payload;
    this.#present[proxy] = 1;
    this.size++;
    this.#write(proxy, low, high);
    return proxy;
  }

  move(proxy: BoxProxy, min: Vec3Input, max: Vec3Input): void {
    if (!this.has(proxy)) throw new RangeError(`there is no box with the proxy ${show(proxy)}`);
    const low = readCorner('min', min);
    const high = readCorner('max', max);
    checkBox(low, high);
    this.#write(proxy, low, high);
  }

  /** The payloads of pairs of proxies. */
  pairs({ first, second, count }: PairTable): [T, T][] {
    const list: [T, T][] = [];
    for (let i = 0; i < count; i++) list.push([this.payloads[first[i]] as T, this.payloads[second[i]] as T]);
    return list;
  }

  remove(proxy: BoxProxy): void {
    this.retire(proxy);
    this.release(proxy);
  }

  /** The first half of a removal: the box is gone, but its number is not reused yet and its payload can be read. */
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

/** A corner of a box or an end of a segment, which may be infinite. A Vec3 is returned as it is: scenes pass thousands at each update. */
export function readCorner(name: string, value: Vec3Input): Coordinates {
  return value instanceof Vec3 ? value : cornerOf(name, value);
}

/** Separate from `readCorner`, so that engines inline that. */
function cornerOf(name: string, value: Vec3Input): Coordinates {
  const corner = value as Coordinates | undefined;
  if (typeof corner?.x === 'number' && typeof corner.y === 'number' && typeof corner.z === 'number') return corner;
  const list = value as ArrayLike<number>;
  if (list?.length === 3 && [0, 1, 2].every((k) => typeof list[k] === 'number'))
    return new Vec3(list[0], list[1], list[2]);
  throw new TypeError(`${name} must be {x, y, z} or [x, y, z], got ${show(value)}`);
}

/** Throws unless min ≤ max. The comparisons are also false for NaN. */
export function checkBox(min: Coordinates, max: Coordinates): void {
  if (min.x <= max.x && min.y <= max.y && min.z <= max.z) return;
  throw new RangeError(`min must not exceed max, got ${formatVec3(min)} and ${formatVec3(max)}`);
}
