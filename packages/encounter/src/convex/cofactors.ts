import { FLAT } from '../tolerances.ts';

/**
 * Writes the cofactors of L, which take the normal m of a solid before L is applied to the normal n = L⁻ᵀ·m afterwards, of another
 * length. False where L flattens what it is applied to, which has two normals then and no circle of them.
 */
export function cofactors(l: Float64Array, out: Float64Array): boolean {
  let largest = 0;
  for (let k = 0; k < 9; k++) {
    const j = (k + 3) % 9;
    const i = (k + 6) % 9;
    const next = k % 3 === 2 ? -2 : 1;
    const last = k % 3 === 0 ? 2 : -1;
    out[k] = l[j + next] * l[i + last] - l[j + last] * l[i + next];
    largest = Math.max(largest, Math.abs(l[k]));
  }
  const det = l[0] * out[0] + l[1] * out[1] + l[2] * out[2];
  // A mirroring L turns them over.
  if (det < 0) for (let k = 0; k < 9; k++) out[k] = -out[k];
  return Math.abs(det) > FLAT * largest * largest * largest;
}
