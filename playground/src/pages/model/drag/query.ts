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

/** What takes less, in milliseconds, is done once more to be timed. */
const QUICK = 150;

/** A depth, or why there is none. */
export type Depth = string | { readonly result: PenetrationResult; readonly ms: number };

export interface Answer {
  readonly list: readonly Contact[];
  readonly intersecting: boolean;
  /** Where they do not intersect. */
  readonly near: DistanceResult | null;
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

/** Asks the same again, to be timed. */
export function askAgain(a: Collider, b: Collider, { intersecting }: Answer): void {
  contacts(a, b, list);
  if (!intersecting) closestPoints(a, b, near);
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
  const result = new PenetrationResult();
  let started = performance.now();
  if (penetration(a, b, result) === null) return 'apart';
  // What took longer has compiled its code on the way.
  if (performance.now() - started < QUICK) {
    started = performance.now();
    penetration(a, b, result);
  }
  return { result, ms: performance.now() - started };
}
