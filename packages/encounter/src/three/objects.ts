/** The shapes in an object of three.js and all objects below it. */
import type { InstancedMesh, LOD, Matrix4, Object3D, Mesh as ThreeMesh } from 'three';
import { isIdentity, steadied } from '../adapters/follower-list.ts';
import { checkOptions, show } from '../check.ts';
import { Compound } from '../complex/compound.ts';
import type { CompoundPart } from '../shapes/compound-shape.ts';
import type { Shape } from '../shapes/shape.ts';
import { DeformingMesh, deforms } from './deforming-mesh.ts';
import { type ShapeOptions, shapeFromGeometry } from './primitive.ts';

export interface ObjectOptions extends Pick<ShapeOptions, 'exact' | 'solid' | 'strategy'> {
  /** Returns a shape of your choice for a mesh, in its own frame. null leaves the mesh out; undefined means the default shape. */
  shape?: (object: ThreeMesh) => Shape | null | undefined;
}

/**
 * Everything in an object as one shape in the object's own frame: a Compound, or a single shape if there is only one. For an object
 * that moves as a whole: the objects below it must not move in it. Skinned and morphed meshes are used in their present pose.
 *
 * @example const car = new Collider(shapeFromObject(gltf.scene));
 */
export function shapeFromObject(object: Object3D, options: ObjectOptions = {}): Shape {
  const parts: CompoundPart[] = [];
  const shapes = new Shapes(options);
  updateMatrices(object);
  for (const mesh of meshesOf(object)) {
    const shape = shapes.of(mesh);
    if (shape === null) continue;
    const within = matrixWithin(mesh, object);
    if (!isInstanced(mesh)) {
      parts.push({ shape: shape instanceof DeformingMesh ? shape.shape : shape, matrix: steadied(within.elements) });
      continue;
    }
    const matrix = within.clone();
    for (let i = 0; i < mesh.count; i++) {
      mesh.getMatrixAt(i, matrix);
      parts.push({ shape: shape as Shape, matrix: steadied(matrix.premultiply(within).elements) });
    }
  }
  if (parts.length === 0) throw new RangeError(`object must have a mesh in it, got ${describe(object)} without any`);
  return parts.length === 1 && isIdentity(parts[0].matrix as Float64Array) ? parts[0].shape : new Compound(parts);
}

/** Makes the shapes of meshes. Meshes with the same geometry share a shape. */
export class Shapes {
  readonly #options: ObjectOptions;
  readonly #known = new WeakMap<object, Shape>();

  constructor(options: ObjectOptions) {
    checkOptions(options, ['exact', 'solid', 'strategy', 'shape']);
    if (options.shape !== undefined && typeof options.shape !== 'function')
      throw new TypeError(`shape must be a function of a mesh, got ${show(options.shape)}`);
    this.#options = options;
  }

  /** The shape of a mesh: null for a mesh that is left out, a DeformingMesh for one that three deforms. */
  of(mesh: ThreeMesh): Shape | DeformingMesh | null {
    const { shape: choose, exact, solid, strategy } = this.#options;
    const chosen = choose?.(mesh);
    if (chosen !== undefined) return chosen;
    if ('isBatchedMesh' in mesh)
      throw new TypeError(`a BatchedMesh has no shape, got ${describe(mesh)}: leave it out by the option shape`);
    if (deforms(mesh)) {
      if (isInstanced(mesh))
        throw new TypeError(`instances with morph targets have no shape, got ${describe(mesh)}: see the option shape`);
      return new DeformingMesh(mesh, { solid, strategy });
    }
    let shape = this.#known.get(mesh.geometry);
    if (shape === undefined) {
      shape = shapeFromGeometry(mesh.geometry, { exact, solid, strategy });
      this.#known.set(mesh.geometry, shape);
    }
    return shape;
  }
}

/** The meshes among an object and all below it. Of several levels of detail only the finest is used. */
export function meshesOf(object: Object3D, found: ThreeMesh[] = []): ThreeMesh[] {
  if (typeof object?.updateMatrixWorld !== 'function')
    throw new TypeError(`object must be an Object3D, got ${show(object)}`);
  if ((object as ThreeMesh).isMesh === true) found.push(object as ThreeMesh);
  const coarser = (object as LOD).isLOD === true ? (object as LOD).levels.slice(1).map((level) => level.object) : [];
  for (const child of object.children) if (!coarser.includes(child)) meshesOf(child, found);
  return found;
}

export function isInstanced(mesh: ThreeMesh): mesh is InstancedMesh {
  return (mesh as InstancedMesh).isInstancedMesh === true;
}

/**
 * Updates the matrices of an object, its parents and all below it, and those that skinned meshes derive from them. Those below the
 * object are forced: the first call clears the flag by which the second would notice a change.
 */
export function updateMatrices(object: Object3D): void {
  object.updateWorldMatrix(true, false);
  object.updateMatrixWorld(true);
}

/** The matrix from the frame of `mesh` to that of `object`, which is an ancestor of `mesh`, or `mesh` itself. */
function matrixWithin(mesh: Object3D, object: Object3D): Matrix4 {
  const matrix = mesh.matrix.clone();
  if (mesh === object) return matrix.identity();
  for (let above = mesh.parent; above !== object && above !== null; above = above.parent)
    matrix.premultiply(above.matrix);
  return matrix;
}

function describe({ type, name }: Object3D): string {
  return name ? `${type} ${JSON.stringify(name)}` : type;
}
