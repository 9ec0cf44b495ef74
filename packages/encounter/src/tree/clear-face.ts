/**
 * Whether the face of a triangle, without a strip along its edges, is clear of all other triangles. Over such a face the winding number
 * of a closed surface is everywhere the same, and so it is below.
 *
 * Another triangle is clear of the face if one of eight planes has it on the other side: those along the triangle, a little above and below
 * it, and across the triangle, through an edge, or through a corner and across the bisector there. With these a neighbour is told from the
 * face unless it is folded over it. What no plane divides counts as unclear, which is safe.
 */
import { type LeafVisitor, TreeBox } from './box.ts';
import type { Triangles } from './triangles.ts';

/** Numbers per plane: a point of it, the unit normal away from the face, and the least height of what is beyond. */
const PLANE = 7;
const PLANES = 8;

export class ClearFace implements LeafVisitor {
  readonly #walk: TreeBox = new TreeBox();
  readonly #corners: Float64Array = new Float64Array(9);
  readonly #others: Float64Array = new Float64Array(9);
  /** Unit vectors along the edges, each from a corner to the next. Of a segment or a point they are no numbers, so nothing is beyond. */
  readonly #edges: Float64Array = new Float64Array(9);
  readonly #planes: Float64Array = new Float64Array(PLANE * PLANES);
  #triangles: Triangles | null = null;
  #slot = -1;

  /**
   * Whether all other triangles are farther than gap[0] from those points of a triangle that are farther than gap[1] from its edges, of which
   * there must be some.
   */
  test(triangles: Triangles, slot: number, gap: Float64Array): boolean {
    const p = this.#corners;
    const { box } = this.#walk;
    triangles.load(slot, p);
    for (let i = 0; i < 3; i++) {
      box[i] = Math.min(p[i], p[3 + i], p[6 + i]) - gap[0];
      box[3 + i] = Math.max(p[i], p[3 + i], p[6 + i]) + gap[0];
    }
    this.#triangles = triangles;
    this.#slot = slot;
    this.#setPlanes(gap);
    const met = this.#walk.overlapping(triangles.tree, this);
    this.#triangles = null;
    return !met;
  }

  /** Ends the walk at a triangle that is not clear of the face. */
  leaf(first: number, last: number): boolean {
    for (let slot = first; slot < last; slot++) if (slot !== this.#slot && !this.#isBeyond(slot)) return true;
    return false;
  }

  #setPlanes(gap: Float64Array): void {
    const p = this.#corners;
    const e = this.#edges;
    for (let c = 0; c < 3; c++) {
      const from = 3 * c;
      const to = (from + 3) % 9;
      const x = p[to] - p[from];
      const y = p[to + 1] - p[from + 1];
      const z = p[to + 2] - p[from + 2];
      const length = Math.sqrt(x * x + y * y + z * z);
      e[from] = x / length;
      e[from + 1] = y / length;
      e[from + 2] = z / length;
    }
    // The unit normal of the triangle.
    let nx = e[1] * e[5] - e[2] * e[4];
    let ny = e[2] * e[3] - e[0] * e[5];
    let nz = e[0] * e[4] - e[1] * e[3];
    const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= n;
    ny /= n;
    nz /= n;
    this.#set(6, 0, nx, ny, nz, gap[0]);
    this.#set(7, 0, -nx, -ny, -nz, gap[0]);
    // The face keeps gap[1] from these planes, so others may reach through them by what is more than gap[0].
    const through = gap[0] - gap[1];
    for (let c = 0; c < 3; c++) {
      const k = 3 * c;
      const l = (3 * c + 6) % 9;
      this.#set(c, 3 * c, e[k + 1] * nz - e[k + 2] * ny, e[k + 2] * nx - e[k] * nz, e[k] * ny - e[k + 1] * nx, through);
      // Outward along the bisector of the edge that begins at the corner and the one that ends there.
      const x = e[l] - e[k];
      const y = e[l + 1] - e[k + 1];
      const z = e[l + 2] - e[k + 2];
      const length = Math.sqrt(x * x + y * y + z * z);
      this.#set(3 + c, 3 * c, x / length, y / length, z / length, through);
    }
  }

  #set(plane: number, corner: number, x: number, y: number, z: number, least: number): void {
    const planes = this.#planes;
    const p = this.#corners;
    const k = PLANE * plane;
    for (let i = 0; i < 3; i++) planes[k + i] = p[corner + i];
    planes[k + 3] = x;
    planes[k + 4] = y;
    planes[k + 5] = z;
    planes[k + 6] = least;
  }

  /** Whether one of the planes has a triangle beyond it. */
  #isBeyond(slot: number): boolean {
    const q = this.#others;
    const planes = this.#planes;
    (this.#triangles as Triangles).load(slot, q);
    for (let k = 0; k < PLANE * PLANES; k += PLANE) {
      const ox = planes[k];
      const oy = planes[k + 1];
      const oz = planes[k + 2];
      const x = planes[k + 3];
      const y = planes[k + 4];
      const z = planes[k + 5];
      const least = planes[k + 6];
      if (
        (q[0] - ox) * x + (q[1] - oy) * y + (q[2] - oz) * z > least &&
        (q[3] - ox) * x + (q[4] - oy) * y + (q[5] - oz) * z > least &&
        (q[6] - ox) * x + (q[7] - oy) * y + (q[8] - oz) * z > least
      )
        return true;
    }
    return false;
  }
}
