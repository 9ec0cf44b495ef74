/**
 * Whether a contact of two convex bodies in translation leads deeper. Along a translation the signed distance of convex bodies,
 *
 *   s(t) = max over unit n of (n·(t·r) − h(n)),
 *
 * is a convex function of time: a maximum of affine ones, inside and outside alike. So the times of contact are one interval, the chord
 * [t, t'], and −s is concave on it: at the middle of the chord the bodies are at least half as deep as anywhere. The end of the chord is
 * where a cast from behind first meets the bodies. One cast and one depth decide, and no normal is asked: where bodies touch at edges or
 * corners there are many.
 *
 * The chord is cut off after one more unit of time. What is met at the very end of a motion counts if the motion, gone on with, would
 * lead deeper.
 */
import { GjkCast } from '../convex/cast.ts';
import type { Cso } from '../convex/cso.ts';
import { Goal, type Penetration } from '../convex/penetration.ts';
import { Proximity } from '../convex/proximity.ts';
import { addScaled, dot, length, scale, Vec3 } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';

export class Deeper {
  /** A unit normal, from A to B, along which the bodies approach each other: set by `approach`. */
  readonly normal: Vec3 = new Vec3();
  readonly #cast: GjkCast = new GjkCast();
  readonly #found: Proximity = new Proximity();
  readonly #origin: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();
  /** The length of the last chord, in time. */
  #chord = 0;

  /** Whether bodies that are in contact at the time t, B moving by r, get deeper than `tolerance`. */
  leads(cso: Cso, penetration: Penetration, r: Vec3, t: number, tolerance: number): boolean {
    const origin = this.#origin.copy(cso.t);
    const cast = this.#cast;
    addScaled(origin, r, t + 1, cso.t);
    const met = cast.run(cso, scale(r, -1, this.#r));
    this.#chord = 1 - cast.t;
    let deeper = false;
    if (met) {
      addScaled(origin, r, t + 0.5 * this.#chord, cso.t);
      cso.inner = -Infinity;
      const together = penetration.solve(cso, Goal.depth, undefined, this.#found);
      // The path itself is rounded.
      deeper = together && -this.#found.signed > tolerance + TOUCH * length(r);
    }
    cso.t.copy(origin);
    return deeper;
  }

  /**
   * Sets `normal` for a contact at t = 0 that leads deeper, after `leads` has said so. As s is convex, and falls from zero at t = 0, the
   * bodies were apart before: it is the normal of a cast that begins one chord earlier.
   */
  approach(cso: Cso, r: Vec3): void {
    const origin = this.#origin.copy(cso.t);
    const cast = this.#cast;
    addScaled(origin, r, -this.#chord, cso.t);
    const met = cast.run(cso, scale(r, 2 * this.#chord, this.#r));
    cso.t.copy(origin);
    if (met && cast.advanced && dot(cast.normal, r) < 0) this.normal.copy(cast.normal);
    else scale(r, -1 / length(r), this.normal);
  }
}
