/**
 * Local descent of the support value h(n) = n·s_C(n) over unit vectors n: how EPA finishes on smooth shapes.
 *
 * Around a smooth minimum EPA closes its bounds by cutting ever more faces, hundreds of them when C is nearly round. The upper
 * bound alone converges much faster by quasi-Newton steps (BFGS, Nocedal & Wright, Numerical Optimization, §6.1) in the plane
 * tangent at the start:
 *
 *   m = n₀ + s·e₁ + t·e₂      f(s, t) = h(m / |m|) = m·w / |m|,  w = s_C(m)
 *
 * Its gradient comes free with the support point. Every value of h is a true upper bound of the depth, so a descent that ends
 * anywhere is never wrong, only less sharp; it is used after EPA has bounded the depth from below everywhere.
 */
import { addScaled, cross, dot, length, perpendicular, scale, Vec3 } from '../math/vec3.ts';
import type { Cso } from './cso.ts';

const MAX_EVALUATIONS = 40;

/** How many times a step is made shorter: h may bend 10,000 times as sharply one way as the other. */
const SHORTER = 8;

export class Descent {
  /** In: where to start, a unit vector. Out: where it ended. */
  readonly normal: Vec3 = new Vec3();
  /** The support value there. */
  value = 0;
  /** The support point of the last direction that was no better: at a kink, one on its other side. */
  readonly beyond: Vec3 = new Vec3();
  /** The point of A that has it. */
  readonly pointA: Vec3 = new Vec3();
  /** Length of the gradient: how far the support point lies beside the normal. */
  slope = 0;
  evaluations = 0;

  readonly #e1: Vec3 = new Vec3();
  readonly #e2: Vec3 = new Vec3();
  readonly #origin: Vec3 = new Vec3();
  readonly #m: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #foot: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  /** f and its two derivatives at the last point evaluated, and that point s, t. */
  readonly #f: Float64Array = new Float64Array(5);

  run(cso: Cso): void {
    const n0 = this.#origin.copy(this.normal);
    const e1 = perpendicular(n0, this.#e1);
    cross(n0, e1, this.#e2);
    const f = this.#f;
    this.evaluations = 0;
    let s = 0;
    let t = 0;
    f[3] = 0;
    f[4] = 0;
    this.#evaluate(cso);
    this.#accept();
    let value = f[0];
    let gs = f[1];
    let gt = f[2];
    // Inverse Hessian: at first that of a ball of this radius seen from its centre's surroundings.
    const scale = Math.max(Math.abs(value), 1e-3 * cso.size);
    let hss = 1 / scale;
    let hst = 0;
    let htt = 1 / scale;
    while (this.evaluations < MAX_EVALUATIONS) {
      let ds = -(hss * gs + hst * gt);
      let dt = -(hst * gs + htt * gt);
      const slope = gs * ds + gt * dt;
      if (!(-slope > 1e-17 * scale)) break;
      // No step longer than half a radian: the tangent plane is only locally the sphere.
      const far = Math.sqrt(ds * ds + dt * dt);
      if (far > 0.5) {
        ds *= 0.5 / far;
        dt *= 0.5 / far;
      }
      let step = 1;
      let better = false;
      for (let k = 0; k < SHORTER && this.evaluations < MAX_EVALUATIONS; k++) {
        f[3] = s + step * ds;
        f[4] = t + step * dt;
        this.#evaluate(cso);
        if (f[0] < value) {
          better = true;
          break;
        }
        this.beyond.copy(this.#w);
        step *= 0.3;
      }
      if (!better) break;
      ds *= step;
      dt *= step;
      s += ds;
      t += dt;
      const ys = f[1] - gs;
      const yt = f[2] - gt;
      value = f[0];
      gs = f[1];
      gt = f[2];
      this.#accept();
      const curvature = ds * ys + dt * yt;
      if (curvature > 0) {
        const us = hss * ys + hst * yt;
        const ut = hst * ys + htt * yt;
        const k = (1 + (ys * us + yt * ut) / curvature) / curvature;
        hss += k * ds * ds - (2 * ds * us) / curvature;
        hst += k * ds * dt - (ds * ut + us * dt) / curvature;
        htt += k * dt * dt - (2 * dt * ut) / curvature;
      }
    }
  }

  #evaluate(cso: Cso): void {
    const f = this.#f;
    const s = f[3];
    const t = f[4];
    const o = this.#origin;
    const e1 = this.#e1;
    const e2 = this.#e2;
    const w = this.#w;
    const m = addScaled(addScaled(o, e1, s, this.#m), e2, t, this.#m);
    const l = length(m);
    scale(m, 1 / l, m);
    cso.support(m, this.#a, w);
    this.evaluations++;
    const h = dot(m, w);
    f[0] = h;
    f[1] = (dot(e1, w) - (h * s) / l) / l;
    f[2] = (dot(e2, w) - (h * t) / l) / l;
  }

  /** The last point evaluated is the best so far. */
  #accept(): void {
    this.normal.copy(this.#m);
    this.value = this.#f[0];
    this.pointA.copy(this.#a);
    this.slope = length(addScaled(this.#w, this.#m, -this.value, this.#foot));
  }
}
