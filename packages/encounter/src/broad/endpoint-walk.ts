/**
 * A moving box through the grid of planes at the endpoints of three axes (§5.4.3): 3D-DDA over these planes. A multiset counts, for
 * each box, on how many axes it overlaps the moving box now. A box with three is met. The book's ray is a moving point.
 *
 * Deviation from the book: each axis has two cursors, one at the next plane where a box is entered and one at the next plane where a
 * box is left. A box is left only when another is entered definitely later. So neither ties between axes (a segment that touches
 * an edge) nor rounding lose a box.
 */
import { EXIT_SLACK } from '../tolerances.ts';
import type { Endpoints } from './endpoints.ts';
import { IntList } from './int-list.ts';
import { MAX, MIN, MOTION, MovingBox, REACH } from './moving-box.ts';
import type { Proxies } from './proxies.ts';

/**
 * Places in the array of times: for each axis that of the next plane where a box is entered, and of the next where one is left;
 * Infinity when there is none.
 */
const ENTER = 0;
const LEAVE = 3;

/** The planes of one axis at which boxes are entered (or those at which they are left), in the order in which the segment meets them. */
class Cursor {
  #place = 0;
  #step = 1;
  #side = 0;
  readonly #endpoints: Endpoints;
  readonly #line: Float64Array;
  readonly #times: Float64Array;
  /** The place of its time in the array. */
  readonly #time: number;

  constructor(endpoints: Endpoints, line: Float64Array, times: Float64Array, first: number) {
    this.#endpoints = endpoints;
    this.#line = line;
    this.#times = times;
    this.#time = first + endpoints.axis;
  }

  /**
   * Starts with the lower bounds (side 0) or upper bounds (side 1) from `place` on, upwards (step 1) or downwards (−1). Lower bounds are
   * passed by the max of the moving box, upper bounds by its min.
   */
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
    const bound = side === 0 ? MAX : MIN;
    this.#times[this.#time] =
      place >= 0 && place < count ? (values[place] - line[bound + axis]) / line[MOTION + axis] : Infinity;
  }
}

export class EndpointWalk {
  readonly box: MovingBox = new MovingBox();
  readonly #axes: readonly Endpoints[];
  readonly #enter: readonly Cursor[];
  readonly #leave: readonly Cursor[];
  /** The multiset: on how many axes the box of each proxy overlaps the moving box. */
  #inside: Uint8Array = new Uint8Array(64);
  readonly #times = new Float64Array(6);
  readonly #start = new IntList();

  constructor(axes: readonly Endpoints[]) {
    const { line } = this.box;
    this.#axes = axes;
    this.#enter = axes.map((axis) => new Cursor(axis, line, this.#times, ENTER));
    this.#leave = axes.map((axis) => new Cursor(axis, line, this.#times, LEAVE));
  }

  /** Visits the boxes that `box` meets, in the order in which they are entered. */
  run<T>(proxies: Proxies<T>, visit: (payload: T) => number | undefined): void {
    this.#begin(proxies.limit);
    const inside = this.#inside;
    const start = this.#start;
    const times = this.#times;
    const { line } = this.box;
    for (let i = 0; i < start.count; i++) {
      const proxy = start.items[i];
      if (++inside[proxy] === 3) meet(proxies, proxy, line, visit);
    }
    for (;;) {
      let axis = times[ENTER] <= times[ENTER + 1] ? 0 : 1;
      if (times[ENTER + 2] < times[ENTER + axis]) axis = 2;
      const time = times[ENTER + axis];
      if (!(time <= line[REACH])) return;
      for (let k = 0; k < 3; k++) {
        const leave = this.#leave[k];
        for (; times[LEAVE + k] * EXIT_SLACK < time; leave.next()) inside[leave.proxy]--;
      }
      const enter = this.#enter[axis];
      const { proxy } = enter;
      enter.next();
      if (++inside[proxy] === 3) meet(proxies, proxy, line, visit);
    }
  }

  /** Sets the cursors, and lists for each axis the boxes whose intervals overlap the moving box at the start. */
  #begin(limit: number): void {
    if (limit > this.#inside.length) this.#inside = new Uint8Array(2 * limit);
    this.#inside.fill(0, 0, limit);
    this.#start.clear();
    const { line } = this.box;
    const times = this.#times;
    for (let axis = 0; axis < 3; axis++) {
      const endpoints = this.#axes[axis];
      const motion = line[MOTION + axis];
      const enter = this.#enter[axis];
      const leave = this.#leave[axis];
      endpoints.collect(line, MIN + axis, MAX + axis, this.#start);
      if (motion > 0) {
        enter.start(endpoints.placePast(line, MAX + axis), 0, 1);
        leave.start(endpoints.placeOf(line, MIN + axis), 1, 1);
      } else if (motion < 0) {
        enter.start(endpoints.placeOf(line, MIN + axis) - 1, 1, -1);
        leave.start(endpoints.placePast(line, MAX + axis) - 1, 0, -1);
      } else {
        times[ENTER + axis] = Infinity;
        times[LEAVE + axis] = Infinity;
      }
    }
  }
}

/** Visits a box, unless an earlier visit has removed it, and stores how much of the motion is still of interest. */
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
