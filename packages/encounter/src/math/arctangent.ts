/**
 * The angle of a vector in the plane, by our own sums and products. An engine may round Math.atan2 as it likes; this has the same bits
 * in every engine.
 *
 * The vector is turned into the eighth 0 ≤ y ≤ x of the plane, and there by the angle atan(k/8) that is nearest. What remains is
 * u = tan(angle) with |u| ≤ 1/16, and the series of atan(u) is cut where the next term, u¹⁵/15, is below 6e-20.
 *
 * Error, with ε = 2⁻⁵³, the most that one operation rounds by, relative to its result. For k = 0 there is no turn: u is one rounded quotient,
 * and the series changes it by less than u²/3 < 0.0014, so the relative error is below 2.1 ε. For k ≥ 1 the product x·k/8 is rounded by at
 * most ε·x·k/8, and not at all for k = 1, 2, 4, 8. The difference y − x·k/8 is exact, as one is at most twice the other (P. Sterbenz). The
 * divisor and the quotient add 3 ε·|u| ≤ 0.19 ε. So u is off by at most ε·(k/8 + 0.19), the table by ε·atan(k/8), the inner sum by ε/16, and
 * the last one by ε times the angle, which is at least atan(k/8) − 1/16. That is a relative error below 8 ε for k = 1, where k/8 does
 * not count, and below 5 ε for the others. The other eighths subtract from π/2 or π, whose second halves are added, too: this rounds
 * once more, but the angle is larger. So the error is below 8 ulp everywhere; the tests, against integers of 200 bits, allow 2.
 */

import { HALF_PI_REST } from '../tolerances.ts';

/** atan(k/8), rounded. */
const TABLE: readonly number[] = [
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
];

/** The angle of the vector (x, y) against the x axis, from −π to π; 0 for the zero vector. Neither may be NaN or infinite. */
export function angleOfVector(y: number, x: number): number {
  const ay = Math.abs(y);
  const ax = Math.abs(x);
  const low = Math.min(ax, ay);
  const high = Math.max(ax, ay);
  if (high === 0) return 0;
  const k = Math.floor(8 * (low / high) + 0.5);
  const t = 0.125 * k;
  const u = (low - t * high) / (high + t * low);
  const z = u * u;
  const s = z * (z * (z * (z * (z * (z / 13 - 1 / 11) + 1 / 9) - 1 / 7) + 1 / 5) - 1 / 3);
  let angle = TABLE[k] + (u + u * s);
  if (ay > ax) angle = Math.PI / 2 - (angle - HALF_PI_REST);
  if (x < 0) angle = Math.PI - (angle - 2 * HALF_PI_REST);
  return y < 0 ? -angle : angle;
}
