/** Picking and the debug helper, against Babylon's own rays and buffers. */
import '@babylonjs/core/Culling/ray.js';
import { Camera } from '@babylonjs/core/Cameras/camera.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { describe, expect, test } from 'vitest';
import {
  collidersFromObject,
  EncounterHelper,
  type Followed,
  fitShape,
  pick,
  rayFromCamera,
} from '../../src/babylon/index.ts';
import { Box, Collider, Halfspace, Scene, Sphere } from '../../src/index.ts';
import { stage } from './figures.ts';

for (const rightHanded of [false, true])
  for (const flat of [false, true])
    test(`rays are Babylon's: ${rightHanded ? 'right' : 'left'}-handed, ${flat ? 'orthographic' : 'perspective'}`, () => {
      const scene = stage(rightHanded);
      const camera = new FreeCamera('camera', new Vector3(1, 2, -10), scene);
      camera.setTarget(new Vector3(0.5, 0, 0));
      camera.minZ = 0.5;
      camera.maxZ = 200;
      if (flat) {
        camera.mode = Camera.ORTHOGRAPHIC_CAMERA;
        Object.assign(camera, { orthoLeft: -4, orthoRight: 3, orthoTop: 2, orthoBottom: -2 });
      }
      const engine = scene.getEngine();
      const [width, height] = [engine.getRenderWidth(), engine.getRenderHeight()];
      for (const [x, y] of [
        [0, 0],
        [0.7, -0.4],
        [-1, 1],
      ]) {
        const ray = scene.createPickingRay(((x + 1) / 2) * width, ((1 - y) / 2) * height, Matrix.Identity(), camera);
        const { from, to } = rayFromCamera(camera, { x, y });
        for (const [point, depth] of [
          [from, 0.5],
          [to, 200],
        ] as const) {
          const p = new Vector3(point.x, point.y, point.z);
          const along = Vector3.Dot(p.subtract(ray.origin), ray.direction);
          const off = p.subtract(ray.origin.add(ray.direction.scale(along)));
          expect(off.length()).toBeLessThan(1e-3 * Math.max(1, depth));
          // It lies on the near plane or on the far plane, in front of the camera.
          if (depth === 200) expect(along).toBeGreaterThan(100);
          const seen = Vector3.TransformCoordinates(p, camera.getViewMatrix());
          expect(Math.abs(seen.z)).toBeCloseTo(depth, 2);
        }
      }
    });

test('pick finds the first collider', () => {
  const scene = stage();
  const camera = new FreeCamera('camera', new Vector3(0, 0, -10), scene);
  camera.maxZ = 100;
  const near = CreateSphere('near', { diameter: 2 }, scene);
  near.position.z = 2;
  CreateSphere('far', { diameter: 2 }, scene).position.z = 6;
  const world = new Scene<Followed>().add(...collidersFromObject(scene, { shape: (mesh) => fitShape(mesh, 'sphere') }));
  const hit = pick(world, camera, { x: 0, y: 0 });
  expect(hit?.collider.data.object).toBe(near);
  expect(hit?.point.z).toBeCloseTo(1, 5);
  expect(pick(world, camera, { x: 0.9, y: 0.9 })).toBeNull();
  camera.maxZ = 0;
  expect(() => pick(world, camera, { x: 0, y: 0 })).toThrow('camera must have finite near and far planes');
});

describe('EncounterHelper', () => {
  test('draws shapes, boxes and contacts, and grows', () => {
    const scene = stage();
    const ball = new Collider(new Sphere(1));
    const world = new Scene().add(ball, new Collider(new Halfspace([0, 1, 0], -0.5)));
    const helper = new EncounterHelper(world, scene, { boxes: true, colors: { contacts: 0xff0000 } });
    const drawn = (): number => helper.subMeshes[0].indexCount / 2;
    const before = drawn();
    expect(before).toBeGreaterThan(100);
    expect(helper.isPickable).toBe(false);
    const colors = helper.getVerticesData('color')!;
    // The contact is drawn last, in the color asked for.
    expect(Array.from(colors.slice(6 * (before - 1), 6 * before))).toEqual([1, 0, 0, 1, 0, 0]);
    ball.setPosition([0, 5, 0]);
    helper.update();
    expect(drawn()).toBe(before - 4);
    helper.contacts = false;
    helper.boxes = false;
    const shapes = drawn() - 12;
    helper.update();
    expect(drawn()).toBe(shapes);
    // More than the room for lines: new buffers.
    for (let i = 0; i < 20; i++) world.add(new Collider(new Sphere(1), { position: [4 * i, 9, 0] }));
    helper.update();
    expect(drawn()).toBeGreaterThan(10 * shapes);
    expect(helper.getTotalVertices()).toBeGreaterThanOrEqual(2 * drawn());
    helper.dispose();
  });

  test('says what is wrong', () => {
    const scene = stage();
    const list = [new Collider(new Box([1, 1, 1]))];
    expect(() => new EncounterHelper(list, scene, { box: true } as object)).toThrow("unknown option 'box'");
    expect(() => new EncounterHelper(list, scene, { colors: { shapes: 'red' } })).toThrow("'#rrggbb' or 0xrrggbb");
    expect(new EncounterHelper(list, scene).subMeshes[0].indexCount).toBe(24);
  });
});
