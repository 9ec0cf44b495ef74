import { Vec3 } from '../math/vec3.ts';
import type { Cso } from './cso.ts';

/**
 * What a pair function finds about two convex shapes, in the query frame.
 *
 * `signed` is the distance when positive and minus the penetration depth when negative; in both cases the point of B is at
 * pointA + signed·normal, and `normal` is a unit vector from A to B.
 */
export class Proximity {
  signed = 0;
  readonly normal: Vec3 = new Vec3(1, 0, 0);
  readonly pointA: Vec3 = new Vec3();
  converged = true;
  iterations = 0;
}

/**
 * Finds the signed distance of two rigid cores, radii aside, in closed form. One that leaves `converged` false has declined.
 */
export type ClosedForm = (cso: Cso, out: Proximity) => void;
