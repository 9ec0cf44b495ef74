/**
 * First contact of a triangle P whose corners move on straight lines with Q: another such triangle, or a convex body that stands still
 * (the frame of the query moves along with it). Margins are allowed on both. As in convex-impact.ts, the normal n of the distance at one
 * time serves as an axis. For a *fixed* n let
 *
 *   g(s) = min n·Q(s) − max n·P(s) − radii,
 *
 * the gap along n at the time s. The signed distance is at least g(s), whatever n is. P(s) is the hull of its corners, and so is Q(s) if
 * it moves, so g is the minimum of at most nine functions n·(q_j(s) − p_i(s)) − radii, and each of them is *linear* in s. So the time until
 * which n keeps g above a level is the least of nine quotients: exact, with no bound of a speed and no search. One distance, one such
 * time, the next distance there: each step is a proof for the time that it skips, so no contact is missed and none is late.
 * (M. Li et al., "Codimensional Incremental Potential Contact", 2021, advance by a distance over a speed instead.)
 *
 * This serves points against triangles and edges against edges at once, coplanar and collapsing triangles, thickness and curved bodies.
 * Levels are relative to the tolerance τ = accuracy × size, which is above all rounding here. g is kept above τ/4, and a distance of at
 * most τ/2 is a contact.
 *
 * **Turning axes.** Where an edge or a face of P turns into place, a fixed axis is blocked by one of its ends, and steps shrink with the
 * square of the time left. So from the second step on the axis may also go on turning as it did since the last one, n(s) = n + (s − t)·m.
 * The functions are then n(s)·(q_j(s) − p_i(s)), with second derivatives 2m·(q_j' − p_i') of at most K, and −(radii + level)·|n(s)|, which
 * is concave. A body at rest has min n(s)·Q in place of n(s)·q_j, which is concave, too. As in axis-advance.ts, two values q of what is left
 * above the level prove the time from s0 to s1 if √q(s0) + √q(s1) ≥ (s1 − s0)·√(K/2). (In resting contact the level is negative, and half of
 * it, which needs no |n(s)|, is used.)
 *
 * Two triangles without thickness that still take many steps (8 of 20,000 random and contrived pairs of meshes) are left to the exact
 * impacts of points with triangles and edges with edges.
 *
 * **Resting.** If the colliders touch at the start, sliding is no impact: the level of the signed distance is then −τ/2 (see rest.ts). But two triangles
 * have no inside, so that one that passes face on through the other is never deeper than zero. Its sign is that of the axis: from n to
 * −n. If both n and n' keep the pair apart up to τ at one time, P and Q lie in opposite wedges between two planes, of the angle π − ∠(n, n').
 * When that is large they touch along the edge of the wedges only, and P may go on around it. When it is near zero, P has passed
 * through the plane of Q: an impact. So in contact the axis may turn by at most 120° from one step to the next, or to one
 * that alone keeps the pair apart since it was farther apart than τ, or since the start: as g is concave, its two ends tell. Flat
 * triangles face to face, but for rounding, are on no side of each other: there the better one of n and −n counts. (A corner that touches at the start and
 * goes nearly straight at what it touches, but past it, may still count as an impact: 4 of 5,000.)
 */
import type { Body } from '../bodies/body.ts';
import type { MovingTriangle } from '../bodies/moving-triangle.ts';
import { supportOf } from '../convex/cso.ts';
import { Goal } from '../convex/penetration.ts';
import { LinearKind } from '../math/affine.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import { DistanceResult } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { OPPOSITE_AXES, REST_ROUNDING, REST_SINK } from '../tolerances.ts';
import { ExactImpact } from './exact-impact.ts';
import {
  CONTACT as REST_CONTACT,
  DEPTH as REST_DEPTH,
  ERROR as REST_ERROR,
  FROM as REST_FROM,
  LEVEL as REST_LEVEL,
  ROUNDING as REST_ROUNDING_AT,
  SIDE as REST_SIDE,
  SIGNED as REST_SIGNED,
  SPEED as REST_SPEED,
  TIME as REST_TIME,
  Rest,
} from './rest.ts';

/** Distances computed for one pair: a guard. What it ends is reported as a hit that has not converged. */
const MOST_DISTANCES = 500;

/** Values of g for an axis that turns, in one step. */
const MOST_TRIALS = 8;

