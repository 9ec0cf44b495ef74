/** The triangle of a mesh nearest to a point, in the frame of the triangles. */

import { ROUNDING } from '../../tolerances.ts';
import { NearestPoint } from '../../tree/nearest-point.ts';
import type { Triangles } from '../../tree/triangles.ts';

export class NearestTriangle {
  readonly #search: NearestPoint = new NearestPoint();
  /** Squared distance, and the nearest point of the mesh. */
  readonly found: Float64Array = this.#search.found;

  /** The slot of that triangle; −1 for none. */
  get slot(): number {
    return this.#search.slot;
  }

  /** Returns false when no triangle is within `limit` of the point. */
  find(triangles: Triangles, x: number, y: number, z: number, limit: number): boolean {
    const { point, found } = this.#search;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    // A distance equal to the limit must be found.
    found[0] = limit * limit * (1 + ROUNDING) + Number.MIN_VALUE;
    return this.#search.find(triangles);
  }
}
