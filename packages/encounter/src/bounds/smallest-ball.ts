/**
 * The smallest ball around points. It is that of at most four of them, its support (E. Welzl, "Smallest Enclosing Disks (Balls and
 * Ellipsoids)", 1991). As in B. Gärtner, "Fast and Robust Smallest Enclosing Balls", 1999, the next point to take is the farthest
 * one, and the ball around the support and this point gives the next support. The radius grows in each round, so that no support
 * comes again. Some ten rounds do, of one pass over all points each.
 *
 * How a ball is known to be the smallest: its centre c is a mean of its support points, with weights λ ≥ 0 that add up to 1, and all
 * of these are at distance r. Around any other centre y the mean of their squared distances is r² + |c − y|²: some point is farther
 * than r. So r is a lower bound, the farthest point an upper one, and the search ends when they have met.
 *
 * Deviations: points are not shuffled or moved to the front, as the farthest one does not depend on their order. Instead of Welzl's
 * recursion all choices among five points are tried, in twice the digits of a double (see `ball-basis.ts`).
 */
import { BALL_GAP, BALL_WEIGHT } from '../tolerances.ts';
import { smallestAround } from './ball-basis.ts';
import { less, ZERO } from './double-double.ts';

/** Writes the centre of the smallest ball around points that are not all one. */
export function smallestBall(points: Float64Array, center: Float64Array): void {
  const search = new BallSearch(points);
  search.run();
  center.set(search.best);
}

class BallSearch {
  /** The centre from which the farthest point was nearest so far. */
  readonly best: Float64Array = new Float64Array(3);
  readonly #points: Float64Array;
  #bestSq = Infinity;
  #support: readonly number[] = [];
  /** Distances are from a point, by its number, plus an offset: without loss far from the origin. */
  #from = 0;
  readonly #offset: Float64Array = new Float64Array(3);
  #farthestSq = 0;

  constructor(points: Float64Array) {
    this.#points = points;
  }

  run(): void {
    // Two points that are far apart, to begin with.
    const first = this.#farthest();
    this.#from = first;
    let ids: readonly number[] = [first, this.#farthest()];
    let last = ZERO;
    for (;;) {
      const ball = smallestAround(this.#points, ids);
      // A radius that has not grown is rounding: no ball is better than the best so far.
      if (ball === null || !less(last, ball.radiusSq)) return;
      last = ball.radiusSq;
      this.#support = ball.support;
      this.#from = ball.support[ball.support.length - 1];
      for (let i = 0; i < 3; i++) this.#offset[i] = ball.center[i].high;
      const next = this.#farthest();
      this.#keep();
      if (this.#farthestSq <= this.#nearestSupportSq() * (1 + 2 * BALL_GAP) && ball.weight >= -BALL_WEIGHT) return;
      if (ball.support.includes(next)) return;
      ids = [...ball.support, next];
    }
  }

  #keep(): void {
    if (this.#farthestSq >= this.#bestSq) return;
    this.#bestSq = this.#farthestSq;
    for (let i = 0; i < 3; i++) this.best[i] = this.#points[3 * this.#from + i] + this.#offset[i];
  }

  /** Squared distance of the support point that is nearest to the centre. */
  #nearestSupportSq(): number {
    let least = Infinity;
    for (const id of this.#support) {
      let sum = 0;
      for (let i = 0; i < 3; i++) {
        const d = this.#points[3 * id + i] - this.#points[3 * this.#from + i] - this.#offset[i];
        sum += d * d;
      }
      least = Math.min(least, sum);
    }
    return least;
  }

  /** The number of the point farthest from the centre. */
  #farthest(): number {
    const points = this.#points;
    const offset = this.#offset;
    const fx = points[3 * this.#from];
    const fy = points[3 * this.#from + 1];
    const fz = points[3 * this.#from + 2];
    const cx = offset[0];
    const cy = offset[1];
    const cz = offset[2];
    let farthest = -1;
    let at = 0;
    for (let k = 0; k < points.length; k += 3) {
      const x = points[k] - fx - cx;
      const y = points[k + 1] - fy - cy;
      const z = points[k + 2] - fz - cz;
      const distanceSq = x * x + y * y + z * z;
      if (distanceSq > farthest) {
        farthest = distanceSq;
        at = k;
      }
    }
    this.#farthestSq = farthest;
    return at / 3;
  }
}
