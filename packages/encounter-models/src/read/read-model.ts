/** The one way in: which reader serves a file. Each reader, and with it its decoder, is loaded when the first file of its format comes. */
import type { Model, ModelFormat } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { detectFormat } from './detect-format.ts';
import { type Reader, type ReadOptions, readContext, sentence } from './read-context.ts';

const READERS: Readonly<Partial<Record<ModelFormat, () => Promise<Reader>>>> = {
  gltf: async () => (await import('./gltf.ts')).readGltf,
  ifc: async () => (await import('./ifc.ts')).readIfc,
  obj: async () => (await import('./obj.ts')).readObj,
  ply: async () => (await import('./ply.ts')).readPly,
  stl: async () => (await import('./stl.ts')).readStl,
  vrml: async () => (await import('./vrml.ts')).readVrml,
};

const OPTIONS = ['limits', 'resolve', 'wasm'];

/**
 * Reads a file into parts. `name` is the name of the file; its end tells the format where the bytes do not. Throws a ModelError, one sentence that begins
 * with the name, on whatever is wrong with the file.
 *
 * ```ts
 * const model = await readModel(await readFile('engine.glb'), 'engine.glb');
 * for (const part of model.parts) console.log(part.id, part.triangles.indices.length / 3);
 * ```
 */
export async function readModel(
  bytes: Uint8Array | ArrayBuffer,
  name: string,
  options: ReadOptions = {},
): Promise<Model> {
  if (typeof name !== 'string') throw new TypeError(`name must be the name of the file, got ${String(name)}`);
  for (const key in options)
    if (!OPTIONS.includes(key)) throw new TypeError(`unknown option '${key}': there are ${OPTIONS.join(', ')}`);
  const data = asBytes(bytes);
  const context = readContext(name, data.byteLength, options);
  if (data.byteLength === 0) throw new ModelError(name, 'it is empty.');
  const format = detectFormat(data, name);
  if (format === null) throw new ModelError(name, 'it is none of GLB, glTF, OBJ, STL, PLY, VRML and IFC.');
  const load = READERS[format];
  if (load === undefined) throw new ModelError(name, `files of format ${format} are not read.`);
  const read = await load();
  try {
    return await read(data, name, context);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw new ModelError(name, `it could not be read as ${format} (${sentence(error)}).`, { cause: error });
  }
}

function asBytes(bytes: Uint8Array | ArrayBuffer): Uint8Array {
  // A Buffer of Node becomes a plain array: its `slice` does not copy.
  if (bytes instanceof Uint8Array) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = Object.prototype.toString.call(bytes);
  if (kind === '[object ArrayBuffer]' || kind === '[object SharedArrayBuffer]') return new Uint8Array(bytes);
  throw new TypeError(`bytes must be a Uint8Array or an ArrayBuffer, got ${kind.slice(8, -1)}`);
}
