/**
 * First contact of two convex bodies that move and turn, by conservative advancement (B. Mirtich, "Impulse-based Dynamic Simulation of
 * Rigid Body Systems", 1996; X. Zhang, M. Lee and Y. J. Kim, "Interactive Continuous Collision Detection for Non-convex Polyhedra",
 * 2006). Each step computes the distance and takes its normal for an axis. The pair advances for as long as that axis is proven to keep
 * the bodies apart (see axis-advance.ts), which is exact for translations and of second order for rotations: no speed is bounded.
 *
 * Bodies that touch at the start may stay in contact. Then the level that the signed distance may not fall below is minus the accuracy
 * instead of zero, and the time of an impact is taken back to where they are no deeper than at the start (see rest.ts).
 *
 * **Flat bodies in contact.** A point or a plate never gets that deep in a triangle: it passes through, and is as far apart on the other
 * side. The axis that kept the two apart tells the sides from each other. When the normal of a distance is opposite to that axis:
 *
 *   the axis is still above the level        it stays, because rounding has chosen the normal of bodies that lie face to face
 *   the new normal separated the two before  it takes over: what lies face to face at the start may part to either side
 *   neither                                  an impact
 *
 * "Before" is the last time at which they were apart by more than the accuracy, or the start. Only rounding makes a start face to face: what
 * is above something by less than the accuracy is not below it. Otherwise a plate that rests would fall through.
 */
import type { Body } from '../bodies/body.ts';
import { EXTENT, RADIUS } from '../bodies/layout.ts';
import { MovedBody } from '../bodies/moved-body.ts';
import { PairCache } from '../convex/pair-cache.ts';
import { Goal } from '../convex/penetration.ts';
import type { Path } from '../math/path.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import { DistanceResult } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { ACCURACY, ACCURACY_CURVED, OPPOSITE_AXES, TOUCH } from '../tolerances.ts';
import { AxisAdvance, LEVEL, NEAR } from './axis-advance.ts';
import type { Impact } from './impact.ts';
import { CONTACT, DEPTH, ERROR, FROM, LEVEL as REST_LEVEL, Rest, ROUNDING, SIDE, SIGNED, SPEED, TIME } from './rest.ts';

/** Distances computed for one pair: a guard. What it ends is reported as a hit that has not converged. */
const MOST_DISTANCES = 500;

export class ConvexImpact {
  readonly solver: PairSolver;
  /** How many distances are computed at most, if fewer than usual: then t is only a lower bound of the time of contact. */
  most: number = Infinity;
  /** Whether one of the bodies is a part of something flat, or flat by itself, which may pass through a triangle without getting deep. */
  sided = false;
  /** How deep counts as touching at the start: D of REST_SINK. A coarse accuracy of the caller's does not make it more. */
  readonly depth: Float64Array = new Float64Array(1);
  /** The time to start from and that to end at. */
  readonly time: Float64Array = new Float64Array(2);
  readonly #a: MovedBody = new MovedBody();
  readonly #b: MovedBody = new MovedBody();
  readonly #axis: AxisAdvance = new AxisAdvance();
  readonly #cache: PairCache = new PairCache();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #found: DistanceResult = new DistanceResult();
  readonly #accuracy: Float64Array = new Float64Array(1);
  /** The signed distance at hand and its error, where they are in a Rest. In an array, as numbers in fields are allocated anew. */
  readonly #distance: Float64Array = new Float64Array(5);
  readonly #before: Vec3 = new Vec3();
  /** The last time at which the bodies were apart by more than the accuracy, or the start. */
  readonly #free: Float64Array = new Float64Array(1);
  readonly #rest: Rest = new Rest();
  readonly #rested: DistanceResult = new DistanceResult();
  readonly #side: Vec3 = new Vec3();

  constructor(solver: PairSolver) {
    this.solver = solver;
  }

