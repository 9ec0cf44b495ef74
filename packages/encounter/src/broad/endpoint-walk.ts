/**
 * A segment through the grid that the endpoints of three axes make (§5.4.3): 3D-DDA over its planes, with a multiset that tells
 * for each box on how many axes the current place is within it. A box with three is met.
 *
 * Deviation from the book: each axis has two cursors, one at the next plane where a box is entered and one at the next where a
 * box is left, and a box is left only when something is entered definitely later. So ties between axes (a segment that touches
 * an edge) and rounding lose no box.
 */
import type { Coordinates } from './broad-phase.ts';
import type { Endpoints } from './endpoints.ts';
import { IntList } from './int-list.ts';
import type { Proxies } from './proxies.ts';
import { EXIT_SLACK } from './segment-box.ts';

/** The planes of one axis at which boxes are entered, or those at which they are left, in the order the segment meets them. */
class Cursor {
  /** Parameter λ of the segment at the plane; Infinity when there is none. */
  time = Infinity;
  place = 0;
  #endpoints: Endpoints;
  #step = 1;
  #side = 0;
  #source = 0;
  #direction = 0;
  #slack: number;

  constructor(endpoints: Endpoints, slack: number) {
    this.#endpoints = endpoints;
    this.#slack = slack;
  }

  /** Lower bounds (side 0) or upper bounds (side 1) from the one at `place` on, in the direction of the segment. */
  start(place: number, side: number, source: number, direction: number): void {
    this.#step = direction > 0 ? 1 : -1;
    this.#side = side;
    this.#source = source;
    this.#direction = direction;
    this.place = place - this.#step;
    this.next();
  }

  stop(): void {
    this.time = Infinity;
  }

  get proxy(): number {
    return this.#endpoints.keys[this.place] >> 1;
  }

  next(): void {
    const { keys, values, count } = this.#endpoints;
    const step = this.#step;
    const side = this.#side;
    let place = this.place + step;
    while (place >= 0 && place < count && (keys[place] & 1) !== side) place += step;
    this.place = place;
    this.time =
      place >= 0 && place < count ? ((values[place] - this.#source) / this.#direction) * this.#slack : Infinity;
  }
}

export class EndpointWalk {
  readonly #axes: readonly Endpoints[];
  readonly #enter: readonly Cursor[];
  readonly #leave: readonly Cursor[];
  /** The multiset, by proxy. */
  #inside: Uint8Array = new Uint8Array(64);
  readonly #start = new IntList();

  constructor(axes: readonly Endpoints[]) {
    this.#axes = axes;
    this.#enter = axes.map((axis) => new Cursor(axis, 1));
    this.#leave = axes.map((axis) => new Cursor(axis, EXIT_SLACK));
  }

  cast<T>(proxies: Proxies<T>, from: Coordinates, to: Coordinates, visit: (payload: T) => number | undefined): void {
    this.#begin(proxies.limit, from, to);
    const inside = this.#inside;
    const start = this.#start;
    let reach = 1;
    for (let i = 0; i < start.count; i++) {
      const proxy = start.items[i];
      if (++inside[proxy] === 3) reach = meet(proxies, proxy, reach, visit);
    }
    const [x, y, z] = this.#enter;
    for (;;) {
      const cursor = x.time <= y.time ? (x.time <= z.time ? x : z) : y.time <= z.time ? y : z;
      if (!(cursor.time <= reach)) return;
      for (const leave of this.#leave) for (; leave.time < cursor.time; leave.next()) inside[leave.proxy]--;
      const { proxy } = cursor;
      cursor.next();
      if (++inside[proxy] === 3) reach = meet(proxies, proxy, reach, visit);
    }
  }

  /** Sets the cursors and lists, an entry for each axis, the boxes in whose interval the segment starts. */
  #begin(limit: number, from: Coordinates, to: Coordinates): void {
    if (limit > this.#inside.length) this.#inside = new Uint8Array(2 * limit);
    this.#inside.fill(0, 0, limit);
    this.#start.clear();
    for (let axis = 0; axis < 3; axis++) {
      const endpoints = this.#axes[axis];
      const source = axis === 0 ? from.x : axis === 1 ? from.y : from.z;
      const direction = (axis === 0 ? to.x : axis === 1 ? to.y : to.z) - source;
      const enter = this.#enter[axis];
      const leave = this.#leave[axis];
      endpoints.collect(source, source, this.#start);
      if (direction > 0) {
        enter.start(endpoints.placePast(source), 0, source, direction);
        leave.start(endpoints.placeOf(source), 1, source, direction);
      } else if (direction < 0) {
        enter.start(endpoints.placeOf(source) - 1, 1, source, direction);
        leave.start(endpoints.placePast(source) - 1, 0, source, direction);
      } else {
        enter.stop();
        leave.stop();
      }
    }
  }
}

/** Visits a box, unless an earlier visit has removed it, and returns how much of the segment is still of interest. */
function meet<T>(proxies: Proxies<T>, proxy: number, reach: number, visit: (payload: T) => number | undefined): number {
  if (!proxies.has(proxy)) return reach;
  const t = visit(proxies.payloads[proxy] as T);
  return t !== undefined && t < reach ? t : reach;
}
