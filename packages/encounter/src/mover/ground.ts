/**
 * What a mover can stand on and climb, among the planes that it is in contact with.
 *
 * A *face* is judged by its own slope, and a curved surface by the slope at the contact. At the edge of a stair the normal of the contact
 * says nothing: a capsule meets it with any normal. There the faces that meet in the edge decide.
 *
 * - All of them are flat enough: it is a ridge of the ground, judged like a face.
 * - One of them is, others are not (or there is no other): it is a *rim*, the upper edge of a stair or a ledge. A mover stands on it if
 *   the contact itself is flat enough, or if the rim is no higher above its foot than the step height: then it is about to climb the
 *   stair. Or if it comes down a stair, see settle.ts. It climbs a rim by stepping up only, unless the rim is all that it stands on.
 * - None is: judged like a face, by the normal of the contact.
 */
import { Vec3 } from '../math/vec3.ts';
import { RIM_LEAST_RISE, SLOPE_ROUNDING } from '../tolerances.ts';
import type { ContactPlane, PlaneList } from './contact-plane.ts';

export class Ground {
  readonly up: Vec3 = new Vec3(0, 1, 0);
  /** The cosine of the steepest slope that can be walked on. */
  leastRise = 0;
  /** The highest step. */
  stepHeight = 0;
  /** The same, and what is allowed for the gap that movers keep and for rounding. */
  readonly reach: Float64Array = new Float64Array(1);
  /** Whether all rims carry, of any height and slope, also those beside the mover: see settle.ts. */
  holdsRims = false;
  /** The plane that carries the mover, the most upward one, or null. */
  carrier: ContactPlane | null = null;
  /** The most upward plane of those that are too steep, or null. */
  steepest: ContactPlane | null = null;

  /** Judges the planes of contacts. foot[0] is the height of the mover's lowest point, skin included. */
  judge(list: PlaneList, band: Float64Array, foot: Float64Array): void {
    const { up } = this;
    const flatEnough = this.leastRise - SLOPE_ROUNDING;
    let carrier: ContactPlane | null = null;
    let steepest: ContactPlane | null = null;
    let steepestRise = 0;
    let onlyRims = true;
    for (let i = 0; i < list.count; i++) {
      const plane = list.planes[i];
      if (plane.gap > band[0]) continue;
      const { normal } = plane;
      const rise = normal.x * up.x + normal.y * up.y + normal.z * up.z;
      const isEdge = plane.faces > 0 && !plane.flat;
      const { face, point } = plane;
      // Products are written out: a call that is not inlined leaves its result on the heap.
      const hasTop = face.x * up.x + face.y * up.y + face.z * up.z >= flatEnough;
      const isRidge = plane.faces > 1 && plane.lowest >= flatEnough;
      plane.rim = isEdge && hasTop && !isRidge;
      const isFlat = rise >= flatEnough;
      const isRimLow =
        rise > RIM_LEAST_RISE && point.x * up.x + point.y * up.y + point.z * up.z - foot[0] <= this.reach[0];
      plane.carries = isFlat || (plane.rim && (isRimLow || (this.holdsRims && rise > -RIM_LEAST_RISE)));
      plane.climbs = isFlat && !plane.rim;
      if (plane.carries) {
        if (!plane.rim) onlyRims = false;
        if (carrier === null || this.#isBetter(plane, carrier)) carrier = plane;
      } else if (rise > RIM_LEAST_RISE && rise > steepestRise) {
        steepest = plane;
        steepestRise = rise;
      }
    }
    if (onlyRims)
      for (let i = 0; i < list.count; i++) {
        const plane = list.planes[i];
        const { normal } = plane;
        const rise = normal.x * up.x + normal.y * up.y + normal.z * up.z;
        if (plane.rim && plane.carries && rise >= flatEnough) plane.climbs = true;
      }
    this.carrier = carrier;
    this.steepest = steepest;
  }

  /** The more upward contact; of equal ones the nearer. */
  #isBetter(a: ContactPlane, b: ContactPlane): boolean {
    const { up } = this;
    const n = a.normal;
    const m = b.normal;
    const rise = (n.x - m.x) * up.x + (n.y - m.y) * up.y + (n.z - m.z) * up.z;
    return rise > SLOPE_ROUNDING || (rise > -SLOPE_ROUNDING && a.gap < b.gap);
  }
}