  /**
   * Whether the bodies come into contact in time[0] … time[1]. They are given where they are at t = 0. With `resting` they may be in
   * contact at the start, and what counts is that they go deeper than the accuracy.
   */
  run(a: Body, pathA: Path, b: Body, pathB: Path, settings: QuerySettings, resting: boolean, out: Impact): boolean {
    const { time, solver } = this;
    const axis = this.#axis;
    const found = this.#found;
    const own = this.#settings;
    const movedA = this.#a.of(a);
    const movedB = this.#b.of(b);
    const curved = !(a.polyhedral && b.polyhedral) || a.m[RADIUS] + b.m[RADIUS] > 0;
    // From the layout, and `smallerExtent` written out: a number that is read from bodies of many classes, or passed to a call that is
    // not inlined, is allocated on the heap.
    const extentA = a.m[EXTENT];
    const extentB = b.m[EXTENT];
    const least = extentA < extentB ? extentA : extentB;
    const extent = settings.extent > 0 ? settings.extent : least > 0 ? least : extentA + extentB - least;
    own.extent = settings.extent;
    own.cache = this.#cache;
    this.#cache.clear();
    // Two stores: V8 allocates a number that is either computed or one of two constants.
    const accuracy = this.#accuracy;
    accuracy[0] = curved ? ACCURACY_CURVED : ACCURACY;
    // In resting contact a coarse accuracy is not taken: what is touching does not depend on it.
    const asked = settings.accuracy > 0 && !(resting && settings.accuracy > accuracy[0]);
    own.accuracy = asked ? settings.accuracy : 0;
    if (asked) accuracy[0] = settings.accuracy;
    // Where rounding of the coordinates is coarser than the accuracy, it takes its place.
    axis.of(a, pathA, b, pathB);
    // What touches and does not move gets no deeper. Two points in one place have no extent that a depth could be compared with.
    if (resting && !(axis.fastest > 0)) return false;
    const rounding = 4 * TOUCH * (axis.magnitude + extentA + extentB);
    const tolerance = Math.max(resting ? this.depth[0] : accuracy[0] * extent, rounding);
    let contact = 0.5 * tolerance;
    axis.limits[LEVEL] = 0;
    axis.limits[NEAR] = 0.25 * tolerance;
    let iterations = 0;
    // The last time at which a distance was computed without the cache.
    let fresh = time[0];
    for (let step = 0; ; step++) {
      const t = time[0];
      pathA.time[0] = t;
      pathB.time[0] = t;
      movedA.moveAlong(pathA);
      movedB.moveAlong(pathB);
      own.maxDistance = axis.fastest * (time[1] - t) + tolerance;
      solver.solve(movedA, movedB, resting ? Goal.signed : Goal.distance, own, found);
      // Too far apart for all the time that is left.
      if (solver.signed === Infinity) return false;
      this.#distance[SIGNED] = solver.signed;
      this.#distance[ERROR] = found.error;
      if (resting && found.error > axis.limits[NEAR]) this.#raise(step > 0);
      const signed = this.#distance[SIGNED];
      iterations += found.iterations;
      if (step === 0 && resting) {
        const { numbers } = this.#rest;
        numbers[FROM] = t;
        numbers[DEPTH] = tolerance;
        numbers[ROUNDING] = rounding;
        numbers[SIGNED] = signed;
        numbers[ERROR] = this.#distance[ERROR];
        this.#rest.setLevels();
        contact = numbers[CONTACT];
        axis.limits[LEVEL] = numbers[REST_LEVEL];
      }
      if (step === 0 || signed > tolerance) this.#free[0] = t;
      const turned = this.sided && resting && step > 0 && signed <= tolerance && this.#hasTurned();
      const held = turned && axis.gap > contact;
      const through = turned && !held && !this.#wasClear(pathA, pathB);
      const touching = signed <= contact || through;
      if (!touching) {
        // Proven apart until the end, and apart there.
        if (t >= time[1]) return false;
        if (held) found.normal.copy(this.#before);
        else axis.gap = signed - this.#distance[ERROR];
        axis.advance(time, found.normal, found.pointA, found.pointB);
        // Time left, and g above the level at its end: the axis proves that they do not meet.
        if (time[0] >= time[1] && axis.gap > contact) return false;
      }
      const stuck = !touching && !(time[0] > t);
      if (stuck && fresh < t) {
        // The error of the distance may be that of the simplex in the cache. Asked once more without it.
        fresh = t;
        this.#cache.clear();
        continue;
      }
      if (!touching && !stuck && step < MOST_DISTANCES) {
        if (step + 1 < this.most) continue;
        out.t = time[0];
        out.iterations = iterations + axis.evaluations;
        return true;
      }
      out.t = t;
      out.gap = through ? 0 : Math.max(0, signed);
      // Where the distance is nothing but rounding, its direction is, too. The axis that led here is not.
      if (through) out.normal.copy(this.#before);
      else if (step > 0 && Math.abs(signed) <= rounding) axis.copyAxis(out.normal);
      else out.normal.copy(found.normal);
      out.point.copy(found.pointA);
      out.primitiveA = -1;
      out.primitiveB = -1;
      out.converged = touching || (!resting && signed + this.#distance[ERROR] <= tolerance);
      out.iterations = iterations + axis.evaluations;
      if (resting && touching) this.#goBack(pathA, pathB, through, out);
      return true;
    }
  }

  /** Takes the time of an impact in resting contact back to where the pair is no deeper than at the start: see rest.ts. */
  #goBack(pathA: Path, pathB: Path, through: boolean, out: Impact): void {
    const { solver } = this;
    const axis = this.#axis;
    const found = this.#rested;
    const rest = this.#rest;
    const { numbers } = rest;
    numbers[TIME] = out.t;
    numbers[SPEED] = axis.fastest;
    numbers[SIGNED] = this.#distance[SIGNED];
    if (through) this.#measureSide(pathA, pathB);
    rest.beginBack();
    this.#settings.maxDistance = Infinity;
    for (;;) {
      out.t = numbers[TIME];
      this.#measureSide(pathA, pathB);
      this.#a.moveAlong(pathA);
      this.#b.moveAlong(pathB);
      solver.solve(this.#a, this.#b, Goal.signed, this.#settings, found);
      out.iterations += found.iterations;
      out.gap = Math.max(0, solver.signed);
      // The distance of the other side does not count.
      const beside = !through || dot(found.normal, this.#side) >= OPPOSITE_AXES;
      if (beside && solver.signed > numbers[SIGNED]) numbers[SIGNED] = solver.signed;
      if (rest.isBack()) break;
    }
    if (rest.isFar) out.point.copy(found.pointA);
  }

  /** Sets SIGNED to the gap at TIME along the axis that kept the bodies apart: it tells the sides of flat ones from each other. */
  #measureSide(pathA: Path, pathB: Path): void {
    const axis = this.#axis;
    const { numbers } = this.#rest;
    pathA.time[0] = numbers[TIME];
    pathB.time[0] = numbers[TIME];
    axis.copyAxis(this.#side);
    axis.findGapAlong(this.#side);
    numbers[SIGNED] = axis.gap;
  }

  /**
   * Raises a signed distance whose error matters to the gap along an axis, which is never above the true one: along the normal that was
   * found, or along the opposite of the axis that kept the bodies apart until now. Of two triangles that lie almost face to face one is as
   * good as the other at first. Later a search for the depth does not always find the side of a large triangle: a normal that is off by
   * 1e-11 is as good to it.
   */
  #raise(hasAxis: boolean): void {
    const axis = this.#axis;
    const { gap } = axis;
    const opposite = this.#before;
    this.#takeGap(this.#found.normal);
    if (hasAxis) {
      axis.copyAxis(opposite);
      opposite.set(-opposite.x, -opposite.y, -opposite.z);
      this.#takeGap(opposite);
    }
    axis.gap = gap;
  }

  /** Takes over the gap along n, if it proves more than is known. */
  #takeGap(n: Vec3): void {
    const axis = this.#axis;
    const distance = this.#distance;
    axis.findGapAlong(n);
    const { gap } = axis;
    if (!(gap > distance[SIGNED] - distance[ERROR])) return;
    if (gap > distance[SIGNED]) distance[SIGNED] = gap;
    distance[ERROR] = distance[SIGNED] - gap;
    this.#found.normal.copy(n);
  }

  /** Whether the last distance has turned round the axis that kept the bodies apart until now, which goes to #before. */
  #hasTurned(): boolean {
    const before = this.#before;
    this.#axis.copyAxis(before);
    return dot(before, this.#found.normal) < OPPOSITE_AXES;
  }

  /** Whether the normal of the last distance separated the bodies also when any axis could have been chosen. */
  #wasClear(pathA: Path, pathB: Path): boolean {
    const axis = this.#axis;
    const free = this.#free[0];
    pathA.time[0] = free;
    pathB.time[0] = free;
    axis.findGapAlong(this.#found.normal);
    return axis.gap >= Math.max(axis.limits[LEVEL], this.#rest.numbers[SIDE]);
  }
}
