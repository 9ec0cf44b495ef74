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
 * - On curved shapes the directions of least depth may form a curve or a patch (or nearly so), and no number of faces closes the
 *   bounds all over it. After PATIENCE steps minima are sought locally, from all over the part of the polytope that is still
 *   open: by descent, which is exact where h is smooth, along the kinks that flat sides make in h, and around solids of revolution. If
 *   they come to minima, the best of them is the answer; if not, it is kept as an upper bound and EPA goes on.
 */
import { dot, Vec3 } from '../math/vec3.ts';
import { LEVEL, PROPORTION, ROUND, SMOOTH, TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import { Descent } from './descent.ts';
import { EpaPolytope } from './epa-polytope.ts';
import { EpaStart } from './epa-start.ts';
import type { StepRecorder } from './recorder.ts';
import { Ridge } from './ridge.ts';
import { Ring } from './ring.ts';
import type { Simplex } from './simplex.ts';

/** Steps after which a curved pair is searched locally. Random poses take 20 on average and one in a thousand takes more than 64. */
const PATIENCE = 64;

/** How many faces to start from then, out of how many, and how many of these searches need to come to the same. */
const STARTS = 24;
const CANDIDATES = 64;
const ENOUGH = 4;

/** Cosines of the angles within which the normals of two faces are beside each other, and as good as the same. */
const BESIDE = 0.7;
const SAME = 0.9999;

/** How near the bounds must be, as a quotient, for a facet to have the minimum: there are no more minima than facets if C is round. */
const FACETED = 0.9;

/** How many times to go on from a lower value on a circle. */
const TURNS = 4;

/** Steps after which the best local minimum is the answer whatever the bounds say. */
const LIMIT = 384;

/** How many more to take before a second search. */
const NEARER = 16;

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
  /** Whether pointA is known as well as the depth; if not, it is some point of A near its support plane. */
  witnessed = true;
  iterations = 0;
  converged = true;
  recorder: StepRecorder | null = null;
  /** How far apart the bounds may stay, from the last `run`. */
  tolerance = 0;

  readonly #start: EpaStart = new EpaStart(this.polytope);
  readonly #descent: Descent = new Descent();
  readonly #ridge: Ridge = new Ridge();
  readonly #ring: Ring = new Ring();
  readonly #n: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  /** The direction of the least support value that the main loop has seen. */
  readonly #leastNormal: Vec3 = new Vec3();
  /** The values that local searches came to. */
  readonly #values: Float64Array = new Float64Array(STARTS);
  /** The value that was last found the least on its circle. */
  readonly #turned: Float64Array = new Float64Array(1);
  readonly #starts: Int32Array = new Int32Array(CANDIDATES);
  /** Support values along the normals of the faces. */
  #height: Float64Array = new Float64Array(0);

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
    this.witnessed = true;
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
    let steps = 0;
    let least = Infinity;
    polytope.slack = touch / 2;
    polytope.level = Math.min(tolerance, LEVEL * cso.reach);
    polytope.miss = Math.max(tolerance, LEVEL * cso.size);
    this.tolerance = tolerance;
    this.depth = Infinity;
    for (;;) {
      const f = polytope.nearest();
      if (f < 0 || steps >= GUARD) {
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
      steps++;
      const h = dot(n, w);
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
      if (curved && steps >= patience) {
        const known = this.depth;
        const agreed = this.#search(cso, least, d);
        // Certain enough when the bounds are near, or when a second search has found nothing better.
        const certain = this.depth - d <= ROUND * cso.size || known - this.depth <= tolerance;
        if ((agreed && certain) || steps >= LIMIT) {
          this.converged = agreed && certain;
          return;
        }
        patience = agreed ? steps + NEARER : 2 * steps;
        continue;
      }
      if (polytope.hasCorner(f, w)) {
        // Rounding in a needle's normal: nothing lies above this face, whatever its plane says. It closes when next looked at.
        polytope.key[f] = h;
        continue;
      }
      if (steps > 2 * PATIENCE && polytope.hasVertex(w)) {
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
    this.witnessed = this.polytope.foot(f, this.pointA);
  }

  /** Takes a candidate for the answer if it is the best; `witnessed` when pointA is as exact as the value. */
  #offer(value: number, normal: Vec3, pointA: Vec3, witnessed: boolean): void {
    if (value >= this.depth) return;
    this.depth = value;
    this.normal.copy(normal);
    this.pointA.copy(pointA);
    this.witnessed = witnessed;
  }

  /** Descends from the direction #n, and goes on from a lower value around the axis of a solid of revolution; otherwise as `#local`. */
  #refine(cso: Cso, slot: number): boolean {
    const ring = this.#ring;
    const values = this.#values;
    let settled = this.#local(cso, slot);
    // Nothing new where another search has been.
    for (let about = 0, turns = 0; about < 2 && turns < TURNS; about++) {
      const value = values[slot];
      if (value > this.depth + ROUND * cso.size || Math.abs(value - this.#turned[0]) <= this.tolerance) break;
      ring.normal.copy(this.#n);
      if (!ring.run(cso, about === 0)) continue;
      this.iterations += ring.evaluations;
      if (ring.value > value - this.tolerance) continue;
      this.#n.copy(ring.normal);
      settled = this.#local(cso, slot);
      about = -1;
      turns++;
    }
    this.#turned[0] = values[slot];
    return settled;
  }

  /**
   * Descends from the direction #n, and along the ridge if there is one; keeps the best. Returns whether it came to a minimum, or
   * ended far above the best that is known; the direction goes into #n and the value into place `slot`.
   */
  #local(cso: Cso, slot: number): boolean {
    const descent = this.#descent;
    const ridge = this.#ridge;
    descent.normal.copy(this.#n);
    let before = Infinity;
    for (;;) {
      descent.run(cso);
      this.iterations += descent.evaluations;
      const smooth = descent.slope <= SMOOTH * cso.size;
      this.#values[slot] = descent.value;
      this.#n.copy(descent.normal);
      this.#offer(descent.value, descent.normal, descent.pointA, smooth);
      if (smooth || descent.value > this.depth + ROUND * cso.size) return true;
      ridge.normal.copy(descent.normal);
      const found = ridge.run(cso, descent.beyond);
      this.iterations += ridge.evaluations;
      if (!found) return false;
      this.#values[slot] = ridge.value;
      this.#n.copy(ridge.normal);
      this.#offer(ridge.value, ridge.normal, descent.pointA, false);
      // A corner where several ridges meet may be the way down to another of them.
      if (!ridge.corner || ridge.value > before - this.tolerance) return ridge.settled;
      before = ridge.value;
      descent.normal.copy(ridge.normal);
    }
  }

  /**
   * Looks for minima of h and keeps the best. Returns whether the search was conclusive: it starts wherever the polytope still
   * leaves room for one, from every face along whose normal h is lower than along those of its neighbours.
   */
  #search(cso: Cso, least: number, d: number): boolean {
    const { polytope, tolerance } = this;
    const { key, twin, faceCount } = polytope;
    const n = this.#n;
    const w = this.#w;
    const a = this.#a;
    const starts = this.#starts;
    if (this.#height.length < key.length) this.#height = new Float64Array(key.length);
    const height = this.#height;
    let unsettled = 0;
    let minima = 0;
    const values = this.#values;
    this.#turned[0] = Infinity;
    // The best so far may be all there is: at touching contact every face is closed but for rounding, and EPA asks for more.
    this.#offer(least, this.#leastNormal, a, false);
    const bound = this.depth - tolerance;
    for (let f = 0; f < faceCount; f++) {
      height[f] = Infinity;
      if (!(key[f] < bound)) continue;
      polytope.getNormal(f, n);
      cso.support(n, a, w);
      this.iterations++;
      height[f] = dot(n, w);
    }
    let count = 0;
    for (let f = 0; f < faceCount && count < CANDIDATES; f++) {
      const h = height[f];
      const k = 4 * f;
      if (
        h === Infinity ||
        this.#below(f, twin[k] >> 2) ||
        this.#below(f, twin[k + 1] >> 2) ||
        this.#below(f, twin[k + 2] >> 2)
      )
        continue;
      starts[count++] = f;
    }
    const alongFacets = cso.shapeA.alongFacets ?? cso.shapeB.alongFacets;
    let facet = Infinity;
    if (alongFacets !== undefined) {
      const h = alongFacets(cso, n, this);
      // A minimum at a facet is a corner of h, which the search cannot settle, only not leave.
      if (this.#refine(cso, 0) || values[0] >= h - tolerance) facet = values[0];
    }
    let agreeing = 0;
    for (let k = 0; k < count && k < STARTS && agreeing < ENOUGH; k++) {
      if (!this.#choose(k, count)) break;
      polytope.getNormal(starts[k], n);
      if (this.#refine(cso, minima)) minima++;
      else unsettled++;
      agreeing = 0;
      for (let i = 0; i < minima; i++) if (values[i] <= this.depth + tolerance) agreeing++;
    }
    // Where more starts came to one minimum than to none, those need not have come to theirs. Nor where a facet has it and C is round.
    return agreeing > unsettled || (facet <= this.depth + tolerance && d > FACETED * this.depth);
  }

  /**
   * Whether the search may be left to face g, a neighbour of f: h is lower along its normal, and that is not far. The least along
   * a cylinder's side would be forgotten otherwise: there, each face borders on one of a cap.
   */
  #below(f: number, g: number): boolean {
    return this.#height[g] < this.#height[f] && this.#cosine(f, g) > BESIDE;
  }

  /** Of the angle between the normals of two faces. */
  #cosine(f: number, g: number): number {
    const { normal } = this.polytope;
    const i = 4 * f;
    const j = 4 * g;
    return normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2];
  }

  /**
   * Puts that one of the starts k … count into place k whose normal is farthest from those before it; the lowest comes first. False
   * when there is none but along the same normals.
   */
  #choose(k: number, count: number): boolean {
    const starts = this.#starts;
    let best = k;
    let least = Infinity;
    for (let i = k; i < count; i++) {
      let nearest = k === 0 ? this.#height[starts[i]] : -1;
      for (let j = 0; j < k; j++) nearest = Math.max(nearest, this.#cosine(starts[i], starts[j]));
      if (nearest < least) {
        least = nearest;
        best = i;
      }
    }
    const f = starts[best];
    starts[best] = starts[k];
    starts[k] = f;
    return k === 0 || least < SAME;
  }
}
