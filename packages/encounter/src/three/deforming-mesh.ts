/** Morph targets and skinning as a mesh that is refitted. */
import type { Mesh as ThreeMesh, Vector3 } from 'three';
import { checkOptions } from '../check.ts';
import type { Mesh } from '../complex/mesh.ts';
import { GEOMETRY_OPTIONS, type GeometryOptions, meshFromGeometry, positionOf } from './geometry.ts';

export interface DeformingOptions extends Omit<GeometryOptions, 'positions'> {
  /**
   * Writes where vertex number `index` is now, in the frame of the object. Default: three's `object.getVertexPosition`, which knows
   * of morph targets and skinning. What a shader of yours does to vertices only you can say.
   */
  vertex?: (index: number, target: Vector3) => void;
}

/**
 * A three.js mesh whose vertices move: a shape with positions of its own, and `update()` to bring them up to date.
 *
 * @example
 * const body = new DeformingMesh(skinnedMesh);
 * const collider = new Collider(body.shape);
 * // Each frame, after mixer.update(…) and scene.updateMatrixWorld():
 * body.update();
 * collider.setMatrix(skinnedMesh.matrixWorld.elements);
 */
export class DeformingMesh {
  readonly object: ThreeMesh;
  /** In the frame of the object. */
  readonly shape: Mesh;
  readonly #positions: Float32Array;
  readonly #vertex: (index: number, target: Vector3) => void;
  readonly #target: Vector3;

  constructor(object: ThreeMesh, options: DeformingOptions = {}) {
    checkOptions(options, GEOMETRY_OPTIONS.filter((name) => name !== 'positions').concat('vertex'));
    const { vertex, ...rest } = options;
    this.object = object;
    this.#vertex = vertex ?? ((index, target) => object.getVertexPosition(index, target));
    // A copy of a vector that is there, so that nothing of three has to be imported.
    this.#target = object.position.clone();
    this.#positions = new Float32Array(3 * positionOf(object.geometry).count);
    this.#read();
    this.shape = meshFromGeometry(object.geometry, { ...rest, positions: this.#positions });
  }

  /**
   * Takes over the vertices as they are now, without making garbage. The matrices of bones must be up to date:
   * `scene.updateMatrixWorld()`.
   */
  update(): this {
    this.#read();
    this.shape.refit();
    return this;
  }

  #read(): void {
    const positions = this.#positions;
    const target = this.#target;
    for (let i = 0; i < positions.length; i += 3) {
      this.#vertex(i / 3, target);
      positions[i] = target.x;
      positions[i + 1] = target.y;
      positions[i + 2] = target.z;
    }
  }
}

/** Whether three moves the vertices of a mesh by itself. */
export function deforms(object: ThreeMesh): boolean {
  if ('isSkinnedMesh' in object && object.isSkinnedMesh === true) return true;
  return object.morphTargetInfluences !== undefined && object.geometry.morphAttributes.position !== undefined;
}
