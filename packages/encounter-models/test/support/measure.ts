/** Sizes of parts as they stand in the model, for comparison with what a fixture was written to be. */
import type { Part } from '../../src/index.ts';

/** x, y, z of all vertices, placed. */
export function worldPositions({ transform: m, triangles: { positions } }: Part): number[] {
  const out: number[] = [];
  for (let k = 0; k < positions.length; k += 3)
    for (let axis = 0; axis < 3; axis++)
      out.push(m[axis] * positions[k] + m[axis + 4] * positions[k + 1] + m[axis + 8] * positions[k + 2] + m[axis + 12]);
  return out;
}

/** The box around a part: the least x, y, z, then the greatest. */
export function worldBox(part: Part): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  worldPositions(part).forEach((value, k) => {
    box[k % 3] = Math.min(box[k % 3], value);
    box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], value);
  });
  return box;
}

/** What the triangles enclose, positive when they are counterclockwise as seen from outside. In the coordinates of the part. */
export function volume({ triangles: { positions: p, indices } }: Pick<Part, 'triangles'>): number {
  let sum = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    sum +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

/** The area of the triangles. In the coordinates of the part. */
export function area({ triangles: { positions: p, indices } }: Pick<Part, 'triangles'>): number {
  let sum = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    const u = [0, 1, 2].map((axis) => p[b + axis] - p[a + axis]);
    const v = [0, 1, 2].map((axis) => p[c + axis] - p[a + axis]);
    sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return sum;
}
