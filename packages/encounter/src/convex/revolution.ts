/**
 * The depth of two solids of revolution with parallel axes.
 *
 * EPA cannot do these well: two coaxial cylinders have a whole circle of directions of least depth, and a polytope would need
 * tens of thousands of faces around it before its lower bound closes. But A − B is then itself a solid of revolution, about a
 * line along u through a point c, and along a unit vector n its support value is n·c plus something that depends on the
 * latitude of n alone. So at each latitude the least value is where n leans away from c, and the search is for one angle:
 *
 *   u    the common axis            f    the unit vector against c's offset from the axis (any, when coaxial)
 *   n    cos φ·f + sin φ·u          ρ, z   coordinates along f and u
 *
 * This is EPA in the plane of f and u (Algorithm 4.6): a chain of support points from the bottom of A − B over its f side to
 * its top, whose edges are split where they come nearest to the origin.
 */
import { add, addScaled, cross, dot, length, normalize, perpendicular, scale, subtract, Vec3 } from '../math/vec3.ts';
import { Axis, areParallel, carryAxis } from '../shapes/axis.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { PROPORTION, TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';

/** Most vertices a chain may have. Only a profile that is nearly an arc around the origin needs more. */
const CAPACITY = 48;

/** A cosine that axes anywhere near parallel exceed, rounding and all. */
const ALONG = 1 - 1e-9;

export class Revolution {
  readonly normal: Vec3 = new Vec3();
  depth = 0;
  readonly pointA: Vec3 = new Vec3();
  /** Whether pointA is known as well as the depth. */
  witnessed = true;
  iterations = 0;

  readonly #axisA: Axis = new Axis();
  readonly #axisB: Axis = new Axis();
  readonly #u: Vec3 = new Vec3();
  readonly #f: Vec3 = new Vec3();
  readonly #n: Vec3 = new Vec3();
  readonly #across: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  /** The chain: ρ, z and the point of A of each vertex, the next vertex, and the distance of the edge in between. */
  readonly #rho: Float64Array = new Float64Array(CAPACITY);
  readonly #z: Float64Array = new Float64Array(CAPACITY);
  /** How far beside the plane of f and u each vertex lies. */
  readonly #side: Float64Array = new Float64Array(CAPACITY);
  readonly #points: Float64Array = new Float64Array(3 * CAPACITY);
  readonly #next: Int32Array = new Int32Array(CAPACITY);
  readonly #key: Float64Array = new Float64Array(CAPACITY);
  #count = 0;
  /** The direction in question, cos·f + sin·u, in 0 and 1; in 2 the distance of the origin from the axis of A − B. */
  readonly #scratch: Float64Array = new Float64Array(3);

