/** Small models made by code: boxes with names, as OBJ, GLB, and glTF with its buffer in a file of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NamedBox {
  readonly name: string;
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

export function box(name: string, min: NamedBox['min'], max: NamedBox['max']): NamedBox {
  return { name, min, max };
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Counterclockwise from outside; bit 0 of a corner's number is x, bit 1 y, bit 2 z. */
const QUADS = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

function corner({ min, max }: NamedBox, n: number): number[] {
  return [0, 1, 2].map((axis) => ((n >> axis) & 1 ? max : min)[axis]);
}

export function obj(boxes: readonly NamedBox[]): string {
  return boxes
    .map((one, i) => {
      const vertices = CORNERS.map((n) => `v ${corner(one, n).join(' ')}`);
      const faces = QUADS.map((quad) => `f ${quad.map((n) => 8 * i + n + 1).join(' ')}`);
      return [`o ${one.name}`, ...vertices, ...faces].join('\n');
    })
    .join('\n');
}

/** The JSON of a glTF file and its buffer. Boxes are unit cubes with a node each, so that all share one mesh. */
function gltfParts(boxes: readonly NamedBox[], uri?: string): { json: string; buffer: Uint8Array<ArrayBuffer> } {
  const unit = box('', [0, 0, 0], [1, 1, 1]);
  const positions = new Float32Array(CORNERS.flatMap((n) => corner(unit, n)));
  const indices = new Uint16Array(QUADS.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));
  const buffer = new Uint8Array(positions.byteLength + indices.byteLength);
  buffer.set(new Uint8Array(positions.buffer));
  buffer.set(new Uint8Array(indices.buffer), positions.byteLength);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: boxes.map((_, i) => i) }],
    nodes: boxes.map(({ name, min, max }) => ({
      name,
      mesh: 0,
      translation: min,
      scale: max.map((x, i) => x - min[i]),
    })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5123, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.byteLength },
      { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength },
    ],
    buffers: [{ byteLength: buffer.byteLength, ...(uri && { uri }) }],
  });
  return { json, buffer };
}

export function glb(boxes: readonly NamedBox[]): Uint8Array {
  const { json, buffer } = gltfParts(boxes);
  const text = new TextEncoder().encode(json);
  const padded = (n: number): number => Math.ceil(n / 4) * 4;
  const out = new Uint8Array(12 + 8 + padded(text.length) + 8 + padded(buffer.length));
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, out.length, true);
  view.setUint32(12, padded(text.length), true);
  view.setUint32(16, 0x4e4f534a, true);
  out.fill(0x20, 20, 20 + padded(text.length));
  out.set(text, 20);
  const at = 20 + padded(text.length);
  view.setUint32(at, padded(buffer.length), true);
  view.setUint32(at + 4, 0x004e4942, true);
  out.set(buffer, at + 8);
  return out;
}

/** With the buffer named `uri`. */
export function gltf(boxes: readonly NamedBox[], uri: string): { json: string; buffer: Uint8Array } {
  return gltfParts(boxes, uri);
}

/** A storey with walls in one file and pipes through them in another: hard clashes, touching ones, near ones, and one inside. */
export const WALLS: readonly NamedBox[] = [
  box('Slab', [0, -0.2, 0], [8, 0, 6]),
  box('Wall north', [0, 0, 5.8], [8, 3, 6]),
  box('Wall south', [0, 0, 0], [8, 3, 0.2]),
  box('Wall <b>&"east"', [7.8, 0, 0.2], [8, 3, 5.8]),
  box('Tank', [1, 0, 1], [2.5, 1.5, 2.5]),
  box('Shelf', [5, 0, 4], [6, 2, 4.5]),
];

export const PIPES: readonly NamedBox[] = [
  box('Pipe 1', [3, 2, -1], [3.15, 2.15, 7]),
  box('Pipe 2', [4, 2.5, 3], [9, 2.65, 3.15]),
  box('Cabinet', [6, 0, 4], [6.5, 2, 4.5]),
  box('Float', [1.5, 0.5, 1.5], [2, 1, 2]),
  box('Lamp', [3, 1, 5.5], [3.4, 1.2, 5.78]),
  box('Far away', [50, 0, 0], [51, 1, 1]),
];

/** Boxes in rows, with gaps and overlaps that repeat: some hundred candidate pairs and more. */
export function rows(count: number, prefix: string, shift: number): NamedBox[] {
  const side = Math.ceil(Math.cbrt(count));
  return Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
    const size = 0.9 + 0.05 * (i % 7);
    const min = [x + shift * (1 + (i % 3)), y + shift, z + shift * (1 + (i % 5))] as const;
    return box(`${prefix} ${i}`, min, [min[0] + size, min[1] + size, min[2] + size]);
  });
}

export interface Workplace {
  readonly folder: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** A folder of its own for a test. */
export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'encounter-cli-'));
  const path = (name: string): string => join(folder, name);
  return {
    folder,
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
