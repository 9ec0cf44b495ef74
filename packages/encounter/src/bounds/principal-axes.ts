/**
 * The principal axes of a spread: eigenvectors of a symmetric 3×3 matrix by Jacobi's rotations (C. G. J. Jacobi, 1846).
 *
 * Each rotation makes one element off the diagonal zero. A 3×3 matrix takes five to seven sweeps over the three elements until they
 * vanish in doubles. The product of rotations is orthonormal to rounding whatever the matrix was, so that a bad covariance costs
 * tightness and never an axis.
 */

/** Rounds of three rotations. Convergence is quadratic: nothing needs as many. */
const SWEEPS = 16;

const m: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Writes three unit vectors at right angles to `axes` (x, y, z of the first, the second, the third): eigenvectors of the covariance
 * with the elements xx, yy, zz, yz, zx, xy, in no particular order.
 */
export function principalAxes(covariance: ArrayLike<number>, axes: Float64Array): void {
  for (let i = 0; i < 6; i++) m[i] = covariance[i];
  axes.fill(0);
  axes[0] = 1;
  axes[4] = 1;
  axes[8] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (m[3] === 0 && m[4] === 0 && m[5] === 0) return;
    rotate(axes, 0, 1);
    rotate(axes, 0, 2);
    rotate(axes, 1, 2);
  }
}

/** Turns axes p and q so that their element vanishes. The element of two axes has the number of the third, plus 3. */
function rotate(axes: Float64Array, p: number, q: number): void {
  const pq = 6 - p - q;
  const rp = 3 + q;
  const rq = 3 + p;
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
