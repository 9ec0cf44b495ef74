/**
 * Matrices of three.js without the noise of single precision.
 *
 * L = Q·U, with Q orthonormal and U triangular (Gram–Schmidt): Q turns and U stretches. In theory an object that only turns keeps its
 * U. In practice rotations come in single precision (those of glTF files and of instanced meshes), or drift as quaternions are
 * multiplied, and U changes in its seventh digit with each frame. A collider must take that for a new scale, and its mesh would be
 * copied in each frame. So when U differs from the last one by no more than that noise, the last one is kept.
 */
import { MATRIX_NOISE } from '../tolerances.ts';

/** Column-major 4×4, as in three. */
const SIZE = 16;

export class SteadyMatrix {
  /** The matrix given to `set`, without noise. */
  readonly elements: Float64Array = new Float64Array(SIZE);
  readonly #given: Float64Array = new Float64Array(SIZE).fill(Number.NaN);
  /** The U of `elements`: its diagonal, then xy, xz, yz. */
  readonly #held: Float64Array = new Float64Array(6);
  readonly #next: Float64Array = new Float64Array(6);

  /** Sets an affine matrix. Returns false if it is the same as before. */
  set(matrix: ArrayLike<number>): boolean {
    if (!this.#take(matrix)) return false;
    const m = this.elements;
    const held = this.#held;
    const next = this.#next;
    if (!orthonormalize(m, next)) {
      m.set(this.#given);
      return true;
    }
    if (!near(next, held)) {
      simplify(next);
      held.set(next);
    }
    // The columns of Q·U, the last one first, because each needs the columns of Q before it.
    for (let r = 0; r < 3; r++) {
      m[8 + r] = m[r] * held[4] + m[4 + r] * held[5] + m[8 + r] * held[2];
      m[4 + r] = m[r] * held[3] + m[4 + r] * held[1];
      m[r] *= held[0];
    }
    return true;
  }

  /** Copies the matrix to `elements`. Returns false if it equals the matrix given before. */
  #take(matrix: ArrayLike<number>): boolean {
    const given = this.#given;
    let same = true;
    for (let i = 0; same && i < SIZE; i++) same = given[i] === matrix[i];
    if (same) return false;
    const m = this.elements;
    for (let i = 0; i < SIZE; i++) {
      const x = matrix[i];
      given[i] = x;
      m[i] = x;
    }
    return true;
  }
}

/**
 * Makes the linear part of `m` orthonormal and writes U. Returns false if `m` is flat or nearly so; `m` is then invalid. Lengths are
 * passed in `u`, because V8 would allocate them as arguments and results.
 */
function orthonormalize(m: Float64Array, u: Float64Array): boolean {
  u.fill(0);
  normalizeColumn(m, 0, u, 0);
  // Each part is removed twice: the second pass removes what rounding left in the first.
  takeAlong(m, 4, 0, u, 3);
  takeAlong(m, 4, 0, u, 3);
  normalizeColumn(m, 4, u, 1);
  for (let pass = 0; pass < 2; pass++) {
    takeAlong(m, 8, 0, u, 4);
    takeAlong(m, 8, 4, u, 5);
  }
  normalizeColumn(m, 8, u, 2);
  // Entries off the diagonal count, too: a column that depends on those before it may be long, but has nothing on the diagonal.
  const size = Math.max(u[0], u[1], u[2], Math.abs(u[3]), Math.abs(u[4]), Math.abs(u[5]));
  return u[0] > MATRIX_NOISE * size && u[1] > MATRIX_NOISE * size && u[2] > MATRIX_NOISE * size;
}

/** Removes the part along the unit column at `p` from the column at `k`, and adds its length to `u`. */
function takeAlong(m: Float64Array, k: number, p: number, u: Float64Array, at: number): void {
  const along = m[p] * m[k] + m[p + 1] * m[k + 1] + m[p + 2] * m[k + 2];
  m[k] -= along * m[p];
  m[k + 1] -= along * m[p + 1];
  m[k + 2] -= along * m[p + 2];
  u[at] += along;
}

/** Makes the column at `k` a unit vector and writes its length to `u`. A column of length zero becomes NaN. */
function normalizeColumn(m: Float64Array, k: number, u: Float64Array, at: number): void {
  const length = Math.sqrt(m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]);
  m[k] /= length;
  m[k + 1] /= length;
  m[k + 2] /= length;
  u[at] = length;
}

function near(u: Float64Array, held: Float64Array): boolean {
  const most = MATRIX_NOISE * Math.max(u[0], u[1], u[2]);
  for (let i = 0; i < 6; i++) if (!(Math.abs(u[i] - held[i]) <= most)) return false;
  return true;
}

/** Removes shear that is noise, makes three nearly equal scales equal, and makes a scale of nearly 1 exactly 1. */
function simplify(u: Float64Array): void {
  const most = MATRIX_NOISE * Math.max(u[0], u[1], u[2]);
  for (let i = 3; i < 6; i++) if (Math.abs(u[i]) <= most) u[i] = 0;
  const mean = (u[0] + u[1] + u[2]) / 3;
  for (let i = 0; i < 3; i++) if (!(Math.abs(u[i] - mean) <= most)) return;
  u.fill(Math.abs(mean - 1) <= most ? 1 : mean, 0, 3);
}
