/**
 * How long an axis keeps two moving convex bodies apart. For unit vectors n(s) let
 *
 *   g(s) = min n(s)·B(s) − max n(s)·A(s),
 *
 * the gap between the bodies along n at the time s. Whatever n is, the signed distance is at least g(s): as long as g stays above a
 * level, the distance does. No pose and no distance is computed.
 *
 * The axis is that of the distance at some time, and from then on either stands still or turns along with A or with B. The face of a
 * body stays a face only for an axis that turns along with that body: a fixed one is blocked by a corner as soon as the face tilts, and
 * so advances by small steps only. Which one is best is found by trying.
 *
 * **Between two times.** g is a minimum of functions f of s, one for each pair of points, with second derivatives of at most K:
 *
 *   n fixed         |f''| ≤ α²·|n⊥α|·r_A + β²·|n⊥β|·r_B
 *   n turns with A  |f''| ≤ α²·|n⊥α|·(|D| + R_B) + 2α·|n⊥α|·(|w| + β·r_B) + β²·r_B
 *
 * α, β are the angles of A and B, n⊥α the part of n across the axis of A's turn, r the distances of points from the axis of their turn
 * and R from its centre (see turning-core.ts), D the vector from centre to centre, w its derivative. Each f lies at most
 * K·(s − s0)(s1 − s)/2 below its chord, so g does, too. With q = g − level this is above zero throughout [s0, s1] if
 *
 *   √q(s0) + √q(s1) ≥ (s1 − s0)·√(K/2).
 *
 * That is a proof by two values, however the bodies turn in between. Two translating bodies have K = 0: one step is exact.
 */
import type { Body } from '../bodies/body.ts';
import type { Path } from '../math/path.ts';
import { sinCos } from '../math/turn.ts';
import { Vec3 } from '../math/vec3.ts';
import { across, TurningCore } from './turning-core.ts';

/** Evaluations of g in one advance: only a guard, for it may always stop early. */
const MOST = 64;

/** What the axis turns along with. */
const Hold = { world: 0, a: 1, b: 2 } as const;
type Hold = (typeof Hold)[keyof typeof Hold];

export class AxisAdvance {
  /** g where the last `advance` ended. */
  gap = 0;
  evaluations = 0;
  readonly #a: TurningCore = new TurningCore();
  readonly #b: TurningCore = new TurningCore();
  #pathA: Path = undefined as unknown as Path;
  #pathB: Path = undefined as unknown as Path;
  #hold: Hold = Hold.world;
  /** The axis at `#numbers[FROM]`, and at the time last looked at. */
  readonly #start: Vec3 = new Vec3();
  readonly #axis: Vec3 = new Vec3();
  /** D at s = 0, and w. */
  readonly #between: Vec3 = new Vec3();
  readonly #speed: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  readonly #turn: Float64Array = new Float64Array(2);
  readonly #numbers: Float64Array = new Float64Array(4);

  of(a: Body, pathA: Path, b: Body, pathB: Path): void {
    this.#pathA = pathA;
    this.#pathB = pathB;
    this.#a.of(a, pathA);
    this.#b.of(b, pathB);
    const { center: c, translation: v } = pathA;
    const { center: d, translation: w } = pathB;
    this.#between.set(d.x - c.x, d.y - c.y, d.z - c.z);
    this.#speed.set(w.x - v.x, w.y - v.y, w.z - v.z);
    this.#numbers[RADII] = a.radius + b.radius;
    this.evaluations = 0;
  }

  /**
   * The latest time found until which the axis n is proven to keep g above `level` from time[0] on, at most time[1]: written to time[0],
   * with g there in `gap`. n is the unit normal, from A to B, of the distance at time[0], with the nearest points p and q. Stops where
   * g is within `near` of the level.
   */
  advance(time: Float64Array, n: Vec3, p: Vec3, q: Vec3, level: number, near: number): void {
    const numbers = this.#numbers;
    const end = time[1];
    let s0 = time[0];
    numbers[FROM] = s0;
    this.#start.copy(n);
    this.#hold = Hold.world;
    this.#gapAt(s0);
    let q0 = this.gap - level;
    if (!(q0 > near) || !(s0 < end)) return;
    // The time at which the nearest points would meet if they kept their speed, and g there along each axis.
    const closing = this.#closing(n, p, q, s0);
    const guess = closing * (end - s0) > q0 ? s0 + (q0 - 0.5 * near) / closing : end;
    this.#gapAt(guess);
    let below = guess;
    let qBelow = this.gap - level;
    let hold: Hold = Hold.world;
    if (qBelow < near) {
      if (this.#pathA.turns) {
        this.#hold = Hold.a;
        this.#gapAt(guess);
        if (this.gap - level > qBelow) {
          qBelow = this.gap - level;
          hold = Hold.a;
        }
      }
      if (this.#pathB.turns) {
        this.#hold = Hold.b;
        this.#gapAt(guess);
        if (this.gap - level > qBelow) {
          qBelow = this.gap - level;
          hold = Hold.b;
        }
      }
      this.#hold = hold;
    }
    this.#setBend(s0, end);
    const bend = numbers[BEND];
    // By how many times the step that is safe for any q above zero.
    let stride = 2;
    let known = true;
    for (let k = 0; k < MOST && q0 > near && s0 < end; k++) {
      const root = Math.sqrt(q0);
      let s1 = end;
      if (known) {
        s1 = below;
      } else if (qBelow < 0) {
        // Where the chord is half of `near` above the level, though not too close to either end.
        const x = (q0 - 0.5 * near) / (q0 - qBelow);
        s1 = s0 + (below - s0) * Math.min(Math.max(x, 1 / 16), 15 / 16);
      }
      if (bend > 0 && s1 > s0 + (stride * root) / bend) {
        s1 = s0 + (stride * root) / bend;
        known = false;
      }
      if (!(s1 > s0)) break;
      let q1 = qBelow;
      if (!known) {
        this.#gapAt(s1);
        q1 = this.gap - level;
      }
      known = false;
      if (q1 < 0) {
        below = s1;
        qBelow = q1;
      } else if (root + Math.sqrt(q1) >= (s1 - s0) * bend) {
        s0 = s1;
        q0 = q1;
        stride = 2;
      } else stride = 1;
    }
    time[0] = s0;
    this.gap = q0 + level;
  }

