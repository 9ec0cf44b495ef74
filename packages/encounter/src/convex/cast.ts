/**
 * GJK ray cast (G. van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous Collision
 * Detection", 2004): the first t at which the origin, moving along r, meets C = A − B grown by the radius. With B moving by r
 * relative to A this is their first contact.
 *
 *   t     a proven lower bound of the time of contact: never later than the truth
 *   y, w  points of C − t·r, so the origin stays where GJK wants it
 *   v     the point of the simplex nearest to the origin
 *
 * A support plane that separates the origin from C − t·r clips the ray: t moves to where the plane, carried along by r, lies
 * a radius away from the origin. Planes that do not separate only improve the simplex, as in GJK. Clipping takes care of the
 * radii, so the iteration runs on the cores alone.
 */
import { Vec3 } from '../math/vec3.ts';
import { CAST_FINER, NEAR, TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import { Simplex } from './simplex.ts';

/** As in GJK, only a guard against endless loops. Grazing rays on curved shapes converge linearly and take a few dozen steps. */
const MAX_ITERATIONS = 1000;

/** How many steps in a row may neither advance t nor shorten v. */
const PATIENCE = 8;

export class GjkCast {
  t = 0;
  /** Unit, from A to B at contact, in the query frame. */
  readonly normal: Vec3 = new Vec3();
  /** The contact point on A, with A where it is at the start. */
  readonly point: Vec3 = new Vec3();
  iterations = 0;
  converged = true;
  /** False when t never left zero: then there is no normal. */
  advanced = false;
  /** A lower bound of the distance at t = 0, proven; zero where none is known. */
  clearance = 0;
  readonly #simplex: Simplex = new Simplex();
  /** The last v. When there is no contact, it separates the shapes. */
  readonly axis: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();

  /**
   * Returns whether there is contact for some t in [0, 1]. The shapes must be apart at t = 0, or at most touch. `start` is about where B is
   * from A at contact: any direction will do, a good one spares steps.
   */
  run(cso: Cso, r: Vec3, start: Vec3 = cso.t): boolean {
    const simplex = this.#simplex;
    const v = this.axis;
    const dir = this.#dir;
    const w = this.#w;
    const a = this.#a;
    const { normal, point } = this;
    const radius = cso.radiusA + cso.radiusB;
    simplex.count = 0;
    // Field by field: numbers passed to a call that is not inlined are allocated on the heap.
    v.x = -start.x;
    v.y = -start.y;
    v.z = -start.z;
    if (v.x === 0 && v.y === 0 && v.z === 0) v.copy(r);
    normal.set(0, 0, 0);
    this.advanced = false;
    this.converged = true;
    this.clearance = 0;
    let t = 0;
    let vv = v.x * v.x + v.y * v.y + v.z * v.z;
    let reach = 0;
    let iterations = 0;
    let stale = 0;
    for (;;) {
      iterations++;
      dir.x = -v.x;
      dir.y = -v.y;
      dir.z = -v.z;
      cso.support(dir, a, w);
      w.x -= t * r.x;
      w.y -= t * r.y;
      w.z -= t * r.z;
      reach = Math.max(reach, Math.abs(w.x) + Math.abs(w.y) + Math.abs(w.z));
      const length = Math.sqrt(vv);
      const excess = (v.x * w.x + v.y * w.y + v.z * w.z) / length - radius;
      let advanced = false;
      if (excess > TOUCH * reach) {
        if (t === 0) this.clearance = excess;
        const speed = (v.x * r.x + v.y * r.y + v.z * r.z) / length;
        // Still apart at the end of the motion, by more than rounding.
        if (!(excess - (1 - t) * speed <= TOUCH * reach)) return false;
        const step = Math.min(excess / speed, 1 - t);
        advanced = t + step > t;
        this.advanced = true;
        t += step;
        normal.x = -v.x / length;
        normal.y = -v.y / length;
        normal.z = -v.z / length;
        const x = step * r.x;
        const y = step * r.y;
        const z = step * r.z;
        for (let k = 0; k < 3 * simplex.count; k += 3) {
          simplex.y[k] -= x;
          simplex.y[k + 1] -= y;
          simplex.y[k + 2] -= z;
        }
        w.x -= x;
        w.y -= y;
        w.z -= z;
      }
      simplex.add(w, a);
      if (simplex.solve()) break;
      const done = Math.sqrt(simplex.vv) <= radius + CAST_FINER * cso.gap;
      stale = advanced || simplex.vv < vv || iterations === 1 ? 0 : stale + 1;
      if (done || stale > PATIENCE || iterations >= MAX_ITERATIONS) {
        this.converged = done;
        break;
      }
      vv = simplex.vv;
      v.copy(simplex.v);
    }
    this.t = t;
    this.iterations = iterations;
    if (this.advanced && simplex.vv > (NEAR * cso.size) ** 2) {
      // When the cores are well apart, the last v is a better normal than that of the plane that clipped last. A support along v
      // verifies this: v is taken only if its own bound has closed.
      const last = simplex.v;
      const l = Math.sqrt(simplex.vv);
      dir.x = -last.x;
      dir.y = -last.y;
      dir.z = -last.z;
      cso.support(dir, a, w);
      const bound = (last.x * (w.x - t * r.x) + last.y * (w.y - t * r.y) + last.z * (w.z - t * r.z)) / l;
      const facing = last.x * r.x + last.y * r.y + last.z * r.z;
      if (l - bound <= cso.gap && facing > 0) {
        normal.x = -last.x / l;
        normal.y = -last.y / l;
        normal.z = -last.z / l;
      }
    }
    simplex.pointA(point);
    point.x += cso.radiusA * normal.x;
    point.y += cso.radiusA * normal.y;
    point.z += cso.radiusA * normal.z;
    return true;
  }
}
