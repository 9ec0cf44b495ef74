/** The shapes in a node of Babylon.js and all nodes below it. */
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Mesh as BabylonMesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Node } from '@babylonjs/core/node.js';
import { isIdentity, multiply, steadied } from '../adapters/follower-list.ts';
import { checkOptions, show } from '../check.ts';
import { Compound } from '../complex/compound.ts';
import { Affine, invert } from '../math/affine.ts';
import type { CompoundPart } from '../shapes/compound-shape.ts';
import type { Shape } from '../shapes/shape.ts';
import { DeformingMesh, deforms } from './deforming-mesh.ts';
import { original } from './geometry.ts';
import { type ShapeOptions, shapeFromGeometry } from './primitive.ts';

export interface ObjectOptions extends Pick<ShapeOptions, 'exact' | 'solid' | 'strategy'> {
  /** Returns a shape of your choice for a mesh, in its own frame. null leaves the mesh out; undefined means the default shape. */
  shape?: (object: AbstractMesh) => Shape | null | undefined;
}

/** A list of meshes: a Scene, an AssetContainer, or what `ImportMeshAsync` returns. */
export interface MeshList {
  readonly meshes: readonly AbstractMesh[];
}

/**
 * Everything in a node as one shape in the node's own frame: a Compound, or a single shape if there is only one. For a node that moves
 * as a whole: the nodes below it must not move in it. Skinned and morphed meshes are used in their present pose.
 *
 * @example const car = new Collider(shapeFromObject(root));
 */
export function shapeFromObject(object: Node, options: ObjectOptions = {}): Shape {
  const parts: CompoundPart[] = [];
  const shapes = new Shapes(options);
  const meshes = meshesOf(object);
  const inverse = new Affine().setMatrix(object.computeWorldMatrix(true).m);
  if (!invert(inverse, inverse)) throw new RangeError(`object must not be flat, got ${describe(object)}`);
  for (const mesh of meshes) {
    const shape = shapes.of(mesh);
    if (shape === null) continue;
    const world = new Affine().setMatrix(mesh.computeWorldMatrix(true).m);
    const within = mesh === object ? new Affine().getMatrix() : new Affine().compose(inverse, world).getMatrix();
    const thin = thinMatrices(mesh);
    if (thin === null) {
      parts.push({ shape: shape instanceof DeformingMesh ? shape.shape : shape, matrix: steadied(within) });
      continue;
    }
    for (let i = 0; i < thin.count; i++) {
      const matrix = new Float64Array(16);
      multiply(within, thin.data, 16 * i, matrix);
      parts.push({ shape: shape as Shape, matrix: steadied(matrix) });
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

  /** The shape of a mesh: null for a mesh that is left out, a DeformingMesh for one that Babylon deforms. */
  of(mesh: AbstractMesh): Shape | DeformingMesh | null {
    const { shape: choose, exact, solid, strategy } = this.#options;
    const chosen = choose?.(mesh);
    if (chosen !== undefined) return chosen;
    if (drawMode(mesh) > LAST_LINE_MODE)
      throw new TypeError(`strips and fans have no shape, got ${describe(mesh)}: leave it out by the option shape`);
    if (deforms(mesh)) {
      if (mesh.hasThinInstances)
        throw new TypeError(`thin instances that deform have no shape, got ${describe(mesh)}: see the option shape`);
      return new DeformingMesh(mesh, { solid, strategy });
    }
    const { geometry } = original(mesh) as BabylonMesh;
    let shape = geometry ? this.#known.get(geometry) : undefined;
    if (shape === undefined) {
      shape = shapeFromGeometry(mesh, { exact, solid, strategy });
      if (geometry) this.#known.set(geometry, shape);
    }
    return shape;
  }
}

/** The meshes with triangles among a node and all below it, or of a list. Of several levels of detail only the finest is used. */
export function meshesOf(object: Node | MeshList): AbstractMesh[] {
  const all = listOf(object);
  const coarser = new Set<AbstractMesh | null>();
  for (const mesh of all)
    if ('getLODLevels' in mesh) for (const level of (mesh as BabylonMesh).getLODLevels()) coarser.add(level.mesh);
  return all.filter((mesh) => !coarser.has(mesh) && hasTriangles(mesh));
}

function listOf(object: Node | MeshList): readonly AbstractMesh[] {
  if (Array.isArray((object as MeshList)?.meshes)) return (object as MeshList).meshes;
  const node = object as Node;
  if (typeof node?.getChildMeshes !== 'function')
    throw new TypeError(`object must be a node or have a list of meshes, got ${show(object)}`);
  const below = node.getChildMeshes();
  return 'getTotalVertices' in node ? [node as AbstractMesh, ...below] : below;
}

/** Babylon's numbers for what to draw: triangles and their edges, then five kinds of points and lines, then strips and fans. */
const LAST_TRIANGLE_MODE = 1;
const LAST_LINE_MODE = 6;

function drawMode(mesh: AbstractMesh): number {
  return mesh.material?.fillMode ?? 0;
}

/** Empty meshes, which Babylon uses as groups, lines, points and splats have no triangles. */
function hasTriangles(mesh: AbstractMesh): boolean {
  if (mesh.getTotalVertices() === 0 || /Lines|GreasedLine|GaussianSplatting/.test(mesh.getClassName())) return false;
  const mode = drawMode(mesh);
  return mode <= LAST_TRIANGLE_MODE || mode > LAST_LINE_MODE;
}

/** The matrices of thin instances, which are relative to the mesh, one after another; null without any. */
export function thinMatrices(mesh: AbstractMesh): { readonly data: Float32Array; readonly count: number } | null {
  if (!mesh.hasThinInstances) return null;
  const { thinInstanceCount: count, _thinInstanceDataStorage: storage } = mesh as BabylonMesh;
  // Not `thinInstanceGetWorldMatrices`: it keeps what it returned first, and does not see what is written into the buffer later.
  return storage.matrixData === null ? null : { data: storage.matrixData, count };
}

export function describe(object: Node): string {
  return object.name ? `${object.getClassName()} ${JSON.stringify(object.name)}` : object.getClassName();
}
