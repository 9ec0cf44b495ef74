/**
 * The least support value of C = A − B along a circle of directions, when A or B is a solid of revolution.
 *
 * In a large solid of revolution something small P has its least depth along one of the directions on a circle about the axis u,
 * and along all of them nearly the same. What differences there are come from P, and may have as many minima as P has edges:
 * local searches find one of them. But along a circle of latitude the solid's own support value is a constant c, so for every
 * known point p of P
 *
 *   m(θ) = cos φ·(cos θ·e₁ + sin θ·e₂) + sin φ·u      h(m) ≥ c + m·p
 *
 * and between two directions whose support points are known h is nowhere less than where these two bounds meet, or one of them is
 * least. This is EPA on a circle: the arc with the least bound is split there. It closes after a few steps, however large the solid.
 *
 * A placement L may distort the solid. It then has the normals n = L⁻ᵀm, a sum of three vectors like m, and h(n) is the above with n
 * in place of m, divided by |n|. The bounds meet where they did; where each is least is not quite where it is said to be, which may
 * cost a step, or the least of two nearly equal minima.
 */
import { multiply, multiplyTransposed } from '../math/affine.ts';
import { add, addScaled, cross, dot, lengthSq, scale, subtract, Vec3 } from '../math/vec3.ts';
import { cofactors } from './cofactors.ts';
import type { Cso } from './cso.ts';

/** Most directions looked along, and how many of them in vain: along a circle of equal values the bounds do not close. */
const CAPACITY = 64;
const PATIENCE = 12;

/** Directions to begin with, all around. */
const FIRST = 8;

/** A circle whose squared radius is less than this is a point: the searches have been all over it. */
const POLE = 1e-6;

export class Ring {
  /** In: a direction on the circle. Out: the best on it. */
  readonly normal: Vec3 = new Vec3();
  /** The support value there. */
  value = 0;
  evaluations = 0;

  /** The vectors that n is made of, and a point of the axis. */
  readonly #e1: Vec3 = new Vec3();
  readonly #e2: Vec3 = new Vec3();
  readonly #u: Vec3 = new Vec3();
  readonly #c: Vec3 = new Vec3();
  readonly #e: Vec3 = new Vec3();
  readonly #m: Vec3 = new Vec3();
  readonly #n: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #normals: Float64Array = new Float64Array(9);
  /** The directions looked along: cos θ and sin θ. */
  readonly #x: Float64Array = new Float64Array(CAPACITY);
  readonly #y: Float64Array = new Float64Array(CAPACITY);
  /** Their bounds: x·px + y·py + level. */
  readonly #px: Float64Array = new Float64Array(CAPACITY);
  readonly #py: Float64Array = new Float64Array(CAPACITY);
  readonly #level: Float64Array = new Float64Array(CAPACITY);
  /** The arcs from each to the next one: the least bound, and where it is. */
  readonly #next: Int32Array = new Int32Array(CAPACITY);
  readonly #key: Float64Array = new Float64Array(CAPACITY);
  readonly #splitX: Float64Array = new Float64Array(CAPACITY);
  readonly #splitY: Float64Array = new Float64Array(CAPACITY);
  #count = 0;
  /** The direction in question: cos θ, sin θ and |n|. */
  readonly #s: Float64Array = new Float64Array(3);

