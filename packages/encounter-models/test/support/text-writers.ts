/** STL and PLY files of surfaces. */
import type { Surface } from './solids.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function corner({ positions }: Surface, vertex: number): number[] {
  return positions.slice(3 * vertex, 3 * vertex + 3);
}

export function textStl(...solids: { name: string; surface: Surface }[]): Uint8Array {
  const lines: string[] = [];
  for (const { name, surface } of solids) {
    lines.push(`solid ${name}`);
    for (let i = 0; i < surface.indices.length; i += 3) {
      lines.push('  facet normal 0 0 0', '    outer loop');
      for (let k = 0; k < 3; k++) lines.push(`      vertex ${corner(surface, surface.indices[i + k]).join(' ')}`);
      lines.push('    endloop', '  endfacet');
    }
    lines.push(`endsolid ${name}`);
  }
  return utf8(`${lines.join('\n')}\n`);
}

export function binaryStl(surface: Surface, head = ''): Uint8Array {
  const count = surface.indices.length / 3;
  const out = new Uint8Array(84 + 50 * count);
  out.set(utf8(head).subarray(0, 80));
  const view = new DataView(out.buffer);
  view.setUint32(80, count, true);
  surface.indices.forEach((vertex, i) => {
    const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
    corner(surface, vertex).forEach((value, k) => {
      view.setFloat32(at + 4 * k, value, true);
    });
  });
  return out;
}

export type PlyType = 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'float' | 'double';
export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

export interface PlyElement {
  readonly name: string;
  /** `x: 'float'`, or for lists `vertex_indices: ['uchar', 'int']`. */
  readonly properties: Readonly<Record<string, PlyType | readonly [PlyType, PlyType]>>;
  /** For each element a value or a list for each property. */
  readonly rows: readonly (readonly (number | readonly number[])[])[];
}

export function ply(format: PlyFormat, elements: readonly PlyElement[]): Uint8Array {
  const head = ['ply', `format ${format} 1.0`, 'comment made by a test'];
  for (const { name, properties, rows } of elements) {
    head.push(`element ${name} ${rows.length}`);
    for (const [key, type] of Object.entries(properties))
      head.push(`property ${typeof type === 'string' ? type : `list ${type.join(' ')}`} ${key}`);
  }
  head.push('end_header', '');
  const body: number[] = [];
  const put = (value: number, type: PlyType) => {
    const view = new DataView(new ArrayBuffer(8));
    const little = format === 'binary_little_endian';
    const size = { char: 1, uchar: 1, short: 2, ushort: 2, int: 4, uint: 4, float: 4, double: 8 }[type];
    if (type === 'float') view.setFloat32(0, value, little);
    else if (type === 'double') view.setFloat64(0, value, little);
    else if (size === 1) view.setUint8(0, value);
    else if (size === 2) view.setInt16(0, value, little);
    else view.setInt32(0, value, little);
    body.push(...new Uint8Array(view.buffer, 0, size));
  };
  let text = '';
  for (const { properties, rows } of elements)
    for (const row of rows) {
      Object.values(properties).forEach((type, i) => {
        const value = row[i];
        if (typeof value === 'number') put(value, type as PlyType);
        else {
          put(value.length, type[0] as PlyType);
          for (const item of value) put(item, type[1] as PlyType);
        }
      });
      text += `${row.map((value) => (typeof value === 'number' ? value : [value.length, ...value].join(' '))).join(' ')}\n`;
    }
  const start = utf8(head.join('\n'));
  const rest = format === 'ascii' ? utf8(text) : Uint8Array.from(body);
  const out = new Uint8Array(start.length + rest.length);
  out.set(start);
  out.set(rest, start.length);
  return out;
}

/** The usual two elements of a surface. */
export function plySurface({ positions, indices }: Surface, type: PlyType = 'float'): PlyElement[] {
  const rows = Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3));
  const faces = Array.from({ length: indices.length / 3 }, (_, i) => [indices.slice(3 * i, 3 * i + 3)]);
  return [
    { name: 'vertex', properties: { x: type, y: type, z: type }, rows },
    { name: 'face', properties: { vertex_indices: ['uchar', 'int'] }, rows: faces },
  ];
}
