/**
 * Triangles, segments and points without any topology (§2.2.2): a "soup". With `solid` a mesh also includes its inside.
 */

import { MeshInstance } from '../bodies/mesh-instance.ts';
import { OrientedBoxes } from '../bounds/oriented-boxes.ts';
import { checkOptions, show, wrong } from '../check.ts';
import type { Vec3 } from '../math/vec3.ts';
import { DeformingImpact } from '../motion/deforming-impact.ts';
import { MeshImpact } from '../motion/mesh-impact.ts';
import { MeshPair } from '../pairs/mesh/mesh-pair.ts';
import { type MeshFaces, MeshShape } from '../shapes/mesh-shape.ts';
import { LARGEST_IN_TREE, SMALLEST_MESH } from '../tolerances.ts';
import type { BuildStrategy } from '../tree/build.ts';
import { buildTriangles, restoreTriangles } from '../tree/build-triangles.ts';
import { BuiltTree } from '../tree/built-tree.ts';
import { AabbTree } from '../tree/layout.ts';
import { WindingMoments } from '../tree/moments.ts';
import { refitTriangles } from '../tree/refit.ts';
import { roughBox, supportVertex } from '../tree/support.ts';
import type { Triangles } from '../tree/triangles.ts';
import { turnOutward } from '../tree/turn-outward.ts';
import { validateTriangles } from '../tree/validate.ts';

/** Options of a mesh: `positions`, and either `indices` or `faces`. */
export interface MeshOptions extends MeshFaces {
  /**
   * How to build the tree: `midpoint`, the default; `fast`, for a mesh that is made anew in every frame; `sah`, which takes ten times as long
   * and makes queries 10 to 20 % faster; or `obb`, which is `sah` with oriented boxes besides, for large meshes that come close to others
   * of this kind without touching them.
   */
  strategy?: MeshStrategy;
  /** The result of `serializeTree()` of a mesh with the same faces. It saves building the tree. */
  tree?: ArrayBuffer;
}

/** How the tree of a mesh is built. */
export type MeshStrategy = BuildStrategy | 'obb';

const STRATEGIES: readonly MeshStrategy[] = ['midpoint', 'fast', 'sah', 'obb'];

const PAIR: MeshPair = /* #__PURE__ */ new MeshPair();
const IMPACT: MeshImpact = /* #__PURE__ */ new MeshImpact();
const DEFORMING: DeformingImpact = /* #__PURE__ */ new DeformingImpact();

/** From this many triangles on a rough box is cheaper than the tight one. */
const ROUGH_BOX_TRIANGLES = 64;

/**
 * A triangle mesh, or any mixture of polygons, segments and points.
 *
 * @example
 * const floor = new Mesh({ positions: new Float32Array([0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0, 9]), indices: [0, 2, 1, 0, 3, 2] });
 */
export class Mesh extends MeshShape {
  /** The functions that test it against other shapes. @internal */
  readonly pair: MeshPair = PAIR;
  /** How its first contact is found. @internal */
  readonly impact: MeshImpact = IMPACT;
  /** The same while its vertices move. @internal */
  readonly deforming: DeformingImpact = DEFORMING;
  /** The triangles with their tree. A segment or point is a triangle with repeated corners. */
  readonly triangles: Triangles;
  /** Oriented boxes beside those of the tree, with the strategy `obb`. @internal */
  readonly oriented: OrientedBoxes | null;

  constructor(options: MeshOptions) {
    super(checked(options));
    const { strategy = 'midpoint', tree } = options;
    this.triangles =
      tree === undefined
        ? buildTriangles(this.vertices, this.corners, strategy === 'obb' ? 'sah' : strategy)
        : tree instanceof BuiltTree
          ? tree.trianglesOf(this.vertices)
          : restoreTriangles(this.vertices, this.corners, AabbTree.deserialize(tree));
    // Keep a copy, because the caller's list may change.
    this.corners = this.triangles.corners;
    this.#requireRange();
    if (this.needsTurning && !turnOutward(this.triangles))
      this.triangles.moments = new WindingMoments(this.triangles.tree.nodeCount);
    this.oriented = strategy === 'obb' ? new OrientedBoxes(this.triangles).fit() : null;
    this.vertices.addUser(this);
  }

