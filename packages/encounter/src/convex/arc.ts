/**
 * The least support value of C = A − B along an arc of directions, proven: EPA in two dimensions (Algorithm 4.6).
 *
 *   n(x, y)   o + x·e₁ + y·e₂ with x² + y² = 1, the directions of the arc, of any length
 *   h(n)      the support value of C along n/|n|
 *   q         a point such that h(n)·|n| ≥ level + n·q all along the arc, with equality in the direction that q was found in
 *
 * So each sampled direction bounds h from below along the whole arc. Between two neighbours the bound is least either where their
 * two bounds meet or where one of them has its minimum. The stretch with the least bound is split there. A few splits close the
 * bounds.
 *
 * Two kinds of arcs are worth this, because EPA would need thousands of faces around them:
 *
 * **Two solids of revolution with parallel axes.** A − B is then itself a solid of revolution, about a line along u. At each
 * latitude h is least where n leans away from the offset f of the axes. So the half circle from −u over f to u contains the
 * direction of least depth, and q is the support point of C.
 *
 * **One solid of revolution and any other shape.** Along a circle of latitude about its axis the solid's own support value is
 * constant. So q is the other shape's part of the support point, and the result is the minimum along that circle only. A small
 * shape in a large solid has its least depth on such a circle, where each of its edges makes a local minimum of h. A placement L
 * may distort the solid: then the normals L⁻ᵀ·m of the circle are the directions of the arc.
 */
import { carryNormal, multiply, multiplyTransposed } from '../math/affine.ts';
import { add, addScaled, cross, dot, length, normalize, perpendicular, scale, subtract, Vec3 } from '../math/vec3.ts';
import { Axis, areParallel, carryAxis, tiltOf } from '../shapes/axis.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { ARC_CAPACITY, ARC_PATIENCE, ARC_POLE, FLAT, ROUNDING } from '../tolerances.ts';
import type { Cso } from './cso.ts';

/** Axes whose cosine is below this are certainly not parallel, whatever rounding did. */
const ALONG = 0.999999999;

/** Evenly spaced directions that the search of a circle begins with. */
const FIRST = 8;

/** Which part of the support point q is: all of it, the part of A, or the part of −B. */
const Part = { both: 0, a: 1, b: 2 } as const;
type Part = (typeof Part)[keyof typeof Part];

export class Arc {
  /** In, for a circle: a direction on it. Out: the direction of least support value on the arc. */
  readonly normal: Vec3 = new Vec3();
  /** The support value along `normal`. */
  value = 0;
  /** How far below `value` the minimum along the arc may be, rounding aside. */
  error = 0;
  iterations = 0;

  readonly #axisA: Axis = new Axis();
  readonly #axisB: Axis = new Axis();
  readonly #o: Vec3 = new Vec3();
  readonly #e1: Vec3 = new Vec3();
  readonly #e2: Vec3 = new Vec3();
  /** A point of the axis of a circle. */
  readonly #c: Vec3 = new Vec3();
  readonly #n: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  #part: Part = Part.both;
  #count = 0;
  /** The sampled directions, and their bounds level + x·qx + y·qy. */
  readonly #x: Float64Array = new Float64Array(ARC_CAPACITY);
  readonly #y: Float64Array = new Float64Array(ARC_CAPACITY);
  readonly #qx: Float64Array = new Float64Array(ARC_CAPACITY);
  readonly #qy: Float64Array = new Float64Array(ARC_CAPACITY);
  readonly #level: Float64Array = new Float64Array(ARC_CAPACITY);
  /** The stretch from each sampled direction to the next: its least bound, and the direction of that bound. */
  readonly #next: Int32Array = new Int32Array(ARC_CAPACITY);
  readonly #key: Float64Array = new Float64Array(ARC_CAPACITY);
  readonly #splitX: Float64Array = new Float64Array(ARC_CAPACITY);
  readonly #splitY: Float64Array = new Float64Array(ARC_CAPACITY);
  /** The direction under consideration: x, y and |n|. */
  readonly #s: Float64Array = new Float64Array(3);

