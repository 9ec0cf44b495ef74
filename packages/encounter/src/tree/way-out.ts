/**
 * Whether a point inside of a closed surface gets out by way of the nearest point of it. It does not where that is on a wall inside of the
 * solid: two boxes glued together have one between them, and parts that overlap have one in each other.
 *
 * If just one triangle is between the point and another behind the surface, it is the nearest one, so it does not matter how far behind.
 * The winding number then changes by that triangle alone. The nearest point is often on an edge, where a crossing proves nothing: so the
 * segment crosses the triangle a little aside. Where this is not clear, a ray from a point just behind the surface decides.
 */
import { INSIDE_NEAR_EDGE, OPEN_FARTHER } from '../tolerances.ts';
import { Crossings } from './crossings.ts';
import { PointInside } from './inside.ts';
import type { Triangles } from './triangles.ts';

/** How far to look behind the surface, and aside into the triangle, in multiples of the distance that counts as near an edge. */
const BEHIND = 2;
const ASIDE = 8;

export class WayOut {
  readonly #crossings: Crossings = new Crossings();
  readonly #inside: PointInside = new PointInside();
  readonly #corners: Float64Array = new Float64Array(9);
  /** From the nearest point of the surface to the middle of its triangle. */
  readonly #inward: Float64Array = new Float64Array(3);

  /**
   * The surface winds around `point` so many times, not zero. As in `NearestPoint`, `found` is the squared distance and the nearest point
   * of the surface, and `slot` its triangle.
   */
  isOpen(triangles: Triangles, point: Float64Array, winding: number, found: Float64Array, slot: number): boolean {
    const crossings = this.#crossings;
    const { from, to } = crossings;
    const corners = this.#corners;
    const inward = this.#inward;
    const near = INSIDE_NEAR_EDGE * triangles.tree.extent;
    triangles.load(slot, corners);
    let square = 0;
    for (let i = 0; i < 3; i++) {
      inward[i] = (corners[i] + corners[3 + i] + corners[6 + i]) / 3 - found[i + 1];
      square += inward[i] * inward[i];
    }
    const aside = square > 0 ? Math.min(1, (ASIDE * near) / Math.sqrt(square)) : 0;
    const behind = (BEHIND * near) / Math.sqrt(found[0]);
    for (let i = 0; i < 3; i++) {
      from[i] = point[i];
      to[i] = found[i + 1] + behind * (found[i + 1] - point[i]) + aside * inward[i];
    }
    if (crossings.count(triangles, near) && crossings.crossed === 1) return winding === crossings.change;
    for (let i = 0; i < 3; i++) to[i] = found[i + 1] + OPEN_FARTHER * (found[i + 1] - point[i]);
    return !this.#inside.test(triangles, to[0], to[1], to[2]);
  }
}
