/**
 * The dumb reference of `timeOfImpact`: plain conservative advancement.
 *
 * Nothing nearer than d can meet before the two have moved by d against each other, and no point moves faster than
 * L = |vA − vB| + |ωA|·rA + |ωB|·rB, where r is how far the collider reaches from the axis it turns about. So the time of d/L is
 * safe, the distance is asked again there, and so on. Poses come from the formula of a motion with Math.sin and Math.cos, distances
 * from `closestPoints` at an accuracy of 1e-12: of the library's motion code nothing is used.
 */
import type { Collider, Library, Matrix } from './generators.ts';
import { apply, compose, matrixOf } from './generators.ts';
import { add, cross, norm, scaled, sub, type Vec, vec } from './vectors.ts';

/** A motion in the terms of its definition. */
export interface PlainMotion {
  readonly translation: Vec;
  readonly rotation: Vec;
  readonly center: Vec;
}

export const STILL: PlainMotion = { translation: [0, 0, 0], rotation: [0, 0, 0], center: [0, 0, 0] };

/** The turn about the axis of `rotation` by t times its length. */
export function turn(rotation: Vec, t: number): Matrix {
  const angle = norm(rotation);
  if (angle === 0) return matrixOf({});
  const half = (angle * t) / 2;
  const s = Math.sin(half) / angle;
  return matrixOf({ orientation: [rotation[0] * s, rotation[1] * s, rotation[2] * s, Math.cos(half)] });
}

/** M(t) = T(c + t·v)·R(t·ω)·T(−c)·M(0). The position is that of the centre plus a short vector, which rounds less. */
export function poseAt(start: ArrayLike<number>, motion: PlainMotion, t: number): number[] {
  const { translation, rotation, center } = motion;
  const r = turn(rotation, t);
  const arm = apply(r, sub([start[12], start[13], start[14]], center));
  const m = compose(r, [...Array.from(start).slice(0, 12), 0, 0, 0, 1]);
  for (let k = 0; k < 3; k++) m[12 + k] = center[k] + t * translation[k] + arm[k];
  return m;
}

/** Where a collider has to start to be at `end` at time t. */
export function startOf(end: ArrayLike<number>, motion: PlainMotion, t: number): number[] {
  const { translation, rotation, center } = motion;
  const back = turn(scaled(rotation, -1), t);
  const arm = apply(back, sub([end[12], end[13], end[14]], add(center, scaled(translation, t))));
  const m = compose(back, [...Array.from(end).slice(0, 12), 0, 0, 0, 1]);
  for (let k = 0; k < 3; k++) m[12 + k] = center[k] + arm[k];
  return m;
}

/** One of the two: a collider of its own that is placed anywhere along the motion, and how far it reaches. */
class Mover {
  readonly motion: PlainMotion;
  readonly start: Float64Array;
  readonly placed: Collider;
  readonly bounded: boolean;
  /** A ball around it at t = 0. */
  readonly middle: Vec;
  readonly radius: number;
  /** Longest side of its box; what the margin adds for a halfspace. */
  readonly extent: number;

  constructor(lib: Library, collider: Collider, motion: PlainMotion) {
    this.motion = motion;
    this.start = collider.getMatrix();
    this.placed = new lib.Collider(collider.shape, { matrix: this.start, margin: collider.margin });
    const { min, max } = collider.bounds();
    const size = sub(vec(max), vec(min));
    this.bounded = Number.isFinite(norm(size));
    this.middle = this.bounded
      ? scaled(add(vec(min), vec(max)), 0.5)
      : [this.start[12], this.start[13], this.start[14]];
    this.radius = this.bounded ? norm(size) / 2 : 0;
    this.extent = this.bounded ? Math.max(...size) : 2 * collider.margin;
    // The library measures a complex shape before it is placed, and then takes the largest scale.
    if (collider.shape instanceof lib.Mesh || collider.shape instanceof lib.Compound) {
      const own = new lib.Collider(collider.shape).bounds();
      const scale = Math.max(...[0, 4, 8].map((k) => Math.hypot(this.start[k], this.start[k + 1], this.start[k + 2])));
      const longest = Math.max(...sub(vec(own.max), vec(own.min)));
      this.extent = Math.max(this.extent, longest * scale + 2 * collider.margin);
    }
  }

  at(t: number): Collider {
    return this.placed.setMatrix(poseAt(this.start, this.motion, t));
  }

  /** |ω × (x − c)| is at most this for each of its points, at all times. */
  speedOfTurning(): number {
    const { rotation, center } = this.motion;
    return norm(cross(rotation, sub(this.middle, center))) + norm(rotation) * this.radius;
  }

  /** How far from this motion's own centre the other one ever is. */
  farthest(other: Mover): number {
    const { center, translation } = other.motion;
    const between = sub(center, this.motion.center);
    const drift = sub(translation, this.motion.translation);
    const arm = norm(sub(other.middle, center)) + other.radius;
    return arm + Math.max(norm(between), norm(add(between, drift)));
  }

  /** The largest numbers that are added on the way to a world coordinate. */
  magnitude(): number {
    const { center, translation } = this.motion;
    return norm(center) + norm(translation) + norm(sub(this.middle, center)) + this.radius + norm(this.middle);
  }
}

