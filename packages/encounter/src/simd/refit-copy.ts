/** What a refit in the kernel needs of a mesh: the nodes of its tree as they are, corners and vertices. */
import type { Triangles } from '../tree/triangles.ts';
import { VERTEX_BYTES } from './layout.ts';
import type { KernelMemory, Piece } from './memory.ts';

/** The function of the kernel, see kernel/refit.ts. */
export type Refit = (
  nodes: number,
  count: number,
  corners: number,
  vertices: number,
  ox: number,
  oy: number,
  oz: number,
) => void;

export class RefitCopy {
  /** How many refits were asked for. */
  asked = 0;
  /** Where the parts are, in bytes. 0 until there is a copy. */
  #nodes = 0;
  #corners = 0;
  #vertices = 0;
  /** The nodes and the vertices in the memory. Both are made anew when it has grown, which is rare. */
  #words: Int32Array | null = null;
  #coordinates: Float64Array | null = null;

  /** Takes the memory, and writes what refits do not change. Returns false if there is no memory. */
  begin({ tree, corners, vertices }: Triangles, memory: KernelMemory, take: (bytes: number) => Piece | null): boolean {
    if (this.#nodes > 0) return true;
    const nodeBytes = 4 * tree.wordCount;
    const piece = take(VERTEX_BYTES * vertices.count + nodeBytes + corners.byteLength);
    if (piece === null) return false;
    this.#vertices = piece.address;
    this.#nodes = piece.address + VERTEX_BYTES * vertices.count;
    this.#corners = this.#nodes + nodeBytes;
    const { words } = memory;
    tree.copyNodes(words, this.#nodes >> 2);
    for (let c = 0, at = this.#corners >> 2; c < corners.length; c++) words[at + c] = VERTEX_BYTES * corners[c];
    return true;
  }

  /** Computes the boxes of the tree. */
  run({ tree, vertices }: Triangles, { words, doubles }: KernelMemory, refit: Refit): void {
    const { origin } = tree;
    const { array, offset, stride, count } = vertices;
    if (this.#words === null || this.#coordinates === null || this.#words.buffer !== words.buffer) {
      this.#words = words.subarray(this.#nodes >> 2, (this.#nodes >> 2) + tree.wordCount);
      this.#coordinates = doubles.subarray(this.#vertices >> 3, (this.#vertices >> 3) + 3 * count);
    }
    const out = this.#coordinates;
    if (offset === 0 && stride === 3 && array.length === out.length) out.set(array);
    else
      for (let i = 0, k = offset; i < 3 * count; i += 3, k += stride) {
        out[i] = array[k];
        out[i + 1] = array[k + 1];
        out[i + 2] = array[k + 2];
      }
    refit(this.#nodes, tree.nodeCount, this.#corners, this.#vertices, origin[0], origin[1], origin[2]);
    tree.takeBoxes(this.#words);
  }
}
