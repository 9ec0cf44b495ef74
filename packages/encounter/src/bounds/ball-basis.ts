/**
 * The smallest ball around at most five points, of which one, the apex, is known to be on it.
 *
 * The ball is the circumscribed one of some of the points, two to four of them with the apex. There are fourteen choices. Each gives
 * a centre; the best is the one from which the farthest of the five points is nearest. Nothing is said about signs or about what is
 * inside, so rounding cannot lead to a ball that is far off: a centre that is badly rounded is far from some point, and loses.
 *
 * Centre of a choice, seen from the apex: x = Σ λᵢ aᵢ with aᵢ·x = ½ aᵢ·aᵢ, where aᵢ leads from the apex to point i. This is a
 * system for the λ with the matrix of all aᵢ·aⱼ. Its condition is the square of that of the aᵢ, and near the end of a search the
 * radius grows by the square of what a point is outside: both ask for twice the digits of a double, which is what is used here.
 */
import { add, type DoubleDouble, difference, divide, halved, less, multiply, subtract, ZERO } from './double-double.ts';

/** Which points besides the apex: few before many, so that the fewest are taken of what is equal. */
const CHOICES: readonly (readonly number[])[] = /* #__PURE__ */ [
  [0],
  [1],
  [2],
  [3],
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 3],
  [1, 3],
  [2, 3],
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [1, 2, 3],
];

type Vector = readonly [DoubleDouble, DoubleDouble, DoubleDouble];

/** A ball, as found by `smallestAround`. */
export interface BallBasis {
  /** The numbers of the points on it, the apex last. */
  readonly support: readonly number[];
  /** Seen from the apex. */
  readonly center: Vector;
  /** Squared distance of the farthest of the points. */
  readonly radiusSq: DoubleDouble;
  /** The least of the weights that make the centre a mean of the support points: not negative in a smallest ball. */
  readonly weight: number;
}

/** The ball around the points of these numbers, two to five, of which the last is on it. Null where all are one. */
export function smallestAround(points: Float64Array, ids: readonly number[]): BallBasis | null {
  const others = ids.length - 1;
  const apex = ids[others];
  const arms: Vector[] = [];
  const products: DoubleDouble[][] = [];
  for (let i = 0; i < others; i++) {
    arms.push([arm(points, apex, ids[i], 0), arm(points, apex, ids[i], 1), arm(points, apex, ids[i], 2)]);
    products.push([]);
    for (let j = 0; j <= i; j++) {
      const product = dot(arms[i], arms[j]);
      products[i][j] = product;
      products[j][i] = product;
    }
  }
  let best: BallBasis | null = null;
  for (const choice of CHOICES) {
    if (choice[choice.length - 1] >= others) continue;
    const weights = solve(choice, products);
    if (weights === null) continue;
    const center = mean(weights, choice, arms);
    let radiusSq = dot(center, center);
    for (const [x, y, z] of arms) {
      const away: Vector = [subtract(x, center[0]), subtract(y, center[1]), subtract(z, center[2])];
      const distanceSq = dot(away, away);
      if (less(radiusSq, distanceSq)) radiusSq = distanceSq;
    }
    // Not finite where the weights of nearly dependent points overflow.
    if (!(radiusSq.high < Infinity) || (best !== null && !less(radiusSq, best.radiusSq))) continue;
    best = { support: supportOf(choice, ids), center, radiusSq, weight: leastOf(weights) };
  }
  return best;
}

function arm(points: Float64Array, apex: number, id: number, axis: number): DoubleDouble {
  return difference(points[3 * id + axis], points[3 * apex + axis]);
}

function dot(a: Vector, b: Vector): DoubleDouble {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
}

/** The weights of the chosen arms, by elimination; null where some arm is in the span of those before. */
function solve(choice: readonly number[], products: readonly DoubleDouble[][]): DoubleDouble[] | null {
  const n = choice.length;
  const rows = choice.map((i) => choice.map((j) => products[i][j]));
  const right = choice.map((i) => halved(products[i][i]));
  for (let c = 0; c < n; c++) {
    if (!(rows[c][c].high > 0)) return null;
    for (let r = c + 1; r < n; r++) {
      const factor = divide(rows[r][c], rows[c][c]);
      for (let k = c + 1; k < n; k++) rows[r][k] = subtract(rows[r][k], multiply(factor, rows[c][k]));
      right[r] = subtract(right[r], multiply(factor, right[c]));
    }
  }
  for (let c = n - 1; c >= 0; c--) {
    for (let k = c + 1; k < n; k++) right[c] = subtract(right[c], multiply(rows[c][k], right[k]));
    right[c] = divide(right[c], rows[c][c]);
  }
  return right;
}

function mean(weights: readonly DoubleDouble[], choice: readonly number[], arms: readonly Vector[]): Vector {
  let x = ZERO;
  let y = ZERO;
  let z = ZERO;
  for (let k = 0; k < choice.length; k++) {
    const a = arms[choice[k]];
    x = add(x, multiply(weights[k], a[0]));
    y = add(y, multiply(weights[k], a[1]));
    z = add(z, multiply(weights[k], a[2]));
  }
  return [x, y, z];
}

function supportOf(choice: readonly number[], ids: readonly number[]): number[] {
  return [...choice.map((i) => ids[i]), ids[ids.length - 1]];
}

/** All weights add up to 1, that of the apex among them. */
function leastOf(weights: readonly DoubleDouble[]): number {
  let apex: DoubleDouble = { high: 1, low: 0 };
  let least = Infinity;
  for (const weight of weights) {
    apex = subtract(apex, weight);
    least = Math.min(least, weight.high);
  }
  return Math.min(least, apex.high);
}
