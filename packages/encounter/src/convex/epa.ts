/**
 * EPA (§4.3.8, Algorithm 4.10): the depth of the origin in C = A − B and the direction of least depth.
 *
 *   h(n)   n·s_C(n), the support value of C along a unit vector n; the depth is its minimum over all n
 *   upper  the least h(n) seen: an upper bound of the depth, whatever the n
 *   lower  the distance of the nearest face of a polytope P ⊂ C: a lower bound of the depth
 *
 * Each step takes the nearest face and samples h along its normal, which may lower `upper`. It then adds the support point to P,
 * which may raise `lower`. So EPA is a branch-and-bound search of all directions at once: it returns the least depth of all, proven
 * to `upper − lower`, and no local minimum can mislead it. The bounds may not close within EPA_MAX_STEPS, for example where a whole
 * arc of directions is equally deep. Then the answer is `upper`, and `error` says how far off it may be.
 *
 * Deviations from the book:
 * - Face normals and plane distances come from edge vectors, not from v = ν(aff(X)), and are signed. So P need not contain
 *   the origin: EPA works from any simplex, also when the origin lies on the boundary of C or outside it by a rounding error, and
 *   then returns a negative depth. That is how touching contacts are told from gaps: −min h is the distance when the
 *   origin is outside, and the sign of h near contact does not suffer from a vanishing v as GJK's does.
 * - The book drops faces whose nearest point to the origin lies outside them. Here visibility alone decides which faces go.
 * - The lower bound is proven even for a P that rounding has made nonconvex: see `epa-polytope.ts`.
 * - Cylinders and cones: a local minimum found by Newton's method bounds the depth in a whole cone of directions, and faces in the cone are
 *   not refined (see `local-minimum.ts`). Flat faces would approach a curved surface slowly.
 * - Balls that the shapes are known to contain bound the depth from below, too. They close the bounds where the directions of
 *   least depth form a patch; no number of flat faces would.
 */
import { carryNormal } from '../math/affine.ts';
import { dot, length, scale, Vec3 } from '../math/vec3.ts';
import {
  EPA_LEVEL,
  EPA_LOOK_AROUND,
  EPA_MAX_STEPS,
  EPA_MOST_FACETS,
  EPA_TURNS,
  EPA_WALK_STEPS,
  TOUCH,
} from '../tolerances.ts';
import { Arc } from './arc.ts';
import type { Cso } from './cso.ts';
import { EpaPolytope } from './epa-polytope.ts';
import { EpaStart } from './epa-start.ts';
import { CURVED } from './gjk.ts';
import type { StepRecorder } from './recorder.ts';
import type { Simplex } from './simplex.ts';

export class Epa {
  readonly polytope: EpaPolytope = new EpaPolytope();
  /** The direction of least depth: unit, from A to B. */
  readonly normal: Vec3 = new Vec3(1, 0, 0);
  /** The support value along `normal`: the depth of the cores, negative when they are apart. */
  depth = 0;
  /** How far below `depth` the least depth may be, rounding aside. */
  error = 0;
  /** The witness point on A's core; that on B's core is pointA − depth·normal. */
  readonly pointA: Vec3 = new Vec3();
  /** Whether pointA is known as well as the depth; if not, it is not known at all. */
  witnessed = true;
  iterations = 0;
  recorder: StepRecorder | null = null;
  readonly arc: Arc = new Arc();

  readonly #start: EpaStart = new EpaStart(this.polytope);
  readonly #n: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();

