/** The vertices of triangles, each place once. */

/** The distinct points in use and the corners on them. Triangles that are a segment or a point are left out if there are others. */
export function usedPoints(
  positions: ArrayLike<number>,
  indices: Uint32Array,
  segments: Uint32Array | undefined,
  points: Uint32Array | undefined,
): { points: Float64Array; corners: Int32Array } {
  const count = positions.length / 3;
  const number = new Int32Array(count).fill(-1);
  const at: number[] = [];
  const seen = new Map<number, number[]>();
  const numberOf = (i: number): number => {
    if (!(i < count)) throw new RangeError(`a triangle has vertex ${i}, but there are ${count}`);
    if (number[i] >= 0) return number[i];
    const x = positions[3 * i];
    const y = positions[3 * i + 1];
    const z = positions[3 * i + 2];
    // Not a good hash, but lists are short.
    const hash = x * 3.1270651 + y * 2.7305933 + z * 1.4092417;
    let list = seen.get(hash);
    if (list === undefined) {
      list = [];
      seen.set(hash, list);
    }
    for (const k of list)
      if (at[3 * k] === x && at[3 * k + 1] === y && at[3 * k + 2] === z) {
        number[i] = k;
        return k;
      }
    const k = at.length / 3;
    at.push(x, y, z);
    list.push(k);
    number[i] = k;
    return k;
  };
  const corners: number[] = [];
  for (let k = 0; k + 2 < indices.length; k += 3) {
    const a = numberOf(indices[k]);
    const b = numberOf(indices[k + 1]);
    const c = numberOf(indices[k + 2]);
    if (a !== b && b !== c && c !== a) corners.push(a, b, c);
  }
  if (segments !== undefined)
    for (let k = 0; k + 1 < segments.length; k += 2) {
      const a = numberOf(segments[k]);
      const b = numberOf(segments[k + 1]);
      corners.push(a, b, b);
    }
  if (points !== undefined)
    for (let k = 0; k < points.length; k++) {
      const a = numberOf(points[k]);
      corners.push(a, a, a);
    }
  // Nothing but degenerate triangles: they are the segments and points that they are.
  if (corners.length === 0)
    for (let k = 0; k + 2 < indices.length; k += 3)
      corners.push(numberOf(indices[k]), numberOf(indices[k + 1]), numberOf(indices[k + 2]));
  return { points: Float64Array.from(at), corners: Int32Array.from(corners) };
}
