/**
 * Boxes with room to move in. As long as a box stays within its fat box, its candidates do not change.
 *
 * A box gets room in the direction of its motion: as far as it will go in a number of moves, at its average speed since it last got room.
 * It gets a little room on all sides, too, for jitter. A box that rests gets none. Neither does a box that is so fast that the room
 * would not last. Fast is relative to its own size or to the typical size, if that is larger: a small box meets few others,
 * however large its room.
 */
import type { BoxProxy } from './broad-phase.ts';

/** The most room, relative to the size of the box, or to the typical size if that is larger. */
const MOST_ROOM = 0.5;

/** A box that moves farther than this per move gets no room (relative to the same size). */
const FASTEST_WITH_ROOM = 0.25;

/** The room on all sides, relative to the size of the box; the length of one move if that is more. */
const ROOM_AROUND = 0.02;

/** About the larger of two numbers, without a branch: which of them it is differs from box to box. */
function larger(a: number, b: number): number {
  return 0.5 * (a + b + Math.abs(a - b));
}

export class FatBoxes {
  /** The size of a typical box. */
  typical = 0;
  /** The fat box of each proxy, laid out as in `Proxies.boxes`, but relative to the origin and in single precision. */
  boxes: Float32Array = new Float32Array(6 * 64);
  /** The same as integers, in the same memory. */
  bits: Int32Array = new Int32Array(this.boxes.buffer);
  readonly #origin: Float64Array;
  /** Where the low corner of each box was in its fat box when it last got room, and how often it has moved since. */
  #places: Float32Array = new Float32Array(3 * 64);
  #moves: Int32Array = new Int32Array(64);

  /** All boxes must enter again when the origin has changed. */
  constructor(origin: Float64Array) {
    this.#origin = origin;
  }

  /** Makes the arrays long enough for the proxies below `limit`. */
  reserve(limit: number): void {
    if (limit <= this.#moves.length) return;
    const size = Math.max(limit, 2 * this.#moves.length);
    const boxes = new Float32Array(6 * size);
    boxes.set(this.boxes);
    this.boxes = boxes;
    this.bits = new Int32Array(boxes.buffer);
    const places = new Float32Array(3 * size);
    places.set(this.#places);
    this.#places = places;
    const moves = new Int32Array(size);
    moves.set(this.#moves);
    this.#moves = moves;
  }

  /**
   * Whether a box that has moved is still within its fat box. Counts the move. Both are in single precision here, as in the tree: rounding
   * keeps the order, so what is within is within by rank.
   */
  holds(proxy: BoxProxy, boxes: Float64Array): boolean {
    const fat = this.boxes;
    const origin = this.#origin;
    const k = 6 * proxy;
    this.#moves[proxy]++;
    return (
      Math.fround(boxes[k] - origin[0]) >= fat[k] &&
      Math.fround(boxes[k + 1] - origin[1]) >= fat[k + 1] &&
      Math.fround(boxes[k + 2] - origin[2]) >= fat[k + 2] &&
      Math.fround(boxes[k + 3] - origin[0]) <= fat[k + 3] &&
      Math.fround(boxes[k + 4] - origin[1]) <= fat[k + 4] &&
      Math.fround(boxes[k + 5] - origin[2]) <= fat[k + 5]
    );
  }

  /** Adds a new box. It gets no room yet, because it may never move. */
  enter(proxy: BoxProxy, boxes: Float64Array): void {
    const fat = this.boxes;
    const origin = this.#origin;
    const k = 6 * proxy;
    fat[k] = boxes[k] - origin[0] + 0;
    fat[k + 1] = boxes[k + 1] - origin[1] + 0;
    fat[k + 2] = boxes[k + 2] - origin[2] + 0;
    fat[k + 3] = boxes[k + 3] - origin[0] + 0;
    fat[k + 4] = boxes[k + 4] - origin[1] + 0;
    fat[k + 5] = boxes[k + 5] - origin[2] + 0;
    this.#mark(proxy, boxes);
  }

  /** Whether the room of a box within its fat box is enough for this many more moves at its average speed. */
  lasts(proxy: BoxProxy, boxes: Float64Array, moves: number): boolean {
    const fat = this.boxes;
    const places = this.#places;
    const origin = this.#origin;
    const k = 6 * proxy;
    const ahead = moves / this.#moves[proxy];
    for (let c = 0; c < 3; c++) {
      const low = boxes[k + c] - origin[c];
      const step = ahead * (low - fat[k + c] - places[3 * proxy + c]);
      if (!(low + step >= fat[k + c] && boxes[k + c + 3] - origin[c] + step <= fat[k + c + 3])) return false;
    }
    return true;
  }

  /** Gives a box room for this many moves. Adding 0 turns −0 into +0, as in `rankOf`. */
  fatten(proxy: BoxProxy, boxes: Float64Array, roomMoves: number): void {
    const fat = this.boxes;
    const places = this.#places;
    const k = 6 * proxy;
    const ox = this.#origin[0];
    const oy = this.#origin[1];
    const oz = this.#origin[2];
    const moves = this.#moves[proxy];
    const x = boxes[k] - ox - fat[k] - places[3 * proxy];
    const y = boxes[k + 1] - oy - fat[k + 1] - places[3 * proxy + 1];
    const z = boxes[k + 2] - oz - fat[k + 2] - places[3 * proxy + 2];
    const size = larger(larger(boxes[k + 3] - boxes[k], boxes[k + 4] - boxes[k + 1]), boxes[k + 5] - boxes[k + 2]);
    const speed = larger(larger(Math.abs(x), Math.abs(y)), Math.abs(z)) / moves;
    // A boundless box gets no room: its size is infinite or NaN.
    const scale = Math.max(size, this.typical);
    const roomy = speed <= FASTEST_WITH_ROOM * scale && size < Infinity;
    const around = roomy ? Math.max(ROOM_AROUND * size, speed) : 0;
    const ahead = roomy ? Math.min(roomMoves / moves, (MOST_ROOM * scale) / (speed * moves)) : 0;
    const forward = ahead > 0 ? 0.5 * ahead : 0;
    const alongX = forward > 0 ? forward * x : 0;
    const alongY = forward > 0 ? forward * y : 0;
    const alongZ = forward > 0 ? forward * z : 0;
    fat[k] = boxes[k] - around + (alongX - Math.abs(alongX)) - ox + 0;
    fat[k + 1] = boxes[k + 1] - around + (alongY - Math.abs(alongY)) - oy + 0;
    fat[k + 2] = boxes[k + 2] - around + (alongZ - Math.abs(alongZ)) - oz + 0;
    fat[k + 3] = boxes[k + 3] + around + (alongX + Math.abs(alongX)) - ox + 0;
    fat[k + 4] = boxes[k + 4] + around + (alongY + Math.abs(alongY)) - oy + 0;
    fat[k + 5] = boxes[k + 5] + around + (alongZ + Math.abs(alongZ)) - oz + 0;
    this.#mark(proxy, boxes);
  }

  #mark(proxy: BoxProxy, boxes: Float64Array): void {
    const fat = this.boxes;
    const origin = this.#origin;
    const k = 6 * proxy;
    this.#places[3 * proxy] = boxes[k] - origin[0] - fat[k];
    this.#places[3 * proxy + 1] = boxes[k + 1] - origin[1] - fat[k + 1];
    this.#places[3 * proxy + 2] = boxes[k + 2] - origin[2] - fat[k + 2];
    this.#moves[proxy] = 0;
  }
}
