/**
 * Sorts keys by their values without garbage: few by insertion, many by radix, eleven bits at a time from the lowest (Knuth,
 * The Art of Computer Programming 3, §5.2.5). Branches on comparisons of random values would be mispredicted half of the time. Both
 * sorts are stable: equal values keep their order.
 */

/** Values with their keys. `bits` is the memory of the values as integers, low half first. */
export interface Keyed {
  readonly values: Float64Array;
  readonly bits: Uint32Array;
  readonly keys: Int32Array;
}

export function keyed(size: number): Keyed {
  const values = new Float64Array(size);
  return { values, bits: new Uint32Array(values.buffer), keys: new Int32Array(size) };
}

/** Up to this many keys are sorted by insertion. */
const INSERTION_SORT_COUNT = 100;
const DIGIT = 11;
const RADIX = 1 << DIGIT;
const PASSES = 6;

export class SortByValue {
  readonly #starts = new Int32Array(PASSES * RADIX);

  /** Sorts the first `count` keys; `scratch` must be as long. Returns the one of the two that has the result. */
  sort(data: Keyed, scratch: Keyed, count: number): Keyed {
    if (count <= INSERTION_SORT_COUNT) {
      sortFew(data, count);
      return data;
    }
    toOrdered(data, count);
    this.#count(data.bits, count);
    let source = data;
    let target = scratch;
    for (let pass = 0; pass < PASSES; pass++) {
      if (!this.#makeStarts(pass, count)) continue;
      this.#distribute(source, target, pass, count);
      const swap = source;
      source = target;
      target = swap;
    }
    fromOrdered(source, count);
    return source;
  }

  /** Counts how often each digit occurs, for all passes at once. */
  #count(bits: Uint32Array, count: number): void {
    const starts = this.#starts.fill(0);
    for (let i = 0; i < count; i++)
      for (let pass = 0; pass < PASSES; pass++) starts[pass * RADIX + digit(bits[2 * i], bits[2 * i + 1], pass)]++;
  }

  /** Turns counts into the places where each digit begins. Returns false if all keys have the same digit: then the pass does nothing. */
  #makeStarts(pass: number, count: number): boolean {
    const starts = this.#starts;
    let start = 0;
    for (let i = pass * RADIX; i < (pass + 1) * RADIX; i++) {
      const here = starts[i];
      if (here === count) return false;
      starts[i] = start;
      start += here;
    }
    return true;
  }

  #distribute(source: Keyed, target: Keyed, pass: number, count: number): void {
    const starts = this.#starts;
    const { bits, keys } = source;
    const { bits: outBits, keys: outKeys } = target;
    for (let i = 0; i < count; i++) {
      const low = bits[2 * i];
      const high = bits[2 * i + 1];
      const place = starts[pass * RADIX + digit(low, high, pass)]++;
      outBits[2 * place] = low;
      outBits[2 * place + 1] = high;
      outKeys[place] = keys[i];
    }
  }
}

function sortFew({ values, keys }: Keyed, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i];
    const key = keys[i];
    let j = i;
    for (; j > 0 && values[j - 1] > value; j--) {
      values[j] = values[j - 1];
      keys[j] = keys[j - 1];
    }
    values[j] = value;
    keys[j] = key;
  }
}

/** The digit for a pass. That of the third has one bit of the high half. */
function digit(low: number, high: number, pass: number): number {
  const shift = pass * DIGIT;
  const bits = shift >= 32 ? high >>> (shift - 32) : shift === 22 ? (low >>> 22) | (high << 10) : low >>> shift;
  return bits & (RADIX - 1);
}

/** Makes the bits sort as unsigned integers: those of negative numbers are inverted, the others come after them. −0 becomes 0. */
function toOrdered({ values, bits }: Keyed, count: number): void {
  for (let i = 0; i < count; i++) {
    values[i] += 0;
    const negative = bits[2 * i + 1] >>> 31 !== 0;
    if (negative) bits[2 * i] = ~bits[2 * i];
    bits[2 * i + 1] = negative ? ~bits[2 * i + 1] : bits[2 * i + 1] | 0x80000000;
  }
}

function fromOrdered({ bits }: Keyed, count: number): void {
  for (let i = 0; i < count; i++) {
    const negative = bits[2 * i + 1] >>> 31 === 0;
    if (negative) bits[2 * i] = ~bits[2 * i];
    bits[2 * i + 1] = negative ? ~bits[2 * i + 1] : bits[2 * i + 1] & 0x7fffffff;
  }
}
