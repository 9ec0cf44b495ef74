/**
 * How long an axis keeps two moving convex bodies apart. For unit vectors n(s) let
 *
 *   g(s) = min n(s)·B(s) − max n(s)·A(s),
 *
 * the gap between the bodies along n at the time s. Whatever n is, the signed distance is at least g(s): as long as g stays above a
 * level, the distance does. No pose and no distance is computed.
 *
 * The axis is that of the distance at some time. From then on it stands still, turns along with A or with B, or goes on turning as it did
 * since the last distance. The face of a body stays a face only for an axis that turns along with that body: a fixed one is blocked by a
 * corner as soon as the face tilts, and so advances by small steps only. Where an edge is nearest to an edge, the normal turns along with
 * neither: if they meet near the axis of the turn, where they approach slowly, every axis but the last kind is blocked by their far ends.
 * Which one is best is found by trying.
 *
 * **Between two times.** g is a minimum of functions f of s, one for each pair of points, with second derivatives of at most K:
 *
 *   n fixed         |f''| ≤ α²·|n⊥α|·r_A + β²·|n⊥β|·r_B
 *   n turns with A  |f''| ≤ α²·|n⊥α|·(|D| + R_B) + 2α·|n⊥α|·(|w| + β·r_B) + β²·r_B
 *   n turns by ρ    |f''| ≤ ρ²·(|D| + R_A + R_B) + 2ρ·(|w| + α·r_A + β·r_B) + α²·r_A + β²·r_B
 *
 * α, β are the angles of A and B, n⊥α the part of n across the axis of A's turn, r the distances of points from the axis of their turn
 * and R from its centre (see turning-core.ts), D the vector from centre to centre, w its derivative. Each f lies at most
 * K·(s − s0)(s1 − s)/2 below its chord, so g does, too. With q = g − level this is above zero throughout [s0, s1] if
 *
 *   √q(s0) + √q(s1) ≥ (s1 − s0)·√(K/2).
 *
 * That is a proof by two values, however the bodies turn in between. Two translating bodies have K = 0: one step is exact.
 *
 * **In contact.** A body that tips over its edge, or rolls, keeps q small for all the time, and steps of √(q/K) would be many. But if n
 * is fixed and A alone turns, f'' = −α²·(f − e), where e is the gap between the axis of the turn, next to the point, and B. So K =
 * α²·(max e − level) will do for as long as f is above the level; and if it is below by some d at its least, then K is too small by α²·d,
 * but √(q + d) makes up for that as long as α·(s1 − s0) < √8. An axis that lies in the floor has e = 0.
 */