  /** Whether the pair is of this kind. Sets up the plane of the search for `run`. */
  applies(cso: Cso): boolean {
    const { axis: axisA } = cso.shapeA;
    const { axis: axisB } = cso.shapeB;
    if (axisA === null || axisB === null) return false;
    // Nearly all pairs end here: both axes are the y axis of their own frame.
    if (cso.rigidA && cso.rigidB && isUpright(cso.kindA) && isUpright(cso.kindB) && Math.abs(cso.mB[4]) < ALONG)
      return false;
    const p = this.#axisA;
    const q = this.#axisB;
    if (!carryAxis(axisA, cso.linearA, p) || !carryAxis(axisB, cso.mB, q) || !areParallel(p, q)) return false;
    const u = this.#u.copy(p.free ? q.direction : p.direction);
    if (p.free && q.free) u.set(0, 1, 0);
    const f = subtract(add(q.point, cso.t, this.#f), p.point, this.#f);
    const size = Math.abs(f.x) + Math.abs(f.y) + Math.abs(f.z);
    const off = length(addScaled(f, u, -dot(f, u), f));
    // Below rounding the offset has no direction, and none is needed.
    if (off > 1e-15 * size) {
      scale(f, 1 / off, f);
      // Once more: a small offset has kept some of u.
      normalize(addScaled(f, u, -dot(f, u), f), f);
    } else perpendicular(u, f);
    this.#scratch[2] = off;
    return true;
  }

  /** Finds depth, normal and witness after `applies`; as `Epa.run`. Returns false when A − B is a point, or the bounds do not close. */
  run(cso: Cso, overlapping: boolean): boolean {
    const key = this.#key;
    const next = this.#next;
    const touch = TOUCH * cso.reach;
    const tolerance = Math.max(cso.gap, touch);
    const radius = cso.radiusA + cso.radiusB;
    this.#count = 0;
    this.iterations = 0;
    // Bottom, side and top. The ends are moved to the axis, where turning the support point around puts their mean.
    this.#scratch[0] = 0;
    this.#scratch[1] = -1;
    this.#support(cso);
    this.#toAxis(0);
    this.#scratch[0] = 1;
    this.#scratch[1] = 0;
    this.#support(cso);
    this.#scratch[0] = 0;
    this.#scratch[1] = 1;
    this.#support(cso);
    this.#toAxis(2);
    this.#join(0, 1);
    this.#join(1, 2);
    key[2] = Infinity;
    for (;;) {
      let e = 0;
      for (let i = 1; i < this.#count; i++) if (key[i] < key[e]) e = i;
      const d = key[e];
      if (d === Infinity) return false;
      const rho = this.#rho[next[e]] - this.#rho[e];
      const z = this.#z[next[e]] - this.#z[e];
      const s = 1 / Math.sqrt(rho * rho + z * z);
      if (this.#count === CAPACITY) return false;
      this.#scratch[0] = z * s;
      this.#scratch[1] = -rho * s;
      const w = this.#support(cso);
      const h = (z * this.#rho[w] - rho * this.#z[w]) * s;
      const open = h - d;
      const close = Math.max(Math.min(tolerance, PROPORTION * Math.abs(h + radius)), touch);
      if (open <= close && (open <= touch || overlapping || h <= -touch || d >= -touch)) {
        this.depth = h;
        this.normal.copy(this.#n);
        // The foot of the origin on the edge. It may lie in another edge on the same line; and where the edge is a cap's, its
        // ends lie anywhere around the axis.
        const foot = -(rho * this.#rho[e] + z * this.#z[e]) * s * s;
        const t = Math.min(Math.max(foot, 0), 1);
        const side = this.#side[e] + t * (this.#side[next[e]] - this.#side[e]);
        this.witnessed = Math.abs(side) <= tolerance && Math.abs(foot - t) <= tolerance * s;
        const p = 3 * e;
        const q = 3 * next[e];
        const a = this.#points;
        this.pointA.set(
          a[p] + t * (a[q] - a[p]),
          a[p + 1] + t * (a[q + 1] - a[p + 1]),
          a[p + 2] + t * (a[q + 2] - a[p + 2]),
        );
        return true;
      }
      this.#join(w, next[e]);
      this.#join(e, w);
    }
  }

  /** Adds the support point along cos·f + sin·u to the chain. */
  #support(cso: Cso): number {
    const f = this.#f;
    const u = this.#u;
    const cos = this.#scratch[0];
    const sin = this.#scratch[1];
    const a = this.#a;
    const w = this.#w;
    cso.support(this.#n.set(cos * f.x + sin * u.x, cos * f.y + sin * u.y, cos * f.z + sin * u.z), a, w);
    this.iterations++;
    const i = this.#count++;
    this.#rho[i] = dot(f, w);
    this.#z[i] = dot(u, w);
    this.#side[i] = dot(cross(f, u, this.#across), w);
    this.#points[3 * i] = a.x;
    this.#points[3 * i + 1] = a.y;
    this.#points[3 * i + 2] = a.z;
    return i;
  }

  /** Moves vertex i to the axis of A − B, and its point of A to the axis of A. */
  #toAxis(i: number): void {
    const u = this.#u;
    const c = this.#axisA.point;
    const a = this.#a;
    addScaled(c, u, dot(subtract(a, c, a), u), a);
    this.#rho[i] = -this.#scratch[2];
    this.#side[i] = 0;
    this.#points[3 * i] = a.x;
    this.#points[3 * i + 1] = a.y;
    this.#points[3 * i + 2] = a.z;
  }

  /** Makes j the vertex after i, with the distance of the edge between them from the origin. */
  #join(i: number, j: number): void {
    const rho = this.#rho[j] - this.#rho[i];
    const z = this.#z[j] - this.#z[i];
    const l = Math.sqrt(rho * rho + z * z);
    this.#next[i] = j;
    this.#key[i] = l > 0 ? (z * this.#rho[i] - rho * this.#z[i]) / l : Infinity;
  }
}

function isUpright(kind: ShapeKind): boolean {
  return kind === ShapeKind.segment || kind === ShapeKind.cylinder || kind === ShapeKind.cone;
}

/** One serves all: queries do not nest. It comes with the shapes that are solids of revolution. */
export const REVOLUTION: Revolution = /* #__PURE__ */ new Revolution();
