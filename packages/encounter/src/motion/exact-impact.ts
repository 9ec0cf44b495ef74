/**
 * The first impact of two triangles whose corners move on straight lines, by the exact impacts of `encounter/primitives`: one of six
 * points with a triangle, or one of nine pairs of edges. Two triangles that were apart meet first in one of these. Nothing is missed and
 * no time is late (see primitives/impact-vertices.ts).
 */
import { PARALLELOGRAM, TRIANGLE } from '../primitives/facet.ts';
import { firstImpact } from '../primitives/impact-vertices.ts';

/** Where the corners of a triangle start in its array, and again the first one. */
const CORNERS: readonly number[] = [0, 3, 6, 0];

export class ExactImpact {
  /** Four vertices at t = 0, then at t = 1: see `firstImpact`. */
  readonly #v: Float64Array = new Float64Array(24);
  readonly #m: Float64Array = new Float64Array(18);
  readonly #first: Float64Array = new Float64Array(1);

  /** Whether they meet at all; the time goes to time[0]. p and q are the corners at t = 0, nine coordinates, then at t = 1. */
  run(p: Float64Array, q: Float64Array, time: Float64Array): boolean {
    time[0] = Infinity;
    for (let i = 0; i < 3; i++) {
      this.#point(p, CORNERS[i], q, time);
      this.#point(q, CORNERS[i], p, time);
      for (let j = 0; j < 3; j++) {
        this.#put(p, CORNERS[i], 0);
        this.#put(p, CORNERS[i + 1], 3);
        this.#put(q, CORNERS[j], 6);
        this.#put(q, CORNERS[j + 1], 9);
        if (!this.#areBeside(6)) this.#ask(6, 0, 3, 0, 6, 9, PARALLELOGRAM, time);
      }
    }
    return time[0] < Infinity;
  }

  /** A corner of one triangle with the other triangle. */
  #point(p: Float64Array, corner: number, q: Float64Array, time: Float64Array): void {
    this.#put(p, corner, 0);
    for (let k = 0; k < 9; k += 3) this.#put(q, k, 3 + k);
    if (!this.#areBeside(3)) this.#ask(0, 3, 6, 3, 9, 3, TRIANGLE, time);
  }

  /** Copies a corner at both times. */
  #put(p: Float64Array, from: number, to: number): void {
    const v = this.#v;
    for (let k = 0; k < 3; k++) {
      v[to + k] = p[from + k];
      v[12 + to + k] = p[9 + from + k];
    }
  }

  /** Whether, in some coordinate, all vertices before `split` are on one side of the others at both ends: then they are in between. */
  #areBeside(split: number): boolean {
    const v = this.#v;
    for (let k = 0; k < 3; k++) {
      let below = true;
      let above = true;
      for (let i = k; i < split; i += 3)
        for (let j = split + k; j < 12; j += 3) {
          below &&= v[i] < v[j] && v[12 + i] < v[12 + j];
          above &&= v[i] > v[j] && v[12 + i] > v[12 + j];
        }
      if (below || above) return true;
    }
    return false;
  }

  /** r, e and g are the differences of the vertices a and b, c and d, f and h. */
  #ask(a: number, b: number, c: number, d: number, f: number, h: number, sides: number, time: Float64Array): void {
    const v = this.#v;
    const m = this.#m;
    for (let k = 0; k < 3; k++)
      for (let t = 0; t < 2; t++) {
        const at = 12 * t + k;
        m[9 * t + k] = v[at + a] - v[at + b];
        m[9 * t + k + 3] = v[at + c] - v[at + d];
        m[9 * t + k + 6] = v[at + f] - v[at + h];
      }
    if (firstImpact(m, v, sides, this.#first)) time[0] = Math.min(time[0], this.#first[0]);
  }
}
