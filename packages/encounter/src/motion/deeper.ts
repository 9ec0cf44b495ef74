/**
 * Whether a contact of two convex bodies in translation counts, though they touch at the start. With C = A − B and B moving by r, the
 * bodies are in contact at the time t if the origin is in C − t·r. So they are at some time of a path if it is in the *tube*
 *
 *   C ⊕ {−t·r : 0 ≤ t ≤ T},
 *
 * which is convex, and the depth of the origin in the tube is how far the whole path must be displaced to avoid the contact. Along a
 * face that is slid along, and where bodies part, that is nothing. No normal is asked: where bodies touch at edges or corners there are
 * many. What is flat has a tube like anything else, though it never gets deep.
 *
 * The tube ends one unit of time after the contact. What is met at the very end of a motion counts if the motion, gone on with, would
 * lead deeper.
 */
import { GjkCast } from '../convex/cast.ts';
import { Cso } from '../convex/cso.ts';
import { Goal, type Penetration } from '../convex/penetration.ts';
import { Proximity } from '../convex/proximity.ts';
import { addScaled, against, dot, length, scale, Vec3 } from '../math/vec3.ts';
import { Point } from '../shapes/point.ts';
import { Shape, ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';

/** The tube of a pair, as one shape in the query frame of the pair. Without the radii, which are added as those of any pair. */
class Tube extends Shape {
  cso: Cso = new Cso();
  /** −T·r. */
  readonly path: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();

  override get polyhedral(): boolean {
    return this.cso.polyhedral;
  }

  override support(dir: Vec3, out: Vec3): Vec3 {
    const { path } = this;
    this.cso.support(dir, this.#a, out);
    return dot(dir, path) > 0 ? addScaled(out, path, 1, out) : out;
  }

  override toString(): string {
    return 'tube';
  }
}

export class Deeper {
  /** A unit normal, from A to B, along which the bodies approach each other: set by `approach`. */
  readonly normal: Vec3 = new Vec3();
  readonly #cast: GjkCast = new GjkCast();
  readonly #tube: Tube = new Tube();
  /** The tube against the origin. */
  readonly #pair: Cso = new Cso();
  readonly #found: Proximity = new Proximity();
  readonly #origin: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();

  constructor() {
    const pair = this.#pair;
    pair.shapeA = this.#tube;
    pair.shapeB = new Point([0, 0, 0]);
    pair.kindB = ShapeKind.point;
  }

  /** Whether the path of B, which moves by r, must be displaced by more than `tolerance` to avoid the contact at the time t. */
  leads(cso: Cso, penetration: Penetration, r: Vec3, t: number, tolerance: number): boolean {
    const tube = this.#tube;
    const pair = this.#pair;
    tube.cso = cso;
    scale(r, -1 - t, tube.path);
    const l = length(tube.path);
    pair.radiusA = cso.radiusA + cso.radiusB;
    pair.size = cso.size + l;
    pair.polyhedral = cso.polyhedral;
    pair.gap = Math.min(cso.gap, tolerance);
    const together = penetration.solve(pair, Goal.depth, undefined, this.#found);
    // The path itself is rounded. A depth that has not converged is too large, never too small: it does not hide a contact.
    return together && !(-this.#found.signed <= tolerance + TOUCH * l);
  }

  /**
   * Sets `normal` for a contact at t = 0 that leads deeper, after `leads` has said so. Along a translation the signed distance is a convex
   * function of time, a maximum of affine ones. It falls at t = 0, so the bodies were apart before: the normal is that of a cast that
   * begins earlier.
   */
  approach(cso: Cso, r: Vec3): void {
    const origin = this.#origin.copy(cso.t);
    const cast = this.#cast;
    addScaled(origin, r, -1, cso.t);
    const met = cast.run(cso, scale(r, 2, this.#r));
    cso.t.copy(origin);
    if (met && cast.advanced && dot(cast.normal, r) < 0) this.normal.copy(cast.normal);
    else against(r, this.normal);
  }
}
