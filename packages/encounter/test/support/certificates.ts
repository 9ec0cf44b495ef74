/**
 * What DESIGN.md ("Certificates") says of `error`: it bounds how far a distance or depth may be off, rounding included, and is
 * Infinity where nothing is proven; a result has converged exactly when it is at most the accuracy asked.
 */
import type { Known } from './depth-reference.ts';

/** A result of closestPoints, penetration or signedDistance. */
export interface Certified {
  readonly converged: boolean;
  readonly error?: number;
}

/**
 * What is wrong with the certificate of `value` when the truth lies in `known`, or null. A result without `error` has none.
 */
export function falseCertificate(value: number, { error }: Certified, { lower, upper }: Known): string | null {
  if (error === undefined) return null;
  if (!(error >= 0)) return `error is ${error}`;
  if (value - error > upper) return `${value} ± ${error}, but at most ${upper}`;
  if (value + error < lower) return `${value} ± ${error}, but at least ${lower}`;
  return null;
}

/** Two results about the same pair cannot be farther apart than both errors, but for `rounding` in how they were asked. */
export function contradiction(
  first: number,
  a: Certified,
  second: number,
  b: Certified,
  rounding: number,
): string | null {
  if (a.error === undefined || b.error === undefined) return null;
  const off = Math.abs(first - second);
  return off > a.error + b.error + rounding ? `${first} ± ${a.error} and ${second} ± ${b.error}` : null;
}

/**
 * Whether `converged` says something else than `error`, given the accuracy asked and the extent of the smaller shape. Extents are
 * measured along the shapes' own axes or the world's, which differ by √3 at most. `least` is less than the extent where that is in doubt.
 */
export function falseConvergence(
  { converged, error }: Certified,
  accuracy: number,
  extent: number,
  rounding: number,
  least: number = extent,
): string | null {
  if (error === undefined) return null;
  // Two points: the accuracy is relative to nothing, and rounding is all there is.
  if (extent === 0) return converged ? null : `two points not converged, with an error of ${error}`;
  const most = accuracy * extent * Math.sqrt(3) + rounding;
  if (converged && error > most) return `converged with an error of ${error}, asked ${accuracy} of ${extent}`;
  if (!converged && error < (accuracy * least) / Math.sqrt(3) - rounding)
    return `not converged with an error of ${error}, asked ${accuracy} of ${extent}`;
  return null;
}
