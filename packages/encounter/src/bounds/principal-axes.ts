/**
 * The principal axes of a spread: eigenvectors of a symmetric 3×3 matrix by Jacobi's rotations (C. G. J. Jacobi, 1846).
 *
 * Each rotation makes one element off the diagonal zero. A 3×3 matrix takes five to seven sweeps over the three elements until they vanish in doubles.
 * The product of rotations is orthonormal to rounding whatever the matrix was, so that a bad covariance costs tightness and never an axis.
 */

/** Rounds of three rotations. Convergence is quadratic: nothing needs as many. */
const SWEEPS = 16;

/**
 * Writes three unit vectors at right angles to `axes` (x, y, z of the first, the second, the third): eigenvectors of the matrix with the
 * elements xx, yy, zz, xy, xz, yz, in no particular order. The matrix is overwritten; xx, yy, zz are the eigenvalues afterwards.
 */
export function principalAxes(matrix: Float64Array, axes: Float64Array): void {
  axes.fill(0);
  axes[0] = 1;
  axes[4] = 1;
  axes[8] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (matrix[3] === 0 && matrix[4] === 0 && matrix[5] === 0) return;
    rotate(matrix, axes, 0, 1, 3, 4, 5);
    rotate(matrix, axes, 0, 2, 4, 3, 5);
    rotate(matrix, axes, 1, 2, 5, 3, 4);
  }
}

/** Turns axes p and q so that element pq vanishes; rp and rq are the elements of the third axis with these. */
function rotate(m: Float64Array, axes: Float64Array, p: number, q: number, pq: number, rp: number, rq: number): void {
  const off = m[pq];
  // What is below the rounding of the diagonal is zero: to turn by it changes nothing.
  if (Math.abs(m[p]) + Math.abs(off) === Math.abs(m[p]) && Math.abs(m[q]) + Math.abs(off) === Math.abs(m[q])) {
    m[pq] = 0;
    return;
  }
  // The smaller root of t² + 2θt − 1 = 0, the tangent of the angle. θ may overflow to infinity, and t is 0 then.
  const theta = (m[q] - m[p]) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  m[p] -= t * off;
  m[q] += t * off;
  m[pq] = 0;
  const a = m[rp];
  const b = m[rq];
  m[rp] = c * a - s * b;
  m[rq] = s * a + c * b;
  for (let k = 0; k < 3; k++) {
    const x = axes[3 * p + k];
    const y = axes[3 * q + k];
    axes[3 * p + k] = c * x - s * y;
    axes[3 * q + k] = s * x + c * y;
  }
}
