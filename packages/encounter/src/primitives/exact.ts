/**
 * Sums of products without rounding, for the decisions that plain doubles leave open (J. R. Shewchuk, "Adaptive Precision
 * Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997). All exact signs of this room are computed here.
 *
 * An *expansion* is an exact sum of doubles that do not overlap, in order of size: e[0] says how many, e[1] … e[e[0]] are they. Its
 * sign is that of the last. One operation does all the work: `addProduct` adds ± e·f to a sum, term by term. That is slower than
 * what Shewchuk has for each case, and much shorter; it is called only where a sum is zero, or as near to zero as rounding.
 *
 * Exact as long as no term under- or overflows: for products of four numbers, if each is zero or between 1e-65 and 1e70 in size.
 */

/** A number of more digits than a double. */
export type Expansion = Float64Array;

/** Room for `terms` terms; the value is 0. */
export function expansion(terms: number): Expansion {
  return new Float64Array(terms + 1);
}

export function expansions(count: number, terms: number): readonly Expansion[] {
  return Array.from({ length: count }, () => expansion(terms));
}

/** 2²⁷ + 1: splits a double into two halves whose products are exact. */
const SPLITTER = 134217729;

/** What rounding takes from a product (T. J. Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971). */
export function lowProduct(a: number, b: number, product: number): number {
  const scaledA = SPLITTER * a;
  const aHigh = scaledA - (scaledA - a);
  const aLow = a - aHigh;
  const scaledB = SPLITTER * b;
  const bHigh = scaledB - (scaledB - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** A product as two doubles. */
const product: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** e + sign·p[i], into e. Numbers are passed in arrays: as arguments they would be put on the heap. */
export function add(e: Expansion, p: Float64Array, i: number, sign: number): Expansion {
  let rest = sign * p[i];
  const count = e[0];
  let n = 0;
  for (let k = 1; k <= count; k++) {
    const x = e[k];
    const sum = rest + x;
    const part = sum - rest;
    const lost = rest - (sum - part) + (x - part);
    if (lost !== 0) e[++n] = lost;
    rest = sum;
  }
  if (rest !== 0) e[++n] = rest;
  e[0] = n;
  return e;
}

/** p[i], into e. */
export function only(e: Expansion, p: Float64Array, i: number): Expansion {
  e[0] = 0;
  return add(e, p, i, 1);
}

/** p[i] − q[j], into e. */
export function difference(e: Expansion, p: Float64Array, i: number, q: Float64Array, j: number): Expansion {
  return add(only(e, p, i), q, j, -1);
}

/** sum + sign·e·f, into `sum`, which is neither of the two. It takes 2·(terms of e)·(terms of f) terms more at most. */
export function addProduct(sum: Expansion, e: Expansion, f: Expansion, sign: number): Expansion {
  for (let i = 1; i <= e[0]; i++)
    for (let j = 1; j <= f[0]; j++) {
      const ab = e[i] * f[j];
      product[0] = lowProduct(e[i], f[j], ab);
      product[1] = ab;
      add(add(sum, product, 0, sign), product, 1, sign);
    }
  return sum;
}

/** The sign of an expansion: −1, 0 or 1. */
export function signOf(e: Expansion): number {
  const last = e[0] === 0 ? 0 : e[e[0]];
  return last > 0 ? 1 : last < 0 ? -1 : 0;
}

/** Rounds an expansion to one double, into p[i]. */
export function round(e: Expansion, p: Float64Array, i: number): void {
  let sum = 0;
  for (let k = 1; k <= e[0]; k++) sum += e[k];
  p[i] = sum;
}
