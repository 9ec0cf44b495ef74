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
 */
export function certify(cso: Cso, out: Proximity): void {
  out.error += TOUCH * cso.reach;
  out.converged = cso.allows(out);
}

/** Gives the signed distance the sign that was decided, even where rounding gave the number the other sign. */
export function fitSign(together: boolean, found: { signed: number }): void {
  if (together) {
    if (found.signed > 0) found.signed = 0;
  } else if (!(found.signed > 0)) found.signed = Number.MIN_VALUE;
}
