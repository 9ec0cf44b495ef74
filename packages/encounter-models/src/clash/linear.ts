/** Linear maps, column by column, and triangles turned round. */

/** Stretches and mirrors: negative if a map mirrors. */
export function determinant(m: ArrayLike<number>): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

export function applyLinear(m: ArrayLike<number>, at: Float64Array): void {
  for (let i = 0; i < at.length; i += 3) {
    const x = at[i];
    const y = at[i + 1];
    const z = at[i + 2];
    at[i] = m[0] * x + m[3] * y + m[6] * z;
    at[i + 1] = m[1] * x + m[4] * y + m[7] * z;
    at[i + 2] = m[2] * x + m[5] * y + m[8] * z;
  }
}

export function turned(corners: Int32Array): Int32Array {
  const out = Int32Array.from(corners);
  for (let k = 0; k < out.length; k += 3) {
    out[k + 1] = corners[k + 2];
    out[k + 2] = corners[k + 1];
  }
  return out;
}
