import type { Affine } from '../math/affine.ts';
import { ROTATION_ROUNDING } from '../tolerances.ts';

/**
 * A rigidly placed B in the frame of a rigidly placed A: a point x of B is at m·x + t. m is stored column by column, as in Affine.
 */
export class RelativeFrame {
  readonly m: Float64Array = new Float64Array(9);
  readonly t: Float64Array = new Float64Array(3);
  /** |m| plus ROTATION_ROUNDING, so that nearly parallel edges do not seem to separate boxes. */
  readonly abs: Float64Array = new Float64Array(9);
  /** What t is for trees whose boxes are relative to their origins. */
  readonly shift: Float64Array = new Float64Array(3);

  set(a: Affine, b: Affine): this {
    const p = a.m;
    const q = b.m;
    const { m, t, abs } = this;
    const x = q[9] - p[9];
    const y = q[10] - p[10];
    const z = q[11] - p[11];
    for (let r = 0; r < 3; r++) {
      // Row r of the transpose of A's matrix is column r of the matrix.
      const p0 = p[3 * r];
      const p1 = p[3 * r + 1];
      const p2 = p[3 * r + 2];
      t[r] = p0 * x + p1 * y + p2 * z;
      for (let c = 0; c < 3; c++) {
        const v = p0 * q[3 * c] + p1 * q[3 * c + 1] + p2 * q[3 * c + 2];
        m[3 * c + r] = v;
        abs[3 * c + r] = Math.abs(v) + ROTATION_ROUNDING;
      }
    }
    return this;
  }

  /** Prepares `shift` for trees with these origins. */
  seenFrom(originA: Float64Array, originB: Float64Array): this {
    const { m, t, shift } = this;
    for (let r = 0; r < 3; r++)
      shift[r] = m[r] * originB[0] + m[3 + r] * originB[1] + m[6 + r] * originB[2] + t[r] - originA[r];
    return this;
  }
}
