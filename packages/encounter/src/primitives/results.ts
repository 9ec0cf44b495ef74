/** Results from flat arrays. */
import { writePoint } from './read.ts';
import { Penetration } from './values.ts';

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
