/**
 * What balls inside two solids prove about translations: B moved by x meets A if x is within ra + rb of ca − cb, for a ball (ca, ra)
 * in A and one (cb, rb) in B. So a few dozen balls in each solid give some hundred larger balls of translations that do not separate.
 * Judging a direction by them takes some microseconds instead of a walk through two trees.
 */

import type { Body } from '../../bodies/body.ts';
import { Vec3 } from '../../math/vec3.ts';
import { BALLS_PER_SOLID } from '../../tolerances.ts';
import type { PairSolver } from '../solver.ts';
import { InnerBalls } from './inner-balls.ts';

export class BallCover {
  /** No translation shorter than this separates. */
  readonly lower: Float64Array = new Float64Array(1);
  readonly inner: InnerBalls = new InnerBalls();
  readonly #ballsA: Float64Array = new Float64Array(4 * BALLS_PER_SOLID);
  readonly #ballsB: Float64Array = new Float64Array(4 * BALLS_PER_SOLID);
  /** The balls of translations, five numbers each: centre, squared length of the centre, radius. `#length` counts the numbers. */
  readonly #cover: Float64Array = new Float64Array(5 * BALLS_PER_SOLID * BALLS_PER_SOLID);
  #length = 0;
  readonly #begins: Float64Array = new Float64Array(BALLS_PER_SOLID * BALLS_PER_SOLID);
  readonly #ends: Float64Array = new Float64Array(BALLS_PER_SOLID * BALLS_PER_SOLID);
  readonly #point: Vec3 = new Vec3();

  /** Makes the balls from the parts of both bodies. Only translations no longer than `limit` matter. */
  begin(
    solver: PairSolver,
    partsA: readonly Body[],
    countA: number,
    partsB: readonly Body[],
    countB: number,
    limit: number,
  ): void {
    const a = this.#ballsA;
    const b = this.#ballsB;
    let endA = 0;
    let endB = 0;
    const mostA = Math.max(1, Math.floor(BALLS_PER_SOLID / countA));
    const mostB = Math.max(1, Math.floor(BALLS_PER_SOLID / countB));
    for (let i = 0; i < countA; i++) endA = this.inner.add(solver, partsA[i], mostA, a, endA);
    for (let i = 0; i < countB; i++) endB = this.inner.add(solver, partsB[i], mostB, b, endB);
    const cover = this.#cover;
    let length = 0;
    let lower = 0;
    for (let i = 0; i < 4 * endA; i += 4)
      for (let j = 0; j < 4 * endB; j += 4) {
        const x = a[i] - b[j];
        const y = a[i + 1] - b[j + 1];
        const z = a[i + 2] - b[j + 2];
        const r = a[i + 3] + b[j + 3];
        const lengthSq = x * x + y * y + z * z;
        if (lengthSq >= (limit + r) * (limit + r)) continue;
        lower = Math.max(lower, r - Math.sqrt(lengthSq));
        cover[length] = x;
        cover[length + 1] = y;
        cover[length + 2] = z;
        cover[length + 3] = lengthSq;
        cover[length + 4] = r;
        length += 5;
      }
    this.#length = length;
    this.lower[0] = lower;
  }

  /** Drops the balls that contain no translation shorter than `limit`. */
  limit(limit: number): void {
    const cover = this.#cover;
    let kept = 0;
    for (let k = 0; k < this.#length; k += 5) {
      const r = limit + cover[k + 4];
      if (cover[k + 3] >= r * r) continue;
      if (kept < k) cover.copyWithin(kept, k, k + 5);
      kept += 5;
    }
    this.#length = kept;
  }

  /** The least t ≥ 0 for which no ball proves that t·n does not separate. Any value at or above `limit` means: none below it. */
  along(n: Float64Array, limit: number): number {
    const cover = this.#cover;
    const begins = this.#begins;
    const ends = this.#ends;
    const x = n[0];
    const y = n[1];
    const z = n[2];
    const length = this.#length;
    let t = this.lower[0];
    let count = 0;
    for (let k = 0; k < length && t < limit; k += 5) {
      const middle = x * cover[k] + y * cover[k + 1] + z * cover[k + 2];
      const r = cover[k + 4];
      if (middle + r <= t) continue;
      const half = r * r - cover[k + 3] + middle * middle;
      if (!(half > 0)) continue;
      const root = Math.sqrt(half);
      const end = middle + root;
      if (end <= t) continue;
      const begin = middle - root;
      if (begin <= t) {
        t = end;
        continue;
      }
      if (begin >= limit) continue;
      begins[count] = begin;
      ends[count++] = end;
    }
    // Intervals that began beyond t when they were met may now contain it.
    for (let farther = t < limit; farther; ) {
      farther = false;
      let kept = 0;
      for (let i = 0; i < count; i++) {
        if (ends[i] <= t) continue;
        if (begins[i] <= t) {
          t = ends[i];
          farther = t < limit;
          continue;
        }
        begins[kept] = begins[i];
        ends[kept++] = ends[i];
      }
      count = kept;
    }
    return t;
  }

  /** Raises the lower bound by the balls around one world point, if it is in both bodies. */
  offer(
    solver: PairSolver,
    partsA: readonly Body[],
    countA: number,
    partsB: readonly Body[],
    countB: number,
    x: number,
    y: number,
    z: number,
  ): void {
    const p = this.#point.set(x, y, z);
    let a = -1;
    let b = -1;
    for (let i = 0; i < countA; i++) a = Math.max(a, this.inner.radius(solver, partsA[i], p));
    if (a < 0) return;
    for (let i = 0; i < countB; i++) b = Math.max(b, this.inner.radius(solver, partsB[i], p));
    if (b >= 0) this.lower[0] = Math.max(this.lower[0], a + b);
  }
}
