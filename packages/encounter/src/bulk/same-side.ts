/**
 * On which side of a closed surface points are, of which each is near to some before it. A ray that leaves the surface is needed for the
 * first point only; for the others the winding number of a point nearby is carried over, in one of two ways.
 *
 * **Free balls.** The ball around a point that just reaches the surface is free of it. Let p and q have such balls with radii r and s. Any
 * point x of the segment between them is the centre of a free ball of radius max(r − |xp|, s − |xq|), which is at least (r + s − |pq|)/2.
 * If that is larger than the gaps of the surface, neither a triangle nor a gap lies between p and q.
 *
 * **Crossings.** Otherwise the triangles between p and q are counted. If that is not clear, because an edge is near, a ray decides.
 */
import { INSIDE_NEAR_EDGE } from '../tolerances.ts';
import { Crossings } from '../tree/crossings.ts';
import { PointInside } from '../tree/inside.ts';
import type { NearestPoint } from '../tree/nearest-point.ts';
import type { Triangles } from '../tree/triangles.ts';
import { WayOut } from '../tree/way-out.ts';

/** How many points are remembered. On 50,000 points near a mesh of 36,864 triangles 4, 16 and 32 took as long, to 4 %. */
const REMEMBERED = 8;

/** A segment longer than this share of the extent crosses more boxes than a ray is worth. */
const LONGEST_SHARE = 0.25;

export class SameSide {
  /** x, y, z, radius of a free ball, and the winding number, of each point remembered. */
  readonly #known: Float64Array = new Float64Array(5 * REMEMBERED);
  #count = 0;
  /** Whether all winding numbers since `begin` are proved. One that is not is carried on. */
  isCertain = true;
  readonly #crossings: Crossings = new Crossings();
  readonly #inside: PointInside = new PointInside();
  #triangles: Triangles | null = null;
  readonly #gap: Float64Array = new Float64Array(1);
  readonly #wayOut: WayOut = new WayOut();
  readonly #corners: Float64Array = new Float64Array(9);

  /** Forgets all points. `gap` is the largest gap of the surface. */
  begin(triangles: Triangles, gap: number): void {
    this.#triangles = triangles;
    this.#count = 0;
    this.isCertain = true;
    this.#gap[0] = 2 * gap;
  }

  /** Whether a point is inside. Given are its coordinates, and the radius of a ball around it that is free of triangles. */
  isInside(p: Float64Array): boolean {
    const triangles = this.#triangles as Triangles;
    // Where the surface has gaps its winding number changes everywhere, not only at triangles.
    if (triangles.moments !== null) return this.#inside.test(triangles, p[0], p[1], p[2]);
    const winding = this.#winding(p);
    this.remember(p, winding);
    return winding !== 0;
  }

  /** The winding number at the last point. */
  get winding(): number {
    // A small integer: a double that is returned may be allocated on the heap.
    return this.#known[5 * ((this.#count - 1) % REMEMBERED) + 4] | 0;
  }

  /** Keeps a point, its ball and its winding number for the points that follow. */
  remember(p: Float64Array, winding: number): void {
    const k = 5 * (this.#count++ % REMEMBERED);
    const known = this.#known;
    known[k] = p[0];
    known[k + 1] = p[1];
    known[k + 2] = p[2];
    known[k + 3] = p[3];
    known[k + 4] = winding;
  }

  /**
   * Whether the last point asked about, which is inside, gets out by the nearest point of the surface: see `WayOut`. If the triangle there
   * is alone, nothing but it is crossed. Neither is an edge of it near, because beyond the edge is another triangle.
   */
  leadsOut({ point, found, slot }: NearestPoint, isAlone: boolean): boolean {
    const triangles = this.#triangles as Triangles;
    const { winding } = this;
    if (!isAlone) return this.#wayOut.isOpen(triangles, point, winding, found, slot);
    const p = this.#corners;
    triangles.load(slot, p);
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const out =
      (uy * vz - uz * vy) * (found[1] - point[0]) +
      (uz * vx - ux * vz) * (found[2] - point[1]) +
      (ux * vy - uy * vx) * (found[3] - point[2]);
    return winding === (out > 0 ? 1 : -1);
  }

  #winding(p: Float64Array): number {
    const triangles = this.#triangles as Triangles;
    const known = this.#known;
    const radius = p[3] - this.#gap[0];
    const longest = LONGEST_SHARE * triangles.tree.extent;
    let least = longest * longest;
    let best = -1;
    for (let n = Math.min(this.#count, REMEMBERED) - 1; n >= 0; n--) {
      const k = 5 * n;
      const reach = radius + known[k + 3];
      const x = p[0] - known[k];
      const y = p[1] - known[k + 1];
      const z = p[2] - known[k + 2];
      const square = x * x + y * y + z * z;
      if (reach > 0 && square < reach * reach) return known[k + 4];
      if (!(square < least)) continue;
      least = square;
      best = k;
    }
    if (best >= 0) {
      const { from, to } = this.#crossings;
      for (let i = 0; i < 3; i++) {
        from[i] = p[i];
        to[i] = known[best + i];
      }
      if (this.#crossings.count(triangles, INSIDE_NEAR_EDGE * triangles.tree.extent))
        return known[best + 4] + this.#crossings.change;
    }
    this.#inside.test(triangles, p[0], p[1], p[2]);
    if (!this.#inside.isCertain) this.isCertain = false;
    return this.#inside.winding;
  }
}
