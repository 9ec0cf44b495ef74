/** Makes one vertex of equal ones, as formats without indices need it: two triangles share an edge only if they share its vertices. */

export class VertexMerger {
  /** Coordinates of the distinct vertices, with room for more. */
  #positions: Float32Array | Float64Array;
  /** Vertex number + 1 by hash, 0 for an empty place. At most half full. */
  #table = new Uint32Array(1 << 8);
  readonly #bits = new Uint32Array(6);
  readonly #numbers = new Float64Array(this.#bits.buffer);
  count = 0;

  constructor(single: boolean) {
    this.#positions = single ? new Float32Array(3 * 128) : new Float64Array(3 * 128);
  }

  /** The number of a vertex. Equal means equal numbers; 0 and −0 are. */
  add(x: number, y: number, z: number): number {
    const p = this.#positions;
    const mask = this.#table.length - 1;
    let slot = this.#hash(x, y, z) & mask;
    for (; this.#table[slot] !== 0; slot = (slot + 1) & mask) {
      const at = 3 * (this.#table[slot] - 1);
      if (p[at] === x && p[at + 1] === y && p[at + 2] === z) return this.#table[slot] - 1;
    }
    const number = this.count++;
    p[3 * number] = x;
    p[3 * number + 1] = y;
    p[3 * number + 2] = z;
    this.#table[slot] = number + 1;
    if (2 * this.count >= this.#table.length) this.#grow();
    return number;
  }

  positions(): Float32Array | Float64Array {
    return this.#positions.slice(0, 3 * this.count);
  }

  #hash(x: number, y: number, z: number): number {
    // Adding 0 makes 0 of −0.
    this.#numbers[0] = x + 0;
    this.#numbers[1] = y + 0;
    this.#numbers[2] = z + 0;
    let hash = 0;
    for (let i = 0; i < 6; i++) {
      hash = Math.imul(hash ^ this.#bits[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash >>> 0;
  }

  #grow(): void {
    const old = this.#positions;
    const length = 2 * this.#table.length;
    this.#positions = old instanceof Float32Array ? new Float32Array(1.5 * length) : new Float64Array(1.5 * length);
    this.#positions.set(old);
    this.#table = new Uint32Array(length);
    const p = this.#positions;
    for (let i = 0; i < this.count; i++) {
      let slot = this.#hash(p[3 * i], p[3 * i + 1], p[3 * i + 2]) & (length - 1);
      while (this.#table[slot] !== 0) slot = (slot + 1) & (length - 1);
      this.#table[slot] = i + 1;
    }
  }
}
