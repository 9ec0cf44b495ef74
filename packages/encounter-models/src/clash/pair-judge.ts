/** Which test serves which pair, and the default tolerance. */

import { judgeAligned } from './aligned-pair.ts';
import { type Bodies, type Body, ROUNDING_TOLERANCE, SIZE_TOLERANCE } from './bodies.ts';
import { ConvexPair } from './convex-pair.ts';
import { CurvedPair } from './curved-pair.ts';
import type { PairSettings } from './rules.ts';
import { SurfacePair } from './surface-pair.ts';
import { Verdict } from './verdict.ts';

/**
 * Overlaps and gaps up to this are touching, unless the caller says otherwise: what the rounding of the coordinates may have made of
 * flush faces, and a billionth of the larger part.
 */
export function defaultTolerance(a: Body, b: Body): number {
  return Math.max(
    SIZE_TOLERANCE * Math.max(a.geometry.extent, b.geometry.extent),
    ROUNDING_TOLERANCE * (a.rounding + b.rounding),
  );
}

export class PairJudge {
  /** The result of the last pair, relative to the place of its first body. */
  readonly verdict: Verdict = new Verdict();
  readonly #bodies: Bodies;
  readonly #search: boolean;
  readonly #convex: ConvexPair = new ConvexPair();
  readonly #curved: CurvedPair = new CurvedPair();
  readonly #surfaces: SurfacePair = new SurfacePair();
  readonly #d: Float64Array = new Float64Array(3);

  constructor(bodies: Bodies, search: boolean) {
    this.#bodies = bodies;
    this.#search = search;
  }

  /** Judges parts i and j. Returns the first body if there is something to report. */
  judge(i: number, j: number, settings: PairSettings): Body | null {
    const a = this.#bodies.of(i);
    const b = this.#bodies.of(j);
    if (a === null || b === null) return null;
    // Everything is computed relative to the first body, so the place of the origin does not matter.
    const d = this.#d;
    for (let k = 0; k < 3; k++) d[k] = b.at[k] - a.at[k];
    const tolerance = settings.tolerance >= 0 ? settings.tolerance : defaultTolerance(a, b);
    const reach = Math.max(settings.clearance, tolerance);
    const out = this.verdict.clear();
    if (a.aligned !== null && b.aligned !== null) judgeAligned(a.aligned, b.aligned, d, tolerance, out);
    else if (a.geometry.isConvex && b.geometry.isConvex) {
      const hasTriangles = a.geometry.kind !== 'curved' && b.geometry.kind !== 'curved';
      if (!this.#convex.judge(a, b, d, tolerance, reach, out) && hasTriangles)
        this.#surfaces.judge(a, b, d, tolerance, reach, this.#search, out.clear());
    } else if (a.geometry.kind === 'curved' || b.geometry.kind === 'curved')
      this.#curved.judge(a, b, d, tolerance, reach, this.#search, out);
    else this.#surfaces.judge(a, b, d, tolerance, reach, this.#search, out);
    if (out.kind === 'clearance' && !(out.distance < settings.clearance)) return null;
    return out.kind !== null && settings.kinds.has(out.kind) ? a : null;
  }
}