/** How far such an axis may be extrapolated, in radians: it is then at least half as long as at first. */
const LARGEST_TURN = 0.5;

/** Distances computed for two triangles without thickness before the exact impacts take over. */
const DISTANCES_BEFORE_EXACT = 24;

/**
 * Where in `#numbers`: τ; the level that an axis keeps g above; the signed distance that is a contact; then the least gap, the time where an
 * axis ends, and the reach of the body at rest, as last computed. In an array, because V8 may box doubles that are passed or returned.
 */
const TOLERANCE = 0;
const LEVEL = 1;
const CONTACT = 2;
const GAP = 3;
const UNTIL = 4;
const REACH = 5;
/** The time that `#setGap` looks at; that of the axis before; and the last one at which any axis could have been chosen. */
const AT = 6;
const BEFORE = 7;
const FREE = 8;
/** The gap along an axis above which a pair that may rest is on its side, however the pair begins. */
const SIDE = 9;

export class MovingPair {
  /** The time to start from, and that to end at. The first one becomes that of the contact. */
  readonly time: Float64Array = new Float64Array(2);
  /** What is known of the contact. The points are those of P and Q, in the frame of the query. */
  readonly found: DistanceResult = new DistanceResult();
  /** The axis, from P to Q, that separated them until the contact. */
  readonly normal: Vec3 = new Vec3();
  gap = 0;
  converged = true;
  iterations = 0;
  /** Without a cache: it keeps support points, and those of a triangle that changes its form are no longer its own. */
  readonly #settings: QuerySettings = new QuerySettings();
  #solver: PairSolver = undefined as unknown as PairSolver;
  #p: MovingTriangle = undefined as unknown as MovingTriangle;
  /** Q, if it moves. */
  #q: MovingTriangle | null = null;
  #body: Body = undefined as unknown as Body;
  #resting = false;
  /** An axis that kept a pair apart for all its time: tried first on the next pair, which often is its neighbour. */
  readonly #last: Vec3 = new Vec3();
  #hasLast = false;
  readonly #exact: ExactImpact = new ExactImpact();
  readonly #first: Float64Array = new Float64Array(1);
  readonly #turned: Vec3 = new Vec3();
  readonly #before: Vec3 = new Vec3();
  readonly #axis: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  /** The functions along an axis, at s = 0 and s = 1. */
  readonly #lines: Float64Array = new Float64Array(18);
  readonly #numbers: Float64Array = new Float64Array(10);
  readonly #rest: Rest = new Rest();
  readonly #rested: DistanceResult = new DistanceResult();

  /**
   * Sets what holds for all pairs to come. `settings` has the accuracy and the extent that it is relative to, tolerance[0] is τ and
   * tolerance[1] the rounding of coordinates.
   */
  begin(solver: PairSolver, settings: QuerySettings, tolerance: Float64Array, resting: boolean): void {
    this.#solver = solver;
    this.#settings.accuracy = settings.accuracy;
    this.#settings.extent = settings.extent;
    const numbers = this.#numbers;
    const tau = tolerance[0];
    numbers[TOLERANCE] = tau;
    this.#rest.numbers[REST_DEPTH] = tau;
    this.#rest.numbers[REST_ROUNDING_AT] = tolerance[1];
    numbers[SIDE] = resting ? -REST_ROUNDING * tolerance[1] : -Infinity;
    // Those of a pair that rests depend on how it begins.
    numbers[LEVEL] = 0.25 * tau;
    numbers[CONTACT] = 0.5 * tau;
    this.#resting = resting;
    this.#hasLast = false;
  }

