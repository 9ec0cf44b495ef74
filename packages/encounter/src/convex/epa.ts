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
 * - A linear scan, not a heap, finds the nearest face; see `epa-polytope.ts`. The start is in `epa-start.ts`.
 * - On curved shapes the directions of least depth may form a curve (or nearly so), and no number of faces closes the bounds all
 *   along it. After PATIENCE steps minima are sought locally, from several of the nearest faces: depth-first through the
 *   polytope, then by descent, which is exact where h is smooth, and along the kinks that flat sides make in h. If they
 *   agree the search is over; if not, the best is kept as an upper bound and EPA goes on.
 */
import { Vec3 } from '../math/vec3.ts';
import { LEVEL, PROPORTION, ROUND, SMOOTH, TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import { Descent } from './descent.ts';
import { EpaPolytope } from './epa-polytope.ts';
import { EpaStart } from './epa-start.ts';
import type { StepRecorder } from './recorder.ts';
import { Ridge } from './ridge.ts';
import type { Simplex } from './simplex.ts';

/** Steps after which a curved pair is searched locally. Random poses take 20 on average and hardly ever 80. */
const PATIENCE = 96;

/** How many faces to start from then, and how deep to go from each. */
const STARTS = 4;
const DIVE = 40;

/** Steps after which the best local minimum is the answer whatever the bounds say. */
const LIMIT = 2048;

/** Far more steps than any pair of hulls takes; here so that no pose whatever can hang a query. */
const GUARD = 20000;

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
  /** How far apart the bounds may stay, from the last `run`. */
  tolerance = 0;

  readonly #start: EpaStart = new EpaStart(this.polytope);
  readonly #descent: Descent = new Descent();
  readonly #ridge: Ridge = new Ridge();
  readonly #n: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  /** Whether the witness of the answer so far is exact. */
  #sharp = false;
  /** The direction of the least support value that the main loop has seen. */
  readonly #leastNormal: Vec3 = new Vec3();
  readonly #values: Float64Array = new Float64Array(STARTS + 1);

  /**
   * Runs from GJK's simplex, to within `cso.gap`. `overlapping` says that GJK has proven the cores to overlap; otherwise the
   * sign of `depth` is the answer to that question, settled to rounding.
   */
  run(cso: Cso, simplex: Simplex, overlapping: boolean): void {
    const { polytope } = this;
    const n = this.#n;
    const w = this.#w;
    const a = this.#a;
    const start = this.#start;
    this.converged = true;
    const solid = start.begin(cso, simplex);
    this.iterations = start.iterations;
    if (!solid) {
      this.depth = start.depth;
      this.normal.copy(start.normal);
      simplex.pointA(this.pointA);
      return;
    }
    const touch = TOUCH * cso.reach;
    const tolerance = Math.max(cso.gap, touch);
    const curved = !cso.polyhedral;
    const radius = cso.radiusA + cso.radiusB;
    let patience = PATIENCE;
    let least = Infinity;
    polytope.slack = touch / 2;
    polytope.level = Math.min(tolerance, LEVEL * cso.reach);
    this.tolerance = tolerance;
    this.depth = Infinity;
    this.#sharp = false;
    for (;;) {
      const f = polytope.nearest();
      if (f < 0 || this.iterations >= GUARD) {
        // Nothing left that has an area, or no end in sight: the least support value seen is what is known.
        this.converged = false;
        if (this.depth < Infinity) return;
        if (least < Infinity) {
          this.depth = least;
          this.normal.copy(this.#leastNormal);
        } else {
          start.flatten(cso);
          this.depth = start.depth;
          this.normal.copy(start.normal);
        }
        simplex.pointA(this.pointA);
        return;
      }
      const d = polytope.key[f];
      if (this.depth - d <= tolerance) return;
      polytope.getNormal(f, n);
      cso.support(n, a, w);
      this.iterations++;
      const h = n.x * w.x + n.y * w.y + n.z * w.z;
      if (this.recorder !== null) this.recorder.epa(polytope, f, w, d, h);
      if (h < least) {
        least = h;
        this.#leastNormal.copy(n);
      }
      const open = h - d;
      // Settled when the bounds close, but a sign that is still open must close to rounding.
      const close = Math.max(Math.min(tolerance, PROPORTION * Math.abs(h + radius)), touch);
      if (open <= close && (open <= touch || overlapping || h <= -touch || d >= -touch)) {
        if (h < this.depth) {
          this.depth = h;
          this.#take(f);
        }
        return;
      }
      if (curved && this.iterations >= patience) {
        const agreed = this.#search(cso);
        const near = this.depth - d <= ROUND * cso.size;
        if ((agreed && near) || this.iterations >= LIMIT) {
          this.converged = near;
          return;
        }
        patience = 2 * this.iterations;
        continue;
      }
      if (polytope.hasCorner(f, w)) {
        // Rounding in a needle's normal: nothing lies above this face, whatever its plane says. It closes when next looked at.
        polytope.key[f] = h;
        continue;
      }
      if (this.iterations > PATIENCE && polytope.hasVertex(w)) {
        // Already a vertex, so this face is none of the hull's: rounding among slivers has left it behind.
        polytope.key[f] = Infinity;
        continue;
      }
      polytope.expand(f, polytope.addVertex(w, a));
    }
  }

  /** Makes the direction #n, which is the normal of face f, the answer. */
  #take(f: number): void {
    this.normal.copy(this.#n);
    this.polytope.foot(f, this.pointA);
  }

  /**
   * Takes a candidate for the answer if it is the best. `sharp` says that its witness is as exact as its value; between values
   * that are as good as equal the sharp one is better.
   */
  #offer(value: number, normal: Vec3, pointA: Vec3, sharp: boolean): void {
    const slack = 0.25 * this.tolerance;
    if (value >= this.depth + (sharp && !this.#sharp ? slack : this.#sharp && !sharp ? -slack : 0)) return;
    this.depth = value;
    this.normal.copy(normal);
    this.pointA.copy(pointA);
    this.#sharp = sharp;
  }

  /**
   * Descends from the direction #n, and along the ridge if there is one. Keeps the best; returns it, or `value` if that is less.
   * Where nothing better is known, the witness is #local.
   */
  #refine(cso: Cso, value: number): number {
    const descent = this.#descent;
    const ridge = this.#ridge;
    descent.normal.copy(this.#n);
    descent.run(cso);
    this.iterations += descent.evaluations;
    const smooth = descent.slope <= SMOOTH * cso.size;
    const least = Math.min(value, descent.value);
    // At a smooth minimum the support point is the witness; at a kink that of the face it came from is better.
    this.#offer(descent.value, descent.normal, smooth || value === Infinity ? descent.pointA : this.#local, smooth);
    if (smooth) return least;
    ridge.normal.copy(descent.normal);
    const found = ridge.run(cso);
    this.iterations += ridge.evaluations;
    if (!found) return least;
    this.#offer(ridge.value, ridge.normal, ridge.pointA, true);
    return Math.min(least, ridge.value);
  }

  /** Looks for minima of h from the nearest faces on, and keeps the best. Returns whether they agree on it. */
  #search(cso: Cso): boolean {
    const { polytope } = this;
    const { tolerance } = this;
    const n = this.#n;
    const w = this.#w;
    const a = this.#a;
    const local = this.#local;
    const values = this.#values;
    let searches = 0;
    // From the best direction seen, then from the nearest faces.
    n.copy(this.#leastNormal);
    values[searches++] = this.#refine(cso, Infinity);
    for (let k = 0; k < STARTS; k++) {
      let f = polytope.nearest();
      if (f < 0) break;
      let value = Infinity;
      for (let step = 0; f >= 0 && step < DIVE; step++) {
        const d = polytope.key[f];
        polytope.getNormal(f, n);
        cso.support(n, a, w);
        this.iterations++;
        const h = n.x * w.x + n.y * w.y + n.z * w.z;
        if (h < value) {
          value = h;
          polytope.foot(f, local);
        }
        this.#offer(h, n, local, h - d <= tolerance);
        if (h - d <= tolerance) {
          // Closed: nothing below h under this face.
          polytope.key[f] = Infinity;
          break;
        }
        if (polytope.hasCorner(f, w)) {
          polytope.key[f] = h;
          break;
        }
        polytope.expand(f, polytope.addVertex(w, a));
        f = polytope.nearestNew();
      }
      values[searches++] = this.#refine(cso, value);
    }
    // Minima well above the best are others, and no matter. Minima a little above it are one that goes on sideways.
    for (let k = 0; k < searches; k++) {
      const above = values[k] - this.depth;
      if (above > tolerance && above <= ROUND * cso.size) return false;
    }
    return true;
  }
}