  /**
   * Runs from GJK's simplex until the bounds are within `cso.gap`. `overlapping` says that GJK has proven the cores to overlap.
   * Otherwise the sign of `depth` tells whether they do, and is settled to rounding.
   */
  run(cso: Cso, simplex: Simplex, overlapping: boolean): void {
    const { polytope } = this;
    const n = this.#n;
    const w = this.#w;
    const a = this.#a;
    const start = this.#start;
    const { arc } = this;
    if (!cso.polyhedral && arc.parallel(cso, overlapping)) {
      this.iterations = arc.iterations;
      this.depth = arc.value;
      this.#take(arc.normal);
      this.error = arc.error;
      return;
    }
    const solid = start.begin(cso, simplex);
    this.iterations = start.iterations;
    this.witnessed = true;
    if (!solid) {
      this.depth = start.depth;
      this.error = Math.abs(start.depth);
      this.normal.copy(start.normal);
      simplex.pointA(this.pointA);
      polytope.rest();
      return;
    }
    const touch = TOUCH * cso.reach;
    const tolerance = Math.max(cso.gap, touch);
    polytope.slack = touch / 2;
    polytope.level = Math.min(tolerance, EPA_LEVEL * cso.reach);
    polytope.miss = Math.max(tolerance, EPA_LEVEL * cso.size);
    // Lower bounds that need no face: GJK's verdict, and the balls inside the shapes.
    let lower = cso.ballDepth();
    if (overlapping && lower < 0) lower = 0;
    // Whether the keys are lower bounds of the depth.
    let proven = true;
    let looked = false;
    this.depth = Infinity;
    // The depth is no less than this in the cones around local minima.
    let floor = Infinity;
    const local = overlapping && !cso.polyhedral ? CURVED.minimum : null;
    for (let steps = 1; ; steps++) {
      const f = polytope.nearest();
      const d = polytope.least;
      if (proven) lower = Math.max(lower, Math.min(d, floor, polytope.limit));
      if (d === Infinity) break;
      cso.lower = lower;
      if (floor < Infinity) {
        if (this.#closed(cso, overlapping)) break;
        if (local?.covers(polytope, f, this)) continue;
      }
      polytope.getNormal(f, n);
      cso.support(n, a, w);
      polytope.own();
      this.iterations++;
      const h = dot(n, w);
      this.recorder?.epa(polytope, f, w, d, h);
      // The first condition follows from the second, and is cheaper to test.
      cso.open = h - d;
      cso.upper = h;
      if (cso.open <= tolerance && cso.closes(overlapping)) {
        this.depth = h;
        this.normal.copy(n);
        this.witnessed = polytope.foot(f, this.pointA);
        break;
      }
      if (h < this.depth) {
        this.depth = h;
        this.#take(n);
        if (local?.find(cso, polytope, f, this)) {
          floor = Math.min(floor, local.lower);
          continue;
        }
      }
      const repeated = polytope.hasCorner(f, w);
      if (repeated) {
        // No point of C lies above this face along its normal, so the normal is rounding and the face a needle. If the origin is
        // below the face, another normal proves a better bound.
        if (d >= 0 ? polytope.lookFromOrigin(f) : polytope.raise(f, h)) {
          proven &&= d >= 0;
          continue;
        }
      }
      if (repeated || steps >= EPA_MAX_STEPS || (looked && this.#closed(cso, overlapping))) break;
      // Around the origin keys are lower bounds: faces above the upper bound need no search. The next best face gives the witness.
      if (overlapping) polytope.limit = this.depth + tolerance;
      polytope.expand(f, polytope.addVertex(w, a));
      if (steps >= EPA_LOOK_AROUND && !looked) {
        this.#lookAround(cso);
        looked = true;
      }
    }
    if (looked && this.depth > touch) this.#refine(cso);
    polytope.rest();
    this.error = Math.max(0, this.depth - lower);
  }

  /**
   * Whether the bounds have closed along a direction that was sampled before. Asked in long runs only: otherwise the nearest face
   * closes a step or two later by itself, mostly, and that face provides a witness.
   */
  #closed(cso: Cso, overlapping: boolean): boolean {
    cso.upper = this.depth;
    cso.open = this.depth - cso.lower;
    return cso.closes(overlapping);
  }

  /** Makes n the direction of the upper bound `depth`, which is not an argument because V8 may allocate one. */
  #take(n: Vec3): void {
    this.normal.copy(n);
    this.witnessed = false;
  }

  /**
   * Samples directions that the least depth often has: the line between the balls inside the shapes, the normals of all facets,
   * and the axes of solids of revolution. Faces approach these slowly if many directions are nearly as good.
   */
  #lookAround(cso: Cso): void {
    const n = this.#n;
    const { t } = cso;
    if (cso.inner > 0) this.#look(cso, n.copy(t));
    for (let side = 0; side < 2; side++) {
      const l = side === 0 ? cso.linearA : cso.mB;
      const { axis, facetNormals: facets } = side === 0 ? cso.shapeA : cso.shapeB;
      for (let sign = -1; axis !== null && sign <= 1; sign += 2)
        this.#look(cso, scale(carryNormal(l, axis.direction, n), sign, n));
      if (facets === null || facets.length > 3 * EPA_MOST_FACETS) continue;
      for (let k = 0; k < facets.length; k += 3) {
        carryNormal(l, n.set(facets[k], facets[k + 1], facets[k + 2]), n);
        // The facets of −B face the other way.
        this.#look(cso, side === 0 ? n : scale(n, -1, n));
      }
    }
  }

  /** Samples h along n, a vector of any length. */
  #look(cso: Cso, n: Vec3): void {
    const size = length(n);
    if (!(size > 0)) return;
    scale(n, 1 / size, n);
    cso.support(n, this.#a, this.#w);
    this.polytope.own();
    this.iterations++;
    const h = dot(n, this.#w);
    if (!(h < this.depth)) return;
    this.depth = h;
    this.#take(n);
  }

  /** Walks from the best direction to the minimum near it, then around the axes of solids of revolution, until a turn gains nothing. */
  #refine(cso: Cso): void {
    const { arc } = this;
    for (let turn = 0; turn < EPA_TURNS; turn++) {
      const { depth } = this;
      this.#walk(cso);
      for (let side = 0; side < 2; side++) {
        arc.normal.copy(this.normal);
        if (!arc.around(cso, side === 0)) continue;
        this.iterations += arc.iterations;
        if (!(arc.value < this.depth)) continue;
        this.depth = arc.value;
        this.#take(arc.normal);
      }
      if (depth - this.depth <= cso.gap) break;
    }
  }

  /**
   * Walks to a local minimum of h. The ray from the origin along n leaves C at a distance τ ≤ h(n), at a point with an outward normal
   * m, and h(m) = τ·(m·n) ≤ τ. So the step n ← m never increases h. It stands still exactly where h(n)·n, the foot of the origin on
   * the support plane, is in C: at a stationary direction. Facets, edges, straight sides and cusps need no code of their own. Here P
   * takes the place of C, and is expanded where the ray leaves it until the two agree.
   */
  #walk(cso: Cso): void {
    const { polytope } = this;
    const n = this.#n;
    const w = this.#w;
    const a = this.#a;
    polytope.own();
    for (let k = 0; k < EPA_WALK_STEPS; k++) {
      const f = polytope.pierced(this.normal);
      polytope.getNormal(f, n);
      this.#look(cso, n);
      if (dot(n, w) - polytope.plane[4 * f + 3] <= TOUCH * cso.reach || polytope.hasCorner(f, w)) break;
      polytope.expand(f, polytope.addVertex(w, a));
    }
  }
}