  /** Whether P meets Q in time[0] … time[1]. `moving` is Q if its corners move, and null if it is `body`. */
  run(p: MovingTriangle, moving: MovingTriangle | null, body: Body): boolean {
    this.#p = p;
    this.#q = moving;
    this.#body = body;
    this.iterations = 0;
    const resting = this.#resting;
    const numbers = this.#numbers;
    const tolerance = numbers[TOLERANCE];
    const { time, normal: n, found } = this;
    if (resting) numbers[LEVEL] = -REST_SINK * tolerance;
    if (this.#hasLast && this.#keepsApart(this.#last)) return false;
    const speed = p.speed + (moving === null ? 0 : moving.speed);
    const settings = this.#settings;
    for (let step = 0; ; step++) {
      const t = time[0];
      p.place(time);
      if (moving !== null) moving.place(time);
      settings.maxDistance = speed * (time[1] - t) + tolerance;
      this.#solver.solve(p, body, resting ? Goal.signed : Goal.distance, settings, found);
      const { signed } = this.#solver;
      // Too far apart for all the time that is left.
      if (signed === Infinity) return false;
      this.iterations += found.iterations;
      this.gap = Math.max(0, signed);
      this.converged = true;
      if (step === 0 && resting) {
        const { numbers: r } = this.#rest;
        r[REST_FROM] = t;
        r[REST_SIGNED] = signed;
        r[REST_ERROR] = found.error;
        this.#rest.setLevels();
        numbers[CONTACT] = r[REST_CONTACT];
        // Between the two: an axis whose gap is linear needs no room.
        numbers[LEVEL] = 0.5 * (r[REST_CONTACT] + r[REST_LEVEL]);
      }
      const turned = this.#turned.copy(found.normal);
      if (signed <= numbers[CONTACT]) {
        // A distance of zero has no normal.
        if (!(signed > 0) && !resting) this.#solver.solve(p, body, Goal.signed, settings, found);
        if (resting) {
          numbers[GAP] = signed;
          this.#goBack(false);
        }
        n.copy(found.normal);
        return true;
      }
      if (step === 0 || signed > tolerance) numbers[FREE] = t;
      if (resting && signed <= tolerance && !this.#chooseSide(turned, step)) {
        this.#project(n);
        numbers[AT] = t;
        this.#setGap();
        this.#goBack(true);
        return true;
      }
      if (t >= time[1]) return false;
      this.#before.copy(n);
      n.copy(turned);
      this.#project(n);
      this.#setUntil();
      if (step > 0 && numbers[UNTIL] < time[1]) this.#turnOn();
      numbers[BEFORE] = t;
      const until = numbers[UNTIL];
      if (until >= time[1] && (!resting || this.#endsApart(n))) {
        this.#last.copy(n);
        this.#hasLast = true;
        return false;
      }
      if (!(until > t) || step === MOST_DISTANCES) {
        this.converged = !resting && signed <= tolerance;
        return true;
      }
      time[0] = until;
      if (step + 1 === DISTANCES_BEFORE_EXACT && moving !== null && !resting && p.radius + moving.radius === 0)
        return this.#meetsExactly(moving);
    }
  }

  /** Whether an axis keeps the pair above what is a contact when the time ends. */
  #endsApart(n: Vec3): boolean {
    const numbers = this.#numbers;
    this.#project(n);
    numbers[AT] = this.time[1];
    this.#setGap();
    return numbers[GAP] > numbers[CONTACT];
  }

  /**
   * Takes the time of an impact in resting contact, where the signed distance is GAP, back to where the pair is no deeper than at the
   * start: see rest.ts. `through` means that it is on the other side of the last axis, along which GAP was measured.
   */
  #goBack(through: boolean): void {
    const { time } = this;
    const numbers = this.#numbers;
    const rest = this.#rest;
    const { numbers: r } = rest;
    const found = this.#rested;
    const p = this.#p;
    const q = this.#q;
    r[REST_TIME] = time[0];
    r[REST_SPEED] = p.speed + (q === null ? 0 : q.speed);
    r[REST_SIGNED] = numbers[GAP];
    rest.beginBack();
    this.#settings.maxDistance = Infinity;
    this.#project(this.normal);
    for (;;) {
      time[0] = r[REST_TIME];
      p.place(time);
      if (q !== null) q.place(time);
      this.#solver.solve(p, this.#body, Goal.signed, this.#settings, found);
      const { signed } = this.#solver;
      this.iterations += found.iterations;
      this.gap = Math.max(0, signed);
      numbers[AT] = time[0];
      this.#setGap();
      // The distance of the other side does not count.
      const beside = !through || dot(found.normal, this.normal) >= OPPOSITE_AXES;
      r[REST_SIGNED] = beside ? Math.max(numbers[GAP], signed) : numbers[GAP];
      if (rest.isBack()) break;
    }
    if (!rest.isFar) return;
    this.found.pointA.copy(found.pointA);
    this.found.pointB.copy(found.pointB);
  }

