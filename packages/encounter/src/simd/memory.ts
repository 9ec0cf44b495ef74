/** The memory that the kernel works in: one piece per mesh. Pieces of meshes that are gone are used again. */
import { MESHES } from './layout.ts';
import { WebAssembly, type WebAssemblyMemory } from './web-assembly.ts';

const PAGE = 65536;
/** Pieces begin at cache lines. */
const ALIGN = 64;
/** Beyond this meshes are left to the plain code. */
const MOST_BYTES = 2 ** 30;

/** A piece that is in use, or free. */
export interface Piece {
  address: number;
  size: number;
}

export class KernelMemory {
  readonly memory: WebAssemblyMemory;
  doubles!: Float64Array;
  floats!: Float32Array;
  words!: Int32Array;
  /** Pieces that are free, by address. No two of them adjoin. */
  readonly #free: Piece[] = [];
  /** Where nothing has been used yet. */
  #end = MESHES;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1 });
    this.#view();
  }

  /** How many bytes are in use. */
  get used(): number {
    return this.#end - MESHES - this.#free.reduce((sum, { size }) => sum + size, 0);
  }

  /** A piece of so many bytes, or null if there is no memory for it. */
  take(bytes: number): Piece | null {
    const size = Math.ceil(bytes / ALIGN) * ALIGN;
    const free = this.#free;
    for (let i = 0; i < free.length; i++) {
      const { address } = free[i];
      if (free[i].size < size) continue;
      free[i].address += size;
      free[i].size -= size;
      if (free[i].size === 0) free.splice(i, 1);
      return { address, size };
    }
    const address = this.#end;
    if (!this.#reserve(address + size)) return null;
    this.#end += size;
    return { address, size };
  }

  /** Gives a piece back. */
  give({ address, size }: Piece): void {
    const free = this.#free;
    let i = 0;
    while (i < free.length && free[i].address < address) i++;
    free.splice(i, 0, { address, size });
    // Join it with the ones after and before.
    for (const at of [i, i - 1]) {
      const next = free[at + 1];
      if (at < 0 || next === undefined || free[at].address + free[at].size !== next.address) continue;
      free[at].size += next.size;
      free.splice(at + 1, 1);
    }
    const last = free[free.length - 1];
    if (last.address + last.size !== this.#end) return;
    this.#end = last.address;
    free.pop();
  }

  #reserve(bytes: number): boolean {
    const missing = Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE);
    if (missing <= 0) return true;
    if (bytes > MOST_BYTES) return false;
    try {
      this.memory.grow(missing);
    } catch {
      return false;
    }
    this.#view();
    return true;
  }

  /** Memory that has grown is another buffer. */
  #view(): void {
    const { buffer } = this.memory;
    this.doubles = new Float64Array(buffer);
    this.floats = new Float32Array(buffer);
    this.words = new Int32Array(buffer);
  }
}