  /** How fast a point p of A and a point q of B, at the time s, approach each other along n. */
  #closing(n: Vec3, p: Vec3, q: Vec3, s: number): number {
    return along(n, p, this.#pathA, s, this.#point) - along(n, q, this.#pathB, s, this.#point);
  }

  /** Sets √(K/2) for the axis at hand, from s0 to the end. */
  #setBend(s0: number, end: number): void {
    const numbers = this.#numbers;
    const n = this.#start;
    const alpha = this.#pathA.angle[0];
    const beta = this.#pathB.angle[0];
    const a = this.#a;
    const b = this.#b;
    const sineA = alpha > 0 ? across(n, this.#pathA.axis) : 0;
    const sineB = beta > 0 ? across(n, this.#pathB.axis) : 0;
    let bound = 0;
    if (this.#hold === Hold.world) bound = alpha * alpha * sineA * a.radius + beta * beta * sineB * b.radius;
    else {
      const d = this.#between;
      const w = this.#speed;
      const speed = Math.sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
      const x = d.x + s0 * w.x;
      const y = d.y + s0 * w.y;
      const z = d.z + s0 * w.z;
      const apart = Math.sqrt(x * x + y * y + z * z) + (end - s0) * speed;
      if (this.#hold === Hold.a)
        bound = alpha * sineA * (alpha * (apart + b.far) + 2 * (speed + beta * b.radius)) + beta * beta * b.radius;
      else bound = beta * sineB * (beta * (apart + a.far) + 2 * (speed + alpha * a.radius)) + alpha * alpha * a.radius;
    }
    numbers[BEND] = Math.sqrt(bound / 2);
  }

  /** Computes `gap` at the time s. */
  #gapAt(s: number): void {
    this.evaluations++;
    const n = this.#axis.copy(this.#start);
    if (this.#hold !== Hold.world) this.#turnAxis(this.#hold === Hold.a ? this.#pathA : this.#pathB, s);
    const a = this.#a;
    const b = this.#b;
    a.measure(n, 1, s);
    b.measure(n, -1, s);
    const d = this.#between;
    const w = this.#speed;
    const between = n.x * (d.x + s * w.x) + n.y * (d.y + s * w.y) + n.z * (d.z + s * w.z);
    this.gap = between - a.reach - b.reach - this.#numbers[RADII];
  }

  #turnAxis({ axis: u, angle }: Path, s: number): void {
    const turn = this.#turn;
    turn[0] = (s - this.#numbers[FROM]) * angle[0];
    sinCos(turn);
    const n = this.#axis;
    const { x, y, z } = n;
    const k = (1 - turn[1]) * (x * u.x + y * u.y + z * u.z);
    n.x = turn[1] * x + turn[0] * (u.y * z - u.z * y) + k * u.x;
    n.y = turn[1] * y + turn[0] * (u.z * x - u.x * z) + k * u.y;
    n.z = turn[1] * z + turn[0] * (u.x * y - u.y * x) + k * u.z;
  }
}

/** Where in `#numbers`: the time that the axis is from, √(K/2), the sum of the radii. */
const FROM = 0;
const BEND = 1;
const RADII = 2;

/** The speed along n of the point that is at p at the time s. */
function along(n: Vec3, p: Vec3, { center: c, translation: v, axis: u, angle }: Path, s: number, r: Vec3): number {
  r.set(p.x - c.x - s * v.x, p.y - c.y - s * v.y, p.z - c.z - s * v.z);
  const turning = n.x * (u.y * r.z - u.z * r.y) + n.y * (u.z * r.x - u.x * r.z) + n.z * (u.x * r.y - u.y * r.x);
  return n.x * v.x + n.y * v.y + n.z * v.z + angle[0] * turning;
}
