/** From flat arrays of doubles to the results that are handed out. */
import { normalizeAt } from './length.ts';
import { writePoint } from './read.ts';
import { Closest, Hit, Penetration } from './values.ts';

/** From the distance, a point on A and one on B. */
export function fillClosest(found: Float64Array, out: Closest = new Closest()): Closest {
  out.distance = found[0];
  writePoint(found, 1, out.pointA);
  writePoint(found, 4, out.pointB);
  return out;
}

/**
 * From a ray, the time of a hit and its normal, of any length: found[0] and found[1…3]; found[4] is used. The normal is against the ray if
 * it is zero, and there is none if the ray starts inside.
 */
export function fillHit(ray: Float64Array, found: Float64Array, out: Hit = new Hit(), isInside = false): Hit {
  const { point } = out;
  const t = found[0];
  out.t = t;
  point.x = ray[0] + t * ray[3];
  point.y = ray[1] + t * ray[4];
  point.z = ray[2] + t * ray[5];
  normalizeAt(found, 1);
  if (found[4] === 0) {
    for (let k = 0; k < 3; k++) found[1 + k] = isInside ? 0 : -ray[3 + k];
    normalizeAt(found, 1);
  }
  writePoint(found, 1, out.normal);
  return out;
}

/** Where the parts of a penetration are in its ten numbers: the normal comes first. */
export const DEPTH = 3;
export const POINT_A = 4;
export const POINT_B = 7;

/** A result with the numbers of w; depths below zero are rounding. */
export function fillPenetration(w: Float64Array, out: Penetration = new Penetration()): Penetration {
  out.depth = Math.max(0, w[DEPTH]);
  writePoint(w, 0, out.normal);
  writePoint(w, POINT_A, out.pointA);
  writePoint(w, POINT_B, out.pointB);
  return out;
}
