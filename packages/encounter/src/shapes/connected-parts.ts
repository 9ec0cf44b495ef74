/**
 * Which triangles of a mesh hang together: by common vertices, or by vertices at the very same place, as meshes with hard edges
 * give each face vertices of its own.
 *
 * Vertices that were at the same place may part when the mesh is deformed. So the pairs of vertices are kept without
 * which there would be more parts, one for each part that a common place has saved. As long as both of each pair are at the same
 * place, the parts hold; when one pair has parted, all of it is done again. A mesh whose parts hang together by common vertices
 * has no such pair and is looked at once.
 */
import type { VertexArray } from './vertex-array.ts';

export class ConnectedParts {
  readonly #vertices: VertexArray;
  readonly #corners: ArrayLike<number>;
  #version = -1;
  #parts: Int32Array | undefined;
  /** Two vertices each, at one place. */
  #welds: readonly number[] = [];

  constructor(vertices: VertexArray, corners: ArrayLike<number>) {
    this.#vertices = vertices;
    this.#corners = corners;
  }

  /** One corner, by its vertex number, of every connected part of the mesh in this version. */
  at(version: number): Int32Array {
    if (this.#parts === undefined || (version !== this.#version && !this.#hold())) this.#parts = this.#find();
    this.#version = version;
    return this.#parts;
  }

  /** Whether the vertices that hold parts together are where they were: at one place, two by two. */
  #hold(): boolean {
    const welds = this.#welds;
    for (let k = 0; k < welds.length; k += 2) if (!this.#same(welds[k], welds[k + 1])) return false;
    return true;
  }

  #same(i: number, j: number): boolean {
    const { array, offset, stride } = this.#vertices;
    const p = offset + stride * i;
    const q = offset + stride * j;
    return array[p] === array[q] && array[p + 1] === array[q + 1] && array[p + 2] === array[q + 2];
  }

  #find(): Int32Array {
    const corners = this.#corners;
    const { count } = this.#vertices;
    const sets = new DisjointSets(count);
    for (let c = 0; c < corners.length; c += 3) {
      sets.join(corners[c], corners[c + 1]);
      sets.join(corners[c], corners[c + 2]);
    }
    this.#weld(sets);
    const seen = new Uint8Array(count);
    const parts: number[] = [];
    for (let c = 0; c < corners.length; c += 3) {
      const root = sets.find(corners[c]);
      if (seen[root] === 1) continue;
      seen[root] = 1;
      parts.push(corners[c]);
    }
    return Int32Array.from(parts);
  }

  /** Joins vertices at the same place, and remembers those without which parts would not hang together. */
  #weld(sets: DisjointSets): void {
    const corners = this.#corners;
    const { array, offset, stride, count } = this.#vertices;
    const welds: number[] = [];
    // Open addressing by the bits of the coordinates. Vertices that are no corners hold nothing together.
    let size = 16;
    while (size < 2 * count) size *= 2;
    const table = new Int32Array(size).fill(-1);
    const done = new Uint8Array(count);
    const bits = new Float64Array(3);
    const words = new Int32Array(bits.buffer);
    for (let c = 0; c < corners.length; c++) {
      const i = corners[c];
      if (done[i] === 1) continue;
      done[i] = 1;
      const k = offset + stride * i;
      // Adding zero makes −0 the 0 that it equals.
      for (let j = 0; j < 3; j++) bits[j] = array[k + j] + 0;
      let hash = 0;
      for (let j = 0; j < 6; j++) hash = Math.imul(hash ^ words[j], 0x9e3779b1) ^ (hash >>> 15);
      let slot = (hash ^ (hash >>> 16)) & (size - 1);
      while (table[slot] >= 0 && !this.#same(i, table[slot])) slot = (slot + 1) & (size - 1);
      if (table[slot] < 0) table[slot] = i;
      else if (sets.join(table[slot], i)) welds.push(table[slot], i);
    }
    this.#welds = welds;
  }
}

/** Numbers in sets, each set known by one of them. */
class DisjointSets {
  readonly #parent: Int32Array;

  constructor(count: number) {
    this.#parent = new Int32Array(count);
    for (let i = 0; i < count; i++) this.#parent[i] = i;
  }

  find(i: number): number {
    const parent = this.#parent;
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  /** Makes the sets of two numbers one; false if they were. */
  join(i: number, j: number): boolean {
    const p = this.find(i);
    const q = this.find(j);
    this.#parent[q] = p;
    return p !== q;
  }
}
