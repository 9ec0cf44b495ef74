/** Colliders of objects, against three's own boxes, vertices and rays of the same objects. */
import {
  AnimationClip,
  AnimationMixer,
  BatchedMesh,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  Group,
  InstancedMesh,
  Line,
  LOD,
  Matrix4,
  MeshBasicMaterial,
  Object3D,
  QuaternionKeyframeTrack,
  SphereGeometry,
  Mesh as ThreeMesh,
  Scene as ThreeScene,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { Affine, LinearKind } from '../../src/core.ts';
import { Box, Collider, Compound, type Mesh, rayCast, Scene, Sphere } from '../../src/index.ts';
import { collidersFromObject, DeformingMesh, Followers, shapeFromObject } from '../../src/three/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';
import { disturb, worm } from './figures.ts';

const SEED = seedFromEnv(20261117);

/** The world box of three, of each vertex. */
function expectBox(object: Object3D, colliders: readonly Collider[], digits = 9): void {
  const theirs = new Box3().setFromObject(object, true);
  const ours = new Box3();
  for (const { bounds } of colliders.map((collider) => ({ bounds: collider.bounds() })))
    ours.union(new Box3(new Vector3().copy(bounds.min), new Vector3().copy(bounds.max)));
  for (const axis of ['x', 'y', 'z'] as const) {
    expect(ours.min[axis]).toBeCloseTo(theirs.min[axis], digits);
    expect(ours.max[axis]).toBeCloseTo(theirs.max[axis], digits);
  }
}

/** Groups within groups, each turned and unevenly scaled, so that what is inside is sheared. */
function nested(rng: Rng, geometry: BufferGeometry): { root: Group; groups: Group[] } {
  const root = new Group();
  const groups = [root];
  for (let depth = 0; depth < 3; depth++) {
    const group = new Group();
    groups[depth].add(group);
    group.add(new ThreeMesh(geometry));
    groups.push(group);
  }
  for (const group of groups) disturb(group, rng);
  return { root, groups };
}

describe('Followers', () => {
  test('world boxes are those of three under nested uneven scale', () => {
    const rng = new Rng(SEED);
    const geometry = new TorusKnotGeometry(1, 0.3, 64, 8);
    const { root, groups } = nested(rng, geometry);
    const followers = new Followers();
    const colliders = followers.add(root);
    expect(colliders).toHaveLength(3);
    expect(new Set(colliders.map(({ shape }) => shape)).size).toBe(1);
    expect(colliders.map(({ data }) => data.object)).toEqual(
      groups.slice(1).map(({ children }) => children.find((c) => c instanceof ThreeMesh)),
    );
    for (let frame = 0; frame < 20; frame++) {
      for (const group of groups) disturb(group, rng);
      followers.update();
      expectBox(root, colliders);
    }
  });

  test('a box under uneven scale keeps to its corners', () => {
    const rng = new Rng(SEED + 1);
    const { root, groups } = nested(rng, new BoxGeometry(1, 2, 3));
    const followers = new Followers();
    const colliders = followers.add(root);
    expect(colliders[0].shape).toBeInstanceOf(Box);
    for (let frame = 0; frame < 20; frame++) {
      for (const group of groups) disturb(group, rng);
      followers.update();
      expectBox(root, colliders);
    }
  });

  test('leaves alone what has not moved, and follows what has in a scene', () => {
    const stage = new ThreeScene();
    const still = new ThreeMesh(new BoxGeometry());
    const moving = new ThreeMesh(new SphereGeometry(0.5));
    moving.position.x = 3;
    stage.add(still, moving);
    const followers = new Followers();
    const world = new Scene().add(...followers.add(stage));
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

  test('brings matrices up to date unless told not to', () => {
    const parent = new Group();
    const mesh = new ThreeMesh(new BoxGeometry());
    parent.add(mesh);
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

  test('is right from the start, also below objects with matrices of their own', () => {
    const group = new Group();
    const mesh = new ThreeMesh(new BoxGeometry());
    group.add(mesh);
    group.updateMatrixWorld();
    for (const object of [group, mesh]) object.matrixAutoUpdate = false;
    group.matrix.makeTranslation(7, 0, 0);
    group.matrixWorldNeedsUpdate = true;
    const [collider] = collidersFromObject(group);
    expect(collider.bounds().min.x).toBe(6.5);
  });

  test('a collider of yours follows any object', () => {
    const hand = new Object3D();
    hand.position.y = 2;
    const followers = new Followers();
    const trigger = followers.follow(hand, new Collider(new Sphere(1), { data: 'trigger' }));
    expect(trigger.data).toBe('trigger');
    expect(trigger.bounds().max.y).toBe(3);
    hand.scale.set(1, 3, 1);
    followers.update();
    expect(trigger.bounds().max.y).toBeCloseTo(5, 12);
  });

  test('remove gives back what follows an object and all below it', () => {
    const { root, groups } = nested(new Rng(SEED), new BoxGeometry());
    const followers = new Followers();
    const colliders = followers.add(root);
    expect(followers.remove(groups[2])).toEqual(colliders.slice(1));
    expect(followers.colliders).toEqual(colliders.slice(0, 1));
    root.position.x += 100;
    followers.update();
    expect(colliders[0].bounds().min.x).toBeGreaterThan(50);
    expect(colliders[1].bounds().min.x).toBeLessThan(50);
  });

  test('one collider an instance, where three draws it', () => {
    const rng = new Rng(SEED + 2);
    const parent = new Group();
    const mesh = new InstancedMesh(new BoxGeometry(1, 2, 3), new MeshBasicMaterial(), 20);
    parent.add(mesh);
    const followers = new Followers();
    const colliders = followers.add(parent);
    const part = new Object3D();
    const matrix = new Matrix4();
    for (let frame = 0; frame < 5; frame++) {
      disturb(parent, rng);
      for (let i = 0; i < mesh.count; i++) {
        disturb(part, rng);
        part.updateMatrix();
        mesh.setMatrixAt(i, part.matrix);
      }
      followers.update();
      expect(colliders.map(({ data }) => data.instanceId)).toEqual(Array.from({ length: 20 }, (_, i) => i));
      colliders.forEach((collider, i) => {
        const copy = new ThreeMesh(mesh.geometry);
        copy.matrixAutoUpdate = false;
        mesh.getMatrixAt(i, matrix);
        copy.matrix.multiplyMatrices(mesh.matrixWorld, matrix);
        copy.matrixWorldNeedsUpdate = true;
        expectBox(copy, [collider], 4); // instance matrices are single precision
      });
    }
  });

  test('a skinned mesh is where three puts its vertices, as bones and parents move', () => {
    const rng = new Rng(SEED + 3);
    const { figure, mesh, bones } = worm();
    const followers = new Followers();
    const [collider] = followers.add(figure);
    const refitted = collider.shape as Mesh;
    const p = new Vector3();
    for (let frame = 0; frame < 10; frame++) {
      disturb(figure, rng, 0.5);
      for (const bone of bones) bone.rotation.set(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
      followers.update();
      refitted.validate();
      const box = new Box3();
      for (let i = 0; i < mesh.geometry.attributes.position.count; i++)
        box.expandByPoint(mesh.getVertexPosition(i, p).applyMatrix4(mesh.matrixWorld));
      const { min, max } = collider.bounds();
      expect(box.min.distanceTo(new Vector3().copy(min))).toBeLessThan(1e-5);
      expect(box.max.distanceTo(new Vector3().copy(max))).toBeLessThan(1e-5);
    }
  });

  test('leaves out what a callback says, and takes its shapes', () => {
    const group = new Group();
    const floor = new ThreeMesh(new BoxGeometry(10, 1, 10));
    const decal = new ThreeMesh(new BoxGeometry());
    const tree = new ThreeMesh(new TorusKnotGeometry());
    group.add(floor, decal, tree, new Line());
    const colliders = collidersFromObject(group, {
      shape: (mesh) => (mesh === decal ? null : mesh === tree ? new Sphere(2) : undefined),
    });
    expect(colliders.map(({ data }) => data.object)).toEqual([floor, tree]);
    expect(colliders[1].shape).toBeInstanceOf(Sphere);
  });

  test('of levels of detail takes the finest, and what is under them', () => {
    const lod = new LOD();
    const fine = new ThreeMesh(new SphereGeometry());
    lod.addLevel(new ThreeMesh(new BoxGeometry()), 50).addLevel(fine, 0);
    const extra = new ThreeMesh(new BoxGeometry());
    lod.add(extra);
    expect(collidersFromObject(lod).map(({ data }) => data.object)).toEqual([fine, extra]);
  });

  test('refuses what it cannot follow, and adds nothing then', () => {
    const group = new Group();
    group.add(new ThreeMesh(new BoxGeometry()), new BatchedMesh(1, 8, 36));
    const followers = new Followers();
    expect(() => followers.add(group)).toThrow(/BatchedMesh/);
    expect(followers.colliders).toEqual([]);
    expect(() => followers.add({} as Object3D)).toThrow(TypeError);
    expect(() => followers.follow(group, {} as Collider)).toThrow('collider must be a Collider');
  });
});

describe('noise of single precision', () => {
  test('an object turned by a glTF animation is rigid for its collider, and its mesh is not copied', () => {
    const mesh = new ThreeMesh(new TorusKnotGeometry(1, 0.3, 32, 6));
    const parents = [new Group(), new Group(), new Group()];
    parents[0].add(parents[1]);
    parents[1].add(parents[2]);
    parents[2].add(mesh);
    // Key frames are Float32Arrays, and what is between them as well.
    const rng = new Rng(SEED + 4);
    const track = Array.from({ length: 32 }, () => rng.range(-1, 1));
    for (let k = 0; k < 32; k += 4) {
      const l = Math.hypot(...track.slice(k, k + 4));
      for (let i = 0; i < 4; i++) track[k + i] /= l;
    }
    const times = Array.from({ length: 8 }, (_, i) => i);
    const mixers = parents.map((parent) => {
      const mixer = new AnimationMixer(parent);
      mixer.clipAction(new AnimationClip('', -1, [new QuaternionKeyframeTrack('.quaternion', times, track)])).play();
      return mixer;
    });
    const followers = new Followers();
    const [collider] = followers.add(parents[0]);
    let asThreeHasIt = 0;
    for (let frame = 0; frame < 100; frame++) {
      for (const mixer of mixers) mixer.update(1 / 15);
      followers.update();
      expect(collider.linear).toBe(LinearKind.rigid);
      if (new Affine().setMatrix(mesh.matrixWorld.elements).kind === LinearKind.rigid) asThreeHasIt++;
      collider.getMatrix().forEach((x, i) => {
        expect(x).toBeCloseTo(mesh.matrixWorld.elements[i], 5);
      });
    }
    expect(asThreeHasIt).toBeLessThan(100);
  });

  test('scale, mirroring and shear that are more than noise come through as they are', () => {
    const rng = new Rng(SEED + 5);
    const object = new Object3D();
    const followers = new Followers();
    const collider = followers.follow(object, new Collider(new Sphere(1)));
    object.matrixAutoUpdate = false;
    for (let i = 0; i < 200; i++) {
      for (let k = 0; k < 16; k++) object.matrix.elements[k] = k % 4 === 3 ? Number(k === 15) : rng.range(-2, 2);
      object.matrixWorldNeedsUpdate = true;
      followers.update();
      const size = Math.max(...object.matrix.elements.slice(0, 12).map(Math.abs));
      collider.getMatrix().forEach((x, k) => {
        expect(Math.abs(x - object.matrix.elements[k])).toBeLessThan(4e-6 * size);
      });
    }
  });

  test('exact matrices stay as they are, flat ones too', () => {
    const object = new Object3D();
    const followers = new Followers();
    const collider = followers.follow(object, new Collider(new Box([1, 1, 1])));
    for (const [x, y, z] of [
      [1, 1, 1],
      [2, 2, 2],
      [2, 3, 4],
      [-1, 1, 1],
      [1, 0, 1],
      [0, 0, 0],
      [1e-3, 1e3, 1],
    ]) {
      object.scale.set(x, y, z);
      followers.update();
      expect(Array.from(collider.getMatrix(), (n) => n + 0)).toEqual(
        [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1].map((n) => n + 0),
      );
    }
  });

  test('a slow growth is followed to a millionth', () => {
    const object = new Object3D();
    const followers = new Followers();
    const collider = followers.follow(object, new Collider(new Box([1, 1, 1])));
    for (let i = 1; i <= 100; i++) {
      object.scale.setScalar(1 + 1e-7 * i);
      followers.update();
      expect(Math.abs(collider.getMatrix()[0] - object.scale.x)).toBeLessThan(1.1e-6);
    }
  });
});

describe('DeformingMesh', () => {
  test('follows morph targets', () => {
    const geometry = new SphereGeometry(1, 16, 8);
    const target = geometry.attributes.position.clone();
    for (let i = 0; i < target.count; i++) target.setY(i, 3 * target.getY(i));
    geometry.morphAttributes.position = [target];
    const object = new ThreeMesh(geometry);
    const body = new DeformingMesh(object, { solid: true });
    const height = (): number => new Collider(body.shape).bounds().max.y;
    expect(height()).toBeCloseTo(1, 6);
    object.morphTargetInfluences![0] = 0.5;
    expect(body.update().shape).toBe(body.shape);
    expect(height()).toBeCloseTo(2, 6);
    expect(body.shape.solid).toBe(true);
    body.shape.validate();
  });

  test('follows a callback', () => {
    let lift = 0;
    const object = new ThreeMesh(new BoxGeometry());
    const { position } = object.geometry.attributes;
    const body = new DeformingMesh(object, {
      vertex: (i, target) => void target.fromBufferAttribute(position, i).setY(position.getY(i) + lift),
    });
    lift = 5;
    body.update();
    expect(new Collider(body.shape).bounds().min.y).toBe(4.5);
  });
});

describe('shapeFromObject', () => {
  test('is all that is in an object, in its own frame', () => {
    const rng = new Rng(SEED + 6);
    const { root, groups } = nested(rng, new TorusKnotGeometry(1, 0.3, 32, 6));
    const instances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 3);
    for (let i = 0; i < 3; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(i, 2 * i, 0));
    groups[1].add(instances);
    const shape = shapeFromObject(root);
    expect(shape).toBeInstanceOf(Compound);
    expect((shape as Compound).parts).toHaveLength(6);
    const collider = new Collider(shape);
    for (let i = 0; i < 5; i++) {
      disturb(root, rng);
      root.updateMatrixWorld();
      collider.setMatrix(root.matrixWorld.elements);
      // three's exact box of an InstancedMesh is that of its boxes; take its instances one by one.
      const list = [...collidersFromObject(root)];
      const box = new Box3();
      for (const { min, max } of list.map((c) => c.bounds()))
        box.union(new Box3(new Vector3().copy(min), new Vector3().copy(max)));
      const { min, max } = collider.bounds();
      expect(box.min.distanceTo(new Vector3().copy(min))).toBeLessThan(1e-5);
      expect(box.max.distanceTo(new Vector3().copy(max))).toBeLessThan(1e-5);
    }
  });

  test('is the shape itself if there is only one', () => {
    const mesh = new ThreeMesh(new SphereGeometry(2));
    mesh.position.x = 7;
    expect(shapeFromObject(mesh)).toBeInstanceOf(Sphere);
    const group = new Group();
    group.add(mesh);
    const hit = rayCast(new Collider(shapeFromObject(group)), [0, 0, 0], [10, 0, 0]);
    expect(hit?.point.x).toBeCloseTo(5, 12);
    group.remove(mesh);
    group.name = 'empty';
    expect(() => shapeFromObject(group)).toThrow('object must have a mesh in it, got Group "empty" without any');
  });

  test('takes a skinned mesh in its pose', () => {
    const { figure, mesh, bones } = worm();
    bones[1].rotation.x = 1;
    const shape = shapeFromObject(figure);
    const p = new Vector3();
    const box = new Box3();
    for (let i = 0; i < mesh.geometry.attributes.position.count; i++) box.expandByPoint(mesh.getVertexPosition(i, p));
    expect(box.max.distanceTo(new Vector3().copy(shape.bounds().max))).toBeLessThan(1e-6);
  });
});
