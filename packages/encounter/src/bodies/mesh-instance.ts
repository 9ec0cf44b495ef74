/**
 * A mesh in one placement, as the pair functions need it: triangles with a tree in a rigid frame.
 *
 * Under rotation and translation these are the mesh's own triangles. Any other placement is split into L = Q·U, with Q orthonormal and
 * U triangular (Gram–Schmidt). The vertices U·x are then kept in a copy, with a refitted copy of the tree's boxes. So lengths are
 * those of the world, every algorithm handles rigid frames only, and mirrored, sheared and flattened meshes need no special code. U
 * does not change as the object turns or moves, so the copy is made again only when the scale or the mesh itself changes. If the mesh
 * has oriented boxes, the copy gets its own: a box that is stretched along an axis not its own is no box any more.
 */

import type { OrientedBoxes } from '../bounds/oriented-boxes.ts';
import { Affine, LinearKind } from '../math/affine.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import type { Instance } from '../shapes/shape.ts';
import { COLUMN_DEPENDENT, LARGEST_IN_TREE, MESH_SAME_SCALE } from '../tolerances.ts';
import { refitTriangles } from '../tree/refit.ts';
import type { Triangles } from '../tree/triangles.ts';
import { MovedMesh, type PlacedTriangles } from './moved-mesh.ts';

export class MeshInstance implements Instance, PlacedTriangles {
  readonly mesh: MeshShape;
  /** The triangles of the mesh itself. */
  readonly source: Triangles;
  /** The margin around the triangles, in world units. */
  margin = 0;
  #placement: Affine | null = null;
  #stale = true;
  #version = -1;
  #frame: Affine;
  #triangles: Triangles;
  // Used only if the placement is not rigid:
  #rigid: Affine | undefined;
  #u: Float64Array | undefined;
  #next: Float64Array | undefined;
  #baked: Triangles | undefined;
  #bakedVersion = -1;
  /** The oriented boxes of the source, and of the copy, if the mesh has any. */
  readonly #oriented: OrientedBoxes | null;
  #bakedBoxes: OrientedBoxes | undefined;

  constructor(mesh: MeshShape, source: Triangles, oriented: OrientedBoxes | null) {
    this.mesh = mesh;
    this.source = source;
    this.#oriented = oriented;
    this.#triangles = source;
    this.#frame = new Affine();
  }

  place(placement: Affine, margin: number): void {
    this.#placement = placement;
    this.margin = margin;
    this.#stale = true;
  }

