/** The triangle of a mesh nearest to a point, in the frame of the triangles. */

import { distanceTriangleTriangle } from '../../primitives/triangle-triangle-distance.ts';
import { ROUNDING } from '../../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../../tree/box.ts';
import type { Triangles } from '../../tree/triangles.ts';

export class NearestTriangle implements LeafVisitor {
  /** Squared distance, the nearest point of the mesh, and the point that was asked about. */
  readonly found: Float64Array = new Float64Array(7);
  slot = -1;
  readonly #walk: TreeBox = new TreeBox();
  readonly #p: Float64Array = new Float64Array(9);
  /** The point as a degenerate triangle. */
  readonly #q: Float64Array = new Float64Array(9);
  #triangles: Triangles | null = null;

  /** Returns false when no triangle is within `limit` of the point. */
  find(triangles: Triangles, x: number, y: number, z: number, limit: number): boolean {
    const { box, best } = this.#walk;
    const q = this.#q;
    for (let k = 0; k < 9; k += 3) {
      q[k] = x;
      q[k + 1] = y;
      q[k + 2] = z;
    }
    for (let i = 0; i < 6; i++) box[i] = q[i];
    this.slot = -1;
    // A distance equal to the limit must be found.
    this.found[0] = limit * limit * (1 + ROUNDING) + Number.MIN_VALUE;
    best[0] = this.found[0];
    this.#triangles = triangles;
    this.#walk.nearest(triangles.tree, this);
    return this.slot >= 0;
  }

  leaf(first: number, last: number): boolean {
    const triangles = this.#triangles as Triangles;
    for (let slot = first; slot < last; slot++) {
      triangles.load(slot, this.#p);
      if (distanceTriangleTriangle(this.#p, this.#q, this.found)) this.slot = slot;
    }
    this.#walk.best[0] = this.found[0];
    return this.found[0] === 0;
  }
}
