/**
 * GJK (§4.3, Algorithms 4.1, 4.4, 4.5, 4.11): one loop for the boolean test, the common point, the distance and the start
 * of EPA.
 *
 *   C      = A − B, the cores' configuration space obstacle
 *   v      the point of the current simplex nearest to the origin; before there is one, any axis
 *   w      s_C(−v), the support point of C against v
 *   lower  v·w/|v|, a proven lower bound of the distance of the cores
 *   upper  |v|, a proven upper bound of it
 *   radius the sum of the radii: the shapes are apart when the cores are farther apart than this
 *
 * Deviations from the book:
 * - Every kind of query decides in the same way: only a lower bound above the radius proves the shapes apart, only a
 *   tetrahedron around the origin or an upper bound below the radius proves them together. Accuracy, `maxDistance` and
 *   the kind of query matter only after the decision, so all queries on one pair agree.
 * - A repeated support point or lack of progress proves nothing (the book's Algorithm 4.5 takes it for "apart"). It ends
 *   the loop as `undecided`, and EPA settles it.
 * - The gap upper − lower is compared with an absolute tolerance: a relative one asks for the impossible as v vanishes.
 * - The first two axes are better guesses than the book's (see `start.ts` and `LEAN`), in ways that change no decision.
 */
import { Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import {
  CLEAR,
  CONTACT,
  GJK_MAX_STEPS,
  GJK_PATIENCE,
  NEAR,
  PROPORTION,
  ROUNDING,
  TOUCH,
  VANISHING,
} from '../tolerances.ts';
import type { Cso } from './cso.ts';
import type { LocalMinimum } from './local-minimum.ts';
import type { StepRecorder } from './recorder.ts';
import { Simplex } from './simplex.ts';

export const GjkStatus = {
  /** Proven apart, and the bounds have closed. */
  apart: 0,
  /** Proven apart, farther than `maxDistance` or with nothing more asked. */
  beyond: 1,
  /** The cores are apart, but by no more than the radius. */
  within: 2,
  /** The cores overlap: the simplex is a tetrahedron around the origin. */
  overlap: 3,
  /** The cores touch or nearly touch; EPA must decide. */
  undecided: 4,
} as const;
export type GjkStatus = (typeof GjkStatus)[keyof typeof GjkStatus];

/**
 * When the first axis has separated the shapes, the second axis is v plus the first axis scaled to this many times |v|. After one
 * support point v is that point, and for two close shapes it may point anywhere; the vertex it finds is then far off to the side
 * and useless later. The second axis does not lean when one shape is a point, because the first support point is then mostly the
 * answer. It does not lean before the shapes are proven apart: queries that stop at that proof might decide differently.
 */
const LEAN = 2;

/** Shapes count as far away when their coordinates reach this many times their size. */
const FAR = 100;

/**
 * For curved shapes, which install it: a better start than the line between the origins (see `start.ts`), and a search for local minima
 * of the depth (see `local-minimum.ts`).
 */
export const CURVED: {
  approach: ((cso: Cso, axis: Vec3, a: Vec3, b: Vec3) => boolean) | null;
  minimum: LocalMinimum | null;
} = { approach: null, minimum: null };

export class Gjk {
  readonly simplex: Simplex = new Simplex();
  /** In: the axis to start from (any vector, zero allowed). Out: the last v, a separating axis when apart. */
  readonly axis: Vec3 = new Vec3();
  iterations = 0;
  /** Whether the shapes were proven apart; an `undecided` may still have been. */
  apart = false;
  /** Whether the cores were proven to be within the radius of each other; an `undecided` may still have been. */
  within = false;
  /** Bounds of the distance of the cores. */
  lower = 0;
  upper = 0;
  recorder: StepRecorder | null = null;
  /** Whether a better start than the line between the origins may be used. */
  exact = true;

  readonly #dir: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();

  /**
   * Runs on `cso` from `axis`; when the simplex holds points (a solved one, from a cache), `axis` is their v.
   *
   * Stops when the bounds are within `cso.gap` of each other, or the shapes are proven farther apart than `cso.maxDistance`;
   * with `stopTogether` as soon as the shapes are known to intersect, with `stopApart` as soon as they are known to be apart.
   */
  run(cso: Cso, stopTogether: boolean, stopApart: boolean): GjkStatus {
    const { simplex, axis } = this;
    const dir = this.#dir;
    const w = this.#w;
    const a = this.#a;
    const radius = cso.radiusA + cso.radiusB;
    const { maxDistance } = cso;
    const cold = simplex.count === 0;
    let trial = cold && !stopApart && this.exact && this.#guess(cso);
    let reach = 0;
    const { y } = simplex;
    for (let k = 0; k < 3 * simplex.count; k += 3)
      reach = Math.max(reach, y[k] * y[k] + y[k + 1] * y[k + 1] + y[k + 2] * y[k + 2]);
    reach = Math.sqrt(reach);
    if (simplex.count === 4) {
      // A cached tetrahedron is still around the origin.
      cso.reach = reach;
      this.iterations = this.lower = this.upper = 0;
      this.apart = this.within = false;
      return GjkStatus.overlap;
    }
    let vx = axis.x;
    let vy = axis.y;
    let vz = axis.z;
    let length = Math.sqrt(vx * vx + vy * vy + vz * vz);
    if (!(length > 0 && length < Infinity)) {
      vx = 1;
      vy = 0;
      vz = 0;
      length = 1;
    }
    // Whether the axis is the simplex's own v. A second axis that leans is not.
    let own = true;
    let leans = cold && cso.kindA !== ShapeKind.point && cso.kindB !== ShapeKind.point;
    let upper = cold && !trial ? Infinity : length;
    let lower = 0;
    // What was proven first stands: rounding may seem to prove the opposite later.
    let apart = false;
    let within = !trial && upper <= radius + TOUCH * reach;
    let status: GjkStatus | -1 = -1;
    let ownBound = 0;
    let stale = 0;
    let iterations = 0;
    for (;;) {
      iterations++;
      dir.x = -vx;
      dir.y = -vy;
      dir.z = -vz;
      cso.support(dir, a, w);
      const vw = vx * w.x + vy * w.y + vz * w.z;
      ownBound = vw / length;
      if (trial) {
        trial = false;
        if (!(ownBound > radius + CLEAR * cso.size)) {
          simplex.count = 0;
          upper = Infinity;
          vx = -cso.t.x;
          vy = -cso.t.y;
          vz = -cso.t.z;
          length = Math.sqrt(vx * vx + vy * vy + vz * vz);
          continue;
        }
        leans = false;
      }
      const ww = w.x * w.x + w.y * w.y + w.z * w.z;
      if (ww > reach * reach) reach = Math.sqrt(ww);
      if (vw > 0) {
        if (ownBound > lower) lower = ownBound;
        if (apart || (ownBound > radius + TOUCH * reach && !within)) {
          apart = true;
          if (stopApart || ownBound - radius > maxDistance) {
            status = GjkStatus.beyond;
            break;
          }
        }
        // The bound of this very axis must close: an earlier axis may have proven more, but v is what will be reported. Near contact
        // the bounds must be close relative to the gap itself, so that a gap that is reported is real. Rounding is allowed for, less
        // of it for shapes far away, where TOUCH would exceed the accuracy.
        if (own && (apart || within)) {
          const rounding = 2 * (reach < FAR * cso.size ? TOUCH : ROUNDING) * reach;
          const width = Math.max(Math.min(cso.gap, PROPORTION * Math.abs(upper - radius)), rounding);
          if (upper - ownBound <= width) {
            status = apart ? GjkStatus.apart : GjkStatus.within;
            break;
          }
        }
      }
      this.recorder?.gjk(simplex, axis.set(vx, vy, vz), w, lower, upper);
      if (simplex.has(w) || iterations >= GJK_MAX_STEPS) {
        if (own) break;
        // The leaning axis found no new point: look along v itself.
        vx = simplex.v.x;
        vy = simplex.v.y;
        vz = simplex.v.z;
        length = Math.sqrt(simplex.vv);
        own = true;
        continue;
      }
      simplex.add(w, a);
      if (simplex.solve()) {
        // A proof that the shapes are apart stands, whatever rounding did to the simplex afterwards.
        status = GjkStatus.undecided;
        if (!apart) {
          status = GjkStatus.overlap;
          upper = 0;
        }
        break;
      }
      const reached = Math.sqrt(simplex.vv);
      if (reached <= VANISHING * reach) {
        // v is too short to have a direction: rounding lets it come no nearer.
        upper = reached;
        break;
      }
      if (reached < upper) {
        upper = reached;
        stale = 0;
      } else if (++stale > GJK_PATIENCE) break;
      if (!apart && upper <= radius + TOUCH * reach) within = true;
      if (leans) {
        leans = false;
        if (apart) {
          const k = (LEAN * reached) / length;
          vx = simplex.v.x + k * vx;
          vy = simplex.v.y + k * vy;
          vz = simplex.v.z + k * vz;
          length = Math.sqrt(vx * vx + vy * vy + vz * vz);
          own = false;
          continue;
        }
      }
      vx = simplex.v.x;
      vy = simplex.v.y;
      vz = simplex.v.z;
      length = reached;
      own = true;
      if (within && stopTogether) {
        status = GjkStatus.within;
        break;
      }
    }
    axis.x = vx;
    axis.y = vy;
    axis.z = vz;
    this.iterations = iterations;
    this.lower = lower;
    this.upper = upper;
    this.apart = apart;
    this.within = within;
    // The largest |y| may be near zero, as when the only support point is the origin. Rounding is still relative to the size.
    cso.reach = Math.max(reach, cso.size);
    return status >= 0 ? (status as GjkStatus) : this.#verdict(cso, upper - ownBound > cso.gap);
  }

  /**
   * If `axis` is the line between the origins, replaces it by a better guess, which is a point of A − B and the first of the simplex. A
   * guess that does not prove the shapes apart by more than rounding is dropped again by `run`, so it changes no decision. Returns
   * whether there is a guess.
   */
  #guess(cso: Cso): boolean {
    const { axis } = this;
    const { t } = cso;
    const asked = axis.x !== -t.x || axis.y !== -t.y || axis.z !== -t.z;
    if (asked || !CURVED.approach?.(cso, axis, this.#a, this.#w)) return false;
    this.simplex.add(axis, this.#a);
    this.simplex.solve();
    return true;
  }

  /**
   * The status when GJK stalls: no support point is new, or none brings v nearer to the origin. `poor` says that v does not prove the
   * distance to the accuracy asked, so its direction must not be reported. The cores are *clear* of each other when there is a radius,
   * they are farther apart than NEAR, and the bounds agree to a factor of two: on a sliver GJK may stall before it has proven anything.
   * Then the bounds can be trusted, and cores that are not proven within the radius are apart. `within` and `apart` exclude each other.
   * None of this asks for the accuracy, which must not change a decision.
   *
   *   poor   and within, or near          → undecided: EPA finds a better direction, the decision stands
   *   good   apart,  clear or above gap   → apart
   *   good   within, clear                → within
   *   else   (touching cores)             → undecided: EPA decides
   */
  #verdict(cso: Cso, poor: boolean): GjkStatus {
    const { upper, within } = this;
    const clear = cso.radiusA + cso.radiusB > 0 && upper > NEAR * cso.size && 2 * this.lower > upper;
    if (clear && !within) this.apart = true;
    if (poor && (within || upper <= CONTACT * cso.size)) return GjkStatus.undecided;
    if (this.apart && (clear || upper > cso.gap)) return GjkStatus.apart;
    return clear ? GjkStatus.within : GjkStatus.undecided;
  }
}
