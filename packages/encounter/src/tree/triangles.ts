/**
 * The triangles of a mesh in the order of the tree's slots, so that the triangles of a leaf lie side by side. A segment or a point
 * of the mesh is a triangle with repeated corners.
 */
import { linksWithoutCopies } from './copies.ts';
import type { AabbTree } from './layout.ts';
import type { WindingMoments } from './moments.ts';

/** Where vertices are: vertex i starts at array[offset + stride·i]. */
export interface Vertices {
  readonly array: ArrayLike<number>;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

export class Triangles {
  readonly vertices: Vertices;
  readonly tree: AabbTree;
  /** Three vertex numbers per slot. */
  readonly corners: Int32Array;
  /** The number of the triangle in each slot: the tree's items. */
  readonly numbers: Int32Array;
  /** Counts the changes of the vertices. What is derived from them holds for one state. */
  state = 0;
  /** The moments for the winding number, if that says what is inside; null if a ray does, or if there is no inside. */
  moments: WindingMoments | null = null;
  #distinct: Int32Array | null = null;

  constructor(vertices: Vertices, corners: Int32Array, tree: AabbTree) {
    this.vertices = vertices;
    this.tree = tree;
    this.numbers = tree.items;
    this.corners = corners;
  }

  get count(): number {
    return this.numbers.length;
  }

  /** The nine coordinates of the triangle in a slot. */
  load(slot: number, out: Float64Array): void {
    const { corners, vertices } = this;
    const { array, offset, stride } = vertices;
    let k = offset + stride * corners[3 * slot];
    out[0] = array[k];
    out[1] = array[k + 1];
    out[2] = array[k + 2];
    k = offset + stride * corners[3 * slot + 1];
    out[3] = array[k];
    out[4] = array[k + 1];
    out[5] = array[k + 2];
    k = offset + stride * corners[3 * slot + 2];
    out[6] = array[k];
    out[7] = array[k + 1];
    out[8] = array[k + 2];
  }

  /** The tree's links, where nodes that contain only copies of one triangle are leaves of it. Made when first needed after a refit. */
  distinctLinks(): Int32Array {
    this.#distinct ??= linksWithoutCopies(this);
    return this.#distinct;
  }

  /** Forgets what was derived from the positions of the vertices, because they have changed. */
  changed(): void {
    this.state++;
    this.#distinct = null;
  }

  /** The same triangles over other vertices. A refit must write the boxes. */
  fork(vertices: Vertices): Triangles {
    const other = new Triangles(vertices, this.corners, this.tree.fork());
    other.moments = this.moments?.fork() ?? null;
    return other;
  }
}
