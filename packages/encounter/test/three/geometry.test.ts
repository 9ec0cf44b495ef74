/** Shapes from geometries, against what three reads out of the same geometries. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float16BufferAttribute,
  Float32BufferAttribute,
  IcosahedronGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Mesh as ThreeMesh,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  containsPoint,
  Mesh,
  Placed,
  rayCast,
  type Shape,
  Sphere,
} from '../../src/index.ts';
import { meshFromGeometry, polytopeFromGeometry, shapeFromGeometry } from '../../src/three/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';

const SEED = seedFromEnv(20261116);

function knot(): BufferGeometry {
  return new TorusKnotGeometry(1, 0.3, 64, 8);
}

/** The same positions in front of other numbers. */
function interleaved(source: BufferGeometry): BufferGeometry {
  const { position, uv } = source.attributes;
  const buffer = new InterleavedBuffer(new Float32Array(5 * position.count), 5);
  const geometry = new BufferGeometry().setIndex(source.index);
  geometry.setAttribute('uv', new InterleavedBufferAttribute(buffer, 2, 0));
  geometry.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 2));
  for (let i = 0; i < position.count; i++) {
    geometry.attributes.uv.setXY(i, uv.getX(i), uv.getY(i));
    geometry.attributes.position.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
  }
  return geometry;
}

/** Sixteen-bit integers that stand for −1 … 1, as compressed glTF models have them. */
function quantized(source: BufferGeometry): BufferGeometry {
  const geometry = source.clone();
  const { position } = source.attributes;
  const attribute = new BufferAttribute(new Int16Array(3 * position.count), 3, true);
  for (let i = 0; i < position.count; i++)
    attribute.setXYZ(i, position.getX(i) / 2, position.getY(i) / 2, position.getZ(i) / 2);
  return geometry.setAttribute('position', attribute);
}

function halfFloats(source: BufferGeometry): BufferGeometry {
  const { position } = source.attributes;
  const attribute = new Float16BufferAttribute(new Uint16Array(3 * position.count), 3);
  for (let i = 0; i < position.count; i++) attribute.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
  return source.clone().setAttribute('position', attribute);
}

function ranged(source: BufferGeometry): BufferGeometry {
  const geometry = source.clone();
  geometry.setDrawRange(99, 601);
  return geometry;
}

/** Random rays through both: the same hits, the same triangle. Returns how many there were. */
function compareRays(geometry: BufferGeometry, mesh: Mesh, firstTriangle = 0): number {
  const rng = new Rng(SEED);
  const object = new ThreeMesh(geometry, new MeshBasicMaterial({ side: 2 }));
  const collider = new Collider(mesh);
  let hits = 0;
  for (let i = 0; i < 300; i++) {
    const from = new Vector3(rng.range(-2, 2), rng.range(-2, 2), rng.range(-2, 2)).normalize().multiplyScalar(4);
    const through = new Vector3(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
    const to = through.clone().sub(from).multiplyScalar(3).add(from);
    const [theirs] = new Raycaster(from, to.clone().sub(from).normalize(), 0, from.distanceTo(to)).intersectObject(
      object,
    );
    const ours = rayCast(collider, from, to);
    expect(ours === null, `ray ${i} of seed ${SEED}`).toBe(theirs === undefined);
    if (ours === null) continue;
    hits++;
    expect(theirs.point.distanceTo(new Vector3().copy(ours.point))).toBeLessThan(1e-6);
    expect(ours.primitive + firstTriangle).toBe(theirs.faceIndex);
  }
  return hits;
}

describe('meshFromGeometry', () => {
  test.each<[string, (source: BufferGeometry) => BufferGeometry, number]>([
    ['indexed', (g) => g, 0],
    ['without an index', (g) => g.toNonIndexed(), 0],
    ['interleaved', interleaved, 0],
    ['normalised integers', quantized, 0],
    ['half floats', halfFloats, 0],
    ['within a draw range', ranged, 33],
    ['within a draw range and without an index', (g) => ranged(g.toNonIndexed()), 33],
  ])('%s: rays meet what the Raycaster meets', (_, make, first) => {
    const geometry = make(knot());
    expect(compareRays(geometry, meshFromGeometry(geometry), first)).toBeGreaterThan(20);
  });

  test('takes whole triangles of the draw range only', () => {
    expect(meshFromGeometry(ranged(knot())).triangleCount).toBe(200);
    const endless = knot();
    endless.setDrawRange(1020, Infinity);
    expect(meshFromGeometry(endless).triangleCount).toBe(64 * 8 * 2 - 340);
  });

  test('shares floats, interleaved ones and the index', () => {
    const geometry = knot();
    const mesh = meshFromGeometry(geometry);
    expect(mesh.vertices.array).toBe(geometry.attributes.position.array);
    const mixed = interleaved(knot());
    expect(meshFromGeometry(mixed).vertices.array).toBe(mixed.attributes.position.array);

    geometry.translate(5, 0, 0);
    mesh.refit();
    expect(new Collider(mesh).bounds().min.x).toBeGreaterThan(3);
  });

  test('takes the groups asked for', () => {
    const crate = new BoxGeometry(2, 2, 2);
    const sides = meshFromGeometry(crate, { groups: [0, 1] });
    expect(sides.triangleCount).toBe(4);
    expect(rayCast(new Collider(sides), [0, 5, 0], [0, -5, 0])).toBeNull();
    expect(rayCast(new Collider(sides), [5, 0, 0], [-5, 0, 0])?.point.x).toBe(1);
    expect(() => meshFromGeometry(crate, { groups: [6] })).toThrow(/groups must be below 6.*got 6/);
  });

  test('is solid when asked, and with auto if it can be', () => {
    expect(meshFromGeometry(knot()).solid).toBe(false);
    expect(meshFromGeometry(knot(), { solid: true }).solid).toBe(true);
    expect(meshFromGeometry(knot(), { solid: 'auto' }).solid).toBe(true);
    expect(meshFromGeometry(new PlaneGeometry(1, 1), { solid: 'auto' }).solid).toBe(false);
    expect(() => meshFromGeometry(new PlaneGeometry(1, 1), { solid: true })).toThrow(RangeError);
  });

  test('says what is wrong with a geometry', () => {
    expect(() => meshFromGeometry(new BufferGeometry())).toThrow(
      'geometry must have an attribute position, got BufferGeometry',
    );
    const flat = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 1, 0, 1, 1], 2));
    expect(() => meshFromGeometry(flat)).toThrow('positions must have 3 numbers a vertex, got 2');
    const empty = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([], 3));
    expect(() => meshFromGeometry(empty)).toThrow('geometry must have vertices, got BufferGeometry without any');
  });
});