  /** Raises UNTIL where an axis that goes on turning as it did since the last step proves more time: see "Turning axes". */
  #turnOn(): void {
    const { time, normal: n } = this;
    const numbers = this.#numbers;
    const b = this.#before;
    const axis = this.#axis;
    const t = time[0];
    const since = t - numbers[BEFORE];
    const x = (n.x - b.x) / since;
    const y = (n.y - b.y) / since;
    const z = (n.z - b.z) / since;
    const turn = Math.sqrt(x * x + y * y + z * z);
    if (!(turn > 0)) return;
    let away = -Infinity;
    let towards = this.#q === null ? 0 : -Infinity;
    for (let k = 0; k < 9; k += 3) {
      const p = this.#p.corners;
      away = Math.max(away, -(x * (p[k + 9] - p[k]) + y * (p[k + 10] - p[k + 1]) + z * (p[k + 11] - p[k + 2])));
      if (this.#q === null) continue;
      const q = this.#q.corners;
      towards = Math.max(towards, x * (q[k + 9] - q[k]) + y * (q[k + 10] - q[k + 1]) + z * (q[k + 11] - q[k + 2]));
    }
    const bend = Math.sqrt(Math.max(0, away + towards));
    const radii = this.#p.radius + this.#body.radius;
    const positive = Math.max(0, numbers[LEVEL]);
    const negative = 0.5 * Math.min(0, numbers[LEVEL]);
    numbers[AT] = t;
    this.#setGap();
    let s0 = t;
    let q0 = numbers[GAP] - positive - negative;
    let stride = 2 * (numbers[UNTIL] - t);
    const end = Math.min(time[1], t + LARGEST_TURN / turn);
    for (let k = 0; k < MOST_TRIALS && q0 > 0 && s0 < end; k++) {
      const s1 = Math.min(end, s0 + stride);
      const s = s1 - t;
      axis.set(n.x + s * x, n.y + s * y, n.z + s * z);
      const l = Math.sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
      this.#project(axis);
      numbers[AT] = s1;
      this.#setGap();
      const q1 = numbers[GAP] + radii - (radii + positive) * l - negative;
      if (q1 > 0 && Math.sqrt(q0) + Math.sqrt(q1) >= (s1 - s0) * bend) {
        s0 = s1;
        q0 = q1;
        stride *= 2;
      } else stride *= 0.25;
    }
    numbers[UNTIL] = Math.max(numbers[UNTIL], s0);
  }

