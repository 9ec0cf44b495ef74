/** Nodes of Babylon.js for the tests, in an engine that draws nothing. */
import { Bone } from '@babylonjs/core/Bones/bone.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Quaternion } from '@babylonjs/core/Maths/math.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene as BabylonScene } from '@babylonjs/core/scene.js';
import type { Aabb } from '../../src/index.ts';
import type { Rng } from '../support/rng.ts';

Logger.LogLevels = Logger.ErrorLogLevel;

export function stage(rightHanded = false): BabylonScene {
  const scene = new BabylonScene(new NullEngine());
  scene.useRightHandedSystem = rightHanded;
  return scene;
}

/** A tall cylinder on three bones, each of which bends what is above it. */
export function worm(scene: BabylonScene): { mesh: Mesh; bones: Bone[] } {
  const mesh = CreateCylinder('worm', { height: 4, diameter: 1, tessellation: 12, subdivisions: 12 }, scene);
  const positions = mesh.getVerticesData('position')!;
  const indices: number[] = [];
  const weights: number[] = [];
  for (let i = 1; i < positions.length; i += 3) {
    const along = Math.min(1.999, (positions[i] + 2) / 2);
    const bone = Math.floor(along);
    indices.push(bone, bone + 1, 0, 0);
    weights.push(1 - (along - bone), along - bone, 0, 0);
  }
  mesh.setVerticesData('matricesIndices', indices);
  mesh.setVerticesData('matricesWeights', weights);
  const skeleton = new Skeleton('spine', 'spine', scene);
  const bones: Bone[] = [];
  for (const y of [-2, 2, 2])
    bones.push(new Bone(`bone ${bones.length}`, skeleton, bones.at(-1) ?? null, Matrix.Translation(0, y, 0)));
  mesh.skeleton = skeleton;
  return { mesh, bones };
}

/** Puts a node somewhere, turned by angles or by a quaternion, and with a scale of its own along each axis. */
export function disturb(node: TransformNode, rng: Rng, stretch = 1): void {
  const angle = (): number => rng.range(-3, 3);
  const scale = (): number => rng.range(1 / (1 + stretch), 1 + stretch);
  node.position.set(angle(), angle(), angle());
  node.rotationQuaternion = rng.range(0, 1) < 0.5 ? null : Quaternion.RotationYawPitchRoll(angle(), angle(), angle());
  node.rotation.set(angle(), angle(), angle());
  node.scaling.set(scale(), scale(), scale());
}

/** The world box of a mesh as Babylon draws it: of each vertex. `instance` is the matrix of a thin instance. */
export function drawnBox(mesh: AbstractMesh, instance: Matrix = Matrix.Identity()): { min: Vector3; max: Vector3 } {
  const positions = mesh.getPositionData(true, true)!;
  const matrix = instance.multiply(mesh.computeWorldMatrix(true));
  const min = new Vector3(Infinity, Infinity, Infinity);
  const max = new Vector3(-Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i += 3) {
    const p = Vector3.TransformCoordinates(new Vector3(positions[i], positions[i + 1], positions[i + 2]), matrix);
    min.minimizeInPlace(p);
    max.maximizeInPlace(p);
  }
  return { min, max };
}

/** The greatest difference of two boxes in any coordinate. */
export function apart({ min, max }: Aabb, box: { min: Vector3; max: Vector3 }): number {
  const axes = ['x', 'y', 'z'] as const;
  return Math.max(...axes.flatMap((k) => [Math.abs(min[k] - box.min[k]), Math.abs(max[k] - box.max[k])]));
}
