/**
 * How far a part must be moved to be free of another, if they are not both convex.
 *
 * A translation that separates the convex hulls separates what is in them, so the depth of the hulls suffices; it takes microseconds, but
 * need not be the least. The library's search over directions (option `depth: 'search'`) finds a shorter way where there is one, and
 * proves some to be the least; it takes milliseconds.
 */

import { PenetrationResult, penetration } from 'encounter';
import type { Body } from './bodies.ts';
import type { Verdict } from './verdict.ts';

export class PairDepth {
  readonly #found: PenetrationResult = new PenetrationResult();

  /** Writes depth, points and normal of two bodies that overlap, the second at d from the first. */
  measure(a: Body, b: Body, d: Float64Array, search: boolean, out: Verdict): void {
    const solids = a.geometry.isSolid && b.geometry.isSolid;
    const found =
      search && solids
        ? penetration(a.collider(0, 0, 0), b.collider(d[0], d[1], d[2]), this.#found)
        : penetration(a.hull(0, 0, 0), b.hull(d[0], d[1], d[2]), this.#found);
    out.exact = found !== null && search && solids && found.exact && found.converged;
    if (found === null) return;
    out.depth = found.depth;
    out.setPoints(found);
  }
}
