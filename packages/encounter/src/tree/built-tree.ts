/** A tree that was just built for the vertices and triangles of a mesh that is about to be made: by workers. */
import type { AabbTree } from './layout.ts';
import { Triangles, type Vertices } from './triangles.ts';

export class BuiltTree {
  readonly tree: AabbTree;
  /** The corners of the triangles in the order of the slots. */
  readonly corners: Int32Array;

  constructor(tree: AabbTree, corners: Int32Array) {
    this.tree = tree;
    this.corners = corners;
  }

  trianglesOf(vertices: Vertices): Triangles {
    return new Triangles(vertices, this.corners, this.tree);
  }
}
