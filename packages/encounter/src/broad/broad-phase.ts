/**
 * The broad phase (§5.4): which of many boxes overlap, kept up to date as they move. It is an independent component that knows boxes
 * and payloads, but no shapes.
 *
 * Boxes are closed: touching counts as overlap. Changes by `add`, `move` and `remove` may take effect at once or later. `update`
 * brings pairs and events up to date; `query`, `rayCast` and `sweep` do so before they search.
 */

import type { Vec3Input } from '../math/vec3.ts';

/** Three coordinates; a Vec3 is one. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The number of a box. It may be used again for another box after this one is removed. */
export type BoxProxy = number;

/** Which of many boxes overlap, and since when. Touching counts. Corners are `[x, y, z]` or `{ x, y, z }`, and are copied. */
export interface BroadPhase<T = unknown> {
  /** Called when two boxes begin or cease to overlap, also when one of them is removed. The order is deterministic. */
  onBegin: ((a: T, b: T) => void) | null;
  onEnd: ((a: T, b: T) => void) | null;
  /** How many boxes there are. */
  readonly size: number;
  /** Bounds may be infinite. */
  add(min: Vec3Input, max: Vec3Input, payload: T): BoxProxy;
  move(proxy: BoxProxy, min: Vec3Input, max: Vec3Input): void;
  remove(proxy: BoxProxy): void;
  /** Brings the pairs up to date and reports what changed. */
  update(): void;
  /**
   * The payloads of all pairs that overlap now, in no particular order. The two of a pair are in the same order as in events. The list
   * is a copy: boxes may be changed while you visit its pairs.
   */
  pairs(): Iterable<readonly [T, T]>;
  /** Visits the payload of every box that overlaps this one. A visit that returns true ends the query. */
  query(min: Vec3Input, max: Vec3Input, visit: (payload: T) => boolean | undefined): void;
  /**
   * Visits the payload of every box that the segment from → to meets, from near to far: in the order of the times at which they are
   * entered, as computed. A visit may return how much of the segment is still of interest, 0 … 1 (for example the t of a hit): boxes
   * that are entered later are not visited. Returning nothing changes nothing. What visits change is seen after the last of them.
   */
  rayCast(from: Vec3Input, to: Vec3Input, visit: (payload: T) => number | undefined): void;
  /**
   * Visits the payload of every box that the box min … max meets while it moves by `translation`, in the same way: those that it
   * overlaps at the start come first, and a visit may return how much of the motion is still of interest.
   */
  sweep(min: Vec3Input, max: Vec3Input, translation: Vec3Input, visit: (payload: T) => number | undefined): void;
  /** Throws an Error if something is wrong inside. For tests. */
  validate?(): void;
}
