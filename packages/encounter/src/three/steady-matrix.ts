/**
 * Matrices of three.js without the noise of single precision.
 *
 * L = Q·U, with Q orthonormal and U triangular (Gram–Schmidt): Q turns and U stretches. An object that only turns keeps its U in
 * theory. In practice rotations come in single precision (those of glTF files and of instanced meshes) or drift as quaternions are
 * multiplied, and U changes in its seventh digit with each frame. A collider has to take that for a new scale, and a mesh is then
 * copied in each frame. So a U that differs from the last by no more than that noise is the last one.
 */
import { MATRIX_NOISE } from '../tolerances.ts';

/** Column-major 4×4, as three has them. */
const SIZE = 16;

export class SteadyMatrix {
  /** What `set` was given, steadied. */
  readonly elements: Float64Array = new Float64Array(SIZE);
  readonly #given: Float64Array = new Float64Array(SIZE).fill(Number.NaN);
  /** U of `elements`: its diagonal, then xy, xz, yz. */
  readonly #held: Float64Array = new Float64Array(6);
  readonly #next: Float64Array = new Float64Array(6);

  /** Takes over an affine matrix; false if it is the same as before. */
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
    // The columns of Q·U, the last first, as each needs the ones before it.
    for (let r = 0; r < 3; r++) {
      m[8 + r] = m[r] * held[4] + m[4 + r] * held[5] + m[8 + r] * held[2];
      m[4 + r] = m[r] * held[3] + m[4 + r] * held[1];
      m[r] *= held[0];
    }
    return true;
  }

  /** Copies the matrix to `elements`; false if it has been there before. */
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
 * Makes the linear part of `m` orthonormal and writes U. False, and `m` is void, where it is flat or nearly so. Lengths go from
 * function to function in `u`: as arguments and results V8 would allocate them.
 */
function orthonormalize(m: Float64Array, u: Float64Array): boolean {
  u.fill(0);
  normalizeColumn(m, 0, u, 0);
  // Each twice: the second pass removes what rounding left of the first.
  takeAlong(m, 4, 0, u, 3);
  takeAlong(m, 4, 0, u, 3);
  normalizeColumn(m, 4, u, 1);
  for (let pass = 0; pass < 2; pass++) {
    takeAlong(m, 8, 0, u, 4);
    takeAlong(m, 8, 4, u, 5);
  }
  normalizeColumn(m, 8, u, 2);
  // Off the diagonal as well: a column that depends on those before it is long, but has nothing on the diagonal.
  const size = Math.max(u[0], u[1], u[2], Math.abs(u[3]), Math.abs(u[4]), Math.abs(u[5]));
  return u[0] > MATRIX_NOISE * size && u[1] > MATRIX_NOISE * size && u[2] > MATRIX_NOISE * size;
}

/** Takes the part along the unit column at `p` out of the column at `k`, and adds its length to `u`. */
function takeAlong(m: Float64Array, k: number, p: number, u: Float64Array, at: number): void {
  const along = m[p] * m[k] + m[p + 1] * m[k + 1] + m[p + 2] * m[k + 2];
  m[k] -= along * m[p];
  m[k + 1] -= along * m[p + 1];
  m[k + 2] -= along * m[p + 2];
  u[at] += along;
}

/** Makes the column at `k` a unit one and notes its length in `u`; one of length zero becomes NaN. */
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

/** No shear where there is next to none, one scale where three are nearly one, and 1 where that is nearly 1. */
function simplify(u: Float64Array): void {
  const most = MATRIX_NOISE * Math.max(u[0], u[1], u[2]);
  for (let i = 3; i < 6; i++) if (Math.abs(u[i]) <= most) u[i] = 0;
  const mean = (u[0] + u[1] + u[2]) / 3;
  for (let i = 0; i < 3; i++) if (!(Math.abs(u[i] - mean) <= most)) return;
  u.fill(Math.abs(mean - 1) <= most ? 1 : mean, 0, 3);
}
