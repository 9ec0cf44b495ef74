/**
 * The hybrid of §4.3.8 (Algorithm 4.11) for every pair: GJK on the cores first, EPA only when the cores themselves overlap or
 * touch. Whether a pair intersects is decided here and nowhere else, so all queries agree.
 */
import { scale, Vec3 } from '../math/vec3.ts';
import { ACCURACY, ACCURACY_CURVED, CURVED_GAP, TOUCH } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import { Epa } from './epa.ts';
import { Gjk, GjkStatus } from './gjk.ts';
import type { PairCache } from './pair-cache.ts';
import { certify, type Proximity } from './proximity.ts';

/** What is asked of a pair. */
export const Goal = {
  /** Only whether they intersect. */
  decide: 0,
  /** Distance when apart, a common point when not. */
  distance: 1,
  /** Depth when together, nothing when apart. */
  depth: 2,
  /** Distance when apart, depth when together. */
  signed: 3,
} as const;
export type Goal = (typeof Goal)[keyof typeof Goal];

export class Penetration {
  readonly gjk: Gjk = new Gjk();
  readonly epa: Epa = new Epa();
  readonly #dir: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #miss: Float64Array = new Float64Array(1);
  /** An upper bound of the distance of the cores, proven: see `#findUpper`. */
  upper = 0;

  /**
   * Returns whether the shapes (cores with radii) intersect, and fills `out` as far as `goal` asks:
   * `distance` and together: pointA is a common point and signed = 0; beyond `cso.maxDistance`: signed = Infinity and
   * `normal` is a separating axis.
   */
  solve(cso: Cso, goal: Goal, cache: PairCache | undefined, out: Proximity): boolean {
    const { gjk } = this;
    const { simplex, axis } = gjk;
    simplex.count = 0;
    if (!cache?.recall(cso, goal === Goal.decide, gjk)) axis.set(-cso.t.x, -cso.t.y, -cso.t.z);
    const wantsDistance = goal === Goal.distance || goal === Goal.signed;
    const wantsDepth = goal === Goal.depth || goal === Goal.signed;
    const status = gjk.run(cso, !wantsDepth, !wantsDistance);
    cache?.remember(cso, status, gjk);
    out.iterations = gjk.iterations;
    if (status === GjkStatus.beyond) {
      if (wantsDistance) this.#beyond(cso, out);
      return false;
    }
    if (status === GjkStatus.overlap || status === GjkStatus.undecided) return this.#cores(cso, status, goal, out);
    const together = status === GjkStatus.within;
    if (goal === Goal.decide || (!together && !wantsDistance)) return together;
    // The cores are apart: v is their nearest difference.
    this.#aim(out);
    simplex.pointA(out.pointA);
    // On a sliver |v| may be below the proven lower bound, by more than rounding. What is reported lies between the bounds.
    out.signed = gjk.lower > gjk.upper + TOUCH * cso.reach ? gjk.lower : gjk.upper;
    if (together && !wantsDepth) commonPoint(cso, out);
    else {
      this.#findUpper();
      out.error = this.upper - gjk.lower;
      addRadii(cso, out);
    }
    return together;
  }

  /** The rest of `solve` for cores that overlap, touch, or nearly touch. */
  #cores(cso: Cso, status: GjkStatus, goal: Goal, out: Proximity): boolean {
    const { gjk, epa } = this;
    const overlapping = status === GjkStatus.overlap;
    if (overlapping && (goal === Goal.decide || goal === Goal.distance)) {
      // The origin is Σ λ·y, so Σ λ·a is a point of both cores.
      gjk.simplex.pointA(out.pointA);
      out.signed = 0;
      out.error = 0;
      certify(cso, out);
      return true;
    }
    epa.run(cso, gjk.simplex, overlapping);
    out.iterations += epa.iterations;
    out.normal.copy(epa.normal);
    out.pointA.copy(epa.pointA);
    this.#findUpper();
    let { depth, error, witnessed } = epa;
    if (gjk.lower > cso.gap - Math.min(depth, 0)) {
      // When the cores are apart, EPA's polytope may have a face nearer to the origin than their distance. GJK's bounds still hold.
      this.#beyond(cso, out);
      gjk.simplex.pointA(out.pointA);
      depth = -Math.max(gjk.upper, gjk.lower);
      error = this.upper - gjk.lower;
      witnessed = true;
    } else if (depth < error) {
      // The cores may be apart. For any n, −h(n) is a lower bound of the distance. The length of any point of A − B is an upper bound.
      error = Math.max(error, this.upper + depth);
    }
    const radius = cso.radiusA + cso.radiusB;
    const touch = TOUCH * cso.reach;
    const together = overlapping || gjk.within || (!gjk.apart && depth + radius >= -touch);
    out.signed = -depth;
    const common = together && goal === Goal.distance;
    if (common && out.signed <= 0) {
      // A vanishing v gives a common point to within rounding. EPA's witness of the depth is not a common point.
      this.#findMiss();
      if (this.#miss[0] > cso.gap) this.#locate(cso, 0, out);
      else gjk.simplex.pointA(out.pointA);
    } else if (!witnessed) {
      // The point does not get a finer accuracy than the default: just below the surface the simplex around the foot is a sliver.
      const usual = (cso.polyhedral ? ACCURACY : CURVED_GAP * ACCURACY_CURVED) * cso.size;
      this.#locate(cso, depth - Math.max(cso.gap, usual) / 2, out);
    }
    if (common) commonPoint(cso, out);
    else {
      out.error = error;
      addRadii(cso, out);
    }
    return together;
  }

