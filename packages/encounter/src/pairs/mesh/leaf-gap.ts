/**
 * Which triangles of two leaves may be nearer than the best pair known, by how far they reach along a direction. Triangles whose gap along
 * v is g times the length of v are at least g apart.
 */
import type { RelativeFrame } from '../../tree/relative-frame.ts';
import type { Triangles } from '../../tree/triangles.ts';

export class LeafGap {
  /** How far each triangle of A's leaf reaches. Both arrays grow with the largest leaf. */
  #highs: Float64Array = new Float64Array(16);
  /** Where each triangle of B's leaf begins, less the gap that is too large. */
  #lows: Float64Array = new Float64Array(16);

  /**
   * Places the triangles in the slots firstA … lastA − 1 and firstB … lastB − 1 along a direction: along[0…2] in the frame of A, and
   * along[3…5] in that of B. Pairs are of no interest from the gap along[6] on, times the length of the direction. Returns whether any
   * pair is left.
   */
  place(
    along: Float64Array,
    { t }: RelativeFrame,
    a: Triangles,
    firstA: number,
    lastA: number,
    b: Triangles,
    firstB: number,
    lastB: number,
  ): boolean {
    if (this.#highs.length < lastA - firstA) this.#highs = new Float64Array(lastA - firstA);
    if (this.#lows.length < lastB - firstB) this.#lows = new Float64Array(lastB - firstB);
    const highs = this.#highs;
    const lows = this.#lows;
    let x = along[0];
    let y = along[1];
    let z = along[2];
    // B's triangles are in a frame of their own, so the way between the origins is added.
    const shift = x * t[0] + y * t[1] + z * t[2] - along[6];
    let highest = -Infinity;
    let { corners, vertices } = a;
    let { array, offset, stride } = vertices;
    for (let i = 0, c = 3 * firstA; c < 3 * lastA; i++, c += 3) {
      const k = offset + stride * corners[c];
      const l = offset + stride * corners[c + 1];
      const m = offset + stride * corners[c + 2];
      const first = x * array[k] + y * array[k + 1] + z * array[k + 2];
      const second = x * array[l] + y * array[l + 1] + z * array[l + 2];
      const third = x * array[m] + y * array[m + 1] + z * array[m + 2];
      const high = Math.max(first, second, third);
      highs[i] = high;
      if (high > highest) highest = high;
    }
    x = along[3];
    y = along[4];
    z = along[5];
    let lowest = Infinity;
    ({ corners, vertices } = b);
    ({ array, offset, stride } = vertices);
    for (let i = 0, c = 3 * firstB; c < 3 * lastB; i++, c += 3) {
      const k = offset + stride * corners[c];
      const l = offset + stride * corners[c + 1];
      const m = offset + stride * corners[c + 2];
      const first = x * array[k] + y * array[k + 1] + z * array[k + 2];
      const second = x * array[l] + y * array[l + 1] + z * array[l + 2];
      const third = x * array[m] + y * array[m + 1] + z * array[m + 2];
      const low = Math.min(first, second, third) + shift;
      lows[i] = low;
      if (low < lowest) lowest = low;
    }
    return highest > lowest;
  }

  /** Whether a triangle of A's leaf and one of B's, numbered from 0, are left. */
  isLeft(i: number, j: number): boolean {
    return this.#highs[i] > this.#lows[j];
  }
}
