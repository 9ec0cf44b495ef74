/** A model as one list of triangles, in the coordinates of the whole. */
import type { Part } from 'encounter-models';

export interface Soup {
  /** x, y, z of each vertex, from `centre` on. */
  readonly positions: Float32Array;
  /** Three vertex numbers a triangle. */
  readonly indices: Uint32Array;
  /** The middle of the bounding box, in the coordinates of the file. */
  readonly centre: readonly [number, number, number];
  /** The sides of the bounding box. */
  readonly size: readonly [number, number, number];
}

/**
 * Parts may be scaled unevenly and mirrored. The vertices are moved to their middle in doubles before they are rounded to singles: a model far from
 * the origin loses nothing. Null if it has no triangles.
 */
export function soupOf(parts: readonly Pick<Part, 'triangles' | 'transform'>[]): Soup | null {
  const vertices = parts.reduce((sum, { triangles }) => sum + triangles.positions.length, 0);
  const corners = parts.reduce((sum, { triangles }) => sum + triangles.indices.length, 0);
  if (corners === 0) return null;
  const coordinates = new Float64Array(vertices);
  const indices = new Uint32Array(corners);
  let vertexAt = 0;
  let cornerAt = 0;
  for (const { triangles, transform: m } of parts) {
    const { positions: p, indices: own } = triangles;
    for (let v = 0; v < p.length; v += 3)
      for (let k = 0; k < 3; k++)
        coordinates[vertexAt + v + k] = m[k] * p[v] + m[k + 4] * p[v + 1] + m[k + 8] * p[v + 2] + m[k + 12];
    // A mirrored part would be inside out.
    const order = determinant(m) < 0 ? [0, 2, 1] : [0, 1, 2];
    for (let c = 0; c < own.length; c++) indices[cornerAt + c] = vertexAt / 3 + own[c - (c % 3) + order[c % 3]];
    vertexAt += p.length;
    cornerAt += own.length;
  }
  return centred(coordinates, indices);
}

function centred(coordinates: Float64Array, indices: Uint32Array): Soup {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  // Only vertices that a triangle uses: files carry others along.
  for (const i of indices) {
    for (let axis = 0; axis < 3; axis++) {
      const x = coordinates[3 * i + axis];
      if (x < low[axis]) low[axis] = x;
      if (x > high[axis]) high[axis] = x;
    }
  }
  const centre = low.map((x, axis) => (x <= high[axis] ? x / 2 + high[axis] / 2 : 0));
  return {
    positions: Float32Array.from(coordinates, (x, k) => x - centre[k % 3]),
    indices,
    centre: centre as unknown as Soup['centre'],
    size: low.map((x, axis) => Math.max(0, high[axis] - x)) as unknown as Soup['size'],
  };
}

function determinant(m: ArrayLike<number>): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}