  get winding(): boolean {
    return this.triangles.moments !== null;
  }

  /** How many triangles, segments and points there are. */
  get triangleCount(): number {
    return this.triangles.count;
  }

  /** Updates the mesh to the vertices as they are now. Call it after writing into their array; the form of the tree stays. */
  override refit(): this {
    return this.finishRefit(false);
  }

  /** The rest of a refit, if the boxes were computed by others. @internal */
  finishRefit(isFitted: boolean): this {
    this.vertices.requireWhole();
    if (!refitTriangles(this.triangles, isFitted)) this.vertices.requireFinite();
    this.#requireRange();
    return super.refit();
  }

  /** Throws if the floats of the tree's boxes cannot hold the coordinates or distinguish them. */
  #requireRange(): void {
    const { tree, corners } = this.triangles;
    if (!(tree.reach <= LARGEST_IN_TREE)) this.vertices.requireWithin(LARGEST_IN_TREE, corners);
    if (tree.extent >= SMALLEST_MESH) return;
    // A mesh that is a single point is legal.
    const { array, offset, stride } = this.vertices;
    const first = offset + stride * corners[0];
    for (let c = 1; c < corners.length; c++)
      for (let i = 0; i < 3; i++)
        if (array[offset + stride * corners[c] + i] !== array[first + i])
          throw new RangeError(`a mesh must be a point or at least ${SMALLEST_MESH} large, got ${tree.extent}`);
  }

  /** The tree as one ArrayBuffer, for the option `tree` of a mesh with the same faces: built in a worker, or stored beside the model. */
  serializeTree(): ArrayBuffer {
    return this.triangles.tree.serialize();
  }

  override roughBox(m: readonly number[], out: Float64Array): boolean {
    if (this.triangles.count < ROUGH_BOX_TRIANGLES) return false;
    roughBox(this.triangles, m, out);
    return true;
  }

  /** The farthest vertex. As for every shape, this is the support mapping of the hull. */
  support(dir: Vec3, out: Vec3): Vec3 {
    this.vertices.requireWhole();
    return supportVertex(this.triangles, dir, out);
  }

  override instantiate(): MeshInstance {
    return new MeshInstance(this, this.triangles, this.oriented);
  }

  protected override cornersInOrder(): number[] {
    const { corners, numbers } = this.triangles;
    const indices: number[] = [];
    for (let c = 0; c < corners.length; c++) indices[3 * numbers[Math.floor(c / 3)] + (c % 3)] = corners[c];
    return indices;
  }

  /** Throws an Error if a box of the tree does not contain its triangles as they are now. For tests. */
  validate(): void {
    validateTriangles(this.triangles);
    this.oriented?.validate();
  }
}

/** Returns the options after checking them. */
function checked(options: MeshOptions): MeshOptions {
  checkOptions(options, ['positions', 'indices', 'faces', 'solid', 'strategy', 'tree']);
  const { indices, faces, solid = false, strategy = 'midpoint' } = options;
  if ((indices === undefined) === (faces === undefined))
    throw new TypeError(`a mesh needs either indices or faces, got ${indices === undefined ? 'neither' : 'both'}`);
  if (typeof solid !== 'boolean' && solid !== 'winding')
    throw new TypeError(`solid must be true, false or 'winding', got ${show(solid)}`);
  if (!STRATEGIES.includes(strategy)) {
    const kind = typeof strategy === 'string' ? RangeError : TypeError;
    wrong('strategy', "be 'midpoint', 'fast', 'sah' or 'obb'", strategy, kind);
  }
  return options;
}
