/**
 * Boxes with room to move in. As long as a box stays within its fat one, nothing that it may overlap has changed.
 *
 * A box is given room the way it is going: as far as some moves will take it at its speed since it was last given room, and a
 * little on all sides, for what jitters. What rests has none, and neither has what is so fast that room would not last: fast beside
 * its own size or, as something small has little to meet however large its room, beside the size of the others.
 */
import type { BoxProxy } from './broad-phase.ts';

/** For so many moves. */
const MOVES = 8;

/** But no farther than this many times the size of the box, or of a typical one if that is larger. */
const FARTHEST = 0.5;

/** A box that goes farther than this part of the same in a move is given no room. */
const FASTEST = 0.25;

/** The room on all sides: in parts of the size, or of the way of one move if that is more. */
const AROUND = 0.02;

export class FatBoxes {
  /** The size of a typical box. */
  typical = 0;
  /** By proxy, as `Proxies.boxes`. */
  boxes: Float64Array = new Float64Array(6 * 64);
  /** By proxy: where the box was when it was last given room, and how often it has moved since. */
  #places: Float64Array = new Float64Array(3 * 64);
  #moves: Int32Array = new Int32Array(64);

  /** Room for the proxies below `limit`. */
  reserve(limit: number): void {
    if (limit <= this.#moves.length) return;
    const size = Math.max(limit, 2 * this.#moves.length);
    const boxes = new Float64Array(6 * size);
    boxes.set(this.boxes);
    this.boxes = boxes;
    const places = new Float64Array(3 * size);
    places.set(this.#places);
    this.#places = places;
    const moves = new Int32Array(size);
    moves.set(this.#moves);
    this.#moves = moves;
  }

  /** Whether a box that has moved is still within its fat one. */
  holds(proxy: BoxProxy, boxes: Float64Array): boolean {
    const fat = this.boxes;
    const k = 6 * proxy;
    this.#moves[proxy]++;
    return (
      boxes[k] >= fat[k] &&
      boxes[k + 1] >= fat[k + 1] &&
      boxes[k + 2] >= fat[k + 2] &&
      boxes[k + 3] <= fat[k + 3] &&
      boxes[k + 4] <= fat[k + 4] &&
      boxes[k + 5] <= fat[k + 5]
    );
  }

  /** A new box, which may never move. */
  enter(proxy: BoxProxy, boxes: Float64Array): void {
    const k = 6 * proxy;
    for (let c = 0; c < 6; c++) this.boxes[k + c] = boxes[k + c];
    this.#mark(proxy, boxes);
  }

  /** Gives a box room. */
  fatten(proxy: BoxProxy, boxes: Float64Array): void {
    const fat = this.boxes;
    const places = this.#places;
    const k = 6 * proxy;
    const moves = this.#moves[proxy];
    const x = boxes[k] - places[3 * proxy];
    const y = boxes[k + 1] - places[3 * proxy + 1];
    const z = boxes[k + 2] - places[3 * proxy + 2];
    const size = Math.max(boxes[k + 3] - boxes[k], boxes[k + 4] - boxes[k + 1], boxes[k + 5] - boxes[k + 2]);
    const speed = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) / moves;
    // Not so for what is boundless, whose speed may be no number.
    const scale = Math.max(size, this.typical);
    const roomy = speed <= FASTEST * scale && size < Infinity;
    const around = roomy ? Math.max(AROUND * size, speed) : 0;
    const ahead = roomy ? Math.min(MOVES / moves, (FARTHEST * scale) / (speed * moves)) : 0;
    fat[k] = boxes[k] - around;
    fat[k + 1] = boxes[k + 1] - around;
    fat[k + 2] = boxes[k + 2] - around;
    fat[k + 3] = boxes[k + 3] + around;
    fat[k + 4] = boxes[k + 4] + around;
    fat[k + 5] = boxes[k + 5] + around;
    if (ahead > 0) {
      fat[x < 0 ? k : k + 3] += ahead * x;
      fat[y < 0 ? k + 1 : k + 4] += ahead * y;
      fat[z < 0 ? k + 2 : k + 5] += ahead * z;
    }
    this.#mark(proxy, boxes);
  }

  #mark(proxy: BoxProxy, boxes: Float64Array): void {
    this.#places[3 * proxy] = boxes[6 * proxy];
    this.#places[3 * proxy + 1] = boxes[6 * proxy + 1];
    this.#places[3 * proxy + 2] = boxes[6 * proxy + 2];
    this.#moves[proxy] = 0;
  }
}
