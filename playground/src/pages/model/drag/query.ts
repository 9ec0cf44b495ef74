/** What is asked of the two models. */
import {
  type Collider,
  type Contact,
  closestPoints,
  contacts,
  DistanceResult,
  intersects,
  PenetrationResult,
  penetration,
} from 'encounter';
import type { Model } from './model.ts';

/** Up to so many triangles in all the depth is found by itself: it takes hundreds of tests. */
const FOLLOWED = 30_000;

/** Milliseconds: how long a batch of runs is at least, and all of them. */
const BATCH = 2;
const BUDGET = 60;

/** A depth, or why there is none. */
export type Depth = string | { readonly result: PenetrationResult; readonly ms: number };

export interface Answer {
  readonly list: readonly Contact[];
  readonly intersecting: boolean;
  /** Where they do not intersect. */
  readonly near: DistanceResult | null;
}

export interface Times {
  /** Milliseconds. */
  readonly contacts: number;
  readonly distance: number | null;
}

const list: Contact[] = [];
const near = new DistanceResult();

/** The clashes, and the distance if there are none. The answer is good until the next question. */
export function ask(a: Collider, b: Collider): Answer {
  contacts(a, b, list);
  // One solid may be inside the other, where no triangles meet.
  const intersecting = list.length > 0 || intersects(a, b);
  return { list, intersecting, near: intersecting ? null : closestPoints(a, b, near) };
}

/** How long that takes. */
export function time(a: Collider, b: Collider, { intersecting }: Answer): Times {
  return {
    contacts: measure(() => contacts(a, b, list)),
    distance: intersecting ? null : measure(() => closestPoints(a, b, near)),
  };
}

/** Milliseconds a run, of the fastest of several batches: the first are slow, as nothing is compiled yet, and clocks are coarse. */
function measure(run: () => void): number {
  const started = performance.now();
  let best = Infinity;
  let batch = 1;
  do {
    const before = performance.now();
    for (let i = 0; i < batch; i++) run();
    const elapsed = performance.now() - before;
    if (elapsed < BATCH) batch *= 2;
    else best = Math.min(best, elapsed / batch);
  } while (best === Infinity || performance.now() - started < BUDGET);
  return best;
}

/** Whether a depth means something for the two: not for soups, whose depth is that of one pair of triangles. */
export function canSeparate(a: Model, b: Model): boolean {
  return a.mesh.solid && b.mesh.solid;
}

/** Why the depth is not found by itself; null if it is. */
export function whyNoDepth(a: Model, b: Model): string | null {
  if (!canSeparate(a, b)) return 'no depth: not both are solid';
  if (a.mesh.triangleCount + b.mesh.triangleCount > FOLLOWED) return 'many triangles: press “Move B out”';
  return null;
}

/** How far B has to go, and where to. */
export function depthOf(a: Collider, b: Collider): Depth {
  const started = performance.now();
  const result = penetration(a, b, new PenetrationResult());
  return result === null ? 'apart' : { result, ms: performance.now() - started };
}
