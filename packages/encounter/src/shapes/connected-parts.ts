/**
 * Which triangles of a mesh are connected: by common vertices, or by vertices at exactly the same position, because meshes with hard
 * edges give each face vertices of its own.
 *
 * Vertices at the same position may separate when the mesh is deformed. So each pair of vertices that joined two parts by their
 * position is remembered as a weld. As long as the two vertices of every weld coincide, the parts stay as they are. When one weld
 * has separated, the parts are computed again. A mesh whose parts are connected by common vertices only has no welds, and its parts
 * are computed once.
 */
import type { VertexArray } from './vertex-array.ts';

export class ConnectedParts {
  readonly #vertices: VertexArray;
  readonly #corners: ArrayLike<number>;
  #version = -1;
  #parts: Int32Array | undefined;
  /** Two vertices per weld, at the same position. */
  #welds: readonly number[] = [];

  constructor(vertices: VertexArray, corners: ArrayLike<number>) {
    this.#vertices = vertices;
    this.#corners = corners;
  }

  /** The vertex number of one corner of every connected part of the mesh in this version. */
  at(version: number): Int32Array {
    if (this.#parts === undefined || (version !== this.#version && !this.#weldsHold())) this.#parts = this.#find();
    this.#version = version;
    return this.#parts;
  }

  /** Whether the two vertices of every weld still coincide. */
  #weldsHold(): boolean {
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

  /** Joins vertices at the same position, and remembers the pairs that connected two parts. */
  #weld(sets: DisjointSets): void {
    const corners = this.#corners;
    const { array, offset, stride, count } = this.#vertices;
    const welds: number[] = [];
    // A hash table with open addressing, keyed by the bits of the coordinates. Vertices that are not corners connect nothing.
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
      // Adding zero turns −0 into 0, which equals it but has other bits.
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

/** Disjoint sets of numbers. One number of each set represents it. */
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

  /** Joins the sets of two numbers. Returns false if they were in one set already. */
  join(i: number, j: number): boolean {
    const p = this.find(i);
    const q = this.find(j);
    this.#parent[q] = p;
    return p !== q;
  }
}
