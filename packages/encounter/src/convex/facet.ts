/**
 * The support value h(n) at a facet: along the normal of a flat part of C, such as the cap of a cylinder makes, h has a cusp. Descent
 * from the side gets near it and stalls, as h rises just as steeply whichever way it leans. Support points all around show the
 * facet, and the plane through them is its own.
 */
import { addScaled, cross, dot, length, normalize, perpendicular, subtract, Vec3 } from '../math/vec3.ts';
import type { Cso } from './cso.ts';

/** How far to lean: first by more than descent may have stalled away, then so little that only the facet is seen. */
const LEANS = [2e-3, 1e-4, 1e-6];

/** The least width of a facet: as many leans, relative to the size. */
const WIDTH = 4;

/** What is seen of a facet shrinks by less than this as the lean does, and of a bend, however slight, by more. */
const SHRINK = 4;

export class Facet {
  /** In: where to start, a unit vector. Out: the normal of the facet if there is one. */
  readonly normal: Vec3 = new Vec3();
  /** The support value there. */
  value = 0;
  /** Whether the origin is above the facet, which makes this a minimum. */
  settled = false;
  evaluations = 0;

  readonly #e: Vec3 = new Vec3();
  readonly #f: Vec3 = new Vec3();
  readonly #m: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #p: Vec3 = new Vec3();
  readonly #q: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();
  /** How wide the last triangle was. */
  readonly #width: Float64Array = new Float64Array(1);

  /** `value` is the support value along `normal`. Returns false when there is no facet thereabouts whose value is as low. */
  run(cso: Cso): boolean {
    const n = this.normal;
    const m = this.#m;
    const w = this.#w;
    let found = false;
    this.settled = false;
    this.evaluations = 0;
    for (let k = 0; k < LEANS.length; k++) {
      if (!this.#plane(cso, k)) return false;
      cso.support(m, this.#a, w);
      this.evaluations++;
      const h = dot(m, w);
      if (h > this.value) continue;
      found = true;
      this.value = h;
      n.copy(m);
      this.settled = this.#above();
    }
    return found;
  }

  /** Makes #m the normal of the plane through three support points around the normal. False when they do not span one. */
  #plane(cso: Cso, step: number): boolean {
    const n = this.normal;
    const m = this.#m;
    const e = perpendicular(n, this.#e);
    const p = this.#p;
    const q = this.#q;
    const r = this.#r;
    const lean = LEANS[step];
    const f = cross(n, e, this.#f);
    cso.support(addScaled(n, e, lean, m), this.#a, p);
    cso.support(addScaled(addScaled(n, e, -lean / 2, m), f, 0.866 * lean, m), this.#a, q);
    cso.support(addScaled(addScaled(n, e, -lean / 2, m), f, -0.866 * lean, m), this.#a, r);
    this.evaluations += 3;
    const u = subtract(q, p, e);
    const v = subtract(r, p, f);
    const width = length(cross(u, v, m)) / Math.max(length(u), length(v));
    if (!(width > WIDTH * lean * cso.size) || (step > 0 && width < this.#width[0] / SHRINK)) return false;
    this.#width[0] = width;
    normalize(m, m);
    return dot(m, n) > 0;
  }

  /** Whether the foot of the origin is within the three points. */
  #above(): boolean {
    const n = this.normal;
    const p = this.#p;
    const q = this.#q;
    const r = this.#r;
    return isLeft(n, p, q) && isLeft(n, q, r) && isLeft(n, r, p);
  }
}

/** Whether the origin, seen against n, is to the left of the line from p to q. */
function isLeft(n: Vec3, p: Vec3, q: Vec3): boolean {
  return n.x * (p.y * q.z - p.z * q.y) + n.y * (p.z * q.x - p.x * q.z) + n.z * (p.x * q.y - p.y * q.x) >= 0;
}
