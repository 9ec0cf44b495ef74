/** A ray against single triangles, by the test that `ray.ts` has in its loop: the same answers, bit for bit. */
import { RAY_EDGE_ON, RAY_SEAM } from '../tolerances.ts';
import { approach, edgeOn } from './ray.ts';
import type { Triangles } from './triangles.ts';

export class SlotRay {
  /** The ray: from + t·dir for t from 0 to `limit`. */
  readonly from: Float64Array = new Float64Array(3);
  readonly dir: Float64Array = new Float64Array(3);
  /** In: how far to look. Out: where the first triangle of those tested is hit. */
  readonly limit: Float64Array = new Float64Array(1);
  /** Out: its slot, −1 for none. Of triangles that are hit at once it is the one with the lowest number. */
  slot = -1;
  /** Where the ray is seen from, once it has begun: not far from the triangles. `limit` is from here until it has ended. */
  readonly start: Float64Array = new Float64Array(3);

  #c = 0;
  #a = 0;
  #b = 0;
  /** Along a and b per unit along c, and t per unit along c. */
  readonly #shear: Float64Array = new Float64Array(3);
  readonly #shift: Float64Array = new Float64Array(1);
  readonly #triangle: Float64Array = new Float64Array(9);

  /** To be called before any test; `dir` must not be zero. */
  begin(triangles: Triangles): void {
    const { from, dir, limit, start } = this;
    this.slot = -1;
    const shift = approach(triangles, from, dir, limit);
    this.#shift[0] = shift;
    for (let i = 0; i < 3; i++) start[i] = from[i] + shift * dir[i];
    limit[0] -= shift;
    const ax = Math.abs(dir[0]);
    const ay = Math.abs(dir[1]);
    const az = Math.abs(dir[2]);
    const c = ax > ay && ax > az ? 0 : ay > az ? 1 : 2;
    const a = c === 2 ? 0 : c + 1;
    const b = 3 - c - a;
    this.#c = c;
    this.#a = a;
    this.#b = b;
    const shear = this.#shear;
    shear[2] = 1 / dir[c];
    shear[0] = dir[a] * shear[2];
    shear[1] = dir[b] * shear[2];
  }

  /** To be called after all tests. True when a triangle was hit. */
  end(): boolean {
    this.limit[0] += this.#shift[0];
    return this.slot >= 0;
  }

  /** Tests the triangle in a slot, and lowers the limit if it is hit before. */
  test({ vertices, corners, numbers }: Triangles, slot: number): void {
    const { array, offset, stride } = vertices;
    const { limit, start } = this;
    const shear = this.#shear;
    const p = this.#triangle;
    for (let n = 0; n < 3; n++) {
      const i = 3 * n;
      const k = offset + stride * corners[3 * slot + n];
      const z = array[k + this.#c] - start[this.#c];
      p[i] = array[k + this.#a] - start[this.#a] - shear[0] * z;
      p[i + 1] = array[k + this.#b] - start[this.#b] - shear[1] * z;
      p[i + 2] = z;
    }
    const u = p[6] * p[4] - p[7] * p[3];
    const v = p[0] * p[7] - p[1] * p[6];
    const w = p[3] * p[1] - p[4] * p[0];
    const near = RAY_SEAM * (Math.abs(u) + Math.abs(v) + Math.abs(w));
    if ((u < -near || v < -near || w < -near) && (u > near || v > near || w > near)) return;
    const det = u + v + w;
    const products =
      Math.abs(p[6] * p[4]) +
      Math.abs(p[7] * p[3]) +
      Math.abs(p[0] * p[7]) +
      Math.abs(p[1] * p[6]) +
      Math.abs(p[3] * p[1]) +
      Math.abs(p[4] * p[0]);
    let t: number;
    if (Math.abs(det) > RAY_EDGE_ON * products) t = ((u * p[2] + v * p[5] + w * p[8]) * shear[2]) / det;
    else {
      for (let i = 2; i < 9; i += 3) p[i] *= shear[2];
      t = edgeOn(p);
    }
    if (!(t >= 0 && t <= limit[0])) return;
    if (t === limit[0] && this.slot >= 0 && numbers[slot] > numbers[this.slot]) return;
    limit[0] = t;
    this.slot = slot;
  }
}
