/** A mesh that is refitted to morph targets and skinning. */
import type { Mesh as ThreeMesh, Vector3 } from 'three';
import { checkOptions } from '../check.ts';
import type { Mesh } from '../complex/mesh.ts';
import { GEOMETRY_OPTIONS, type GeometryOptions, meshFromGeometry, positionOf } from './geometry.ts';

export interface DeformingOptions extends Omit<GeometryOptions, 'positions'> {
  /**
   * Writes the present position of vertex number `index`, in the frame of the object. Default: three's `object.getVertexPosition`,
   * which handles morph targets and skinning. If a shader of yours moves vertices, only you can compute their positions.
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
  /** The shape, in the frame of the object. */
  readonly shape: Mesh;
  readonly #positions: Float32Array;
  readonly #vertex: (index: number, target: Vector3) => void;
  readonly #target: Vector3;

  constructor(object: ThreeMesh, options: DeformingOptions = {}) {
    checkOptions(options, GEOMETRY_OPTIONS.filter((name) => name !== 'positions').concat('vertex'));
    const { vertex, ...rest } = options;
    this.object = object;
    this.#vertex = vertex ?? ((index, target) => object.getVertexPosition(index, target));
    // A clone of an existing vector, so that three need not be imported.
    this.#target = object.position.clone();
    this.#positions = new Float32Array(3 * positionOf(object.geometry).count);
    this.#read();
    this.shape = meshFromGeometry(object.geometry, { ...rest, positions: this.#positions });
  }

  /**
   * Updates the shape to the vertices as they are now, without making garbage. The matrices of bones must be up to date:
   * call `scene.updateMatrixWorld()` before.
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