  /**
   * Finds the point of A's core that belongs to the point of A − B at `depth` along the normal, by GJK on the pair moved by that
   * much. Called with the depth of the pair, less a little because rounding may put the point outside, it finds the witness of a
   * depth that came without one. Called with zero, it finds a common point where GJK stalled the first time.
   */
  #locate(cso: Cso, depth: number, out: Proximity): void {
    const { gjk } = this;
    const { t, radiusA, radiusB } = cso;
    const { x, y, z } = t;
    const n = out.normal;
    t.x += depth * n.x;
    t.y += depth * n.y;
    t.z += depth * n.z;
    cso.radiusA = 0;
    cso.radiusB = 0;
    gjk.simplex.count = 0;
    scale(n, -1, gjk.axis);
    // These steps are not part of the query that is being recorded.
    const { recorder } = gjk;
    gjk.recorder = null;
    gjk.run(cso, true, false);
    gjk.recorder = recorder;
    const { simplex } = gjk;
    simplex.pointA(out.pointA);
    this.#findMiss();
    const miss = this.#miss[0];
    if (simplex.count === 3 && miss > cso.gap) {
      // The simplex is a sliver of a triangle. GJK cannot tell whether the point is inside the tetrahedron that the next support
      // point makes of it. Here the point is known to be inside, so the tetrahedron may give better coordinates.
      cso.support(scale(simplex.v, -1, this.#dir), this.#a, this.#w);
      simplex.add(this.#w, this.#a);
      simplex.pivot();
      simplex.solve();
      this.#findMiss();
      if (this.#miss[0] < miss) simplex.pointA(out.pointA);
    }
    t.x = x;
    t.y = y;
    t.z = z;
    cso.radiusA = radiusA;
    cso.radiusB = radiusB;
  }

  /**
   * Sets `upper`, a proven upper bound of the distance of the cores. On a sliver |v| may be too small: only the point that λ names is
   * in A − B.
   */
  #findUpper(): void {
    const { gjk } = this;
    this.#findMiss();
    const reached = this.#miss[0];
    this.upper = reached > gjk.upper ? reached : gjk.upper;
  }

  /** Computes how far from the origin the point of A − B is that the simplex names. A number that is returned would be allocated. */
  #findMiss(): void {
    const { x, y, z } = this.gjk.simplex.nearest(this.#w);
    this.#miss[0] = Math.sqrt(x * x + y * y + z * z);
  }

  /** Makes GJK's v the normal. Written field by field: doubles passed to a call that is not inlined are allocated on the heap. */
  #aim({ normal }: Proximity): void {
    const { x, y, z } = this.gjk.axis;
    const s = -1 / Math.sqrt(x * x + y * y + z * z);
    normal.x = x * s;
    normal.y = y * s;
    normal.z = z * s;
  }

  #beyond(cso: Cso, out: Proximity): void {
    this.#aim(out);
    out.signed = Infinity;
    out.pointA.set(0, 0, 0);
    out.error = 0;
    certify(cso, out);
  }
}

/** Turns the nearest points and distance of the cores into those of the shapes, and certifies them. `out.error` is as in `certify`. */
export function addRadii(cso: Cso, out: Proximity): void {
  const { normal: n, pointA: p } = out;
  const { radiusA, radiusB } = cso;
  p.x += radiusA * n.x;
  p.y += radiusA * n.y;
  p.z += radiusA * n.z;
  out.signed -= radiusA + radiusB;
  certify(cso, out);
}

/**
 * Moves pointA to the point between the cores' nearest points that divides their distance in the ratio of the radii: it is in both
 * shapes. For cores that are not apart it stays pointA.
 */
export function commonPoint(cso: Cso, out: Proximity): void {
  const { normal: n, pointA: p } = out;
  const radius = cso.radiusA + cso.radiusB;
  const s = radius > 0 && out.signed > 0 ? out.signed * (cso.radiusA / radius) : 0;
  p.x += s * n.x;
  p.y += s * n.y;
  p.z += s * n.z;
  out.signed = 0;
  out.error = 0;
  certify(cso, out);
}
