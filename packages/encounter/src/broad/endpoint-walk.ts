/**
 * A segment through the grid of planes at the endpoints of three axes (§5.4.3): 3D-DDA over these planes. A multiset counts, for each
 * box, on how many axes the current point is within it. A box with three is met.
 *
 * Deviation from the book: each axis has two cursors, one at the next plane where a box is entered and one at the next plane where a
 * box is left. A box is left only when another is entered definitely later. So neither ties between axes (a segment that touches
 * an edge) nor rounding lose a box.
 */
import type { Coordinates } from './broad-phase.ts';
import type { Endpoints } from './endpoints.ts';
import { IntList } from './int-list.ts';
import type { Proxies } from './proxies.ts';
import { EXIT_SLACK } from './segment-box.ts';

/**
 * Places in the array of a walk's doubles (as arguments or in fields they may be allocated on the heap): source and direction of the
 * segment, how much of it is still of interest, and for each axis the parameter λ of the next plane where a box is entered and of
 * the next where one is left; Infinity when there is none.
 */
const DIRECTION = 3;
const REACH = 6;
const ENTER = 7;
const LEAVE = 10;

/** The planes of one axis at which boxes are entered (or those at which they are left), in the order in which the segment meets them. */
class Cursor {
  #place = 0;
  #step = 1;
  #side = 0;
  readonly #endpoints: Endpoints;
  readonly #line: Float64Array;
  /** The place of λ in the array. */
  readonly #time: number;

  constructor(endpoints: Endpoints, line: Float64Array, times: number) {
    this.#endpoints = endpoints;
    this.#line = line;
    this.#time = times + endpoints.axis;
  }

  /** Starts with the lower bounds (side 0) or upper bounds (side 1) from `place` on, upwards (step 1) or downwards (−1). */
  start(place: number, side: number, step: number): void {
    this.#step = step;
    this.#side = side;
    this.#place = place - step;
    this.next();
  }

  get proxy(): number {
    return this.#endpoints.keys[this.#place] >> 1;
  }

  next(): void {
    const { keys, values, count, axis } = this.#endpoints;
    const line = this.#line;
    const step = this.#step;
    const side = this.#side;
    let place = this.#place + step;
    while (place >= 0 && place < count && (keys[place] & 1) !== side) place += step;
    this.#place = place;
    line[this.#time] = place >= 0 && place < count ? (values[place] - line[axis]) / line[DIRECTION + axis] : Infinity;
  }
}

export class EndpointWalk {
  readonly #axes: readonly Endpoints[];
  readonly #enter: readonly Cursor[];
  readonly #leave: readonly Cursor[];
  /** The multiset: on how many axes the current point is within the box of each proxy. */
  #inside: Uint8Array = new Uint8Array(64);
  readonly #line = new Float64Array(13);
  readonly #start = new IntList();

  constructor(axes: readonly Endpoints[]) {
    this.#axes = axes;
    this.#enter = axes.map((axis) => new Cursor(axis, this.#line, ENTER));
    this.#leave = axes.map((axis) => new Cursor(axis, this.#line, LEAVE));
  }

  cast<T>(proxies: Proxies<T>, from: Coordinates, to: Coordinates, visit: (payload: T) => number | undefined): void {
    this.#begin(proxies.limit, from, to);
    const inside = this.#inside;
    const start = this.#start;
    const line = this.#line;
    for (let i = 0; i < start.count; i++) {
      const proxy = start.items[i];
      if (++inside[proxy] === 3) meet(proxies, proxy, line, visit);
    }
    for (;;) {
      let axis = line[ENTER] <= line[ENTER + 1] ? 0 : 1;
      if (line[ENTER + 2] < line[ENTER + axis]) axis = 2;
      const time = line[ENTER + axis];
      if (!(time <= line[REACH])) return;
      for (let k = 0; k < 3; k++) {
        const leave = this.#leave[k];
        for (; line[LEAVE + k] * EXIT_SLACK < time; leave.next()) inside[leave.proxy]--;
      }
      const enter = this.#enter[axis];
      const { proxy } = enter;
      enter.next();
      if (++inside[proxy] === 3) meet(proxies, proxy, line, visit);
    }
  }

  /** Sets the cursors, and lists for each axis the boxes in whose interval the segment starts. */
  #begin(limit: number, from: Coordinates, to: Coordinates): void {
    if (limit > this.#inside.length) this.#inside = new Uint8Array(2 * limit);
    this.#inside.fill(0, 0, limit);
    this.#start.clear();
    const line = this.#line;
    line[0] = from.x;
    line[1] = from.y;
    line[2] = from.z;
    line[DIRECTION] = to.x - from.x;
    line[DIRECTION + 1] = to.y - from.y;
    line[DIRECTION + 2] = to.z - from.z;
    line[REACH] = 1;
    for (let axis = 0; axis < 3; axis++) {
      const endpoints = this.#axes[axis];
      const direction = line[DIRECTION + axis];
      const enter = this.#enter[axis];
      const leave = this.#leave[axis];
      endpoints.collect(line, axis, axis, this.#start);
      if (direction > 0) {
        enter.start(endpoints.placePast(line, axis), 0, 1);
        leave.start(endpoints.placeOf(line, axis), 1, 1);
      } else if (direction < 0) {
        enter.start(endpoints.placeOf(line, axis) - 1, 1, -1);
        leave.start(endpoints.placePast(line, axis) - 1, 0, -1);
      } else {
        line[ENTER + axis] = Infinity;
        line[LEAVE + axis] = Infinity;
      }
    }
  }
}

/** Visits a box, unless an earlier visit has removed it, and stores how much of the segment is still of interest. */
function meet<T>(
  proxies: Proxies<T>,
  proxy: number,
  line: Float64Array,
  visit: (payload: T) => number | undefined,
): void {
  if (!proxies.has(proxy)) return;
  const t = visit(proxies.payloads[proxy] as T);
  if (t !== undefined && t < line[REACH]) line[REACH] = t;
}
