/**
 * The broad phase (§5.4): which of many boxes overlap, kept up to date as they move. A component of its own: it knows boxes and
 * payloads, nothing of shapes.
 *
 * Boxes are closed: touching counts as overlap. What `add`, `move` and `remove` change may be worked in at once or later; `update`
 * brings pairs and events up to date, and so do `query` and `rayCast` before they look.
 */

import type { Vec3Input } from '../math/vec3.ts';

/** Three coordinates; a Vec3 is one. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What a box is known by: a number that may be used again once its box is removed. */
export type BoxProxy = number;

/** Which of many boxes overlap, and since when. Touching counts. Corners are `[x, y, z]` or `{ x, y, z }`, and are copied. */
export interface BroadPhase<T = unknown> {
  /** Called for two boxes that begin, or cease, to overlap; also for those of a box that is removed. In a deterministic order. */
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
   * The payloads of all pairs that overlap now, in no particular order; of each pair in the order in which events tell it. A list of its
   * own: boxes may be changed while you visit its pairs.
   */
  pairs(): Iterable<readonly [T, T]>;
  /** Visits the payload of every box that overlaps this one. A visit that returns true ends it. */
  query(min: Vec3Input, max: Vec3Input, visit: (payload: T) => boolean | undefined): void;
  /**
   * Visits the payload of every box that the segment from → to meets, about from near to far. A visit returns how much of the
   * segment is still of interest, 0 … 1 (the t of a hit, say); nothing for all that was.
   */
  rayCast(from: Vec3Input, to: Vec3Input, visit: (payload: T) => number | undefined): void;
  /** Throws an Error if something is wrong inside. For tests. */
  validate?(): void;
}
