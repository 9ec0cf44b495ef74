/**
 * Boxes as integers, for tests without branches. A coordinate becomes its rank among the single-precision numbers (halved, so
 * that the difference of two ranks is an int32, too). Ranking keeps the order, but not the strict order:
 *
 * - x ≤ y implies rank(x) ≤ rank(y): boxes whose ranks are apart are apart;
 * - rank(x) < rank(y) implies x < y: boxes whose ranks overlap strictly overlap.
 *
 * When ranks touch, the doubles decide. Six subtractions, an `or` of their signs and one branch test a pair of boxes; comparing
 * doubles takes up to six branches that no processor can predict. Coordinates are ranked relative to an `origin` near the boxes,
 * because single precision is fine only near zero.
 */

/** Ranks below and above those of all numbers. A box with min GREATEST and max LEAST is empty, and apart from every other. */
export const LEAST: number = -(2 ** 30);
export const GREATEST: number = 2 ** 30 - 1;

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** The rank of x, also of ±∞. Adding 0 turns −0 into +0; otherwise it would rank below. */
export function rankOf(x: number): number {
  single[0] = x + 0;
  return ranked(bits[0]);
}

/** The rank of the number with these bits. */
export function ranked(b: number): number {
  return (b ^ ((b >> 31) & 0x7fffffff)) >> 1;
}

/** A number no greater than any number of this rank, except for overflow. */
export function leastOfRank(rank: number): number {
  return fromOrder(2 * rank - 2);
}

/** A number above all numbers of this rank, except for overflow. */
export function greatestOfRank(rank: number): number {
  return fromOrder(2 * rank + 3);
}

function fromOrder(order: number): number {
  bits[0] = order ^ ((order >> 31) & 0x7fffffff);
  return single[0];
}
