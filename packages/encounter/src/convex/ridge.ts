/**
 * Descent of the support value h(n) along a ridge: where C has straight generators, as the side of a cylinder has, h has a kink
 * for every n across a generator, and its minimum lies on that kink. Plain descent stalls there; following the kink it is a
 * search for one angle.
 *
 *   g    the generator: from one end of the flat to the other, as support points on both sides of n show
 *   τ    the direction along the ridge: orthogonal to n and g
 *   m    n + u·τ, and h(m / |m|) falls toward u while its derivative, known from the support point, has one sign
 *
 * As in `descent.ts` every value of h is a true upper bound of the depth.
 */
import { normalize, Vec3 } from '../math/vec3.ts';
import { SMOOTH } from '../tolerances.ts';
import type { Cso } from './cso.ts';

/** How far to lean to either side of the kink: enough to tell its sides, too little to leave them. */
const LEAN = 1e-4;
const CLOSE = 1e-8;

/** How far to go to either side along the ridge for the witness: more than the search leaves open. */
const ASIDE = 1e-9;
const ROUNDS = 3;
const MAX_STEPS = 40;

export class Ridge {
  /** In: where to start, a unit vector. Out: where it ended. */
  readonly normal: Vec3 = new Vec3();
  /** The support value there. */
  value = 0;
  /** The point of A over the foot of the origin. */
  readonly pointA: Vec3 = new Vec3();
  evaluations = 0;

  readonly #g: Vec3 = new Vec3();
  readonly #tau: Vec3 = new Vec3();
  readonly #m: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w2: Vec3 = new Vec3();
  readonly #a2: Vec3 = new Vec3();
  /** u, and the derivative of h there. */
  readonly #s: Float64Array = new Float64Array(2);

  /** Returns false when there is no ridge at `normal`. */
  run(cso: Cso): boolean {
    const s = this.#s;
    this.evaluations = 0;
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.#findGenerator(cso)) return round > 0;
      s[0] = 0;
      this.#slope(cso);
      if (Math.abs(s[1]) <= 1e-11 * cso.size) break;
      // Away from the slope in growing steps, until it turns.
      const way = s[1] > 0 ? -1 : 1;
      let low = 0;
      let lowSlope = s[1];
      let high = 0;
      let highSlope = s[1];
      for (let step = 0.02; step < 2; step *= 2) {
        low = high;
        lowSlope = highSlope;
        high = way * step;
        s[0] = high;
        this.#slope(cso);
        highSlope = s[1];
        if (highSlope * way >= 0) break;
      }
      if (highSlope * way < 0) break;
      // Between the two: false position (the Illinois variant), with halving when it lags.
      for (let k = 0; k < MAX_STEPS && Math.abs(high - low) > 1e-10; k++) {
        let u = (low * highSlope - high * lowSlope) / (highSlope - lowSlope);
        if (!(u > Math.min(low, high) && u < Math.max(low, high)) || k % 4 === 3) u = (low + high) / 2;
        s[0] = u;
        this.#slope(cso);
        if (s[1] === 0) {
          low = u;
          high = u;
        } else if (s[1] * way < 0) {
          low = u;
          lowSlope = s[1];
          highSlope /= 2;
        } else {
          high = u;
          highSlope = s[1];
          lowSlope /= 2;
        }
      }
      s[0] = high;
      this.#direct();
      this.normal.copy(this.#m);
    }
    if (!this.#findGenerator(cso)) return false;
    this.#witness(cso);
    return true;
  }

  /**
   * The point of A over the foot of the origin. The minimum may be a kink along the ridge as well, and the flat then a facet: its
   * corners are the ends of the generators on both sides, and the foot is found across it first, then along.
   */
  #witness(cso: Cso): void {
    const { pointA } = this;
    const g = this.#g;
    const t = this.#tau;
    const n = this.normal;
    const m = this.#m;
    const w = this.#w;
    const a = this.#a;
    const w2 = this.#w2;
    const a2 = this.#a2;
    let before = 0;
    for (let k = 0; k < 2; k++) {
      const along = k === 0 ? -ASIDE : ASIDE;
      const x = n.x + along * t.x;
      const y = n.y + along * t.y;
      const z = n.z + along * t.z;
      cso.support(m.set(x + CLOSE * g.x, y + CLOSE * g.y, z + CLOSE * g.z), a, w);
      cso.support(m.set(x - CLOSE * g.x, y - CLOSE * g.y, z - CLOSE * g.z), a2, w2);
      this.evaluations += 2;
      const high = w.x * g.x + w.y * g.y + w.z * g.z;
      const low = w2.x * g.x + w2.y * g.y + w2.z * g.z;
      const s = part(high, low);
      w.set(w.x + s * (w2.x - w.x), w.y + s * (w2.y - w.y), w.z + s * (w2.z - w.z));
      a.set(a.x + s * (a2.x - a.x), a.y + s * (a2.y - a.y), a.z + s * (a2.z - a.z));
      const side = w.x * t.x + w.y * t.y + w.z * t.z;
      if (k === 0) {
        before = side;
        pointA.copy(a);
      } else {
        const q = part(before, side);
        pointA.set(pointA.x + q * (a.x - pointA.x), pointA.y + q * (a.y - pointA.y), pointA.z + q * (a.z - pointA.z));
      }
    }
  }

