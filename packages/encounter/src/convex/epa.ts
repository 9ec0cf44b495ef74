/**
 * EPA (§4.3.8, Algorithm 4.10): the depth of the origin in C = A − B and the direction of least depth.
 *
 *   h(n) = n·s_C(n)  the support value of C along a unit vector n; the depth is its minimum over all n
 *   d                the distance of the nearest face of a polytope P ⊂ C: a lower bound of the depth
 *
 * Each step takes the nearest face, evaluates h along its normal (an upper bound of the depth) and adds the support
 * point to P. The face is done when h − d closes.
 *
 * Deviations from the book:
 * - Face normals and plane distances come from edge vectors, not from v = ν(aff(X)), and are signed. So P need not contain
 *   the origin: EPA works from any simplex, also when the origin lies on its boundary or a rounding error outside C, and
 *   then returns a negative depth. That is how touching contacts are told from gaps: −min h is the distance when the
 *   origin is outside, and the sign of h near contact does not suffer from a vanishing v as GJK's does.
 * - Faces are not dropped for having their nearest point outside; removing and keeping is by visibility alone.
 * - The initial polytope is a tetrahedron grown from whatever simplex GJK left, point to segment to triangle; when C has no
 *   volume it ends there: the depth along the normal of a flat C is zero.
 */