  /** The least depth of two solids of revolution with parallel axes. Returns false for others, and when the bounds do not close. */
  parallel(cso: Cso, overlapping: boolean): boolean {
    const { axis: axisA } = cso.shapeA;
    const { axis: axisB } = cso.shapeB;
    if (axisA === null || axisB === null) return false;
    // Nearly all pairs end here: both axes are the y axis of their own frame.
    if (cso.rigidA && cso.rigidB && isUpright(cso.kindA) && isUpright(cso.kindB) && Math.abs(cso.mB[4]) < ALONG)
      return false;
    const p = this.#axisA;
    const q = this.#axisB;
    if (!carryAxis(axisA, cso.linearA, p) || !carryAxis(axisB, cso.mB, q) || !areParallel(p, q)) return false;
    const u = this.#e2.copy(p.free ? q.direction : p.direction);
    if (p.free && q.free) u.set(0, 1, 0);
    const f = subtract(add(q.point, cso.t, this.#e1), p.point, this.#e1);
    const size = length(f);
    const off = length(addScaled(f, u, -dot(f, u), f));
    // An offset below rounding has no direction. The axes coincide then, and any direction across them will do.
    if (off > ROUNDING * size) {
      scale(f, 1 / off, f);
      // Remove u a second time: rounding leaves some of it in a small offset.
      normalize(addScaled(f, u, -dot(f, u), f), f);
    } else perpendicular(u, f);
    this.#o.set(0, 0, 0);
    this.#part = Part.both;
    this.#begin();
    for (let y = -1; y <= 1; y++) this.#look(cso, y === 0 ? 1 : 0, y);
    this.#join(0, 1);
    this.#join(1, 2);
    this.#key[2] = Infinity;
    const closed = this.#run(cso, overlapping, ARC_CAPACITY);
    // Axes that are not quite parallel shift the support values by up to their tilt times the size, and solids that are not quite round
    // by as much as that.
    this.error += (tiltOf(p, q) + p.off + q.off) * cso.size;
    return closed;
  }

  /** The minimum along the circle through `normal` about the axis of B (`aboutB`) or of A. Returns false when there is no such circle. */
  around(cso: Cso, aboutB: boolean): boolean {
    const { axis } = aboutB ? cso.shapeB : cso.shapeA;
    if (axis === null || axis.free) return false;
    const { point, direction: u } = axis;
    const l = aboutB ? cso.mB : cso.linearA;
    // `normal` carried back through L, split into its parts along and across u.
    const m = multiplyTransposed(l, this.normal, this.#w);
    const along = dot(m, u);
    const e = addScaled(m, u, -along, this.#n);
    const across = length(e);
    if (!(across > ARC_POLE * length(m))) return false;
    scale(e, 1 / across, e);
    carryNormal(l, e, this.#e1);
    carryNormal(l, cross(u, e, m), this.#e2);
    // A flattened solid has two normals only, no circle of them.
    if (!(length(cross(this.#e1, this.#e2, m)) > FLAT * length(this.#e1) * length(this.#e2))) return false;
    scale(carryNormal(l, u, this.#o), along / across, this.#o);
    multiply(l, point, this.#c);
    if (aboutB) add(this.#c, cso.t, this.#c);
    this.#part = aboutB ? Part.a : Part.b;
    this.#begin();
    let x = 1;
    let y = 0;
    for (let i = 0; i < FIRST; i++) {
      this.#look(cso, x, y);
      const turned = (x - y) * Math.SQRT1_2;
      y = (x + y) * Math.SQRT1_2;
      x = turned;
    }
    for (let i = 0; i < FIRST; i++) this.#join(i, (i + 1) % FIRST);
    this.#run(cso, true, ARC_PATIENCE);
    return true;
  }

  #begin(): void {
    this.#count = 0;
    this.value = Infinity;
  }

  /** Splits stretches until the bounds close. Returns false when `patience` directions in a row have not lowered `value`. */
  #run(cso: Cso, decided: boolean, patience: number): boolean {
    const key = this.#key;
    const next = this.#next;
    for (let last = this.#count; ; ) {
      let i = 0;
      for (let k = 1; k < this.#count; k++) if (key[k] < key[i]) i = k;
      this.error = Math.max(0, this.value - key[i]);
      this.iterations = this.#count;
      cso.open = this.error;
      cso.upper = this.value;
      cso.lower = key[i];
      if (cso.closes(decided)) return true;
      if (this.#count === Math.min(last + patience, ARC_CAPACITY)) return false;
      const { value } = this;
      const j = this.#look(cso, this.#splitX[i], this.#splitY[i]);
      if (this.value < value - cso.gap) last = this.#count;
      this.#join(j, next[i]);
      this.#join(i, j);
    }
  }

  /** Samples h along the direction (x, y), and adds the direction to the arc. */
  #look(cso: Cso, x: number, y: number): number {
    const s = this.#s;
    const n = this.#n;
    const a = this.#a;
    const w = this.#w;
    s[0] = x;
    s[1] = y;
    this.#aim();
    const size = s[2];
    cso.support(scale(n, 1 / size, n), a, w);
    const h = dot(n, w);
    if (h < this.value) {
      this.value = h;
      this.normal.copy(n);
    }
    let q = w;
    if (this.#part !== Part.both) {
      // The other shape's part of the support point, relative to a point of the axis.
      q = subtract(a, this.#c, a);
      if (this.#part === Part.b) subtract(w, q, q);
    }
    const i = this.#count++;
    this.#x[i] = x;
    this.#y[i] = y;
    this.#qx[i] = dot(q, this.#e1);
    this.#qy[i] = dot(q, this.#e2);
    this.#level[i] = this.#part === Part.both ? 0 : h * size - (x * this.#qx[i] + y * this.#qy[i]);
    return i;
  }

  /** Sets #n to the direction n(x, y) of the x and y in #s, and #s[2] to its length. */
  #aim(): void {
    const n = this.#n;
    addScaled(addScaled(this.#o, this.#e1, this.#s[0], n), this.#e2, this.#s[1], n);
    this.#s[2] = length(n);
  }

  /** Makes j the neighbour after i, and finds the least bound between the two. */
  #join(i: number, j: number): void {
    const s = this.#s;
    const qx = this.#qx;
    const qy = this.#qy;
    const level = this.#level;
    this.#next[i] = j;
    this.#key[i] = Infinity;
    const x = qx[i] - qx[j];
    const y = qy[i] - qy[j];
    const l = Math.sqrt(x * x + y * y);
    if (l > 0) {
      // Where the two bounds meet: of the two such directions, the one where the bound of i falls towards j.
      const along = (level[j] - level[i]) / l;
      const across = Math.sqrt(Math.max(0, 1 - along * along));
      s[0] = (along * x - across * y) / l;
      s[1] = (along * y + across * x) / l;
      this.#consider(i);
    }
    // Where each bound has its minimum.
    for (let k = 0; k < 2; k++) {
      const o = k === 0 ? i : j;
      const r = Math.sqrt(qx[o] * qx[o] + qy[o] * qy[o]);
      if (!(r > 0)) continue;
      s[0] = -qx[o] / r;
      s[1] = -qy[o] / r;
      this.#consider(i);
    }
  }

  /**
   * Makes the direction in #s the place to split the stretch after i, if it lies within the stretch and has the least bound so far.
   * The bound there is the larger one of those of i and its neighbour.
   */
  #consider(i: number): void {
    const j = this.#next[i];
    const x = this.#s[0];
    const y = this.#s[1];
    if (!(this.#x[i] * y - this.#y[i] * x > 0 && x * this.#y[j] - y * this.#x[j] > 0)) return;
    const first = x * this.#qx[i] + y * this.#qy[i] + this.#level[i];
    const second = x * this.#qx[j] + y * this.#qy[j] + this.#level[j];
    this.#aim();
    const bound = Math.max(first, second) / this.#s[2];
    if (bound >= this.#key[i]) return;
    this.#key[i] = bound;
    this.#splitX[i] = x;
    this.#splitY[i] = y;
  }
}

/** Whether the axis of a kind of shape is the y axis of its own frame. */
function isUpright(kind: ShapeKind): boolean {
  return kind === ShapeKind.segment || kind === ShapeKind.cylinder || kind === ShapeKind.cone;
}
