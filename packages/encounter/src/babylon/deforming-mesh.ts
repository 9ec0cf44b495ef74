/** A mesh that is refitted to morph targets and skinning. */
import type { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager.js';
import { checkOptions } from '../check.ts';
import type { Mesh } from '../complex/mesh.ts';
import { GEOMETRY_OPTIONS, type GeometryOptions, meshFromGeometry, verticesOf } from './geometry.ts';

export interface DeformingOptions extends Omit<GeometryOptions, 'positions'> {
  /**
   * Writes the present position of vertex number `index`, in the frame of the object. Default: morph targets and bones, as Babylon's
   * shaders apply them. If a shader of yours moves vertices, only you can compute their positions.
   */
  vertex?: (index: number, target: Vector3) => void;
}

/**
 * A Babylon.js mesh whose vertices move: a shape with positions of its own, and `update()` to bring them up to date.
 *
 * @example
 * const body = new DeformingMesh(mesh);
 * const collider = new Collider(body.shape);
 * // Each frame:
 * body.update();
 * collider.setMatrix(mesh.computeWorldMatrix(true).m);
 */
export class DeformingMesh {
  readonly object: AbstractMesh;
  /** The shape, in the frame of the object. */
  readonly shape: Mesh;
  readonly #positions: Float32Array;
  readonly #vertex: ((index: number, target: Vector3) => void) | undefined;
  readonly #target: Vector3;
  #deltas: Float64Array | undefined;
  #influences: readonly Influence[] | undefined;
  readonly #mean: Float64Array = new Float64Array(16);

  constructor(object: AbstractMesh, options: DeformingOptions = {}) {
    checkOptions(options, GEOMETRY_OPTIONS.filter((name) => name !== 'positions').concat('vertex'));
    const { vertex, ...rest } = options;
    this.#positions = new Float32Array(3 * verticesOf(object).count);
    this.object = object;
    this.#vertex = vertex;
    // A clone of an existing vector, so that Babylon need not be imported.
    this.#target = object.position.clone();
    this.#read();
    this.shape = meshFromGeometry(object, { ...rest, positions: this.#positions });
  }

  /** Updates the shape to the vertices as they are now, bones included. */
  update(): this {
    this.#read();
    this.shape.refit();
    return this;
  }

  #read(): void {
    if (this.#vertex !== undefined) {
      this.#call(this.#vertex);
      return;
    }
    const { object } = this;
    const out = this.#positions;
    // Read anew each time, because `updateVerticesData` may have brought another array.
    const { array, offset, stride } = verticesOf(object);
    for (let i = 0; i < out.length; i++) out[i] = array[offset + stride * ((i / 3) | 0) + (i % 3)];
    const { morphTargetManager: targets, skeleton } = object;
    if (targets) {
      this.#deltas ??= new Float64Array(out.length);
      applyTargets(targets, out, this.#deltas);
    }
    // Without shaders Babylon has written the bent positions into the buffer itself.
    if (!skeleton || !object.computeBonesUsingShaders) return;
    // Bones that are moved by nodes are read now, not when the next frame is drawn.
    skeleton.prepare(true);
    this.#influences ??= influencesOf(object);
    applyBones(skeleton.getTransformMatrices(object), this.#influences, out, this.#mean);
  }

  #call(vertex: (index: number, target: Vector3) => void): void {
    const out = this.#positions;
    const target = this.#target;
    for (let i = 0; i < out.length; i += 3) {
      vertex(i / 3, target);
      out[i] = target.x;
      out[i + 1] = target.y;
      out[i + 2] = target.z;
    }
  }
}

/** Whether Babylon moves the vertices of a mesh by itself. */
export function deforms(object: AbstractMesh): boolean {
  if (object.skeleton && object.isVerticesDataPresent('matricesIndices')) return true;
  return (object.morphTargetManager?.numTargets ?? 0) > 0;
}

/** Adds to each coordinate what the targets differ from it, times their influence. `deltas` is scratch. */
function applyTargets(manager: MorphTargetManager, out: Float32Array, deltas: Float64Array): void {
  deltas.fill(0);
  for (let k = 0; k < manager.numTargets; k++) {
    const target = manager.getTarget(k);
    const positions = target.getPositions();
    if (target.influence === 0 || positions === null) continue;
    for (let i = 0; i < out.length; i++) deltas[i] += target.influence * (positions[i] - out[i]);
  }
  for (let i = 0; i < out.length; i++) out[i] += deltas[i];
}

/** Which bones move a vertex, four per vertex, and how much. */
interface Influence {
  readonly bones: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** Those of a mesh: vertices with more than four bones have a second set. */
function influencesOf(object: AbstractMesh): Influence[] {
  const sets = object.numBoneInfluencers > 4 ? ['', 'Extra'] : [''];
  return sets.flatMap((set) => {
    const bones = object.getVerticesData(`matricesIndices${set}`);
    const weights = object.getVerticesData(`matricesWeights${set}`);
    return bones !== null && weights !== null ? [{ bones, weights }] : [];
  });
}

/** Carries each vertex through the weighted mean of the matrices of its bones. `mean` is scratch for four columns of four. */
function applyBones(
  matrices: ArrayLike<number>,
  influences: readonly Influence[],
  out: Float32Array,
  mean: Float64Array,
): void {
  for (let v = 0; v < out.length / 3; v++) {
    mean.fill(0);
    for (let s = 0; s < influences.length; s++) {
      const { bones, weights } = influences[s];
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        if (!(weights[k] > 0)) continue;
        const at = 16 * Math.floor(bones[k]);
        for (let i = 0; i < 16; i++) mean[i] += weights[k] * matrices[at + i];
      }
    }
    // The sum of the weights, which need not be 1. A vertex without bones stays.
    const w = mean[15];
    if (!(w > 0)) continue;
    const x = out[3 * v];
    const y = out[3 * v + 1];
    const z = out[3 * v + 2];
    for (let r = 0; r < 3; r++) out[3 * v + r] = (mean[r] * x + mean[4 + r] * y + mean[8 + r] * z + mean[12 + r]) / w;
  }
}