test('polytopeFromGeometry is the hull of what is drawn', () => {
  const hull = polytopeFromGeometry(new IcosahedronGeometry(2, 0));
  expect(hull.vertexCount).toBe(12);
  const geometry = new BoxGeometry(2, 2, 2);
  geometry.setDrawRange(0, 6); // the side at +x alone
  expect(polytopeFromGeometry(geometry).dimension).toBe(2);
});

describe('shapeFromGeometry', () => {
  test.each<[string, BufferGeometry, new (...args: never[]) => Shape]>([
    ['a box', new BoxGeometry(1, 2, 3), Box],
    ['a box of many parts', new BoxGeometry(1, 2, 3, 4, 5, 6), Box],
    ['a sphere', new SphereGeometry(1.5, 64, 32), Sphere],
    ['a cylinder', new CylinderGeometry(0.5, 0.5, 3, 64), Cylinder],
    ['a cone', new ConeGeometry(0.5, 3, 64), Cone],
    ['a cylinder with an apex', new CylinderGeometry(0, 0.5, 3, 64), Cone],
    ['a cylinder with its apex below', new CylinderGeometry(0.5, 0, 3, 64), Placed],
    ['a capsule', new CapsuleGeometry(0.5, 2, 16, 64), Capsule],
  ])('%s, and it is where the triangles are', (_, geometry, type) => {
    const shape = shapeFromGeometry(geometry);
    expect(shape).toBeInstanceOf(type);
    const { min, max } = new Collider(shape).bounds();
    geometry.computeBoundingBox();
    const box = geometry.boundingBox!;
    expect(box.min.distanceTo(new Vector3().copy(min))).toBeLessThan(0.005);
    expect(box.max.distanceTo(new Vector3().copy(max))).toBeLessThan(0.005);
    // All vertices lie on it.
    const grown = new Collider(shape, { margin: 1e-6 });
    const { position } = geometry.attributes;
    const p = new Vector3();
    for (let i = 0; i < position.count; i++)
      expect(containsPoint(grown, p.fromBufferAttribute(position, i))).toBe(true);
    // A copy has the parameters as well.
    expect(shapeFromGeometry(geometry.clone())).toBeInstanceOf(type);
  });

  test.each<[string, BufferGeometry]>([
    ['half a sphere', new SphereGeometry(1, 16, 8, 0, Math.PI)],
    ['the upper part of a sphere', new SphereGeometry(1, 16, 8, 0, 2 * Math.PI, 0, 1)],
    ['a pipe', new CylinderGeometry(1, 1, 2, 16, 1, true)],
    ['a slice of a cylinder', new CylinderGeometry(1, 1, 2, 16, 1, false, 0, 1)],
    ['a truncated cone', new CylinderGeometry(0.5, 1, 2)],
    ['a box that was moved', new BoxGeometry(1, 1, 1).translate(1, 0, 0)],
    ['a sphere that was flattened', new SphereGeometry(1).scale(1, 0.5, 1)],
    ['a cone that was turned over', new ConeGeometry(1, 2).rotateX(Math.PI)],
    ['a box turned inside out', new BoxGeometry(-1, 1, 1)],
    ['something else', new TorusKnotGeometry()],
    ['a box of plain triangles', new BoxGeometry(1, 1, 1).toNonIndexed()],
  ])('%s is its triangles', (_, geometry) => {
    expect(shapeFromGeometry(geometry)).toBeInstanceOf(Mesh);
  });

  test('can be told to take the triangles', () => {
    expect(shapeFromGeometry(new BoxGeometry(), { exact: false, solid: true })).toBeInstanceOf(Mesh);
    const part = new BoxGeometry();
    part.setDrawRange(0, 12);
    expect(shapeFromGeometry(part)).toBeInstanceOf(Mesh);
  });
});
