/** GLB and glTF apart: the text of the JSON, and the binary chunk of a GLB. */
import { ModelError } from '../../model-error.ts';

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

export interface Container {
  readonly json: string;
  readonly binary: Uint8Array | null;
}

export function openContainer(bytes: Uint8Array, name: string): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 4 || view.getUint32(0, true) !== 0x46546c67) return { json: decodeText(bytes), binary: null };
  if (bytes.byteLength < 20) throw new ModelError(name, 'it is cut off in the head of the GLB.');
  const version = view.getUint32(4, true);
  if (version !== 2) throw new ModelError(name, `it is GLB ${version}, and only 2 is read.`);
  const length = view.getUint32(8, true);
  if (length > bytes.byteLength)
    throw new ModelError(name, `it is cut off: the head says ${length} bytes, and there are ${bytes.byteLength}.`);
  let json: string | null = null;
  let binary: Uint8Array | null = null;
  for (let at = 12; at + 8 <= length; ) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    at += 8;
    if (size > length - at) throw new ModelError(name, `a chunk of ${size} bytes reaches beyond the end.`);
    const chunk = bytes.subarray(at, at + size);
    if (kind === JSON_CHUNK && json === null) json = decodeText(chunk);
    else if (kind === BINARY_CHUNK && binary === null) binary = chunk;
    at += size;
  }
  if (json === null) throw new ModelError(name, 'it has no JSON chunk.');
  return { json, binary };
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
