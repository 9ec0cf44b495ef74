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
import { Vec3 } from '../math/vec3.ts';
import { FLAT } from '../tolerances.ts';
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
    m.set(
      l[0] * n.x + l[1] * n.y + l[2] * n.z,
      l[3] * n.x + l[4] * n.y + l[5] * n.z,
      l[6] * n.x + l[7] * n.y + l[8] * n.z,
    );
    const along = m.x * u.x + m.y * u.y + m.z * u.z;
    const scale = Math.sqrt(m.x * m.x + m.y * m.y + m.z * m.z);
    e.set(m.x - along * u.x, m.y - along * u.y, m.z - along * u.z);
    carryNormal(l, e, this.#e1);
    carryNormal(l, m.set(u.y * e.z - u.z * e.y, u.z * e.x - u.x * e.z, u.x * e.y - u.y * e.x), this.#e2);
    carryNormal(l, u, this.#u);
    const side = cosine(l, u, this.#u);
    if (!(Math.abs(side) > FLAT)) return false;
    if (side < 0) {
      // A mirroring L has turned them over.
      this.#e1.set(-this.#e1.x, -this.#e1.y, -this.#e1.z);
      this.#e2.set(-this.#e2.x, -this.#e2.y, -this.#e2.z);
      this.#u.set(-this.#u.x, -this.#u.y, -this.#u.z);
    }
    this.#c.set(
      l[0] * c.x + l[3] * c.y + l[6] * c.z,
      l[1] * c.x + l[4] * c.y + l[7] * c.z,
      l[2] * c.x + l[5] * c.y + l[8] * c.z,
    );
    if (aboutB) this.#c.set(this.#c.x + cso.t.x, this.#c.y + cso.t.y, this.#c.z + cso.t.z);
    this.value = Infinity;
    // Along the axis, where a cap makes a cusp in h that descent stalls near.
    for (let end = -1; end <= 1; end += 2) {
      s[0] = 0;
      s[1] = 0;
      this.#count = 0;
      this.#u.set(-this.#u.x, -this.#u.y, -this.#u.z);
      this.#look(cso, aboutB);
    }
    if (!(e.x * e.x + e.y * e.y + e.z * e.z > POLE * scale * scale)) {
      this.evaluations = 2;
      return true;
    }
    this.#u.set(along * this.#u.x, along * this.#u.y, along * this.#u.z);
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
    n.set(n.x / length, n.y / length, n.z / length);
    cso.support(n, a, w);
    const h = n.x * w.x + n.y * w.y + n.z * w.z;
    if (h < this.value) {
      this.value = h;
      this.normal.copy(n);
    }
    // The other shape's part of w, seen from the axis.
    if (aboutB) a.set(a.x - c.x, a.y - c.y, a.z - c.z);
    else a.set(w.x - a.x + c.x, w.y - a.y + c.y, w.z - a.z + c.z);
    const i = this.#count++;
    this.#x[i] = s[0];
    this.#y[i] = s[1];
    const px = a.x * e1.x + a.y * e1.y + a.z * e1.z;
    const py = a.x * e2.x + a.y * e2.y + a.z * e2.z;
    this.#px[i] = px;
    this.#py[i] = py;
    this.#level[i] = h * length - (s[0] * px + s[1] * py);
    return i;
  }

  /** Makes #n the direction in #s, and puts its length there. */
  #aim(): void {
    const n = this.#n;
    const e1 = this.#e1;
    const e2 = this.#e2;
    const u = this.#u;
    const x = this.#s[0];
    const y = this.#s[1];
    n.set(x * e1.x + y * e2.x + u.x, x * e1.y + y * e2.y + u.y, x * e1.z + y * e2.z + u.z);
    this.#s[2] = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
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

/** The normal n = L⁻ᵀ·m of a solid that has the normal m before L is applied, times det L: by cofactors. */
function carryNormal(l: Float64Array, m: Vec3, out: Vec3): void {
  const { x, y, z } = m;
  out.set(
    (l[4] * l[8] - l[5] * l[7]) * x + (l[7] * l[2] - l[8] * l[1]) * y + (l[1] * l[5] - l[2] * l[4]) * z,
    (l[5] * l[6] - l[3] * l[8]) * x + (l[8] * l[0] - l[6] * l[2]) * y + (l[2] * l[3] - l[0] * l[5]) * z,
    (l[3] * l[7] - l[4] * l[6]) * x + (l[6] * l[1] - l[7] * l[0]) * y + (l[0] * l[4] - l[1] * l[3]) * z,
  );
}

/** The cosine of the angle between L·u and n = L⁻ᵀu·det L: of the sign of det L, and nothing where L flattens what it is applied to. */
function cosine(l: Float64Array, u: Vec3, n: Vec3): number {
  const x = l[0] * u.x + l[3] * u.y + l[6] * u.z;
  const y = l[1] * u.x + l[4] * u.y + l[7] * u.z;
  const z = l[2] * u.x + l[5] * u.y + l[8] * u.z;
  const lengths = Math.sqrt((x * x + y * y + z * z) * (n.x * n.x + n.y * n.y + n.z * n.z));
  return (x * n.x + y * n.y + z * n.z) / lengths;
}
