/**
 * Matrices of three.js without the noise of single precision.
 *
 * L = Q·U, with Q orthonormal and U triangular (Gram–Schmidt): Q turns and U stretches. An object that only turns keeps its U in
 * theory. In practice rotations come in single precision (those of glTF files and of instanced meshes) or drift as quaternions are
 * multiplied, and U changes in its seventh digit with each frame. A collider has to take that for a new scale, and a mesh is then
 * copied in each frame. So a U that differs from the last by no more than that noise is the last one.
 */

/** How much of U, relative to its size, is noise: rotations in single precision, ten of them one within the other. */
const NOISE = 1e-6;

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
    let changed = false;
    for (let i = 0; i < SIZE; i++) {
      if (given[i] === matrix[i]) continue;
      given[i] = matrix[i];
      changed = true;
    }
    if (changed) this.elements.set(given);
    return changed;
  }
}

/** Makes the linear part of `m` orthonormal and writes U. False, and `m` is void, where it is flat or nearly so. */
function orthonormalize(m: Float64Array, u: Float64Array): boolean {
  const size = Math.max(columnLength(m, 0), columnLength(m, 4), columnLength(m, 8));
  u.fill(0);
  for (let c = 0; c < 3; c++) {
    const k = 4 * c;
    // Twice: the second pass removes what rounding left of the first.
    for (let pass = 0; pass < 2; pass++)
      for (let p = 0; p < c; p++) {
        const along = m[4 * p] * m[k] + m[4 * p + 1] * m[k + 1] + m[4 * p + 2] * m[k + 2];
        for (let r = 0; r < 3; r++) m[k + r] -= along * m[4 * p + r];
        u[2 + p + c] += along;
      }
    const length = columnLength(m, k);
    if (!(length > NOISE * size)) return false;
    for (let r = 0; r < 3; r++) m[k + r] /= length;
    u[c] = length;
  }
  return true;
}

function columnLength(m: Float64Array, k: number): number {
  return Math.sqrt(m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]);
}

function near(u: Float64Array, held: Float64Array): boolean {
  const most = NOISE * Math.max(u[0], u[1], u[2]);
  for (let i = 0; i < 6; i++) if (!(Math.abs(u[i] - held[i]) <= most)) return false;
  return true;
}

/** No shear where there is next to none, one scale where three are nearly one, and 1 where that is nearly 1. */
function simplify(u: Float64Array): void {
  const most = NOISE * Math.max(u[0], u[1], u[2]);
  for (let i = 3; i < 6; i++) if (Math.abs(u[i]) <= most) u[i] = 0;
  const mean = (u[0] + u[1] + u[2]) / 3;
  for (let i = 0; i < 3; i++) if (!(Math.abs(u[i] - mean) <= most)) return;
  u.fill(Math.abs(mean - 1) <= most ? 1 : mean, 0, 3);
}
