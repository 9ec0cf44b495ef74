/**
 * Sine and cosine by our own sums and products. An engine may round those of Math as it likes; these have the same bits in every
 * engine, with an error below 2 ulp for up to 80,000 turns.
 */
import { HALF_PI_REST } from '../tolerances.ts';

/** π/2 as a sum of three: 33 bits, the 20 bits that follow, and what a double does not hold. Products of k < 2^20 with the first two are exact. */
const SHIFT = 2 ** 32;
const HALF_PI_HIGH: number = /* #__PURE__ */ Math.floor((Math.PI / 2) * SHIFT) / SHIFT;
const HALF_PI_LOW: number = Math.PI / 2 - HALF_PI_HIGH;

/** The largest angle: beyond it the products are not exact. */
export const LARGEST_ANGLE: number = 2 ** 19;

/**
 * Replaces the angle out[0] by its sine and writes its cosine to out[1]. In an array, as a number passed to a call may be garbage.
 *
 * The angle is reduced to r + rest with |r| ≤ π/4 (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980), and
 * there the series of Taylor are cut where the next term is below 1e-19.
 */
export function sinCos(out: Float64Array): void {
  const angle = out[0];
  const k = Math.floor(angle / (Math.PI / 2) + 0.5);
  const a = angle - k * HALF_PI_HIGH;
  const b = k * HALF_PI_LOW;
  const high = a - b;
  // What the difference has lost, exactly (Knuth), and what π/2 has beyond a double.
  const c = a - high;
  const lost = a - (high + c) + (c - b) - k * HALF_PI_REST;
  const r = high + lost;
  const rest = high - r + lost;
  const z = r * r;
  // In pairs of terms, which a processor adds up at the same time.
  const w = z * z;
  const s =
    z *
    (z * (1 / 120) -
      1 / 6 +
      w *
        (z * (1 / 362880) -
          1 / 5040 +
          w * (z * (1 / 6227020800) - 1 / 39916800 + w * (z * (1 / 355687428096000) - 1 / 1307674368000))));
  const q =
    z *
    (1 / 2 -
      z * (1 / 24) +
      w *
        (1 / 720 -
          z * (1 / 40320) +
          w *
            (1 / 3628800 -
              z * (1 / 479001600) +
              w * (1 / 87178291200 - z * (1 / 20922789888000) + w * (1 / 6402373705728000)))));
  const sine = r + (r * s + rest * (1 - q));
  const cosine = 1 - (q + rest * r);
  const quarter = k - 4 * Math.floor(k / 4);
  if (quarter === 0) {
    out[0] = sine;
    out[1] = cosine;
  } else if (quarter === 1) {
    out[0] = cosine;
    out[1] = -sine;
  } else if (quarter === 2) {
    out[0] = -sine;
    out[1] = -cosine;
  } else {
    out[0] = -cosine;
    out[1] = sine;
  }
}

/**
 * Replaces s = turn[0] ≥ 0 and c = turn[1], not both zero, by the angle in [0, π] whose sine and cosine are proportional to them, in
 * turn[0]. What is in turn[1] then is of no use.
 */
export function angleOf(turn: Float64Array): void {
  const s = turn[0];
  const c = turn[1];
  const l = Math.sqrt(s * s + c * c);
  // Within 0.08. Each step of Newton's then cubes the error.
  let angle = c >= 0 ? (Math.PI / 2) * (s / (s + c)) : Math.PI - (Math.PI / 2) * (s / (s - c));
  for (let step = 0; step < 4; step++) {
    turn[0] = angle;
    sinCos(turn);
    angle += (s * turn[1] - c * turn[0]) / l;
  }
  turn[0] = angle;
}
