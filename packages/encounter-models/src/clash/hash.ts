/** Hashes of 64 bits, written as 16 hexadecimal digits. Not against forgery: they tell apart what differs by accident. */

/** Two independent streams of 32 bits over words. */
export class Hash {
  #h = 0x811c9dc5;
  #g = 0x9e3779b9;

  word(x: number): this {
    this.#h = Math.imul(this.#h ^ x, 0x01000193);
    this.#h ^= this.#h >>> 15;
    this.#g = Math.imul(this.#g ^ (x + 0x7f4a7c15), 0x85ebca6b);
    this.#g ^= this.#g >>> 13;
    return this;
  }

  /** Length and characters, so that two texts one after the other are not the same as one. */
  text(s: string): this {
    this.word(s.length);
    for (let i = 0; i < s.length; i++) this.word(s.charCodeAt(i));
    return this;
  }

  /** Numbers as doubles. −0 is hashed as 0, because it is the same place. */
  numbers(list: ArrayLike<number>): this {
    this.word(list.length);
    for (let i = 0; i < list.length; i++) {
      DOUBLE[0] = list[i] + 0;
      this.word(WORDS[0]);
      this.word(WORDS[1]);
    }
    return this;
  }

  toString(): string {
    return (
      hex(finish(this.#h ^ Math.imul(this.#g, 0x27d4eb2f))) + hex(finish(this.#g ^ Math.imul(this.#h, 0x165667b1)))
    );
  }
}

// One number and the two words of it.
const DOUBLE: Float64Array = /* #__PURE__ */ new Float64Array(1);
const WORDS: Int32Array = /* #__PURE__ */ new Int32Array(DOUBLE.buffer);

function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
}

function hex(h: number): string {
  return (h >>> 0).toString(16).padStart(8, '0');
}
