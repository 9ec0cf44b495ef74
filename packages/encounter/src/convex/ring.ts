/**
 * The least support value of C = A − B along a circle of directions, when A or B is a solid of revolution.
 *
 * In a large solid of revolution something small P has its least depth along one of the directions on a circle about the axis u,
 * and along all of them nearly the same. What differences there are come from P, and may have as many minima as P has edges:
 * local searches find one of them. But along a circle of latitude the solid's own support value is a constant c, so for every
 * known point p of P
 *
 *   n(θ) = cos φ·(cos θ·e₁ + sin θ·e₂) + sin φ·u      h(n) ≥ c + n·p
 *
 * and between two directions whose support points are known h is nowhere less than where these two bounds meet. This is EPA on
 * a circle: the arc with the least bound is split there. It closes after a few steps, however large the solid.
 */
import { Vec3 } from '../math/vec3.ts';
import { Axis, carryAxis } from '../shapes/axis.ts';
import type { Cso } from './cso.ts';

/** Most directions looked along, and how many of them in vain: along a circle of equal values the bounds do not close. */
const CAPACITY = 64;
const PATIENCE = 12;

/** A circle whose radius is less than this is a point: the searches have been all over it. */
const POLE = 1e-3;

export class Ring {
  /** In: a direction on the circle. Out: the best on it. */
  readonly normal: Vec3 = new Vec3();
  /** The support value there. */
  value = 0;
  evaluations = 0;

  readonly #axis: Axis = new Axis();
  readonly #e1: Vec3 = new Vec3();
  readonly #e2: Vec3 = new Vec3();
  readonly #n: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
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
  /** cos φ and sin φ, and the direction in question: cos θ and sin θ. */
  readonly #s: Float64Array = new Float64Array(4);

  /** Searches the circle through `normal` about the axis of B, or else of A. Returns false when there is none. */
  run(cso: Cso, aboutB: boolean): boolean {
    const { axis } = aboutB ? cso.shapeB : cso.shapeA;
    if (axis === null || !carryAxis(axis, aboutB ? cso.mB : cso.linearA, this.#axis) || this.#axis.free) return false;
    const n = this.normal;
    const u = this.#axis.direction;
    const e1 = this.#e1;
    const s = this.#s;
    const key = this.#key;
    const next = this.#next;
    const sin = n.x * u.x + n.y * u.y + n.z * u.z;
    e1.set(n.x - sin * u.x, n.y - sin * u.y, n.z - sin * u.z);
    const cos = Math.sqrt(e1.x * e1.x + e1.y * e1.y + e1.z * e1.z);
    if (cos < POLE) return false;
    e1.set(e1.x / cos, e1.y / cos, e1.z / cos);
    this.#e2.set(u.y * e1.z - u.z * e1.y, u.z * e1.x - u.x * e1.z, u.x * e1.y - u.y * e1.x);
    s[0] = cos;
    s[1] = sin;
    this.value = Infinity;
    this.#count = 0;
    for (let i = 0; i < 4; i++) {
      s[2] = i === 0 ? 1 : i === 2 ? -1 : 0;
      s[3] = i === 1 ? 1 : i === 3 ? -1 : 0;
      this.#look(cso, aboutB);
    }
    for (let i = 0; i < 4; i++) this.#join(i, (i + 1) & 3);
    for (let last = this.#count; this.#count < Math.min(last + PATIENCE, CAPACITY); ) {
      let i = 0;
      for (let k = 1; k < this.#count; k++) if (key[k] < key[i]) i = k;
      if (this.value - key[i] <= cso.gap) break;
      s[2] = this.#splitX[i];
      s[3] = this.#splitY[i];
      const least = this.value - cso.gap;
      const j = this.#look(cso, aboutB);
      if (this.value < least) last = this.#count;
      this.#join(j, next[i]);
      this.#join(i, j);
    }
    this.evaluations = this.#count;
    return true;
  }

  /** Adds the direction in #s. */
  #look(cso: Cso, aboutB: boolean): number {
    const s = this.#s;
    const { x: ux, y: uy, z: uz } = this.#axis.direction;
    const e1 = this.#e1;
    const e2 = this.#e2;
    const n = this.#n;
    const a = this.#a;
    const w = this.#w;
    const cos = s[0];
    const sin = s[1];
    const x = cos * s[2];
    const y = cos * s[3];
    n.set(x * e1.x + y * e2.x + sin * ux, x * e1.y + y * e2.y + sin * uy, x * e1.z + y * e2.z + sin * uz);
    cso.support(n, a, w);
    const h = n.x * w.x + n.y * w.y + n.z * w.z;
    if (h < this.value) {
      this.value = h;
      this.normal.copy(n);
    }
    // The other shape's part of w, seen from the axis.
    const { x: cx, y: cy, z: cz } = this.#axis.point;
    const { t } = cso;
    if (aboutB) a.set(a.x - cx - t.x, a.y - cy - t.y, a.z - cz - t.z);
    else a.set(w.x - a.x + cx, w.y - a.y + cy, w.z - a.z + cz);
    const i = this.#count++;
    this.#x[i] = s[2];
    this.#y[i] = s[3];
    const px = cos * (a.x * e1.x + a.y * e1.y + a.z * e1.z);
    const py = cos * (a.x * e2.x + a.y * e2.y + a.z * e2.z);
    this.#px[i] = px;
    this.#py[i] = py;
    this.#level[i] = h - (s[2] * px + s[3] * py);
    return i;
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
      s[2] = (along * x - across * y) / l;
      s[3] = (along * y + across * x) / l;
      this.#consider(i);
    }
    // Where each of them is least.
    for (let k = 0; k < 2; k++) {
      const o = k === 0 ? i : j;
      const r = Math.sqrt(px[o] * px[o] + py[o] * py[o]);
      if (!(r > 0)) continue;
      s[2] = -px[o] / r;
      s[3] = -py[o] / r;
      this.#consider(i);
    }
  }

  /** Splits the arc after i in the direction in #s if that is within it and the larger of its two bounds is the least there. */
  #consider(i: number): void {
    const j = this.#next[i];
    const x = this.#s[2];
    const y = this.#s[3];
    if (!(this.#x[i] * y - this.#y[i] * x > 0 && x * this.#y[j] - y * this.#x[j] > 0)) return;
    const bound = Math.max(
      x * this.#px[i] + y * this.#py[i] + this.#level[i],
      x * this.#px[j] + y * this.#py[j] + this.#level[j],
    );
    if (bound >= this.#key[i]) return;
    this.#key[i] = bound;
    this.#splitX[i] = x;
    this.#splitY[i] = y;
  }
}
