import { Vec3 } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';

/**
 * What a pair function finds about two convex shapes, in the query frame.
 *
 * `signed` is the distance when positive and minus the penetration depth when negative; in both cases the point of B is at
 * pointA + signed·normal, and `normal` is a unit vector from A to B. Whether the shapes intersect is a value of its own, the boolean
 * that pair functions return: rounding may leave `signed` on the other side of zero (see `fitSign`).
 */
export class Proximity {
  signed = 0;
  /** A proven bound of the error of `signed`; Infinity where nothing is proven. */
  error = 0;
  /** Whether `error` is within the accuracy asked. */
  converged = true;
  readonly normal: Vec3 = new Vec3(1, 0, 0);
  readonly pointA: Vec3 = new Vec3();
  iterations = 0;
}

/**
 * Finds the signed distance of two rigid cores, radii aside, in closed form, good to rounding. Returns false where it declines.
 */
export type ClosedForm = (cso: Cso, out: Proximity) => boolean;

/**
 * Completes the certificate of a result. On entry `out.error` is how far apart its bounds are; on return it includes rounding, and
 * `converged` says whether the accuracy allows it. The bound is passed in a field because V8 may box a number that is an argument.
 *
 * If rounding has made the lower bound the larger one, the value is between them, and the truth may be off by the rounding of either:
 * the rounding is not lessened by the overlap.
 *
 * **Rounding**, in units of u = 2⁻⁵³; TOUCH is 36 u. The algorithms compute with points y = a − (M·b + t), and each y is off:
 *
 *   by  6 |a|, 6 |b|  choosing the farthest vertex
 *       8 |a|         A's rotation is not orthonormal to the last digit
 *      16 |b|         9 in the entries of M, 7 in M·b
 *       7 |t|         t itself
 *       2 |y|         the sums
 *
 * The y are small where the shapes are close, whatever a, b and t: the vertices of a shape may be far from its own origin. All a are
 * within √3·size of pointA. All b are as near to the point of B, so |b| ≤ |pointA| + |y| + |t| + √3·size. What the algorithms add is
 * relative to the largest |y|: 18 at most, in EPA. In sum 36 |pointA| + 29 |t| + 62 size + 42 |y|.
 */
export function certify(cso: Cso, out: Proximity): void {
  const { pointA: p, error } = out;
  const { t } = cso;
  // Sums of coordinates are no less than the lengths, and cheaper.
  const far = Math.abs(p.x) + Math.abs(p.y) + Math.abs(p.z) + (Math.abs(t.x) + Math.abs(t.y) + Math.abs(t.z));
  const rounding = TOUCH * (cso.reach + 2 * cso.size + far) + cso.blur;
  out.error = error > 0 ? error + rounding : rounding;
  out.converged = cso.allows(out);
}

/** Gives the signed distance the sign that was decided, even where rounding gave the number the other sign. */
export function fitSign(together: boolean, found: { signed: number }): void {
  if (together) {
    if (found.signed > 0) found.signed = 0;
  } else if (!(found.signed > 0)) found.signed = Number.MIN_VALUE;
}
