/** Which format a file has: what its first bytes say, and only where they say nothing, the end of its name. */
import type { ModelFormat } from '../model.ts';

const EXTENSIONS: Readonly<Record<string, ModelFormat>> = {
  glb: 'gltf',
  gltf: 'gltf',
  obj: 'obj',
  stl: 'stl',
  ply: 'ply',
  wrl: 'vrml',
  vrml: 'vrml',
  wrz: 'vrml',
  ifc: 'ifc',
};

/** How much of the beginning is looked at. */
const HEAD = 1024;

export function detectFormat(bytes: Uint8Array, name: string): ModelFormat | null {
  // Latin-1, so that a byte is a character whatever it is.
  const raw = String.fromCharCode(...bytes.subarray(0, HEAD));
  const head = raw.replace(/^ï»¿/, '').trimStart();
  if (head.startsWith('glTF')) return 'gltf';
  if (/^ply\s/.test(head)) return 'ply';
  if (head.startsWith('#VRML')) return 'vrml';
  if (head.startsWith('ISO-10303-21') || (head.startsWith('/*') && head.includes('ISO-10303-21;'))) return 'ifc';
  if (isBinaryStl(bytes)) return 'stl';
  if (/^solid\b/.test(head) && /\n\s*(facet\s|endsolid\b)/.test(head)) return 'stl';
  const extension = /\.([a-z]+)$/i.exec(name)?.[1].toLowerCase() ?? '';
  if (extension in EXTENSIONS) return EXTENSIONS[extension];
  if (/^\{\s*("|$)/.test(head)) return 'gltf';
  const line = head.split('\n').find((text) => !/^\s*(#|$)/.test(text)) ?? '';
  if (/^\s*(v|o|g|mtllib)\s/.test(line)) return 'obj';
  return null;
}

/** Whether the length is exactly that of the number of triangles that stands after the 80 bytes of the head. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 84) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.byteLength === 84 + 50 * view.getUint32(80, true);
}
