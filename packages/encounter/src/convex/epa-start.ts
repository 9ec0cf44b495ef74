/**
 * How EPA begins (§4.3.8, Figs 4.18–4.19): a tetrahedron grown from whatever simplex GJK left, point to segment to triangle.
 *
 * The book takes care that the first polytope contains the origin. Here it need not: distances of faces are signed, and the
 * polytope grows toward the origin by itself. It must have volume, so each new point is the one farthest from the span of the
 * points before it.
 */
import { cross, dot, lengthSq, perpendicular, scale, Vec3 } from '../math/vec3.ts';
import { FLAT } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import type { EpaPolytope } from './epa-polytope.ts';
import type { Simplex } from './simplex.ts';

export class EpaStart {
  readonly polytope: EpaPolytope;
  readonly normal: Vec3 = new Vec3();
  depth = 0;
  iterations = 0;

  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #u: Vec3 = new Vec3();
  readonly #v: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();
  readonly #bestY: Vec3 = new Vec3();
  readonly #bestA: Vec3 = new Vec3();
  /** The distance of the last measured point from the span of the vertices. A number in an array is not boxed. */
  readonly #scratch: Float64Array = new Float64Array(1);

  constructor(polytope: EpaPolytope) {
    this.polytope = polytope;
  }

  /**
   * Makes the first tetrahedron from the simplex and further support points. Returns false when C is flat: then `normal` is the
   * direction across C with the least support value, and `depth` that value.
   */
  begin(cso: Cso, simplex: Simplex): boolean {
    const { polytope } = this;
    const flat = FLAT * cso.reach;
    polytope.clear();
    this.iterations = 0;
    // The volume is the product of the three distances that are measured. None of them exceeds twice the reach.
    const solid = simplex.count === 4 && simplex.volume > 4 * flat * cso.reach * cso.reach;
    for (let i = 0; i < simplex.count; i++) {
      this.#w.set(simplex.y[3 * i], simplex.y[3 * i + 1], simplex.y[3 * i + 2]);
      this.#a.set(simplex.a[3 * i], simplex.a[3 * i + 1], simplex.a[3 * i + 2]);
      if (polytope.vertexCount > 0 && !solid) this.#measure(this.#w);
      if (polytope.vertexCount === 0 || solid || this.#scratch[0] > flat) polytope.addVertex(this.#w, this.#a);
    }
    const dir = this.#dir;
    while (polytope.vertexCount < 4) {
      let best = flat;
      // Candidate directions: both ways along the axes that the points so far do not span.
      const candidates = polytope.vertexCount === 1 ? 6 : polytope.vertexCount === 2 ? 4 : 2;
      for (let c = 0; c < candidates; c++) {
        this.#outward(c, dir);
        cso.support(dir, this.#a, this.#w);
        this.iterations++;
        this.#measure(this.#w);
        if (this.#scratch[0] > best) {
          best = this.#scratch[0];
          this.#bestY.copy(this.#w);
          this.#bestA.copy(this.#a);
        }
      }
      if (best === flat) {
        // C has no extent along any candidate: it lies in the span of the points.
        this.#flat(cso, candidates);
        return false;
      }
      polytope.addVertex(this.#bestY, this.#bestA);
    }
    polytope.tetrahedron();
    return true;
  }

  /** Finds the direction of least support value among those along which C has no extent. */
  #flat(cso: Cso, candidates: number): void {
    const dir = this.#dir;
    let least = Infinity;
    for (let c = 0; c < candidates; c++) {
      this.#outward(c, dir);
      cso.support(dir, this.#a, this.#w);
      this.iterations++;
      const h = dot(dir, this.#w);
      if (h < least) {
        least = h;
        this.normal.copy(dir);
      }
    }
    this.depth = least;
  }

  /** Candidate c of the unit directions orthogonal to the one, two or three present vertices. */
  #outward(c: number, out: Vec3): void {
    const { vertexCount } = this.polytope;
    const sign = (c & 1) === 0 ? 1 : -1;
    if (vertexCount === 1) {
      out.set(c < 2 ? sign : 0, c >= 2 && c < 4 ? sign : 0, c >= 4 ? sign : 0);
      return;
    }
    const u = this.#edge(1, this.#u);
    if (vertexCount === 3) cross(u, this.#edge(2, this.#v), out);
    else {
      perpendicular(u, out);
      if (c >= 2) cross(u, out, out);
    }
    scale(out, sign / Math.sqrt(lengthSq(out)), out);
  }

  /** From the first vertex to vertex i. */
  #edge(i: number, out: Vec3): Vec3 {
    const { y } = this.polytope;
    return out.set(y[3 * i] - y[0], y[3 * i + 1] - y[1], y[3 * i + 2] - y[2]);
  }

  /** Sets #scratch[0] to the distance of w from the point, line or plane of the present vertices. */
  #measure(w: Vec3): void {
    const { y, vertexCount } = this.polytope;
    const r = this.#r.set(w.x - y[0], w.y - y[1], w.z - y[2]);
    // Squares are written out: a number returned by a call that is not inlined is allocated on the heap.
    if (vertexCount === 1) {
      this.#scratch[0] = Math.sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
      return;
    }
    const u = this.#edge(1, this.#u);
    if (vertexCount === 2) {
      const uu = u.x * u.x + u.y * u.y + u.z * u.z;
      cross(u, r, r);
      this.#scratch[0] = Math.sqrt((r.x * r.x + r.y * r.y + r.z * r.z) / uu);
    } else {
      const n = cross(u, this.#edge(2, this.#v), this.#v);
      const nn = n.x * n.x + n.y * n.y + n.z * n.z;
      this.#scratch[0] = Math.abs(n.x * r.x + n.y * r.y + n.z * r.z) / Math.sqrt(nn);
    }
  }
}