  /** Searches the circle through `normal` about the axis of B, or else of A. Returns false when there is none. */
  run(cso: Cso, aboutB: boolean): boolean {
    const { axis } = aboutB ? cso.shapeB : cso.shapeA;
    if (axis === null || axis.free) return false;
    const { point: c, direction: u } = axis;
    const n = this.normal;
    const e = this.#e;
    const m = this.#m;
    const s = this.#s;
    const key = this.#key;
    const next = this.#next;
    const l = aboutB ? cso.mB : cso.linearA;
    // m, across and along u.
    multiplyTransposed(l, n, m);
    const along = dot(m, u);
    addScaled(m, u, -along, e);
    const small = POLE * lengthSq(m);
    const normals = this.#normals;
    if (!cofactors(l, normals)) return false;
    multiply(normals, e, this.#e1);
    multiply(normals, cross(u, e, m), this.#e2);
    multiply(normals, u, this.#u);
    multiply(l, c, this.#c);
    if (aboutB) add(this.#c, cso.t, this.#c);
    this.value = Infinity;
    // Along the axis, where a cap makes a cusp in h that descent stalls near.
    for (let end = -1; end <= 1; end += 2) {
      s[0] = 0;
      s[1] = 0;
      this.#count = 0;
      scale(this.#u, -1, this.#u);
      this.#look(cso, aboutB);
    }
    if (!(lengthSq(e) > small)) {
      this.evaluations = 2;
      return true;
    }
    scale(this.#u, along, this.#u);
    this.#count = 0;
    s[0] = 1;
    for (let i = 0; i < FIRST; i++) {
      this.#look(cso, aboutB);
      const x = s[0] * Math.SQRT1_2;
      const y = s[1] * Math.SQRT1_2;
      s[0] = x - y;
      s[1] = x + y;
    }
    for (let i = 0; i < FIRST; i++) this.#join(i, (i + 1) % FIRST);
    for (let last = this.#count; this.#count < Math.min(last + PATIENCE, CAPACITY); ) {
      let i = 0;
      for (let k = 1; k < this.#count; k++) if (key[k] < key[i]) i = k;
      if (this.value - key[i] <= cso.gap) break;
      s[0] = this.#splitX[i];
      s[1] = this.#splitY[i];
      const least = this.value - cso.gap;
      const j = this.#look(cso, aboutB);
      if (this.value < least) last = this.#count;
      this.#join(j, next[i]);
      this.#join(i, j);
    }
    this.evaluations = 2 + this.#count;
    return true;
  }

  /** Adds the direction in #s. */
  #look(cso: Cso, aboutB: boolean): number {
    const s = this.#s;
    const e1 = this.#e1;
    const e2 = this.#e2;
    const c = this.#c;
    const n = this.#n;
    const a = this.#a;
    const w = this.#w;
    this.#aim();
    const length = s[2];
    cso.support(scale(n, 1 / length, n), a, w);
    const h = dot(n, w);
    if (h < this.value) {
      this.value = h;
      this.normal.copy(n);
    }
    // The other shape's part of w, seen from the axis.
    subtract(a, c, a);
    if (!aboutB) subtract(w, a, a);
    const i = this.#count++;
    this.#x[i] = s[0];
    this.#y[i] = s[1];
    const px = dot(a, e1);
    const py = dot(a, e2);
    this.#px[i] = px;
    this.#py[i] = py;
    this.#level[i] = h * length - (s[0] * px + s[1] * py);
    return i;
  }

  /** Makes #n the direction in #s, and puts its length there. */
  #aim(): void {
    const n = this.#n;
    addScaled(addScaled(this.#u, this.#e1, this.#s[0], n), this.#e2, this.#s[1], n);
    this.#s[2] = Math.sqrt(lengthSq(n));
  }

  /** Makes j the direction after i, and finds the least bound between them. */
  #join(i: number, j: number): void {
    const s = this.#s;
    const px = this.#px;
    const py = this.#py;
    const level = this.#level;
    this.#next[i] = j;
    this.#key[i] = Infinity;
    const x = px[i] - px[j];
    const y = py[i] - py[j];
    const l = Math.sqrt(x * x + y * y);
    if (l > 0) {
      // Where the two bounds meet, the first of them falling against the second.
      const along = (level[j] - level[i]) / l;
      const across = Math.sqrt(Math.max(0, 1 - along * along));
      s[0] = (along * x - across * y) / l;
      s[1] = (along * y + across * x) / l;
      this.#consider(i);
    }
    // Where each of them is least.
    for (let k = 0; k < 2; k++) {
      const o = k === 0 ? i : j;
      const r = Math.sqrt(px[o] * px[o] + py[o] * py[o]);
      if (!(r > 0)) continue;
      s[0] = -px[o] / r;
      s[1] = -py[o] / r;
      this.#consider(i);
    }
  }

  /** Splits the arc after i in the direction in #s if that is within it and the larger of its two bounds is the least there. */
  #consider(i: number): void {
    const j = this.#next[i];
    const x = this.#s[0];
    const y = this.#s[1];
    if (!(this.#x[i] * y - this.#y[i] * x > 0 && x * this.#y[j] - y * this.#x[j] > 0)) return;
    const first = x * this.#px[i] + y * this.#py[i] + this.#level[i];
    const second = x * this.#px[j] + y * this.#py[j] + this.#level[j];
    this.#aim();
    const bound = Math.max(first, second) / this.#s[2];
    if (bound >= this.#key[i]) return;
    this.#key[i] = bound;
    this.#splitX[i] = x;
    this.#splitY[i] = y;
  }
}