export type Verdict =
  /** They are within `stop` at t, never before. `speed`: how fast the last bit of the distance went. */
  | { readonly kind: 'hit'; readonly t: number; readonly speed: number }
  /** They do not meet. `nearest` is the least distance that was seen. */
  | { readonly kind: 'miss'; readonly nearest: number }
  | { readonly kind: 'touching' }
  | { readonly kind: 'overlap' }
  | { readonly kind: 'undecided'; readonly why: string };

export interface AdvancementOptions {
  /** The relative accuracy that is promised for the pair. */
  readonly accuracy: number;
  readonly maxSteps?: number;
}

export class Advancement {
  readonly lib: Library;
  readonly a: Mover;
  readonly b: Mover;
  /** The size that the accuracy is relative to: that of the smaller one, or the other's where one has none. */
  readonly size: number;
  /** What rounding may do to a distance: of coordinates, and of a time near 1. */
  readonly rounding: number;
  /** What is promised for the gap, rounding included. */
  readonly allowed: number;
  /** Nearer than this, the reference takes them as touching. */
  readonly stop: number;
  readonly maxSpeed: number;
  readonly maxSteps: number;
  steps = 0;

  constructor(
    lib: Library,
    a: Collider,
    motionA: PlainMotion,
    b: Collider,
    motionB: PlainMotion,
    options: AdvancementOptions,
  ) {
    this.lib = lib;
    this.a = new Mover(lib, a, motionA);
    this.b = new Mover(lib, b, motionB);
    this.size = Math.min(this.a.extent || this.b.extent, this.b.extent || this.a.extent);
    const turning = (self: Mover, other: Mover): number =>
      self.bounded ? self.speedOfTurning() : norm(self.motion.rotation) * self.farthest(other);
    this.maxSpeed =
      norm(sub(motionA.translation, motionB.translation)) + turning(this.a, this.b) + turning(this.b, this.a);
    this.rounding = 2e-15 * (this.a.magnitude() + this.b.magnitude()) + 4e-16 * this.maxSpeed;
    // Two points, or a point and a halfspace, have no size: the way they go is all there is to be relative to.
    this.allowed = (this.size > 0 ? options.accuracy * this.size : 1e-12 * this.maxSpeed) + this.rounding;
    this.stop = 1e-11 * this.size + this.rounding;
    this.maxSteps = options.maxSteps ?? 20_000;
  }

  /** Near contact, the greater of a fine and of a usual query that says that it has converged: the fine one may stall too low. */
  distance(t: number): number {
    const a = this.a.at(t);
    const b = this.b.at(t);
    const fine = this.lib.closestPoints(a, b, undefined, { accuracy: 1e-12 });
    if (fine.converged || fine.distance > 10 * this.allowed) return fine.distance;
    const usual = this.lib.closestPoints(a, b);
    return usual.converged ? Math.max(fine.distance, usual.distance - usual.error) : fine.distance;
  }

  signedDistance(t: number): number {
    return this.lib.signedDistance(this.a.at(t), this.b.at(t)).distance;
  }

  run(): Verdict {
    const first = this.signedDistance(0);
    if (first < -this.allowed) return { kind: 'overlap' };
    if (first <= this.allowed) return { kind: 'touching' };
    let t = 0;
    let nearest = first;
    // The last time at which they were apart by ten times what is promised: for the closing speed.
    let before = 0;
    let distanceBefore = first;
    for (this.steps = 0; this.steps < this.maxSteps; this.steps++) {
      const d = this.distance(t);
      // "Apart, but nobody knows by how much": some distances of bodies of very different sizes end there.
      if (d === Number.MIN_VALUE) return { kind: 'undecided', why: `distance not found at t = ${t}` };
      if (!Number.isFinite(d)) return { kind: 'undecided', why: `distance ${d} at ${t}` };
      nearest = Math.min(nearest, d);
      if (d > 10 * this.allowed) {
        before = t;
        distanceBefore = d;
      }
      if (d <= this.stop) return { kind: 'hit', t, speed: t > before ? (distanceBefore - d) / (t - before) : Infinity };
      if (t === 1 || this.maxSpeed === 0) return { kind: 'miss', nearest };
      // Half of `stop` remains, so that they never come nearer than that unseen.
      const next = t + (d - this.stop / 2) / this.maxSpeed;
      if (next === t) return { kind: 'undecided', why: `steps below the rounding of t = ${t}` };
      t = Math.min(1, next);
    }
    return { kind: 'undecided', why: `${this.maxSteps} steps to t = ${t}, distance ${this.distance(t)}` };
  }

  /**
   * Whether they really meet from t on, for what the reference takes as touching: looks for a common point at times that grow
   * geometrically from t, and around the least distance between them.
   */
  meetsAfter(t: number): boolean {
    let best = t;
    let least = Infinity;
    const look = (s: number): boolean => {
      const d = this.distance(s);
      if (d < least) {
        least = d;
        best = s;
      }
      return d === 0;
    };
    if (this.maxSpeed === 0) return look(t);
    let step = 0;
    for (let h = this.stop / this.maxSpeed; t + h < 1 && h < 1e8 * (this.stop / this.maxSpeed); h *= 1.3) {
      if (look(t + h)) return true;
      if (t + h === best) step = h;
    }
    if (look(1) && t + 1e8 * (this.stop / this.maxSpeed) > 1) return true;
    for (let h = Math.max(step, this.stop / this.maxSpeed); h > 1e-17; h /= 2) {
      if (best - h >= t && look(best - h)) return true;
      if (best + h <= 1 && look(best + h)) return true;
    }
    return least <= this.rounding / 16;
  }
}
