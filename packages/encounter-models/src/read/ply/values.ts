/** The values after the head, one by one, whatever the format. Past the end is a ModelError. */
import { ModelError } from '../../model-error.ts';
import { type PlyFormat, type Scalar, SIZES } from './header.ts';

export interface Values {
  next(type: Scalar): number;
  /** The fewest bytes that a value of that type takes. */
  least(type: Scalar): number;
  /** How many bytes are left. */
  readonly left: number;
}

export function openValues(bytes: Uint8Array, start: number, format: PlyFormat, name: string): Values {
  if (format === 'ascii') return new TextValues(bytes, start, name);
  return new BinaryValues(bytes, start, format === 'binary_little_endian', name);
}

class BinaryValues implements Values {
  readonly #view: DataView;
  readonly #little: boolean;
  readonly #name: string;
  #at: number;

  constructor(bytes: Uint8Array, start: number, little: boolean, name: string) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#little = little;
    this.#name = name;
  }

  get left(): number {
    return this.#view.byteLength - this.#at;
  }

  least(type: Scalar): number {
    return SIZES[type];
  }

  next(type: Scalar): number {
    const at = this.#at;
    const view = this.#view;
    this.#at += SIZES[type];
    if (this.#at > view.byteLength) throw new ModelError(this.#name, 'it is cut off.');
    switch (type) {
      case 'int8':
        return view.getInt8(at);
      case 'uint8':
        return view.getUint8(at);
      case 'int16':
        return view.getInt16(at, this.#little);
      case 'uint16':
        return view.getUint16(at, this.#little);
      case 'int32':
        return view.getInt32(at, this.#little);
      case 'uint32':
        return view.getUint32(at, this.#little);
      case 'float32':
        return view.getFloat32(at, this.#little);
      case 'float64':
        return view.getFloat64(at, this.#little);
    }
  }
}

/** No number is written with more characters than this. */
const LONGEST_NUMBER = 1100;

class TextValues implements Values {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  #at: number;

  constructor(bytes: Uint8Array, start: number, name: string) {
    this.#bytes = bytes;
    this.#at = start;
    this.#name = name;
  }

  get left(): number {
    // The last number needs no space after it.
    return this.#bytes.length - this.#at + 1;
  }

  least(): number {
    return 2;
  }

  next(type: Scalar): number {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && bytes[at] <= 32) at++;
    if (at === bytes.length) throw new ModelError(this.#name, 'it is cut off.');
    const start = at;
    while (at < bytes.length && bytes[at] > 32) at++;
    this.#at = at;
    const word = at - start <= LONGEST_NUMBER ? String.fromCharCode(...bytes.subarray(start, at)) : '';
    const value = Number(word);
    if (Number.isNaN(value)) {
      if (type.startsWith('float') && /^[-+]?(nan|inf)/i.test(word)) return Number.NaN;
      throw new ModelError(this.#name, `${JSON.stringify(word.slice(0, 40))} at byte ${start} is no number.`);
    }
    return value;
  }
}
