/** The principal axes of a distribution, from its covariance: eigenvectors of a symmetric 3 × 3 matrix by Jacobi's rotations. */
import { SPREAD_ROUNDING } from '../tolerances.ts';

/** Rounds of three rotations each. Convergence is quadratic, and takes four or five. */
const ROUNDS = 16;

/**
 * Writes three unit vectors at right angles, right-handed, in the order of falling variance. The covariance is given as xx, yy, zz,
 * yz, zx, xy. Axes of equal variance are any; entries that are rounding turn nothing.
 */
export function principalAxes(covariance: ArrayLike<number>, axes: Float64Array): void {
  const d = DIAGONAL;
  const off = OFF;
  const v = VECTORS;
  for (let i = 0; i < 3; i++) {
    d[i] = covariance[i];
    off[i] = covariance[3 + i];
  }
  for (let k = 0; k < 9; k++) v[k] = k % 4 === 0 ? 1 : 0;
  for (let round = 0; round < ROUNDS; round++) {
    let turned = false;
    for (let i = 0; i < 3; i++) {
      const p = (i + 1) % 3;
      const q = (i + 2) % 3;
      const b = off[i];
      if (Math.abs(b) <= SPREAD_ROUNDING * Math.sqrt(Math.abs(d[p] * d[q]))) continue;
      turned = true;
      // The smaller of the two angles that make the entry zero: t is its tangent.
      const theta = (d[q] - d[p]) / (2 * b);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      d[p] -= t * b;
      d[q] += t * b;
      off[i] = 0;
      const op = off[p];
      const oq = off[q];
      // off[q] is in row p, off[p] in row q.
      off[q] = c * oq - s * op;
      off[p] = s * oq + c * op;
      for (let k = 0; k < 9; k += 3) {
        const x = v[k + p];
        const y = v[k + q];
        v[k + p] = c * x - s * y;
        v[k + q] = s * x + c * y;
      }
    }
    if (!turned) break;
  }
  const first = d[0] >= d[1] && d[0] >= d[2] ? 0 : d[1] >= d[2] ? 1 : 2;
  const next = first === 0 ? 1 : 0;
  const last = first === 2 ? 1 : 2;
  const second = d[next] >= d[last] ? next : last;
  for (let k = 0; k < 3; k++) {
    axes[k] = v[3 * k + first];
    axes[3 + k] = v[3 * k + second];
  }
  completeAxes(axes);
}

// Memory of `principalAxes`, which calls nothing that calls it. Entry i of OFF is in the row and column of the other two axes; the
// columns of VECTORS are the axes.
const DIAGONAL: Float64Array = /* #__PURE__ */ new Float64Array(3);
const OFF: Float64Array = /* #__PURE__ */ new Float64Array(3);
const VECTORS: Float64Array = /* #__PURE__ */ new Float64Array(9);

/** Makes three unit vectors at right angles, right-handed, of two that nearly are: the first keeps its direction. */
export function completeAxes(axes: Float64Array): void {
  normalizeAt(axes, 0);
  const along = axes[0] * axes[3] + axes[1] * axes[4] + axes[2] * axes[5];
  for (let k = 0; k < 3; k++) axes[3 + k] -= along * axes[k];
  normalizeAt(axes, 3);
  axes[6] = axes[1] * axes[5] - axes[2] * axes[4];
  axes[7] = axes[2] * axes[3] - axes[0] * axes[5];
  axes[8] = axes[0] * axes[4] - axes[1] * axes[3];
  normalizeAt(axes, 6);
}

/** Three axes of which the first is along the one that is there, of any length but zero. */
export function axesAround(axes: Float64Array): void {
  const x = Math.abs(axes[0]);
  const y = Math.abs(axes[1]);
  const z = Math.abs(axes[2]);
  // The coordinate axis that is the farthest from it.
  axes[3] = x <= y && x <= z ? 1 : 0;
  axes[4] = axes[3] === 0 && y <= z ? 1 : 0;
  axes[5] = axes[3] === 0 && axes[4] === 0 ? 1 : 0;
  completeAxes(axes);
}

function normalizeAt(v: Float64Array, k: number): void {
  const largest = Math.max(Math.abs(v[k]), Math.abs(v[k + 1]), Math.abs(v[k + 2]));
  const x = v[k] / largest;
  const y = v[k + 1] / largest;
  const z = v[k + 2] / largest;
  const length = Math.sqrt(x * x + y * y + z * z);
  v[k] = x / length;
  v[k + 1] = y / length;
  v[k + 2] = z / length;
}

/** The covariance of points, times how many there are: xx, yy, zz, yz, zx, xy. Seen from their mean, and that from one of them, as they may be far away. */
export function covarianceOfPoints(points: Float64Array): Float64Array {
  const n = points.length / 3;
  const mean = [0, 0, 0];
  for (let k = 0; k < points.length; k += 3) for (let i = 0; i < 3; i++) mean[i] += (points[k + i] - points[i]) / n;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let yz = 0;
  let zx = 0;
  let xy = 0;
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k] - points[0] - mean[0];
    const y = points[k + 1] - points[1] - mean[1];
    const z = points[k + 2] - points[2] - mean[2];
    xx += x * x;
    yy += y * y;
    zz += z * z;
    yz += y * z;
    zx += z * x;
    xy += x * y;
  }
  return Float64Array.of(xx, yy, zz, yz, zx, xy);
}

/** The numbers of the points that are least and farthest along an axis. */
export function extremes(points: Float64Array, ux: number, uy: number, uz: number): [number, number] {
  let low = 0;
  let high = 0;
  let least = Infinity;
  let largest = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const s = (points[k] - points[0]) * ux + (points[k + 1] - points[1]) * uy + (points[k + 2] - points[2]) * uz;
    if (s < least) {
      least = s;
      low = k;
    }
    if (s > largest) {
      largest = s;
      high = k;
    }
  }
  return [low / 3, high / 3];
}