  /** Points #m along n + u·τ. */
  #direct(): void {
    const n = this.normal;
    const t = this.#tau;
    const u = this.#s[0];
    const m = this.#m.set(n.x + u * t.x, n.y + u * t.y, n.z + u * t.z);
    const l = 1 / Math.sqrt(m.x * m.x + m.y * m.y + m.z * m.z);
    m.set(l * m.x, l * m.y, l * m.z);
  }

  /** The derivative of h along the ridge at u. */
  #slope(cso: Cso): void {
    const s = this.#s;
    const m = this.#m;
    const w = this.#w;
    const n = this.normal;
    const t = this.#tau;
    this.#direct();
    cso.support(m, this.#a, w);
    this.evaluations++;
    // Of the unit tangent at m: τ − u·n, which is orthogonal to n + u·τ.
    s[1] = w.x * (t.x - s[0] * n.x) + w.y * (t.y - s[0] * n.y) + w.z * (t.z - s[0] * n.z);
  }

  /** Makes `normal` orthogonal to the generator under it, and takes the value there. False without one. */
  #findGenerator(cso: Cso): boolean {
    const n = this.normal;
    const { value: before } = this;
    const g = this.#g;
    const m = this.#m;
    const w = this.#w;
    const w2 = this.#w2;
    cso.support(n, this.#a, w);
    this.value = n.x * w.x + n.y * w.y + n.z * w.z;
    // The support point is one end of the flat; leaning away from it shows the other.
    g.set(w.x - this.value * n.x, w.y - this.value * n.y, w.z - this.value * n.z);
    let length = 0;
    for (let k = 0; k < 2; k++) {
      // Far enough to find the ridge at first, then next to it.
      const l = (k === 0 ? LEAN : CLOSE) / Math.sqrt(g.x * g.x + g.y * g.y + g.z * g.z);
      if (!(l < Infinity)) return false;
      m.set(n.x - l * g.x, n.y - l * g.y, n.z - l * g.z);
      cso.support(m, this.#a2, w2);
      m.set(n.x + l * g.x, n.y + l * g.y, n.z + l * g.z);
      cso.support(m, this.#a, w);
      this.evaluations += 2;
      g.set(w.x - w2.x, w.y - w2.y, w.z - w2.z);
      length = Math.sqrt(g.x * g.x + g.y * g.y + g.z * g.z);
      if (!(length > 1e3 * SMOOTH * cso.size)) {
        this.value = before;
        return false;
      }
      g.set(g.x / length, g.y / length, g.z / length);
      const off = n.x * g.x + n.y * g.y + n.z * g.z;
      normalize(n.set(n.x - off * g.x, n.y - off * g.y, n.z - off * g.z), n);
    }
    this.#tau.set(n.y * g.z - n.z * g.y, n.z * g.x - n.x * g.z, n.x * g.y - n.y * g.x);
    cso.support(n, m, w);
    this.evaluations++;
    this.value = n.x * w.x + n.y * w.y + n.z * w.z;
    return true;
  }
}

/** Where between 0 and 1 a value that runs from `from` to `to` is zero, or nearest to it. */
function part(from: number, to: number): number {
  return from === to ? 0 : Math.min(Math.max(from / (from - to), 0), 1);
}
