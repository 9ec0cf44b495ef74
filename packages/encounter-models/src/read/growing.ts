/** Lists of numbers whose length is not known beforehand, without a boxed number for each. */

export class GrowingUint32 {
  #data = new Uint32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.length++] = value;
  }

  /** A copy of exactly that length. */
  toArray(): Uint32Array {
    return this.#data.slice(0, this.length);
  }
}

export class GrowingFloat64 {
  #data = new Float64Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const grown = new Float64Array(2 * this.length);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.length++] = value;
  }

  at(i: number): number {
    return this.#data[i];
  }

  /** A copy of exactly that length. */
  toArray(): Float64Array {
    return this.#data.slice(0, this.length);
  }
}
