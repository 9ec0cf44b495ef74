/** Valid files of each format, small ones, for the fuzz program to damage. A new format joins by adding a line here. */

import { packedGlb } from '../support/gltf-transform.ts';
import { GltfWriter } from '../support/gltf-writer.ts';
import { house } from '../support/ifc-writer.ts';
import { box, drum } from '../support/solids.ts';
import { binaryStl, ply, plySurface, textStl, utf8 } from '../support/text-writers.ts';
import { VRML_SCENE } from '../support/vrml-scene.ts';

export interface Fixture {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Other files that it names. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
}

/** Everything that glTF has without compression: a skin, a morph, instances, strips, sparse and interleaved accessors. */
function richGltf(): GltfWriter {
  const writer = new GltfWriter();
  const { positions, indices } = drum(5);
  const POSITION = writer.accessor(new Float32Array(positions), 'VEC3');
  const count = positions.length / 3;
  const primitive = {
    attributes: {
      POSITION,
      JOINTS_0: writer.accessor(new Uint8Array(4 * count), 'VEC4'),
      WEIGHTS_0: writer.accessor(new Float32Array(4 * count).fill(0.25), 'VEC4'),
    },
    indices: writer.accessor(new Uint16Array(indices), 'SCALAR'),
    material: writer.material('steel'),
    targets: [{ POSITION }],
  };
  const skinned = writer.mesh('skinned', primitive);
  writer.json.meshes[skinned].weights = [0.5];
  const strip = writer.mesh('strip', { mode: 5, attributes: { POSITION } }, { mode: 3, attributes: { POSITION } });
  const view = writer.view(new Float32Array(6 * 4), { byteStride: 24 });
  writer.json.accessors.push({
    bufferView: view,
    componentType: 5126,
    count: 4,
    type: 'VEC3',
    sparse: {
      count: 2,
      indices: { bufferView: writer.view(new Uint8Array([1, 3])), componentType: 5121 },
      values: { bufferView: writer.view(new Float32Array([1, 2, 3, 4, 5, 6])) },
    },
  });
  const sparse = writer.mesh('sparse', { mode: 6, attributes: { POSITION: writer.json.accessors.length - 1 } });
  const shorts = writer.accessor(new Int16Array(positions.map((value) => value * 32767)), 'VEC3', { normalized: true });
  const quantised = writer.mesh('quantised', { attributes: { POSITION: shorts }, indices: primitive.indices });
  const root = writer.node({ name: 'root', scale: [2, 2, 2] });
  const joint = writer.node({ name: 'joint', translation: [1, 2, 3] }, root);
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  writer.json.skins = [{ joints: [joint], inverseBindMatrices: writer.accessor(new Float32Array(identity), 'MAT4') }];
  writer.node({ name: 'body', mesh: skinned, skin: 0 }, root);
  writer.node({ name: 'strip', mesh: strip, rotation: [0, 0, 0, 1] }, joint);
  writer.node({ mesh: sparse, matrix: identity }, joint);
  const TRANSLATION = writer.accessor(new Float32Array([0, 0, 0, 1, 1, 1]), 'VEC3');
  writer.node({ mesh: quantised, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } } });
  return writer;
}

const OBJ = `# a table
mtllib table.mtl
o Table
g Top
usemtl oak
v 0 0 0
v 4 0 0
v 4 1e0 0
v 1 1 0
v 1 2 0
v 0 2 0
v 0.5 0.5 -3.25
f 1 2 3 4 5 6
g Leg
f 1/1/1 2//2 -1
f 2 3 \\
  7
l 1 2 3 4
p 5 6
vt 0 0
vn 0 0 1
s off
`;

function richPly(format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array {
  return ply(format, [
    { name: 'camera', properties: { at: ['uchar', 'double'] }, rows: [[[1, 2]]] },
    ...plySurface(drum(4)),
    { name: 'edge', properties: { vertex1: 'int', vertex2: 'int' }, rows: [[0, 1]] },
    { name: 'tristrips', properties: { vertex_indices: ['int', 'int'] }, rows: [[[0, 1, 2, 3, -1, 4, 5, 6]]] },
    { name: 'extra', properties: { red: 'uchar', size: 'ushort' }, rows: [[1, 2]] },
  ]);
}

/** By format as `readModel` knows it, with a word of what is special where there are several of one. */
export const FIXTURES: Readonly<Record<string, () => Promise<Fixture[]>>> = {
  gltf: async () => {
    const beside = richGltf();
    return [
      { name: 'a.glb', bytes: richGltf().glb() },
      { name: 'a.gltf', bytes: richGltf().gltf() },
      { name: 'b.gltf', bytes: beside.gltf('b.bin'), files: { 'b.bin': beside.binary() } },
    ];
  },
  'gltf draco': async () => [
    { name: 'a.glb', bytes: await packedGlb('draco edgebreaker', drum(30), box([0, 0, 0], [1, 1, 1])) },
    { name: 'b.glb', bytes: await packedGlb('draco sequential', drum(30)) },
  ],
  'gltf meshopt': async () => [
    { name: 'a.glb', bytes: await packedGlb('meshopt quantize', drum(30), box([0, 0, 0], [1, 1, 1])) },
    { name: 'b.glb', bytes: await packedGlb('meshopt filter', drum(30)) },
  ],
  ifc: async () => [
    { name: 'a.ifc', bytes: house().bytes() },
    { name: 'b.ifc', bytes: house({ schema: 'IFC2X3', unit: 'm' }).bytes() },
  ],
  obj: async () => [{ name: 'a.obj', bytes: utf8(OBJ) }],
  ply: async () => [
    { name: 'a.ply', bytes: richPly('ascii') },
    { name: 'b.ply', bytes: richPly('binary_little_endian') },
    { name: 'c.ply', bytes: richPly('binary_big_endian') },
  ],
  stl: async () => [
    {
      name: 'a.stl',
      bytes: textStl({ name: 'a', surface: box([0, 0, 0], [1, 1, 1]) }, { name: 'b', surface: drum(3) }),
    },
    { name: 'b.stl', bytes: binaryStl(drum(5)) },
  ],
  vrml: async () => [{ name: 'a.wrl', bytes: utf8(VRML_SCENE) }],
};
