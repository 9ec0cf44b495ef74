/** Options of the adapter that are misspelt, and lists of instances that are long. */
import { BoxGeometry, InstancedMesh, MeshBasicMaterial, Mesh as ThreeMesh } from 'three';
import { expect, test } from 'vitest';
import { type Collider, Scene } from '../../src/index.ts';
import {
  collidersFromObject,
  DeformingMesh,
  EncounterHelper,
  Followers,
  meshFromGeometry,
  pick,
  shapeFromGeometry,
  shapeFromObject,
} from '../../src/three/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests hand over what the types forbid.
type Anything = any;

const geometry = new BoxGeometry(1, 1, 1);
const crate = new ThreeMesh(geometry, new MeshBasicMaterial());

const calls: Record<string, readonly [call: (options: Anything) => unknown, wrong: string, right: string]> = {
  meshFromGeometry: [(o) => meshFromGeometry(geometry, o), 'Solid', 'solid'],
  shapeFromGeometry: [(o) => shapeFromGeometry(geometry, o), 'exactly', 'exact'],
  shapeFromObject: [(o) => shapeFromObject(crate, o), 'shapes', 'shape'],
  collidersFromObject: [(o) => collidersFromObject(crate, o), 'strat', 'strategy'],
  Followers: [(o) => new Followers(o), 'soild', 'solid'],
  DeformingMesh: [(o) => new DeformingMesh(crate, o), 'vertices', 'vertex'],
  EncounterHelper: [(o) => new EncounterHelper(new Scene(), o), 'box', 'boxes'],
  'colours of EncounterHelper': [(o) => new EncounterHelper(new Scene(), { colors: o }), 'shape', 'shapes'],
};
for (const [name, [call, wrong, right]] of Object.entries(calls))
  test(`an unknown option of ${name}`, () => {
    expect(() => call({ [wrong]: 1 })).toThrow(TypeError);
    expect(() => call({ [wrong]: 1 })).toThrow(new RegExp(`unknown option '${wrong}': did you mean ${right}\\?`));
    expect(() => call(null)).toThrow(TypeError);
  });

test('a shape where a function of a mesh is meant, and a shape where a collider is', () => {
  const shape = shapeFromGeometry(geometry);
  expect(() => new Followers({ shape: shape as Anything })).toThrow(/shape must be a function of a mesh, got a Box/);
  expect(() => new Followers().follow(crate, shape as unknown as Collider)).toThrow(
    /collider must be a Collider, got a Box/,
  );
  expect(() => pick(new Scene(), {} as Anything, { x: 0, y: 0 })).toThrow(TypeError);
});

// Colliders were handed over as the arguments of one push(…), which are on the stack.
test('150,000 instances', () => {
  const instances = new InstancedMesh(geometry, new MeshBasicMaterial(), 150_000);
  const followers = new Followers();
  expect(followers.add(instances).length).toBe(150_000);
  expect(followers.remove(instances).length).toBe(150_000);
});