import type { Body } from '../bodies/body.ts';
import type { Path } from '../math/path.ts';
import { Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { AxisTrend } from './axis-trend.ts';
import { across, TurningCore } from './turning-core.ts';

/** Evaluations of g in one advance: only a guard, for it may always stop early. */
const MOST_EVALUATIONS = 64;

/** How often an axis is chosen again for a nearer time. */
const MOST_CHOICES = 10;

/** The part of the expected time below which the last step was a short one, and how many of such steps ahead the next axis is chosen for. */
const SHORT_SHARE = 0.01;
const SOON = 8;

/** The part of g that is left when an advance may end: the axis of the next distance is better. */
const REMAINING_GAP_SHARE = 0.01;

/** The part of g that an axis may miss the expected time of contact by before others are tried. */
const MISSED_GAP_SHARE = 0.1;

/** The largest angle of a step whose bend is bounded by the height of the axis of the turn: below √8. */
const LARGEST_STEP_ANGLE = 2.8;

/** What the axis turns along with. */
export const Hold = { world: 0, a: 1, b: 2, trend: 3 } as const;
export type Hold = (typeof Hold)[keyof typeof Hold];

export class AxisAdvance {
  /** g where the last `advance` ended. */
  gap = 0;
  /** A bound of how fast any two points of the bodies can approach each other. */
  fastest = 0;
  /** The largest coordinates on the way: what poses are rounded relative to. */
  magnitude = 0;
  evaluations = 0;
  /** The level that g must stay above, and how far above it an advance may end. Numbers passed to a call are allocated on the heap. */
  readonly limits: Float64Array = new Float64Array(2);
  readonly #a: TurningCore = new TurningCore();
  readonly #b: TurningCore = new TurningCore();
  #pathA: Path = undefined as unknown as Path;
  #pathB: Path = undefined as unknown as Path;
  /** What the axis turned along with in the last `advance`: tried first in the next one. */
  hold: Hold = Hold.world;
  /** Whether `hold` is not to be changed: the axis is the normal of a halfspace, or of the face of a box. */
  #held = false;
  /** The axis at the time that it is from, and at the time last looked at. */
  readonly #start: Vec3 = new Vec3();
  readonly #axis: Vec3 = new Vec3();
  /** D at s = 0, and w. */
  readonly #between: Vec3 = new Vec3();
  readonly #speed: Vec3 = new Vec3();
  readonly #numbers: Float64Array = new Float64Array(7);
  /** Of the angles between the axis and those of the turns. */
  readonly #sines: Float64Array = new Float64Array(2);
  readonly #trend: AxisTrend = new AxisTrend();
  /** Sine and cosine of the angles of A and B at the time that the axis is from. */
  readonly #fromA: Float64Array = new Float64Array(2);
  readonly #fromB: Float64Array = new Float64Array(2);

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
    this.hold = Hold.world;
    this.#held = a.kind === ShapeKind.halfspace || b.kind === ShapeKind.halfspace;
    if (this.#held) this.hold = a.kind === ShapeKind.halfspace ? Hold.a : Hold.b;
    this.#setFastest();
    if (this.#held) this.#addSweep();
    this.magnitude = Math.max(magnitudeOf(pathA, this.#a.far), magnitudeOf(pathB, this.#b.far));
    this.#numbers[GAIN] = Infinity;
    this.#trend.clear();
    this.evaluations = 0;
  }

  /** Takes over the boxes of other nodes of the same two meshes, after `of`. Their axis turns along with what `hold` says. */
  ofNodes(a: Body, b: Body): void {
    this.#held = true;
    this.#a.ofNode(a);
    this.#b.ofNode(b);
    this.#setFastest();
  }

  #setFastest(): void {
    const { x, y, z } = this.#speed;
    const turning = this.#pathA.angle[0] * this.#a.radius + this.#pathB.angle[0] * this.#b.radius;
    this.fastest = Math.sqrt(x * x + y * y + z * z) + turning;
  }

  /** Lets the turn of a halfspace count: its angle times how far from its centre the other body is at most. */
  #addSweep(): void {
    const first = this.hold === Hold.a;
    const { x, y, z } = this.#between;
    const apart = Math.sqrt(x * x + y * y + z * z);
    this.fastest +=
      (first ? this.#pathA : this.#pathB).angle[0] * (apart + this.fastest + (first ? this.#b : this.#a).far);
  }

  /**
   * The latest time found until which the axis n is proven to keep g above the level from time[0] on, at most time[1]: written to
   * time[0], with g there in `gap`. On entry `gap` is g at time[0], and n the unit normal, from A to B, of the distance there, with
   * the nearest points p and q. Stops where g is near the level (see `limits`), or has shrunk to a small part of what it was.
   */
  advance(time: Float64Array, n: Vec3, p: Vec3, q: Vec3): void {
    const numbers = this.#numbers;
    const level = this.limits[LEVEL];
    const near = this.limits[NEAR];
    const end = time[1];
    let s0 = time[0];
    let q0 = this.gap - level;
    if (!(q0 > near) || !(s0 < end)) return;
    const enough = Math.max(near, REMAINING_GAP_SHARE * q0);
    this.#setTime(s0);
    this.#begin(n);
    // The time at which the nearest points would meet if they kept their speed.
    numbers[CLOSING] = 0;
    this.#addSpeed(n, p, this.#pathA, 1);
    this.#addSpeed(n, q, this.#pathB, -1);
    const closing = numbers[CLOSING];
    let s1 = closing * (end - s0) > q0 ? s0 + (q0 - 0.5 * enough) / closing : end;
    // After a short step choose for a time that is near: the axis that is best at a later time may be a bad one until then.
    if (numbers[GAIN] < SHORT_SHARE * (s1 - s0)) s1 = s0 + SOON * numbers[GAIN];
    numbers[GOOD] = level - MISSED_GAP_SHARE * q0;
    numbers[LOOK_AT] = s1;
    this.#choose();
    this.#setBend(time);
    let q1 = this.gap - level;
    let bend = numbers[BEND];
    let longest = numbers[LONGEST];
    // The least time known at which g is below the level, and by how much.
    let below = Infinity;
    let qBelow = 0;
    // By how many times the step that is safe for any q above zero.
    let stride = 2;
    for (let k = 0; ; k++) {
      const root = Math.sqrt(q0);
      if (level < 0 && q1 < 0 && k < MOST_CHOICES && s0 === time[0]) {
        // In contact, and nothing is proven yet.
        const last = this.hold;
        numbers[GOOD] = level;
        this.#choose();
        if (this.hold !== last) {
          this.#setBend(time);
          bend = numbers[BEND];
          longest = numbers[LONGEST];
          q1 = this.gap - level;
          below = Infinity;
        }
      }
      if (q1 < 0) {
        below = s1;
        qBelow = q1;
      } else if (root + Math.sqrt(q1) >= (s1 - s0) * bend && s1 - s0 <= longest) {
        s0 = s1;
        q0 = q1;
        stride = 2;
        if (q0 <= enough || s0 >= end) break;
      } else stride = 1;
      if (k === MOST_EVALUATIONS) break;
      s1 = end;
      if (below < Infinity) {
        // Where the chord is a little above the level, though not too close to either end.
        const x = (q0 - 0.5 * enough) / (q0 - qBelow);
        s1 = s0 + (below - s0) * Math.min(Math.max(x, 1 / 16), 15 / 16);
      }
      if (bend > 0) s1 = Math.min(s1, s0 + (stride * Math.sqrt(q0)) / bend);
      if (s1 - s0 > longest) s1 = s0 + 0.5 * longest;
      if (!(s1 > s0)) break;
      numbers[LOOK_AT] = s1;
      this.#findGap();
      q1 = this.gap - level;
    }
    numbers[GAIN] = s0 - time[0];
    time[0] = s0;
    this.gap = q0 + level;
  }

  /** The axis of the last advance at the time of the paths. */
  copyAxis(out: Vec3): void {
    this.#findAxis();
    out.copy(this.#axis);
  }

  /** Computes `gap` along an axis at the time of the paths. The axis of the last advance stays what it is. */
  findGapAlong(n: Vec3): void {
    this.#axis.copy(n);
    this.#measure();
  }

  /** Takes over the axis as it is at the time of the paths. */
  #begin(n: Vec3): void {
    if (!this.#held) this.#trend.add(n, this.#pathA.time);
    // The bend of a trend is the largest: it is not tried before the others.
    if (this.hold === Hold.trend) this.hold = Hold.world;
    this.#start.copy(n);
    this.#pathA.findAngle();
    this.#pathB.findAngle();
    for (let i = 0; i < 2; i++) {
      this.#fromA[i] = this.#pathA.turn[i];
      this.#fromB[i] = this.#pathB.turn[i];
    }
  }

  /**
   * Chooses what the axis turns along with: what it did last time, if g at the time to look at is then good enough, or else what is
   * best there.
   */
  #choose(): void {
    this.#findGap();
    if (this.gap >= this.#numbers[GOOD] || this.#held) return;
    let best = this.gap;
    let hold = this.hold;
    const last = hold;
    for (let other = 0; other < 4; other++) {
      if (other === last || !this.#turnsWith(other as Hold)) continue;
      this.hold = other as Hold;
      this.#findGap();
      if (this.gap <= best) continue;
      best = this.gap;
      hold = other as Hold;
    }
    this.hold = hold;
    this.gap = best;
  }

  /** Whether an axis that is held so is another one than that of the world. */
  #turnsWith(hold: Hold): boolean {
    if (hold === Hold.a) return this.#pathA.turns;
    if (hold === Hold.b) return this.#pathB.turns;
    return hold === Hold.world || this.#trend.rate > 0;
  }

  /** Adds ± the speed along n of a body's point that is at p at the time of its path. */
  #addSpeed(n: Vec3, p: Vec3, { center: c, translation: v, axis: u, angle, time }: Path, sign: number): void {
    const s = time[0];
    const x = p.x - c.x - s * v.x;
    const y = p.y - c.y - s * v.y;
    const z = p.z - c.z - s * v.z;
    const turning = n.x * (u.y * z - u.z * y) + n.y * (u.z * x - u.x * z) + n.z * (u.x * y - u.y * x);
    this.#numbers[CLOSING] += sign * (n.x * v.x + n.y * v.y + n.z * v.z + angle[0] * turning);
  }

  /** Sets √(K/2) for the axis at hand, over all of a time, and the longest step that it serves. */
  #setBend(time: Float64Array): void {
    const s0 = time[0];
    const end = time[1];
    const numbers = this.#numbers;
    const n = this.#start;
    const alpha = this.#pathA.angle[0];
    const beta = this.#pathB.angle[0];
    const a = this.#a;
    const b = this.#b;
    const sines = this.#sines;
    across(n, this.#pathA.axis, sines, 0);
    across(n, this.#pathB.axis, sines, 1);
    const sineA = sines[0];
    const sineB = sines[1];
    let bound = 0;
    const fixed = this.hold === Hold.world || !this.#turnsWith(this.hold);
    numbers[LONGEST] = Infinity;
    if (fixed) {
      bound = alpha * alpha * sineA * a.radius + beta * beta * sineB * b.radius;
    } else {
      const d = this.#between;
      const w = this.#speed;
      const speed = Math.sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
      const x = d.x + s0 * w.x;
      const y = d.y + s0 * w.y;
      const z = d.z + s0 * w.z;
      const apart = Math.sqrt(x * x + y * y + z * z) + (end - s0) * speed;
      const turnA = alpha * a.radius;
      const turnB = beta * b.radius;
      if (this.hold === Hold.a) bound = alpha * sineA * (alpha * (apart + b.far) + 2 * (speed + turnB)) + beta * turnB;
      else if (this.hold === Hold.b)
        bound = beta * sineB * (beta * (apart + a.far) + 2 * (speed + turnA)) + alpha * turnA;
      else {
        const { rate } = this.#trend;
        bound = rate * (rate * (apart + a.far + b.far) + 2 * (speed + turnA + turnB)) + alpha * turnA + beta * turnB;
      }
    }
    numbers[BEND] = Math.sqrt(bound / 2);
    if (fixed && this.limits[LEVEL] < 0 && alpha > 0 !== beta > 0) this.#lowerBend(time);
  }

  /** Lowers √(K/2) to that in contact, for a fixed axis and one body that turns. */
  #lowerBend(time: Float64Array): void {
    const numbers = this.#numbers;
    const s0 = time[0];
    const end = time[1];
    const n = this.#start;
    const turnsA = this.#pathA.turns;
    const path = turnsA ? this.#pathA : this.#pathB;
    const turning = turnsA ? this.#a : this.#b;
    const other = turnsA ? this.#b : this.#a;
    this.#setTime(s0);
    other.measure(n, turnsA ? -1 : 1);
    const { axis: u, angle } = path;
    const slope = n.x * u.x + n.y * u.y + n.z * u.z;
    // The points of the axis next to the body, from the centre on, in the direction away from the other body.
    const away = turnsA ? -slope : slope;
    const along = away > 0 ? away * turning.high : away * turning.low;
    const d = this.#between;
    const w = this.#speed;
    const between = n.x * d.x + n.y * d.y + n.z * d.z;
    const speed = n.x * w.x + n.y * w.y + n.z * w.z;
    const height = between + Math.max(s0 * speed, end * speed) + along - other.reach - numbers[RADII];
    const lower = Math.sqrt((angle[0] * angle[0] * Math.max(0, height - this.limits[LEVEL])) / 2);
    if (!(lower < numbers[BEND])) return;
    numbers[LONGEST] = LARGEST_STEP_ANGLE / angle[0];
    numbers[BEND] = lower;
  }

  /** Computes `gap` at the time to look at. */
  #findGap(): void {
    this.#setTime(this.#numbers[LOOK_AT]);
    this.#findAxis();
    this.#measure();
  }

  #setTime(s: number): void {
    this.#pathA.time[0] = s;
    this.#pathB.time[0] = s;
  }

  /** Computes `gap` along the axis at hand, at the time of the paths. */
  #measure(): void {
    this.evaluations++;
    const s = this.#pathA.time[0];
    const n = this.#axis;
    const a = this.#a;
    const b = this.#b;
    a.measure(n, 1);
    b.measure(n, -1);
    const d = this.#between;
    const w = this.#speed;
    const between = n.x * (d.x + s * w.x) + n.y * (d.y + s * w.y) + n.z * (d.z + s * w.z);
    this.gap = between - a.reach - b.reach - this.#numbers[RADII];
  }

  /** Computes the axis at the time of the paths. */
  #findAxis(): void {
    this.#axis.copy(this.#start);
    if (this.hold === Hold.trend) this.#trend.follow(this.#pathA.time, this.#axis);
    else if (this.hold !== Hold.world) this.#turnAxis(this.hold === Hold.a ? this.#pathA : this.#pathB);
  }

  /** Turns the axis as a body turns from the time that the axis is from to the time of its path. */
  #turnAxis(path: Path): void {
    const { axis: u, turn } = path;
    const from = path === this.#pathA ? this.#fromA : this.#fromB;
    path.findAngle();
    // The angle of a difference.
    const sine = turn[0] * from[1] - turn[1] * from[0];
    const cosine = turn[1] * from[1] + turn[0] * from[0];
    const n = this.#axis;
    const { x, y, z } = n;
    const k = (1 - cosine) * (x * u.x + y * u.y + z * u.z);
    n.x = cosine * x + sine * (u.y * z - u.z * y) + k * u.x;
    n.y = cosine * y + sine * (u.z * x - u.x * z) + k * u.y;
    n.z = cosine * z + sine * (u.x * y - u.y * x) + k * u.z;
  }
}

/** Where in `limits`. */
export const LEVEL = 0;
export const NEAR = 1;

/**
 * Where in `#numbers`: √(K/2), the sum of the radii, the time to look at, the closing speed, a gap that is
 * good enough, the longest step that the bend serves, and the time that the last advance proved.
 */
const BEND = 0;
const RADII = 1;
const LOOK_AT = 2;
const CLOSING = 3;
const GOOD = 4;
const LONGEST = 5;
const GAIN = 6;

/** The largest coordinate of a centre on its way, and of what is up to `far` from it. */
function magnitudeOf({ center: c, translation: v }: Path, far: number): number {
  const x = Math.max(Math.abs(c.x), Math.abs(c.x + v.x));
  const y = Math.max(Math.abs(c.y), Math.abs(c.y + v.y));
  const z = Math.max(Math.abs(c.z), Math.abs(c.z + v.z));
  return Math.max(x, y, z) + far;
}
