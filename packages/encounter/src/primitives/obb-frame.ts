/** An oriented box as it sees itself: along the axes, around the origin. */

/** Writes the box from −half to half to b[0…5]; `o` is an oriented box in fifteen doubles. */
export function boxOfObb(o: Float64Array, b: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    b[k] = -o[12 + k];
    b[3 + k] = o[12 + k];
  }
}

/** Replaces the points from v[from] up to v[to] by their coordinates in the box's axes. */
export function toObbFrame(o: Float64Array, v: Float64Array, from: number, to: number): void {
  for (let i = from; i < to; i += 3) {
    const x = v[i] - o[0];
    const y = v[i + 1] - o[1];
    const z = v[i + 2] - o[2];
    v[i] = o[3] * x + o[4] * y + o[5] * z;
    v[i + 1] = o[6] * x + o[7] * y + o[8] * z;
    v[i + 2] = o[9] * x + o[10] * y + o[11] * z;
  }
}
