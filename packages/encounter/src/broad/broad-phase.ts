/**
 * The broad phase (§5.4): which of many boxes overlap, kept up to date as they move. A component of its own: it knows boxes and
 * payloads, nothing of shapes.
 *
 * Boxes are closed: touching counts as overlap. What `add`, `move` and `remove` change may be worked in at once or later; `update`
 * brings pairs and events up to date, and so do `query` and `rayCast` before they look.
 */

/** Three coordinates; a Vec3 is one. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What a box is known by: a number that may be used again once its box is removed. */
export type BoxProxy = number;

/** Which of many boxes overlap, and since when. Touching counts. */
export interface BroadPhase<T = unknown> {
  /** Called for two boxes that begin, or cease, to overlap; also for those of a box that is removed. In a deterministic order. */
  onBegin: ((a: T, b: T) => void) | null;
  onEnd: ((a: T, b: T) => void) | null;
  /** How many boxes there are. */
  readonly size: number;
  /** Bounds may be infinite. */
  add(min: Coordinates, max: Coordinates, payload: T): BoxProxy;
  move(proxy: BoxProxy, min: Coordinates, max: Coordinates): void;
  remove(proxy: BoxProxy): void;
  /** Brings the pairs up to date and reports what changed. */
  update(): void;
  /** Visits the payload of every box that overlaps this one. A visit that returns true ends it. */
  query(min: Coordinates, max: Coordinates, visit: (payload: T) => boolean | undefined): void;
  /**
   * Visits the payload of every box that the segment from → to meets, about from near to far. A visit returns how much of the
   * segment is still of interest, 0 … 1 (the t of a hit, say); nothing for all that was.
   */
  rayCast(from: Coordinates, to: Coordinates, visit: (payload: T) => number | undefined): void;
  /** Throws an Error if something is wrong inside. For tests. */
  validate?(): void;
}