  /** The rest of `run` for two triangles without thickness whose axis turns so fast that steps become short. */
  #meetsExactly(q: MovingTriangle): boolean {
    const { time, found } = this;
    const p = this.#p;
    const first = this.#first;
    if (!this.#exact.run(p.corners, q.corners, first) || first[0] > time[1]) return false;
    // Until time[0] they are proven apart. A little earlier than exactly, as rounding of the corners themselves is not that of the impact.
    const early = (0.25 * this.#numbers[TOLERANCE]) / (p.speed + q.speed);
    time[0] = Math.max(time[0], first[0] - early);
    p.place(time);
    q.place(time);
    this.#settings.maxDistance = Infinity;
    this.#solver.solve(p, q, Goal.signed, this.#settings, found);
    this.iterations += found.iterations;
    this.gap = Math.max(0, this.#solver.signed);
    this.converged = this.gap <= this.#numbers[TOLERANCE];
    this.normal.copy(found.normal);
    return true;
  }

  /**
   * In contact, with n the new axis: whether it is on the side of the last one, if there was any. Where the opposite axis keeps the pair
   * apart, too, n becomes the one of both that fits, and the better one if both do.
   */
  #chooseSide(n: Vec3, step: number): boolean {
    const numbers = this.#numbers;
    const fits = this.#fits(n, step);
    this.#project(n);
    this.#setUntil();
    const until = fits ? numbers[UNTIL] : -1;
    turnRound(n);
    this.#project(n);
    numbers[AT] = this.time[0];
    this.#setGap();
    const least = step === 0 ? Math.max(numbers[CONTACT], this.#rest.numbers[REST_SIDE]) : numbers[CONTACT];
    if (numbers[GAP] > least && this.#fits(n, step)) {
      this.#project(n);
      this.#setUntil();
      if (numbers[UNTIL] > until) return true;
    }
    turnRound(n);
    return fits;
  }

  /** Whether an axis may follow the last one, or has kept the pair apart since the time FREE. */
  #fits(n: Vec3, step: number): boolean {
    const last = this.normal;
    if (step === 0 || n.x * last.x + n.y * last.y + n.z * last.z >= OPPOSITE_AXES) return true;
    const numbers = this.#numbers;
    this.#project(n);
    numbers[AT] = numbers[FREE];
    this.#setGap();
    return numbers[GAP] >= Math.max(numbers[LEVEL], this.#rest.numbers[REST_SIDE]);
  }

  /** Whether an axis keeps the gap above the level for all of the time: as g is a minimum of linear functions, its ends tell. */
  #keepsApart(n: Vec3): boolean {
    const numbers = this.#numbers;
    this.#project(n);
    numbers[AT] = this.time[0];
    this.#setGap();
    if (!(numbers[GAP] >= Math.max(numbers[LEVEL], numbers[SIDE]))) return false;
    this.#setUntil();
    return numbers[UNTIL] >= this.time[1];
  }

  /** Computes the functions along n: where corners of P and of Q are, relative to each other. */
  #project(n: Vec3): void {
    const { corners: p } = this.#p;
    const { x, y, z } = n;
    const f = this.#lines;
    const q = this.#q;
    const radii = this.#p.radius + this.#body.radius;
    if (q === null) {
      this.#setReach(n);
      const low = -this.#numbers[REACH] - radii;
      for (let i = 0; i < 3; i++) {
        const k = 3 * i;
        f[2 * i] = low - (x * p[k] + y * p[k + 1] + z * p[k + 2]);
        f[2 * i + 1] = low - (x * p[k + 9] + y * p[k + 10] + z * p[k + 11]);
      }
      return;
    }
    const c = q.corners;
    let at = 0;
    for (let k = 0; k < 9; k += 3)
      for (let l = 0; l < 9; l += 3) {
        f[at++] = x * (c[l] - p[k]) + y * (c[l + 1] - p[k + 1]) + z * (c[l + 2] - p[k + 2]) - radii;
        f[at++] = x * (c[l + 9] - p[k + 9]) + y * (c[l + 10] - p[k + 10]) + z * (c[l + 11] - p[k + 11]) - radii;
      }
  }

  /** How far the body at rest reaches along −n. */
  #setReach(n: Vec3): void {
    const { m, kind, core, linear } = this.#body;
    const { x, y, z } = n;
    const origin = -(x * m[9] + y * m[10] + z * m[11]);
    this.#numbers[REACH] = origin;
    if (kind === ShapeKind.point) return;
    const dir = this.#dir;
    dir.x = -x;
    dir.y = -y;
    dir.z = -z;
    if (linear !== LinearKind.identity) {
      dir.x = -(m[0] * x + m[1] * y + m[2] * z);
      dir.y = -(m[3] * x + m[4] * y + m[5] * z);
      dir.z = -(m[6] * x + m[7] * y + m[8] * z);
    }
    const p = this.#point;
    supportOf(kind, core, dir, p);
    this.#numbers[REACH] = origin + (dir.x * p.x + dir.y * p.y + dir.z * p.z);
  }

  /** The gap along the axis at the time AT. */
  #setGap(): void {
    const t = this.#numbers[AT];
    const f = this.#lines;
    const count = this.#q === null ? 6 : 18;
    let gap = Infinity;
    for (let k = 0; k < count; k += 2) gap = Math.min(gap, (1 - t) * f[k] + t * f[k + 1]);
    this.#numbers[GAP] = gap;
  }

  /** The time until which the axis keeps the gap above the level, at most time[1]. */
  #setUntil(): void {
    const level = this.#numbers[LEVEL];
    const t = this.time[0];
    const end = this.time[1];
    const f = this.#lines;
    const count = this.#q === null ? 6 : 18;
    let until = end;
    for (let k = 0; k < count; k += 2) {
      const f0 = f[k];
      const f1 = f[k + 1];
      if ((1 - end) * f0 + end * f1 >= level) continue;
      // Below the level at the end. If it falls, it does so at one time, which is before t only by rounding.
      until = f0 > f1 ? Math.min(until, Math.max(t, (f0 - level) / (f0 - f1))) : t;
    }
    this.#numbers[UNTIL] = until;
  }
}

function turnRound(n: Vec3): void {
  n.x = -n.x;
  n.y = -n.y;
  n.z = -n.z;
}
