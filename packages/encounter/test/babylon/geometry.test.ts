/** Shapes of Babylon.js meshes: which triangles, whose memory, which way round. */
import { Buffer, VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCapsule } from '@babylonjs/core/Meshes/Builders/capsuleBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreatePolyhedron } from '@babylonjs/core/Meshes/Builders/polyhedronBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import '@babylonjs/core/Meshes/instancedMesh.js';
import { Mesh as BabylonMesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import { describe, expect, test } from 'vitest';
import {
  fitShape,
  meshFromGeometry,
  polytopeFromGeometry,
  shapeFromGeometry,
  shapeFromObject,
} from '../../src/babylon/index.ts';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  containsPoint,
  Mesh,
  Placed,
  type Shape,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { stage } from './figures.ts';

const scene = stage();

/** Sixteen spread directions; the support points of two convex shapes must be the same in each. */
function expectSame(ours: Shape, theirs: Shape): void {
  const a = new Collider(ours);
  const b = new Collider(theirs);
  for (let i = 0; i < 16; i++) {
    const p = [9 * Math.sin(7 * i), 9 * Math.cos(11 * i), 9 * Math.sin(3 * i + 1)] as const;
    const probe = new Collider(new Sphere(0.1), { position: p });
    expect(signedDistance(a, probe).distance).toBeCloseTo(signedDistance(b, probe).distance, 5);
  }
}

describe('shapeFromGeometry', () => {
  test('a box is a Box, also one that is baked elsewhere', () => {
    const box = CreateBox('box', { width: 1, height: 2, depth: 3 }, scene);
    expect(shapeFromGeometry(box)).toBeInstanceOf(Box);
    expectSame(shapeFromGeometry(box), new Box([1, 2, 3]));
    expect(shapeFromGeometry(box, { exact: false })).toBeInstanceOf(Mesh);
    box.position.set(1, 2, 3);
    box.bakeCurrentTransformIntoVertices();
    expectSame(shapeFromGeometry(box), new Placed(new Box([1, 2, 3]), { position: [1, 2, 3] }));
  });

  test('what is nearly a box is its triangles', () => {
    const turnedBox = CreateBox('turned', {}, scene);
    turnedBox.rotation.y = 0.3;
    turnedBox.bakeCurrentTransformIntoVertices();
    expect(shapeFromGeometry(turnedBox)).toBeInstanceOf(Mesh);
    const open = CreateBox('open', {}, scene);
    const indices = open.getIndices()!.slice();
    open.setIndices(indices.slice(0, 30));
    expect(shapeFromGeometry(open)).toBeInstanceOf(Mesh);
    // A side twice, another one missing.
    for (let i = 0; i < 6; i++) indices[30 + i] = indices[i];
    open.setIndices(indices);
    expect(shapeFromGeometry(open)).toBeInstanceOf(Mesh);
    // Half of a side twice, the other half missing.
    const half = CreateBox('half', {}, scene);
    const list = half.getIndices()!.slice();
    for (let i = 0; i < 3; i++) list[i] = list[3 + i];
    half.setIndices(list);
    expect(shapeFromGeometry(half)).toBeInstanceOf(Mesh);
    // Its corners are on a sphere and in the middles of the sides of a box.
    expect(shapeFromGeometry(CreatePolyhedron('octahedron', { type: 1 }, scene))).toBeInstanceOf(Mesh);
    expect(shapeFromGeometry(CreateSphere('ball', {}, scene))).toBeInstanceOf(Mesh);
  });
});

describe('fitShape', () => {
  test('is what MeshBuilder was asked for', () => {
    expectSame(fitShape(CreateSphere('ball', { diameter: 3 }, scene), 'sphere'), new Sphere(1.5));
    const oddCylinder = CreateCylinder('cylinder', { diameter: 2, height: 3, tessellation: 25 }, scene);
    expect(signedDistance(new Collider(fitShape(oddCylinder, 'cylinder')), at(5, 0, 0)).distance).toBeCloseTo(4, 1);
    expectSame(fitShape(CreateCylinder('even', { diameter: 2, height: 3 }, scene), 'cylinder'), new Cylinder(1, 3));
    const cone = CreateCylinder('cone', { diameterTop: 0, diameterBottom: 2, height: 3 }, scene);
    expectSame(fitShape(cone, 'cone'), new Cone(1, 3));
    expectSame(fitShape(CreateCapsule('capsule', { radius: 0.5, height: 3 }, scene), 'capsule'), new Capsule(0.5, 2));
    const box = CreateBox('box', { width: 1, height: 2, depth: 3 }, scene);
    expectSame(fitShape(box, 'box'), new Box([1, 2, 3]));
  });

  test('is centred where the vertices are', () => {
    const ball = CreateSphere('ball', { diameter: 2 }, scene);
    ball.position.set(1, 2, 3);
    ball.bakeCurrentTransformIntoVertices();
    expectSame(fitShape(ball, 'sphere'), new Placed(new Sphere(1), { position: [1, 2, 3] }));
    expect(() => fitShape(ball, 'torus' as 'box')).toThrow(
      'kind must be one of box, sphere, cylinder, cone, capsule, got "torus"',
    );
  });
});

const count = (mesh: Mesh): number => mesh.triangles.corners.length / 3;

function at(x: number, y: number, z: number): Collider {
  return new Collider(new Sphere(0), { position: [x, y, z] });
}

describe('meshFromGeometry', () => {
  test('a solid is right side out, though Babylon winds its meshes the other way', () => {
    const ring = CreateTorus('ring', { diameter: 4, thickness: 1, tessellation: 24 }, scene);
    for (const solid of [true, 'auto', 'winding'] as const) {
      const mesh = meshFromGeometry(ring, { solid });
      expect(mesh.solid).toBe(true);
      const collider = new Collider(mesh);
      expect(containsPoint(collider, [2, 0, 0])).toBe(true);
      expect(containsPoint(collider, [0, 0, 0])).toBe(false);
      expect(signedDistance(collider, at(2, 0.1, 0)).distance).toBeLessThan(-0.3);
      expect(signedDistance(collider, at(0, 0, 0)).distance).toBeGreaterThan(1.4);
    }
    const box = meshFromGeometry(CreateBox('box', {}, scene), { solid: true });
    expect(box.judgeClosed()).toMatchObject({ closed: true });
    expect(box.judgeClosed().volume).toBeCloseTo(1, 12);
  });

  test('shares the memory of positions, plain and interleaved', () => {
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const plain = new BabylonMesh('plain', scene);
    plain.setVerticesData('position', positions, true);
    plain.setIndices([0, 1, 2]);
    const mesh = meshFromGeometry(plain);
    expect(mesh.vertices.array).toBe(positions);
    positions[8] = 5;
    mesh.refit();
    expect(mesh.bounds().max.z).toBe(5);

    const interleaved = new Float32Array([9, 0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0]);
    const buffer = new Buffer(scene.getEngine(), interleaved, false, 4);
    const other = new BabylonMesh('interleaved', scene);
    other.setVerticesBuffer(buffer.createVertexBuffer('position', 1, 3), true, 3);
    other.setIndices([0, 1, 2]);
    const { vertices } = meshFromGeometry(other);
    expect(vertices).toMatchObject({ array: interleaved, offset: 1, stride: 4, count: 3 });
  });

  test('copies positions that are integers', () => {
    const data = new Int16Array([0, 0, 0, 0, 32767, 0, 0, 0, 0, 16384, 0, 0]);
    const kind = 'position';
    const options = { normalized: true, type: VertexBuffer.SHORT, useBytes: true, stride: 8, size: 3 };
    const { normalized, type, useBytes, stride, size } = options;
    const engine = scene.getEngine();
    const buffer = new VertexBuffer(
      engine,
      data,
      kind,
      false,
      false,
      stride,
      undefined,
      undefined,
      size,
      type,
      normalized,
      useBytes,
    );
    const mesh = new BabylonMesh('quantised', scene);
    mesh.setVerticesBuffer(buffer, true, 3);
    mesh.setIndices([0, 1, 2]);
    const { max } = meshFromGeometry(mesh).bounds();
    expect([max.x, max.y]).toEqual([1, expect.closeTo(0.5, 4)]);
  });

  test('without an index, in submeshes, of a Geometry, of a VertexData, of an instance', () => {
    const strip = new BabylonMesh('strip', scene);
    strip.setVerticesData('position', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1]);
    strip.isUnIndexed = true;
    expect(count(meshFromGeometry(strip))).toBe(2);
    const box = CreateBox('box', {}, scene);
    box.subMeshes = [];
    for (const start of [0, 12]) new SubMesh(0, 0, 24, start, 12, box);
    expect(count(meshFromGeometry(box, { subMeshes: [1] }))).toBe(4);
    expect(() => meshFromGeometry(box, { subMeshes: [2] })).toThrow(
      'subMeshes must be below 2, the number of submeshes, got 2',
    );
    expect(count(meshFromGeometry(box.geometry!))).toBe(12);
    expect(count(meshFromGeometry(VertexData.ExtractFromMesh(box)))).toBe(12);
    expect(count(meshFromGeometry(box.createInstance('instance')))).toBe(12);
    expect(polytopeFromGeometry(box).vertexCount).toBe(8);
  });

  test('says what is missing', () => {
    const empty = new BabylonMesh('empty', scene);
    expect(() => meshFromGeometry(empty)).toThrow('source must have vertices, got "empty" without any');
    expect(() => meshFromGeometry(new VertexData())).toThrow('got a VertexData without any');
    expect(() => meshFromGeometry(3 as never)).toThrow('source must be a mesh, a Geometry or a VertexData');
    expect(() => meshFromGeometry(empty, { groups: [0] } as object)).toThrow("unknown option 'groups'");
    const cleared = CreateBox('cleared', {}, scene);
    cleared.geometry!.clearCachedData();
    expect(() => shapeFromObject(cleared)).toThrow('the positions of "cleared" are only on the GPU');
  });
});
