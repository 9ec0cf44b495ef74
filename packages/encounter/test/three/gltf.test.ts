/** A glTF file as a loader gives it: quantised positions, rotations of single precision, uneven scale in nested nodes. */
import { Box3, type Mesh as ThreeMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { Collider, Scene, Sphere } from '../../src/index.ts';
import { collidersFromObject, type Followed, shapeFromObject } from '../../src/three/index.ts';

/** A tetrahedron in 16-bit integers, padded to four a vertex as the format wants it. */
const POSITIONS = new Int16Array([0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0]);
const INDICES = new Uint16Array([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);

const rounded = (...numbers: number[]): number[] => Array.from(new Float32Array(numbers));

const MODEL = {
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_mesh_quantization'],
  extensionsRequired: ['KHR_mesh_quantization'],
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    { name: 'root', children: [1, 2], rotation: rounded(0.1, 0.7, 0.1, 0.7), scale: [2, 1, 0.5] },
    { name: 'left', mesh: 0, translation: [-3, 0, 0], rotation: rounded(0.5, 0.5, 0.5, 0.5) },
    { name: 'right', mesh: 0, translation: [3, 1, 0], rotation: rounded(0.6, 0, 0, 0.8), scale: [1, 3, 1] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [
    { bufferView: 0, componentType: 5122, normalized: true, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
    { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: 32, byteStride: 8 },
    { buffer: 0, byteOffset: 32, byteLength: 24 },
  ],
  buffers: [{ byteLength: 56 }],
};

/** The model as a binary file: a header, the JSON and the buffer. */
function glb(): ArrayBuffer {
  const json = new TextEncoder().encode(JSON.stringify(MODEL));
  const length = 4 * Math.ceil(json.length / 4);
  const file = new Uint8Array(12 + 8 + length + 8 + 56).fill(0x20);
  new Uint32Array(file.buffer, 0, 5).set([0x46546c67, 2, file.length, length, 0x4e4f534a]);
  file.set(json, 20);
  new Uint32Array(file.buffer, 20 + length, 2).set([56, 0x004e4942]);
  file.set(new Uint8Array(POSITIONS.buffer), 28 + length);
  file.set(new Uint8Array(INDICES.buffer), 60 + length);
  return file.buffer;
}

test('the scene of a file in one line', async () => {
  const gltf: GLTF = await new Promise((resolve, reject) => new GLTFLoader().parse(glb(), '', resolve, reject));

  const world = new Scene<Followed>().add(...collidersFromObject(gltf.scene, { solid: 'auto' }));

  expect(world.size).toBe(2);
  const whole = new Collider(shapeFromObject(gltf.scene));
  const theirs = new Box3().setFromObject(gltf.scene, true);
  const { min, max } = whole.bounds();
  expect(theirs.min.distanceTo(new Vector3().copy(min))).toBeLessThan(1e-5);
  expect(theirs.max.distanceTo(new Vector3().copy(max))).toBeLessThan(1e-5);

  const right = gltf.scene.getObjectByName('right') as ThreeMesh;
  const inside = right.localToWorld(new Vector3(0.2, 0.2, 0.2));
  const [hit] = world.intersecting(new Collider<Followed>(new Sphere(0.001), { position: inside }));
  expect(hit.data.object).toBe(right);
  expect(hit.shape.solid).toBe(true);
});
