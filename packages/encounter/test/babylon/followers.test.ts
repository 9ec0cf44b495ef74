/** Colliders of nodes, against the vertices of the same meshes as Babylon.js itself places them. */
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateLines } from '@babylonjs/core/Meshes/Builders/linesBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { CreateTorusKnot } from '@babylonjs/core/Meshes/Builders/torusKnotBuilder.js';
import '@babylonjs/core/Meshes/instancedMesh.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { Mesh as BabylonMesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { MorphTarget } from '@babylonjs/core/Morph/morphTarget.js';
import { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager.js';
import type { Node } from '@babylonjs/core/node.js';
import type { Scene as BabylonScene } from '@babylonjs/core/scene.js';
import { describe, expect, test } from 'vitest';
import { collidersFromObject, DeformingMesh, Followers, shapeFromObject } from '../../src/babylon/index.ts';
import { LinearKind } from '../../src/core.ts';
import { Box, Collider, Compound, type Mesh, rayCast, Scene, Sphere } from '../../src/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';
import { apart, disturb, drawnBox, stage, worm } from './figures.ts';

const SEED = seedFromEnv(20261118);

/** World matrices of Babylon are in single precision. */
const SINGLE = 1e-4;

/** Nodes within nodes, each turned and unevenly scaled, so that what is inside is sheared. */
function nested(scene: BabylonScene, make: (name: string) => BabylonMesh) {
  const root = new TransformNode('root', scene);
  const nodes = [root];
  const meshes = [0, 1, 2].map((depth) => {
    const node = new TransformNode(`node ${depth}`, scene);
    node.parent = nodes[depth];
    nodes.push(node);
    const mesh = make(`mesh ${depth}`);
    mesh.parent = node;
    return mesh;
  });
  return { root, nodes, meshes };
}

describe('Followers', () => {
  for (const rightHanded of [false, true])
    test(`are where Babylon draws, under nested uneven scale, ${rightHanded ? 'right' : 'left'}-handed`, () => {
      const rng = new Rng(SEED);
      const scene = stage(rightHanded);
      const knot = CreateTorusKnot('knot', { radialSegments: 32, tubularSegments: 6 }, scene);
      const { root, nodes, meshes } = nested(scene, (name) => knot.clone(name));
      const followers = new Followers();
      const colliders = followers.add(root);
      expect(colliders.map(({ data }) => data.object)).toEqual(meshes);
      expect(new Set(colliders.map(({ shape }) => shape)).size).toBe(1);
      for (let frame = 0; frame < 20; frame++) {
        for (const node of nodes) disturb(node, rng);
        followers.update();
        colliders.forEach((collider, i) => {
          expect(apart(collider.bounds(), drawnBox(meshes[i]))).toBeLessThan(SINGLE);
        });
      }
    });

  test('a box under uneven scale keeps to its corners', () => {
    const rng = new Rng(SEED + 1);
    const scene = stage();
    const { root, nodes, meshes } = nested(scene, (name) => CreateBox(name, { width: 1, height: 2, depth: 3 }, scene));
    const followers = new Followers();
    const colliders = followers.add(root);
    expect(colliders[0].shape).toBeInstanceOf(Box);
    for (let frame = 0; frame < 20; frame++) {
      for (const node of nodes) disturb(node, rng);
      followers.update();
      colliders.forEach((collider, i) => {
        expect(apart(collider.bounds(), drawnBox(meshes[i]))).toBeLessThan(SINGLE);
      });
    }
  });

  test('a quaternion, an angle and a point mean the same to Babylon and to a collider', () => {
    const scene = stage();
    const node = new TransformNode('node', scene);
    disturb(node, new Rng(SEED + 2));
    node.rotationQuaternion ??= node.rotation.toQuaternion();
    node.scaling.set(1, 2, 3);
    const followed = new Followers().follow(node, new Collider(new Box([1, 1, 1])));
    const { position, rotationQuaternion: orientation, scaling: scale } = node;
    const placed = new Collider(new Box([1, 1, 1]), { position, orientation, scale });
    followed.getMatrix().forEach((x, i) => {
      expect(x).toBeCloseTo(placed.getMatrix()[i], 5);
    });
    // Mirrored or not, a ray finds the point that Babylon computes.
    const corner = Vector3.TransformCoordinates(new Vector3(0.5, 0, 0), node.computeWorldMatrix(true));
    const hit = rayCast(followed, corner.scale(2).subtract(position), position);
    expect(Vector3.Distance(corner, new Vector3(hit!.point.x, hit!.point.y, hit!.point.z))).toBeLessThan(SINGLE);
  });

  test('leaves alone what has not moved, and follows what has in a scene', () => {
    const scene = stage();
    CreateBox('still', {}, scene);
    const moving = CreateSphere('moving', { diameter: 1 }, scene);
    moving.position.x = 3;
    const followers = new Followers();
    const world = new Scene().add(...followers.add(scene));
    const count = (): number => Array.from(world.encounters()).length;
    expect(count()).toBe(0);
    let touched = 0;
    const [box, ball] = followers.colliders;
    box.watcher = { colliderChanges: () => void touched++, colliderMoves() {}, next: box.watcher };
    moving.position.x = 0.75;
    followers.update();
    expect(count()).toBe(1);
    expect(ball.getMatrix()[12]).toBe(0.75);
    expect(touched).toBe(0);
  });

  test('computes world matrices unless told not to', () => {
    const scene = stage();
    const parent = new TransformNode('parent', scene);
    const mesh = CreateBox('box', {}, scene);
    mesh.parent = parent;
    const followers = new Followers();
    const [collider] = followers.add(mesh);
    followers.updatesMatrices = false;
    parent.position.set(1, 2, 3);
    followers.update();
    expect(collider.getMatrix()[12]).toBe(0);
    followers.updatesMatrices = true;
    followers.update();
    expect(Array.from(collider.getMatrix().slice(12))).toEqual([1, 2, 3, 1]);
  });

  test('instances have a collider each, thin ones a number besides', () => {
    const rng = new Rng(SEED + 3);
    const scene = stage();
    const parent = new TransformNode('parent', scene);
    const thick = CreateBox('thick', { width: 1, height: 2, depth: 3 }, scene);
    const instance = thick.createInstance('instance');
    const thin = CreateBox('thin', { width: 3, height: 2, depth: 1 }, scene);
    for (const mesh of [thick, instance, thin]) mesh.parent = parent;
    const part = new TransformNode('part', scene);
    const matrices = Array.from({ length: 20 }, () => Matrix.Identity());
    const buffer = new Float32Array(20 * 16);
    thin.thinInstanceSetBuffer('matrix', buffer, 16, false);
    for (let i = 0; i < 20; i++) matrices[i].copyToArray(buffer, 16 * i);
    const followers = new Followers();
    const colliders = followers.add(parent);
    expect(colliders.map(({ data }) => data.object.name)).toEqual(['thick', 'instance', ...Array(20).fill('thin')]);
    expect(colliders[1].shape).toBe(colliders[0].shape);
    expect(colliders.slice(2).map(({ data }) => data.instanceId)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    for (let frame = 0; frame < 5; frame++) {
      for (const node of [parent, thick, instance, thin]) disturb(node, rng);
      for (let i = 0; i < 20; i++) {
        disturb(part, rng);
        matrices[i].copyFrom(part.computeWorldMatrix(true)).copyToArray(buffer, 16 * i);
      }
      thin.thinInstanceBufferUpdated('matrix');
      followers.update();
      expect(apart(colliders[0].bounds(), drawnBox(thick))).toBeLessThan(SINGLE);
      expect(apart(colliders[1].bounds(), drawnBox(instance))).toBeLessThan(SINGLE);
      for (let i = 0; i < 20; i++)
        expect(apart(colliders[2 + i].bounds(), drawnBox(thin, matrices[i]))).toBeLessThan(SINGLE);
    }
  });

  test('a mesh that is disposed takes its collider along, by the line in docs/babylon.md', () => {
    const scene = stage();
    const mesh = CreateBox('crate', {}, scene);
    const followers = new Followers();
    const world = new Scene().add(...followers.add(mesh), ...followers.add(CreateBox('other', {}, scene)));
    mesh.onDisposeObservable.add(() => world.remove(...followers.remove(mesh)));
    mesh.dispose();
    expect([world.size, followers.colliders.length]).toEqual([1, 1]);
  });

  test('remove gives back what follows a node and all below it', () => {
    const scene = stage();
    const { root, nodes } = nested(scene, (name) => CreateBox(name, {}, scene));
    const followers = new Followers();
    const colliders = followers.add(root);
    expect(followers.remove(nodes[2])).toEqual(colliders.slice(1));
    expect(followers.colliders).toEqual(colliders.slice(0, 1));
    expect(followers.remove(scene)).toEqual(colliders.slice(0, 1));
  });

  test('leaves out lines, groups, coarser levels of detail and what a callback says', () => {
    const scene = stage();
    const group = new BabylonMesh('an empty mesh as a group', scene);
    const fine = CreateSphere('fine', {}, scene);
    const coarse = CreateBox('coarse', {}, scene);
    fine.addLODLevel(50, coarse);
    const decal = CreateBox('decal', {}, scene);
    const tree = CreateTorusKnot('tree', { radialSegments: 16, tubularSegments: 4 }, scene);
    const lines = CreateLines('lines', { points: [Vector3.Zero(), Vector3.One()] }, scene);
    for (const mesh of [fine, coarse, decal, tree, lines]) mesh.parent = group;
    const colliders = collidersFromObject(group, {
      shape: (mesh) => (mesh === decal ? null : mesh === tree ? new Sphere(2) : undefined),
    });
    expect(colliders.map(({ data }) => data.object)).toEqual([fine, tree]);
    expect(colliders[1].shape).toBeInstanceOf(Sphere);
  });

  test('refuses what it cannot follow', () => {
    const followers = new Followers();
    expect(() => followers.add({} as Node)).toThrow('object must be a node or have a list of meshes, got {}');
    expect(() => followers.follow(new TransformNode('n', stage()), {} as Collider)).toThrow(
      'collider must be a Collider',
    );
    const shape = new Box([1, 1, 1]) as unknown as () => null;
    expect(() => new Followers({ shape })).toThrow('shape must be a function of a mesh, got a Box');
    expect(() => new Followers({ soild: true } as object)).toThrow("unknown option 'soild': did you mean solid?");
  });

  test('what turns in single precision is rigid for its collider', () => {
    const rng = new Rng(SEED + 4);
    const scene = stage();
    const { root, nodes } = nested(scene, (name) => CreateTorusKnot(name, { radialSegments: 8 }, scene));
    const followers = new Followers();
    const [, , collider] = followers.add(root);
    for (let frame = 0; frame < 50; frame++) {
      for (const node of nodes) disturb(node, rng, 0);
      followers.update();
      expect(collider.linear).toBe(LinearKind.rigid);
    }
  });
});

describe('meshes that deform', () => {
  test('bones: vertices are where Babylon puts them', () => {
    const rng = new Rng(SEED + 5);
    const { mesh, bones } = worm(stage());
    const followers = new Followers();
    const [collider] = followers.add(mesh);
    for (let frame = 0; frame < 10; frame++) {
      disturb(mesh, rng, 0.5);
      for (const bone of bones) bone.rotation = new Vector3(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
      followers.update();
      (collider.shape as Mesh).validate();
      expect(apart(collider.bounds(), drawnBox(mesh))).toBeLessThan(SINGLE);
    }
  });

  test('bones that nodes move, as glTF files have them, without a frame in between', () => {
    const scene = stage();
    const { mesh, bones } = worm(scene);
    const node = new TransformNode('joint', scene);
    node.position.y = 2;
    bones[1].linkTransformNode(node);
    const followers = new Followers();
    const [collider] = followers.add(mesh);
    const before = collider.bounds().max.x;
    node.rotation.z = -1;
    followers.update();
    expect(collider.bounds().max.x).toBeGreaterThan(before + 1);
    expect(apart(collider.bounds(), drawnBox(mesh))).toBeLessThan(SINGLE);
  });

  test('morph targets, and then bones', () => {
    const scene = stage();
    const { mesh, bones } = worm(scene);
    const manager = new MorphTargetManager(scene);
    for (const factor of [2, 3]) {
      const target = new MorphTarget(`wide ${factor}`, 0, scene);
      target.setPositions(mesh.getVerticesData('position')!.map((x, i) => (i % 3 === 1 ? x : factor * x)));
      manager.addTarget(target);
    }
    mesh.morphTargetManager = manager;
    const body = new DeformingMesh(mesh, { solid: true });
    const collider = new Collider(body.shape);
    expect(collider.bounds().max.x).toBeCloseTo(0.5, 5);
    manager.getTarget(0).influence = 1;
    manager.getTarget(1).influence = 0.5;
    expect(body.update().shape).toBe(body.shape);
    expect(collider.bounds().max.x).toBeCloseTo(1.5, 5);
    bones[1].rotation = new Vector3(0, 0, 0.5);
    body.update();
    expect(apart(collider.bounds(), drawnBox(mesh))).toBeLessThan(SINGLE);
    expect(body.shape.solid).toBe(true);
    body.shape.validate();
  });

  test('a callback', () => {
    let lift = 0;
    const mesh = CreateBox('box', {}, stage());
    const positions = mesh.getVerticesData('position')!;
    const body = new DeformingMesh(mesh, {
      vertex: (i, target) => void target.set(positions[3 * i], positions[3 * i + 1] + lift, positions[3 * i + 2]),
    });
    lift = 5;
    body.update();
    expect(new Collider(body.shape).bounds().min.y).toBe(4.5);
  });
});

describe('shapeFromObject', () => {
  test('is all that is in a node, in its own frame', () => {
    const rng = new Rng(SEED + 6);
    const scene = stage();
    const { root, nodes } = nested(scene, (name) => CreateTorusKnot(name, { radialSegments: 16 }, scene));
    const thin = CreateBox('thin', {}, scene);
    thin.parent = nodes[1];
    // `thinInstanceAdd` asks the graphics card; the buffer does not.
    const buffer = new Float32Array([0, 1, 2].flatMap((i) => Array.from(Matrix.Translation(i, 2 * i, 0).m)));
    thin.thinInstanceSetBuffer('matrix', buffer);
    const shape = shapeFromObject(root);
    expect((shape as Compound).parts).toHaveLength(6);
    const collider = new Collider(shape);
    for (let i = 0; i < 5; i++) {
      disturb(root, rng);
      collider.setMatrix(root.computeWorldMatrix(true).m);
      const world = new Compound(collidersFromObject(root).map((c) => ({ shape: c.shape, matrix: c.getMatrix() })));
      const { min, max } = world.bounds();
      const box = { min: new Vector3(min.x, min.y, min.z), max: new Vector3(max.x, max.y, max.z) };
      expect(apart(collider.bounds(), box)).toBeLessThan(SINGLE);
    }
  });

  test('is the shape itself if there is only one', () => {
    const scene = stage();
    const mesh = CreateBox('box', { size: 2 }, scene);
    mesh.position.x = 7;
    expect(shapeFromObject(mesh)).toBeInstanceOf(Box);
    const group = new TransformNode('group', scene);
    mesh.parent = group;
    const hit = rayCast(new Collider(shapeFromObject(group)), [0, 0, 0], [10, 0, 0]);
    expect(hit?.point.x).toBeCloseTo(6, 6);
    mesh.dispose();
    expect(() => shapeFromObject(group)).toThrow(
      'object must have a mesh in it, got TransformNode "group" without any',
    );
    group.scaling.y = 0;
    expect(() => shapeFromObject(group)).toThrow('object must not be flat');
  });
});