import { perpendicular, Vec3 } from '../math/vec3.ts';
import { FLAT, ROUND, TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import { Descent } from './descent.ts';
import { EpaPolytope } from './epa-polytope.ts';
import type { StepRecorder } from './recorder.ts';
import type { Simplex } from './simplex.ts';

/** Steps after which a curved pair is finished by descent. Random poses take 20 on average and hardly ever 80. */
const PATIENCE = 128;

/** How many faces to descend from. */
const STARTS = 4;

export class Epa {
  readonly polytope: EpaPolytope = new EpaPolytope();
  /** The direction of least depth: unit, from A to B. */
  readonly normal: Vec3 = new Vec3(1, 0, 0);
  /** The support value along `normal`: the depth of the cores, negative when they are apart. */
  depth = 0;
  /** The witness point on A's core; that on B's core is pointA − depth·normal. */
  readonly pointA: Vec3 = new Vec3();
  iterations = 0;
  converged = true;
  recorder: StepRecorder | null = null;

  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #side: Vec3 = new Vec3();
  readonly #bestY: Vec3 = new Vec3();
  readonly #bestA: Vec3 = new Vec3();
  readonly #descent: Descent = new Descent();
  /** Barycentric coordinates in 0–2; in 3 the distance of the last point measured from the span of the vertices. */
  readonly #scratch: Float64Array = new Float64Array(4);

  /**
   * Runs from GJK's simplex, to within `cso.gap`. `overlapping` says that GJK has proven the cores to overlap; otherwise the
   * sign of `depth` is the answer to that question, settled to rounding.
   */
  run(cso: Cso, simplex: Simplex, overlapping: boolean): void {
    const { polytope, normal } = this;
    const w = this.#w;
    const a = this.#a;
    this.iterations = 0;
    this.converged = true;
    if (!this.#begin(cso, simplex)) {
      simplex.pointA(this.pointA);
      return;
    }
    const touch = TOUCH * cso.reach;
    const tolerance = Math.max(cso.gap, touch);
    const curved = !cso.polyhedral;
    polytope.slack = touch / 2;
    let face = -1;
    let upper = 0;
    for (;;) {
      const f = polytope.nearest();
      if (f < 0) {
        this.converged = false;
        break;
      }
      const d = polytope.key[f];
      normal.x = polytope.normal[4 * f];
      normal.y = polytope.normal[4 * f + 1];
      normal.z = polytope.normal[4 * f + 2];
      cso.support(normal, a, w);
      this.iterations++;
      const h = normal.x * w.x + normal.y * w.y + normal.z * w.z;
      face = f;
      upper = h;
      if (this.recorder !== null) this.recorder.epa(polytope, f, w, d, h);
      const open = h - d;
      // Settled when the bounds close, but a sign that is still open must close to rounding.
      if (!cso.polyhedral && this.iterations >= 200) {
        this.converged = false;
        break;
      }
      if (open <= touch || (open <= tolerance && (overlapping || h <= -touch || d >= -touch))) break;
      if (curved && this.iterations >= PATIENCE) {
        this.#witness(f, tolerance);
        this.depth = h;
        this.#descend(cso);
        return;
      }
      if (!polytope.expand(f, polytope.addVertex(w, a))) {
        this.converged = false;
        break;
      }
    }
    this.depth = upper;
    if (face >= 0) this.#witness(face, tolerance);
  }

  /** Finishes by local descent from the nearest faces, when the bounds will not close by cutting. */
  #descend(cso: Cso): void {
    const { polytope, normal } = this;
    const descent = this.#descent;
    const lower = polytope.key[polytope.nearest()];
    for (let k = 0; k < STARTS; k++) {
      const f = polytope.nearest();
      if (f < 0) break;
      descent.normal.set(polytope.normal[4 * f], polytope.normal[4 * f + 1], polytope.normal[4 * f + 2]);
      polytope.key[f] = Infinity;
      descent.run(cso);
      this.iterations += descent.evaluations;
      if (descent.value < this.depth) {
        this.depth = descent.value;
        normal.copy(descent.normal);
        // At a smooth minimum the support point is the witness; at a kink the face's is as good as any.
        if (descent.slope <= 1e-6 * cso.size) this.pointA.copy(descent.pointA);
      }
    }
    this.converged = this.depth - lower <= ROUND * cso.size;
  }

  /**
   * The point of A over the foot of the origin in the plane of face f. A facet of C may be cut into several coplanar faces, and
   * the foot lies in one of them: walk there.
   */
  #witness(f: number, gap: number): void {
    const { polytope, normal, pointA } = this;
    const { y, a, corner, key, twin } = polytope;
    const l = this.#scratch;
    const d = key[f];
    const px = d * normal.x;
    const py = d * normal.y;
    const pz = d * normal.z;
    for (let step = 0; ; step++) {
      // Coordinates of the foot from the areas of its triangles with the edges.
      let least = 0;
      for (let c = 0; c < 3; c++) {
        const i = 3 * corner[4 * f + ((c + 1) % 3)];
        const j = 3 * corner[4 * f + ((c + 2) % 3)];
        const ux = y[i] - px;
        const uy = y[i + 1] - py;
        const uz = y[i + 2] - pz;
        const vx = y[j] - px;
        const vy = y[j + 1] - py;
        const vz = y[j + 2] - pz;
        l[c] = normal.x * (uy * vz - uz * vy) + normal.y * (uz * vx - ux * vz) + normal.z * (ux * vy - uy * vx);
        if (l[c] < l[least]) least = c;
      }
      if (l[least] >= 0 || step >= 64) break;
      const next = twin[4 * f + ((least + 1) % 3)] >> 2;
      if (!(key[next] - d <= gap)) break;
      f = next;
    }
    // Clamped, so that the witness stays on A whatever the rounding.
    for (let c = 0; c < 3; c++) l[c] = Math.max(l[c], 0);
    const sum = l[0] + l[1] + l[2];
    if (!(sum > 0)) l[0] = 1;
    pointA.set(0, 0, 0);
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[4 * f + c];
      const s = sum > 0 ? l[c] / sum : l[c];
      pointA.x += s * a[i];
      pointA.y += s * a[i + 1];
      pointA.z += s * a[i + 2];
    }
  }

  /**
   * Makes the first tetrahedron from the simplex and further support points. Returns false when C is flat; `normal` and
   * `depth` are then the answer.
   */
  #begin(cso: Cso, simplex: Simplex): boolean {
    const { polytope, normal } = this;
    const flat = FLAT * cso.reach;
    polytope.clear();
    for (let i = 0; i < simplex.count; i++) {
      this.#w.set(simplex.y[3 * i], simplex.y[3 * i + 1], simplex.y[3 * i + 2]);
      this.#a.set(simplex.a[3 * i], simplex.a[3 * i + 1], simplex.a[3 * i + 2]);
      if (polytope.vertexCount > 0) this.#measure(this.#w);
      if (polytope.vertexCount === 0 || this.#scratch[3] > flat) polytope.addVertex(this.#w, this.#a);
    }
    const dir = this.#dir;
    while (polytope.vertexCount < 4) {
      let best = flat;
      // Candidate directions: both ways along the axes that the present points do not span.
      const candidates = polytope.vertexCount === 1 ? 6 : polytope.vertexCount === 2 ? 4 : 2;
      for (let c = 0; c < candidates; c++) {
        this.#outward(c, dir);
        cso.support(dir, this.#a, this.#w);
        this.iterations++;
        this.#measure(this.#w);
        if (this.#scratch[3] > best) {
          best = this.#scratch[3];
          this.#bestY.copy(this.#w);
          this.#bestA.copy(this.#a);
        }
      }
      if (best === flat) {
        // No extent along any of them: C lies in the span of the points.
        this.#flat(cso, candidates);
        return false;
      }
      polytope.addVertex(this.#bestY, this.#bestA);
    }
    polytope.tetrahedron();
    normal.set(1, 0, 0);
    return true;
  }

  /** The direction of least support value among those C has no extent along. */
  #flat(cso: Cso, candidates: number): void {
    const dir = this.#dir;
    let least = Infinity;
    for (let c = 0; c < candidates; c++) {
      this.#outward(c, dir);
      cso.support(dir, this.#a, this.#w);
      this.iterations++;
      const h = dir.x * this.#w.x + dir.y * this.#w.y + dir.z * this.#w.z;
      if (h < least) {
        least = h;
        this.normal.copy(dir);
      }
    }
    this.depth = least;
  }

  /** Candidate c of the unit directions orthogonal to the one, two or three present vertices. */
  #outward(c: number, out: Vec3): void {
    const { y, vertexCount } = this.polytope;
    const sign = (c & 1) === 0 ? 1 : -1;
    if (vertexCount === 1) {
      out.set(c < 2 ? sign : 0, c >= 2 && c < 4 ? sign : 0, c >= 4 ? sign : 0);
      return;
    }
    const along = this.#side.set(y[3] - y[0], y[4] - y[1], y[5] - y[2]);
    if (vertexCount === 2) {
      perpendicular(along, out);
      if (c >= 2) {
        const { x, y: oy, z } = out;
        out.set(along.y * z - along.z * oy, along.z * x - along.x * z, along.x * oy - along.y * x);
      }
    } else {
      const vx = y[6] - y[0];
      const vy = y[7] - y[1];
      const vz = y[8] - y[2];
      out.set(along.y * vz - along.z * vy, along.z * vx - along.x * vz, along.x * vy - along.y * vx);
    }
    const s = sign / Math.sqrt(out.x * out.x + out.y * out.y + out.z * out.z);
    out.x *= s;
    out.y *= s;
    out.z *= s;
  }

  /** Sets #scratch[3] to the distance of w from the point, line or plane of the present vertices. */
  #measure(w: Vec3): void {
    const { y, vertexCount } = this.polytope;
    const wx = w.x - y[0];
    const wy = w.y - y[1];
    const wz = w.z - y[2];
    if (vertexCount === 1) {
      this.#scratch[3] = Math.sqrt(wx * wx + wy * wy + wz * wz);
      return;
    }
    const ux = y[3] - y[0];
    const uy = y[4] - y[1];
    const uz = y[5] - y[2];
    if (vertexCount === 2) {
      const cx = uy * wz - uz * wy;
      const cy = uz * wx - ux * wz;
      const cz = ux * wy - uy * wx;
      this.#scratch[3] = Math.sqrt((cx * cx + cy * cy + cz * cz) / (ux * ux + uy * uy + uz * uz));
      return;
    }
    const vx = y[6] - y[0];
    const vy = y[7] - y[1];
    const vz = y[8] - y[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    this.#scratch[3] = Math.abs(nx * wx + ny * wy + nz * wz) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
}
