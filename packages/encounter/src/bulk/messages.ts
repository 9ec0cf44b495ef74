/** What a pool and its workers tell each other. */
import type { PackedShape } from './pack.ts';
import type { PointOptions } from './points.ts';
import type { CastRaysOptions } from './rays.ts';
import type { FloatArray } from './task.ts';

/** Where a worker takes its next queries: `next` is the place in `order` that nobody has taken yet. */
export interface Share {
  readonly order: Int32Array;
  readonly next: Int32Array;
}

export interface Job {
  readonly kind: 'points' | 'rays';
  /** Shapes that the worker does not have yet, by number. */
  readonly shapes: readonly { readonly key: number; readonly shape: PackedShape }[];
  /** Numbers of shapes that will not be used again. */
  readonly forget: readonly number[];
  /** Whether the target is a scene; otherwise it is the one collider. */
  readonly isScene: boolean;
  /** Of each collider: the number of its shape, its id, matrix and margin. */
  readonly keys: Int32Array;
  readonly ids: Int32Array;
  readonly matrices: Float64Array;
  readonly margins: Float64Array;
  readonly input: FloatArray;
  readonly out: FloatArray;
  readonly options: PointOptions & CastRaysOptions;
  readonly count: number;
  readonly share: Share;
}

/** The answer to a job: null when it is done, otherwise what went wrong. */
export type Answer = string | null;
