/** Damage to files: blind damage to bytes, and damage that knows numbers and JSON. */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import type { Fixture } from './fixtures.ts';

const NUMBERS = [
  '0',
  '-1',
  '1',
  '2',
  '3',
  '255',
  '65536',
  '4294967295',
  '2147483648',
  '1e12',
  '1e308',
  '-1e308',
  '1e999',
  '0.5',
  'NaN',
  '',
];
const ODD: readonly unknown[] = [
  0,
  -1,
  1,
  1.5,
  7,
  1e9,
  2 ** 31,
  2 ** 53,
  1e300,
  '',
  'x',
  '0',
  null,
  true,
  [],
  {},
  [0],
  [[]],
  { a: 1 },
];

/** One mutation, seldom more, of the file or of one that it names. */
export function mutate(fixture: Fixture, rng: Rng): Fixture {
  const others = Object.keys(fixture.files ?? {});
  if (others.length > 0 && rng.chance(0.2)) {
    const name = rng.pick(others);
    return { ...fixture, files: { ...fixture.files, [name]: mutateBytes(fixture.files![name], rng) } };
  }
  return { ...fixture, bytes: mutateBytes(fixture.bytes, rng) };
}

function mutateBytes(bytes: Uint8Array, rng: Rng): Uint8Array {
  let out: Uint8Array = bytes.slice();
  for (let n = rng.pick([1, 1, 1, 2, 4]); n > 0 && out.length > 0; n--) out = once(out, rng);
  return out;
}

function once(bytes: Uint8Array, rng: Rng): Uint8Array {
  const at = rng.int(bytes.length);
  switch (rng.int(9)) {
    case 0: {
      bytes[at] ^= 1 << rng.int(8);
      return bytes;
    }
    case 1: {
      bytes[at] = rng.pick([0, 1, 127, 128, 255, 32, 10, 45]);
      return bytes;
    }
    case 2: {
      if (bytes.length < 4) return bytes;
      const value = rng.pick([0, 1, 0x7f800000, 0x7fc00000, 0xffffffff, 0x80000000, 0x7fffffff, 0x00ffffff]);
      new DataView(bytes.buffer, bytes.byteOffset).setUint32(Math.min(at, bytes.length - 4), value, rng.chance(0.5));
      return bytes;
    }
    case 3:
      return rng.chance(0.3) ? bytes.slice(0, at) : bytes;
    case 4: {
      const end = Math.min(bytes.length, at + rng.integer(1, 200));
      return joined(bytes.subarray(0, end), bytes.subarray(at));
    }
    case 5: {
      const end = Math.min(bytes.length, at + rng.integer(1, 50));
      return joined(bytes.subarray(0, at), bytes.subarray(end));
    }
    case 6:
      return replaceNumber(bytes, rng);
    default:
      return changeJson(bytes, rng);
  }
}

function joined(...pieces: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/** Another number in the place of one that is written in digits. */
function replaceNumber(bytes: Uint8Array, rng: Rng): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const found = [...text.matchAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi)];
  if (found.length === 0) return bytes;
  const { index, 0: old } = rng.pick(found);
  const changed = text.slice(0, index) + rng.pick([...NUMBERS, rng.pick(found)[0]]) + text.slice(index + old.length);
  return Uint8Array.from(Buffer.from(changed, 'latin1'));
}

/** Another value in the place of one in the JSON, of a GLB or alone; the file stays well-formed around it. */
function changeJson(bytes: Uint8Array, rng: Rng): Uint8Array {
  const glb = bytes.length > 20 && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'glTF';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = glb ? 20 + view.getUint32(12, true) : bytes.length;
  let root: unknown;
  try {
    root = JSON.parse(new TextDecoder().decode(bytes.subarray(glb ? 20 : 0, end)));
  } catch {
    return bytes;
  }
  const places: [Record<string, unknown>, string][] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      collect((value as Record<string, unknown>)[key]);
    }
  };
  collect(root);
  if (places.length === 0) return bytes;
  const [object, key] = rng.pick(places);
  const [other, otherKey] = rng.pick(places);
  if (rng.chance(0.1)) delete object[key];
  else if (rng.chance(0.4)) object[key] = structuredClone(other[otherKey]);
  else if (rng.chance(0.5) && Number.isInteger(object[key]))
    object[key] = (object[key] as number) + rng.pick([-1, 1, 2, 100, 1e6]);
  else object[key] = rng.pick(ODD);
  const text = new TextEncoder().encode(JSON.stringify(root));
  if (!glb) return text;
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
  padded.set(text);
  const out = joined(bytes.subarray(0, 20), padded, bytes.subarray(end));
  const head = new DataView(out.buffer);
  head.setUint32(8, out.length, true);
  head.setUint32(12, padded.length, true);
  return out;
}
