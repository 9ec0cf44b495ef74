/** Which triangles of a mesh hang together: by common vertices, or by vertices at the very same place. */
import type { VertexArray } from './vertex-array.ts';

/** One corner, by its vertex number, of every connected part. */
export function connectedParts(vertices: VertexArray, corners: ArrayLike<number>): Int32Array {
  const { array, offset, stride, count } = vertices;
  const parent = new Int32Array(count);
  for (let i = 0; i < count; i++) parent[i] = i;
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  // Meshes with hard edges give each face vertices of its own. Open addressing by the bits of the coordinates.
  let size = 16;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const bits = new Float64Array(3);
  const words = new Int32Array(bits.buffer);
  for (let i = 0; i < count; i++) {
    const k = offset + stride * i;
    // Adding zero makes −0 the 0 that it equals.
    for (let j = 0; j < 3; j++) bits[j] = array[k + j] + 0;
    let hash = 0;
    for (let j = 0; j < 6; j++) hash = Math.imul(hash ^ words[j], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & (size - 1);
    for (;;) {
      const other = table[slot];
      if (other < 0) {
        table[slot] = i;
        break;
      }
      const o = offset + stride * other;
      if (array[o] === array[k] && array[o + 1] === array[k + 1] && array[o + 2] === array[k + 2]) {
        parent[find(i)] = find(other);
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  for (let c = 0; c < corners.length; c += 3) {
    const root = find(corners[c]);
    parent[find(corners[c + 1])] = root;
    parent[find(corners[c + 2])] = root;
  }
  const seen = new Uint8Array(count);
  const parts: number[] = [];
  for (let c = 0; c < corners.length; c += 3) {
    const root = find(corners[c]);
    if (seen[root] === 1) continue;
    seen[root] = 1;
    parts.push(corners[c]);
  }
  return Int32Array.from(parts);
}
