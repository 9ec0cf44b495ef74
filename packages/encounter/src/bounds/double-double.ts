/**
 * Double-doubles: unevaluated sums of two doubles, good for 106 bits (T. J. Dekker, "A Floating-Point Technique for Extending the
 * Available Precision", 1971).
 */

/** The sum of two doubles, of which `low` is at most half a unit in the last place of `high`. */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
}

export const ZERO: DoubleDouble = { high: 0, low: 0 };

/** a − b of doubles, without error (D. E. Knuth). */
export function difference(a: number, b: number): DoubleDouble {
  return exactSum(a, -b);
}

export function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const high = exactSum(a.high, b.high);
  const low = exactSum(a.low, b.low);
  const sum = ordered(high.high, high.low + low.high);
  return ordered(sum.high, sum.low + low.low);
}

export function subtract(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  return add(a, { high: -b.high, low: -b.low });
}

export function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const product = exactProduct(a.high, b.high);
  return ordered(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/** The first quotient of doubles takes 53 bits, the second those of what is left. */
export function divide(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a.high / b.high;
  const rest = subtract(a, multiply(b, { high: first, low: 0 }));
  return ordered(first, rest.high / b.high);
}

export function halved(a: DoubleDouble): DoubleDouble {
  return { high: 0.5 * a.high, low: 0.5 * a.low };
}

/** Whether a < b. */
export function less(a: DoubleDouble, b: DoubleDouble): boolean {
  return a.high < b.high || (a.high === b.high && a.low < b.low);
}

function exactSum(a: number, b: number): DoubleDouble {
  const high = a + b;
  const part = high - a;
  return { high, low: a - (high - part) + (b - part) };
}

/** The same where |a| ≥ |b|. */
function ordered(a: number, b: number): DoubleDouble {
  const high = a + b;
  return { high, low: b - (high - a) };
}

/** Splits a double into two of 26 bits. */
const SPLITTER = 2 ** 27 + 1;

function exactProduct(a: number, b: number): DoubleDouble {
  const high = a * b;
  let t = SPLITTER * a;
  const a1 = t - (t - a);
  const a2 = a - a1;
  t = SPLITTER * b;
  const b1 = t - (t - b);
  const b2 = b - b1;
  return { high, low: a2 * b2 - (high - a1 * b1 - a2 * b1 - a1 * b2) };
}
