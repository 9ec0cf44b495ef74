/** Picking, against three's Raycaster. */
import {
  BoxGeometry,
  Group,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Mesh as ThreeMesh,
  Scene as ThreeScene,
  TorusKnotGeometry,
  Vector2,
  Vector3,
  WebGPUCoordinateSystem,
} from 'three';
import { describe, expect, test } from 'vitest';
import { type Collider, Scene } from '../../src/index.ts';
import { collidersFromObject, type Followed, pick, pointerFromEvent, rayFromCamera } from '../../src/three/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';
import { disturb } from './figures.ts';

const SEED = seedFromEnv(20261118);

function orthographic(): OrthographicCamera {
  const camera = new OrthographicCamera(-8, 8, 6, -6, 0.1, 100);
  camera.zoom = 1.5;
  camera.updateProjectionMatrix();
  return camera;
}

function shifted(): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, 100);
  camera.setViewOffset(1600, 900, 200, 100, 800, 600);
  return camera;
}

describe('pick', () => {
  test.each<[string, PerspectiveCamera | OrthographicCamera]>([
    ['perspective', new PerspectiveCamera(60, 4 / 3, 0.1, 200)],
    ['perspective with a view offset', shifted()],
    ['orthographic', orthographic()],
  ])('%s: finds what the Raycaster finds', (_, camera) => {
    const rng = new Rng(SEED);
    const stage = new ThreeScene();
    const material = new MeshBasicMaterial({ side: 2 });
    for (let i = 0; i < 40; i++) {
      const mesh = new ThreeMesh(i % 2 ? new BoxGeometry(1, 2, 1) : new TorusKnotGeometry(0.7, 0.2, 48, 8), material);
      disturb(mesh, rng);
      stage.add(mesh);
    }
    const world = new Scene<Followed>().add(...collidersFromObject(stage));
    const rig = new Group();
    rig.add(camera);
    camera.position.z = 12;
    const raycaster = new Raycaster();
    const pointer = new Vector2();
    let hits = 0;
    for (let i = 0; i < 400; i++) {
      rig.rotation.y = i / 20;
      rig.position.y = rng.range(-1, 1);
      pointer.set(rng.range(-1, 1), rng.range(-1, 1));
      const ours = pick(world, camera, pointer);
      raycaster.setFromCamera(pointer, camera);
      const [theirs] = raycaster.intersectObject(stage);
      expect(ours === null, `pointer ${i} of seed ${SEED}`).toBe(theirs === undefined);
      if (ours === null) continue;
      hits++;
      expect(ours.collider.data.object).toBe(theirs.object);
      expect(theirs.point.distanceTo(new Vector3().copy(ours.point))).toBeLessThan(1e-5);
      // Ours is on the side that the ray comes from; three's is that of the face, in its own frame.
      const normal = theirs.normal!.clone().transformDirection(theirs.object.matrixWorld);
      if (theirs.object.scale.x === theirs.object.scale.y)
        expect(Math.abs(normal.dot(new Vector3().copy(ours.normal)))).toBeCloseTo(1, 4);
      expect(raycaster.ray.direction.dot(new Vector3().copy(ours.normal))).toBeLessThanOrEqual(1e-12);
    }
    expect(hits).toBeGreaterThan(60);
  });

  test('passes options on', () => {
    const near = new ThreeMesh(new BoxGeometry());
    const far = new ThreeMesh(new BoxGeometry());
    far.position.z = -3;
    const stage = new Group().add(near, far);
    const world = new Scene<Followed>().add(...collidersFromObject(stage));
    const camera = new PerspectiveCamera(60, 1, 0.1, 100);
    camera.position.z = 5;
    expect(pick(world, camera, { x: 0, y: 0 })?.collider.data.object).toBe(near);
    const options = { filter: ({ data }: Collider<Followed>) => data.object !== near };
    expect(pick(world, camera, { x: 0, y: 0 }, options)?.collider.data.object).toBe(far);
    expect(pick(world, camera, { x: 0.9, y: 0 })).toBeNull();
  });
});

describe('rayFromCamera', () => {
  test.each<[string, PerspectiveCamera | OrthographicCamera]>([
    ['perspective', new PerspectiveCamera(60, 4 / 3, 0.5, 200)],
    ['orthographic', orthographic()],
  ])('%s: goes from the near plane to the far plane', (_, camera) => {
    camera.position.set(1, 2, 3);
    camera.lookAt(-4, 0, 1);
    const { from, to } = rayFromCamera(camera, { x: 0.3, y: -0.6 });
    for (const [point, depth] of [
      [from, -1],
      [to, 1],
    ] as const) {
      const ndc = new Vector3().copy(point).project(camera);
      expect(ndc.x).toBeCloseTo(0.3, 9);
      expect(ndc.y).toBeCloseTo(-0.6, 9);
      expect(ndc.z).toBeCloseTo(depth, 9);
    }
  });

  test('does not depend on how the projection counts depth', () => {
    const webgl = new PerspectiveCamera(60, 4 / 3, 0.5, 200);
    const webgpu = webgl.clone();
    webgpu.coordinateSystem = WebGPUCoordinateSystem;
    webgpu.updateProjectionMatrix();
    expect(webgpu.projectionMatrix.equals(webgl.projectionMatrix)).toBe(false);
    const pointer = { x: 0.3, y: -0.6 };
    const ours = rayFromCamera(webgpu, pointer);
    const theirs = rayFromCamera(webgl, pointer);
    for (const end of ['from', 'to'] as const)
      expect(new Vector3().copy(ours[end]).distanceTo(new Vector3().copy(theirs[end]))).toBeLessThan(1e-9);
  });

  test('writes into a ray that it is given, and refuses an endless view', () => {
    const camera = new PerspectiveCamera();
    const ray = rayFromCamera(camera, { x: 0, y: 0 });
    expect(rayFromCamera(camera, { x: 1, y: 0 }, ray)).toBe(ray);
    expect(ray.to.x).toBeGreaterThan(0);
    camera.far = Infinity;
    expect(() => rayFromCamera(camera, { x: 0, y: 0 })).toThrow('camera must have finite near and far planes');
  });
});

test('pointerFromEvent is relative to the element', () => {
  const element = { getBoundingClientRect: () => ({ left: 100, top: 50, width: 400, height: 200 }) };
  expect(pointerFromEvent({ clientX: 100, clientY: 50 }, element)).toEqual({ x: -1, y: 1 });
  const pointer = new Vector2();
  expect(pointerFromEvent({ clientX: 400, clientY: 150 }, element, pointer)).toBe(pointer);
  expect(pointer.toArray()).toEqual([0.5, 0]);
});
