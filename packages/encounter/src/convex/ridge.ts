/**
 * Descent of the support value h(n) along a ridge: where C has straight generators, as the sides of cylinders and cones have, h
 * has a kink for every n across a generator, and its minimum lies on that kink. Plain descent stalls there; following the kink it
 * is a search in one variable.
 *
 *   g    the generator: from one end of the flat to the other, as support points on both sides of n show
 *   τ    the direction along the ridge: orthogonal to n and g
 *
 * Each step goes along τ, by a secant of the derivative τ·w, and then back onto the ridge, which need not be straight: that of a
 * cone is a circle of latitude. As in `descent.ts` every value of h is a true upper bound of the depth.
 */
import { addScaled, cross, distance, dot, normalize, subtract, Vec3 } from '../math/vec3.ts';
import type { Cso } from './cso.ts';

/** How far to lean to either side of the kink to tell its sides: first as little as shows both, then ever less. */
const LEAN = 1e-6;
const FAR = 0.1;
const FINER = 1 / 30;
const CLOSE = 1e-8;

/** The shortest generator, relative to the size. */
const SHORT = 3e-6;

const MAX_STEPS = 24;

/** Derivative along the ridge, relative to the size, that is as good as zero. */
const SLOPE = 1e-10;

/** What a kink along the ridge may still be lower by, relative to the size. */
const GAIN = 1e-9;

/** No step is longer than this: the way back to the ridge must be short. */
const STRIDE = 0.2;

export class Ridge {
  /** In: where to start, a unit vector. Out: where it ended. */
  readonly normal: Vec3 = new Vec3();
  /** The support value there. */
  value = 0;
  /** Whether it is a minimum along the ridge. */
  settled = false;
  /** Whether that minimum is a kink along the ridge as well. */
  corner = false;
  evaluations = 0;

  /** Generator and direction of the ridge at `normal`, and at #n. */
  readonly #g: Vec3 = new Vec3();
  readonly #tau: Vec3 = new Vec3();
  readonly #n: Vec3 = new Vec3();
  readonly #nextG: Vec3 = new Vec3();
  readonly #nextTau: Vec3 = new Vec3();
  readonly #m: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w2: Vec3 = new Vec3();
  /** The support value at #n, its derivative along the ridge, and how far from the ridge it may have been. */
  readonly #s: Float64Array = new Float64Array(3);

  /** `beyond` is a support point on the other side of the kink. Returns false when there is no ridge at `normal`. */
  run(cso: Cso, beyond: Vec3): boolean {
    const s = this.#s;
    const { normal } = this;
    const n = this.#n.copy(normal);
    const g = this.#nextG;
    const t = this.#tau;
    const w = this.#w;
    this.evaluations = 1;
    this.settled = false;
    // From the support point beyond the kink to the one on this side.
    cso.support(n, this.#a, w);
    normalize(subtract(w, beyond, g), g);
    s[2] = LEAN;
    if (!this.#ontoRidge(cso)) return false;
    this.#accept();
    let slope = s[1];
    let bend = Math.max(Math.abs(s[0]), 1e-3 * cso.size);
    // How far away, and to which side, there is a point beyond the minimum.
    let beyondAt = Infinity;
    for (let k = 0; k < MAX_STEPS; k++) {
      // Between here and beyond a kink the derivative stays about what it is.
      this.corner = Math.abs(beyondAt * slope) <= GAIN * cso.size;
      this.settled = this.corner || Math.abs(slope) <= SLOPE * cso.size;
      if (this.settled) break;
      // Downhill, to where the secant of the derivative vanishes, but not beyond what is known to be beyond.
      const way = slope > 0 ? -1 : 1;
      const far = Math.min(STRIDE, Math.abs(beyondAt) / 2);
      const step = way * (bend > 0 ? Math.min(Math.abs(slope) / bend, far) : far);
      normalize(addScaled(normal, t, step, n), n);
      g.copy(this.#g);
      s[2] = step * step;
      const found = this.#ontoRidge(cso);
      const turned = s[1] * way > 0;
      // At the bottom values differ by rounding, and the derivative tells.
      if (found && (s[0] < this.value || (Math.abs(s[1]) < Math.abs(slope) && s[0] <= this.value + SLOPE * cso.size))) {
        bend = (s[1] - slope) / step;
        slope = s[1];
        beyondAt = turned ? -step : beyondAt - step;
        this.#accept();
      } else {
        bend = found && turned ? Math.abs((s[1] - slope) / step) : 0;
        beyondAt = step;
      }
    }
    return true;
  }

  /** #n is the best so far. */
  #accept(): void {
    this.normal.copy(this.#n);
    this.value = this.#s[0];
    this.#g.copy(this.#nextG);
    this.#tau.copy(this.#nextTau);
  }

  /** Makes #n orthogonal to the generator near it, and takes the value and the derivative there. False without one. */
  #ontoRidge(cso: Cso): boolean {
    const s = this.#s;
    const n = this.#n;
    const g = this.#nextG;
    const m = this.#m;
    const w = this.#w;
    const w2 = this.#w2;
    let known = 0;
    for (let lean = Math.min(Math.max(s[2], CLOSE), LEAN); ; ) {
      cso.support(addScaled(n, g, -lean, m), this.#a, w2);
      cso.support(addScaled(n, g, lean, m), this.#a, w);
      this.evaluations += 2;
      const far = distance(w, w2);
      if (!(far > Math.max(4 * lean, SHORT) * cso.size)) {
        // One side only: the ridge is farther away, or there is none.
        if (known > 0 || lean > FAR) return false;
        lean /= FINER;
        continue;
      }
      // What shrinks with the lean is a bend, if a sharp one.
      if (far < known / 4) return false;
      known = far;
      normalize(subtract(w, w2, g), g);
      normalize(addScaled(n, g, -dot(n, g), n), n);
      if (lean === CLOSE) break;
      lean = Math.max(lean * FINER, CLOSE);
    }
    const t = cross(n, g, this.#nextTau);
    cso.support(n, m, w);
    this.evaluations++;
    s[0] = dot(n, w);
    s[1] = dot(t, w);
    return true;
  }
}
