/**
 * How EPA begins (§4.3.8, Figs 4.18–4.19): a tetrahedron grown from whatever simplex GJK left, point to segment to triangle.
 *
 * The book takes care that the first polytope contains the origin. Here it need not: distances of faces are signed, and the
 * polytope grows toward the origin by itself. It must have volume, so each new point is the one farthest from the span of the
 * points before it.
 */
import { cross, dot, length, normalize, perpendicular, scale, Vec3 } from '../math/vec3.ts';
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
  readonly #r: Vec3 = new Vec3();
  /** Unit vectors: from the first vertex to the second, and across the plane of three. */
  readonly #u: Vec3 = new Vec3();
  readonly #v: Vec3 = new Vec3();
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
      const w = this.#w.set(simplex.y[3 * i], simplex.y[3 * i + 1], simplex.y[3 * i + 2]);
      this.#a.set(simplex.a[3 * i], simplex.a[3 * i + 1], simplex.a[3 * i + 2]);
      if (!solid && i > 0) this.#measure(w);
      if (solid) polytope.addVertex(w, this.#a);
      else if (i === 0 || this.#scratch[0] > flat) this.#add(w, this.#a);
    }
    const dir = this.#dir;
    while (polytope.vertexCount < 4) {
      let best = flat;
      this.depth = Infinity;
      // Candidate directions: both ways along the axes that the points so far do not span.
      const candidates = 8 - 2 * polytope.vertexCount;
      for (let c = 0; c < candidates; c++) {
        this.#outward(c, dir);
        cso.support(dir, this.#a, this.#w);
        polytope.own();
        this.iterations++;
        const h = dot(dir, this.#w);
        if (h < this.depth) {
          this.depth = h;
          this.normal.copy(dir);
        }
        this.#measure(this.#w);
        if (this.#scratch[0] > best) {
          best = this.#scratch[0];
          this.#bestY.copy(this.#w);
          this.#bestA.copy(this.#a);
        }
      }
      // C has no extent along any candidate: it lies in the span of the points.
      if (best === flat) return false;
      this.#add(this.#bestY, this.#bestA);
    }
    polytope.tetrahedron();
    return true;
  }

  /** Adds a vertex, and finds what the vertices span. */
  #add(w: Vec3, a: Vec3): void {
    const i = this.polytope.addVertex(w, a);
    const r = this.#from(w);
    if (i === 1) normalize(r, this.#u);
    if (i === 2) normalize(cross(this.#u, r, r), this.#v);
  }

  /** Candidate c of the unit directions orthogonal to the one, two or three present vertices. */
  #outward(c: number, out: Vec3): void {
    const { vertexCount } = this.polytope;
    if (vertexCount === 1) out.set(c < 2 ? 1 : 0, c >> 1 === 1 ? 1 : 0, c > 3 ? 1 : 0);
    else if (vertexCount === 3) out.copy(this.#v);
    else {
      perpendicular(this.#u, out);
      if (c >= 2) cross(this.#u, out, out);
    }
    if ((c & 1) === 1) scale(out, -1, out);
  }

  /** The way from the first vertex to w. */
  #from(w: Vec3): Vec3 {
    const { y } = this.polytope;
    return this.#r.set(w.x - y[0], w.y - y[1], w.z - y[2]);
  }

  /** Sets #scratch[0] to the distance of w from the point, line or plane of the present vertices. */
  #measure(w: Vec3): void {
    const { vertexCount } = this.polytope;
    const r = this.#from(w);
    if (vertexCount === 2) cross(this.#u, r, r);
    this.#scratch[0] = vertexCount === 3 ? Math.abs(dot(this.#v, r)) : length(r);
  }
}