  /** A rigid frame: world = frame·x for the points x of the triangles. */
  get frame(): Affine {
    if (this.#stale) this.#update();
    return this.#frame;
  }

  get triangles(): Triangles {
    this.mesh.vertices.requireWhole();
    if (this.#stale || (this.#version !== this.mesh.version && this.#baked === this.#triangles)) this.#update();
    return this.#triangles;
  }

  /** The oriented boxes of `triangles`, or null if the mesh has none. */
  get oriented(): OrientedBoxes | null {
    const { triangles } = this;
    if (this.#oriented === null || triangles === this.source) return this.#oriented;
    this.#bakedBoxes ??= this.#oriented.fork(triangles);
    return this.#bakedBoxes;
  }

  moved(old?: MovedMesh): MovedMesh {
    return (old ?? new MovedMesh()).of(this);
  }

  #update(): void {
    const placement = this.#placement as Affine;
    const { mesh } = this;
    this.#stale = false;
    this.#version = mesh.version;
    if (placement.kind <= LinearKind.rigid) {
      this.#frame = placement;
      this.#triangles = this.source;
      return;
    }
    this.#rigid ??= new Affine();
    this.#next ??= new Float64Array(9);
    this.#frame = this.#rigid;
    const next = this.#next;
    factor(placement.m, this.#rigid.m, next);
    this.#rigid.kind = LinearKind.rigid;
    if (isSameScale(next, IDENTITY)) {
      this.#triangles = this.source;
      return;
    }
    if (this.#u === undefined || !isSameScale(next, this.#u) || this.#bakedVersion !== mesh.version) {
      this.#u ??= new Float64Array(9);
      this.#u.set(next);
      this.#bake(this.#u);
    }
    this.#triangles = this.#baked as Triangles;
  }

  #bake(u: Float64Array): void {
    const { mesh } = this;
    const { array, offset, stride, count } = mesh.vertices;
    this.#baked ??= this.source.fork({ array: new Float64Array(3 * count), offset: 0, stride: 3, count });
    const out = this.#baked.vertices.array as Float64Array;
    for (let i = 0, k = offset, o = 0; i < count; i++, k += stride, o += 3) {
      const x = array[k];
      const y = array[k + 1];
      const z = array[k + 2];
      out[o] = u[0] * x + u[3] * y + u[6] * z;
      out[o + 1] = u[1] * x + u[4] * y + u[7] * z;
      out[o + 2] = u[2] * x + u[5] * y + u[8] * z;
    }
    if (!refitTriangles(this.#baked) || this.#baked.tree.reach > LARGEST_IN_TREE) {
      // The next query must try again and fail, too.
      this.#stale = true;
      this.#bakedVersion = -1;
      throw new RangeError(`the scale of a collider takes a vertex of its mesh beyond ±${LARGEST_IN_TREE}`);
    }
    this.#bakedVersion = mesh.version;
  }
}

const IDENTITY: Float64Array = /* #__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function isSameScale(u: Float64Array, v: Float64Array): boolean {
  let size = 0;
  let off = 0;
  for (let i = 0; i < 9; i++) {
    size = Math.max(size, Math.abs(u[i]));
    off = Math.max(off, Math.abs(u[i] - v[i]));
  }
  return off <= MESH_SAME_SCALE * size;
}

/** Factors L = Q·U, stored column by column. Q also gets the translation. A column without a direction gets one across the others. */
function factor(m: readonly number[], q: number[], u: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const k = 3 * c;
    let x = m[k];
    let y = m[k + 1];
    let z = m[k + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    // Two passes: the second removes what rounding left in the first.
    for (let pass = 0; pass < 2; pass++)
      for (let p = 0; p < k; p += 3) {
        const s = q[p] * x + q[p + 1] * y + q[p + 2] * z;
        x -= s * q[p];
        y -= s * q[p + 1];
        z -= s * q[p + 2];
      }
    let rest = Math.sqrt(x * x + y * y + z * z);
    if (!(rest > COLUMN_DEPENDENT * length)) {
      // Column 2: across the first two. Column 1: across the first and the axis least parallel to it. Column 0: any direction.
      if (c === 2) {
        x = q[1] * q[5] - q[2] * q[4];
        y = q[2] * q[3] - q[0] * q[5];
        z = q[0] * q[4] - q[1] * q[3];
      } else if (c === 1) {
        const ax = Math.abs(q[0]);
        const ay = Math.abs(q[1]);
        const az = Math.abs(q[2]);
        const ex = ax <= ay && ax <= az ? 1 : 0;
        const ey = ex === 0 && ay <= az ? 1 : 0;
        const ez = 1 - ex - ey;
        x = q[1] * ez - q[2] * ey;
        y = q[2] * ex - q[0] * ez;
        z = q[0] * ey - q[1] * ex;
      } else {
        x = 1;
        y = 0;
        z = 0;
      }
      rest = Math.sqrt(x * x + y * y + z * z);
    }
    q[k] = x / rest;
    q[k + 1] = y / rest;
    q[k + 2] = z / rest;
  }
  for (let c = 0; c < 9; c += 3)
    for (let r = 0; r < 3; r++) u[c + r] = q[3 * r] * m[c] + q[3 * r + 1] * m[c + 1] + q[3 * r + 2] * m[c + 2];
  for (let i = 9; i < 12; i++) q[i] = m[i];
}
