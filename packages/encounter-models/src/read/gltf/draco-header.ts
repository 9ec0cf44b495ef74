/**
 * How many faces and points Draco data says it has, before the decoder allocates memory for them. The order of fields is that of the Draco bitstream
 * specification, version 2.2, the only one that glTF allows.
 */

/** Metadata in metadata beyond this depth is not real. */
const MOST_NESTED = 16;

class Cursor {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    if (this.at >= this.#bytes.length) throw new RangeError('cut off');
    return this.#bytes[this.at++];
  }

  /** Seven bits a byte, the lowest first. */
  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError('a number that is too long');
  }

  skip(count: number): void {
    this.at += count;
  }
}

function skipMetadata(cursor: Cursor, depth: number): void {
  if (depth > MOST_NESTED) throw new RangeError('metadata that is nested too deeply');
  for (let entries = cursor.varint(); entries > 0; entries--) {
    cursor.skip(cursor.byte());
    cursor.skip(cursor.varint());
  }
  for (let inner = cursor.varint(); inner > 0; inner--) {
    cursor.skip(cursor.byte());
    skipMetadata(cursor, depth + 1);
  }
}

/** Throws a RangeError that says what is wrong. */
export function readDracoHeader(bytes: Uint8Array): { faces: number; points: number } {
  if (String.fromCharCode(...bytes.subarray(0, 5)) !== 'DRACO') throw new RangeError('no head of Draco');
  const cursor = new Cursor(bytes);
  cursor.skip(5);
  const [major, minor] = [cursor.byte(), cursor.byte()];
  if (major !== 2 || minor !== 2) throw new RangeError(`version ${major}.${minor}, not 2.2`);
  if (cursor.byte() !== 1) throw new RangeError('no triangles');
  const method = cursor.byte();
  const flags = cursor.byte() + 256 * cursor.byte();
  if (flags & 0x8000) {
    for (let attributes = cursor.varint(); attributes > 0; attributes--) {
      cursor.varint();
      skipMetadata(cursor, 0);
    }
    skipMetadata(cursor, 0);
  }
  if (method === 0) {
    const faces = cursor.varint();
    return { faces, points: cursor.varint() };
  }
  if (method !== 1) throw new RangeError(`the unknown method ${method}`);
  cursor.byte(); // how edges are traversed
  const points = cursor.varint();
  return { faces: cursor.varint(), points };
}
