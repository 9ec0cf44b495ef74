/** The copy of a mesh in the memory of the kernel. */
import type { Triangles } from '../tree/triangles.ts';
import {
  BLOCK_BYTES,
  CHILDREN,
  FIRST_SLOT,
  HEADER_BYTES,
  MORE,
  NODE_BYTES,
  ORIGIN,
  PARTS,
  PRESENT,
  REACH,
  ROOT,
  VERTEX_BYTES,
  WIDTH,
} from './layout.ts';
import type { KernelMemory, Piece } from './memory.ts';
import { RefitCopy } from './refit-copy.ts';
import { WideTree } from './wide-tree.ts';

export class MeshCopy {
  /** Where the header is. 0 until there is a copy. */
  address = 0;
  /** Which state of the triangles the copy is of. */
  state = -1;
  /** Which state queries are counted of, and how many there were. */
  counted = -1;
  queries = 0;
  /** The largest coordinate relative to the origin of the boxes. */
  readonly reach: Float64Array = new Float64Array(1);
  readonly refits: RefitCopy = new RefitCopy();
  /** Its memory, or null. */
  piece: Piece | null = null;
  #wide: WideTree | null = null;
  readonly #box: Float32Array = new Float32Array(6);

  /** Writes the triangles as they are now. Returns false if there is no memory for them. */
  write(triangles: Triangles, memory: KernelMemory): boolean {
    const { tree, vertices, corners, numbers, count } = triangles;
    if (this.#wide === null) {
      const wide = new WideTree(tree);
      const sizes = [
        HEADER_BYTES,
        NODE_BYTES * wide.nodeCount,
        BLOCK_BYTES * wide.blockCount,
        VERTEX_BYTES * vertices.count,
        4 * 3 * count,
        4 * count,
      ];
      const piece = memory.take(sizes.reduce((sum, size) => sum + size));
      if (piece === null) return false;
      this.piece = piece;
      this.#wide = wide;
      this.address = piece.address;
      const { words } = memory;
      const header = piece.address >> 2;
      let at = piece.address;
      for (let i = 1; i < sizes.length; i++) {
        at += sizes[i - 1];
        words[header + PARTS + i - 1] = at;
      }
      words[header + ROOT] = wide.root;
      const place = words[header + PARTS + 3] >> 2;
      for (let c = 0; c < corners.length; c++) words[place + c] = VERTEX_BYTES * corners[c];
      words.set(numbers, words[header + PARTS + 4] >> 2);
      this.#writeForm(triangles, memory);
    }
    this.#writeVertices(triangles, memory);
    this.#writeBlocks(triangles, memory);
    this.#writeNodes(triangles, memory);
    this.state = triangles.state;
    return true;
  }

  #part(i: number, { words }: KernelMemory): number {
    return words[(this.address >> 2) + PARTS + i] >> 2;
  }

  /** What a refit does not change: links, and which triangles are in a block. */
  #writeForm({ tree }: Triangles, memory: KernelMemory): void {
    const { words } = memory;
    const wide = this.#wide as WideTree;
    const nodes = this.#part(0, memory);
    for (let i = 0; i < wide.nodeCount; i++)
      for (let k = 0; k < WIDTH; k++) words[nodes + (NODE_BYTES / 4) * i + CHILDREN + k] = wide.links[WIDTH * i + k];
    let block = this.#part(1, memory);
    for (let i = 0; i < tree.nodeCount; i++) {
      if (!tree.isLeaf(i)) continue;
      const end = tree.firstSlot(i) + tree.slotCount(i);
      for (let slot = tree.firstSlot(i); slot < end; slot += WIDTH) {
        words[block + FIRST_SLOT] = slot;
        words[block + PRESENT] = (1 << Math.min(WIDTH, end - slot)) - 1;
        words[block + MORE] = slot + WIDTH < end ? 1 : 0;
        block += BLOCK_BYTES / 4;
      }
    }
  }

  #writeVertices({ vertices, tree }: Triangles, memory: KernelMemory): void {
    const { doubles } = memory;
    const { array, offset, stride, count } = vertices;
    let out = this.#part(2, memory) >> 1;
    for (let i = 0, k = offset; i < count; i++, k += stride, out += 3) {
      doubles[out] = array[k];
      doubles[out + 1] = array[k + 1];
      doubles[out + 2] = array[k + 2];
    }
    const header = this.address >> 3;
    const box = this.#box;
    tree.copyBox(0, box, 0, 1);
    let reach = 0;
    for (let i = 0; i < 3; i++) {
      doubles[header + ORIGIN + i] = tree.origin[i];
      reach = Math.max(reach, Math.abs(box[i]), Math.abs(box[3 + i]));
    }
    doubles[header + REACH] = reach;
    this.reach[0] = reach;
  }

  /** The triangles of blocks, as floats. Lanes without a triangle keep the zeros or numbers that they have. */
  #writeBlocks({ vertices, corners, tree }: Triangles, memory: KernelMemory): void {
    const { floats, words } = memory;
    const { array, offset, stride } = vertices;
    const ox = tree.origin[0];
    const oy = tree.origin[1];
    const oz = tree.origin[2];
    let block = this.#part(1, memory);
    for (let b = (this.#wide as WideTree).blockCount; b > 0; b--, block += BLOCK_BYTES / 4) {
      let corner = 3 * words[block + FIRST_SLOT];
      let lane = block;
      for (let present = words[block + PRESENT]; present > 0; present >>= 1, lane++)
        for (let k = lane; k < lane + 9 * WIDTH; k += 3 * WIDTH) {
          const v = offset + stride * corners[corner++];
          floats[k] = array[v] - ox;
          floats[k + WIDTH] = array[v + 1] - oy;
          floats[k + 2 * WIDTH] = array[v + 2] - oz;
        }
    }
  }

  /** The boxes of nodes. A child that is not there is a box that nothing meets. */
  #writeNodes({ tree }: Triangles, memory: KernelMemory): void {
    const { floats } = memory;
    const { children } = this.#wide as WideTree;
    const nodes = this.#part(0, memory);
    for (let i = 0; i < children.length; i++) {
      const lane = i % WIDTH;
      const at = nodes + (NODE_BYTES / 4 / WIDTH) * (i - lane) + lane;
      if (children[i] >= 0) tree.copyBox(children[i], floats, at, WIDTH);
      else for (let k = 0; k < 6; k++) floats[at + WIDTH * k] = k < 3 ? Infinity : -Infinity;
    }
  }
}
