/**
 * Until when the boxes of two nodes of moving meshes are proven apart: a lower bound of the time of impact of everything below them.
 *
 * All nodes of a mesh have the axes of the mesh. So the two frames are computed once for a time, and serve every pair that starts from
 * it. Of the six axes of the faces (§5.3.2: the "lite" test of oriented boxes) the one with the widest gap is taken, and turns along
 * with the mesh whose face it is; `axis-advance.ts` says for how long it proves the boxes apart. That takes an eighth of the time of a
 * distance of two boxes. The bound is early where an edge is nearest to an edge, which costs less than it saves.
 */
import type { Body } from '../bodies/body.ts';
import { ORIGIN, REACH } from '../bodies/layout.ts';
import type { Path } from '../math/path.ts';
import { Vec3 } from '../math/vec3.ts';
import { AxisAdvance, Hold, LEVEL, NEAR } from './axis-advance.ts';

/** How near boxes come to each other, relative to the smaller extent, before the bound of their time is good enough. */
const NEAR_SHARE = 0.02;

/** How often an axis is chosen for a pair of boxes. */
const MOST_AXES = 2;

/** A mesh at one time: where its path has taken it, and the axes of its boxes. */
class Frame {
  path!: Path;
  /** The linear part of the mesh's frame at t = 0. */
  readonly #linear: Float64Array = new Float64Array(9);
  /** The rotation and the centre of the path at the time at hand. */
  readonly #rotation: Float64Array = new Float64Array(9);
  readonly #pivot: Vec3 = new Vec3();
  /** The axes of the boxes at the time at hand, one after the other. */
  readonly axes: Float64Array = new Float64Array(9);
  /** The middle of the box that was carried last. */
  readonly center: Vec3 = new Vec3();

  of({ m }: Body, path: Path): void {
    this.path = path;
    for (let i = 0; i < 9; i++) this.#linear[i] = m[i];
  }

  /** Moves to the time of its path. */
  move(): void {
    const { axes } = this;
    const l = this.#linear;
    const r = this.#rotation;
    const { center: c, translation: v, rotation, time } = this.path;
    const s = time[0];
    this.path.findRotation();
    for (let i = 0; i < 9; i++) r[i] = rotation[i];
    for (let k = 0; k < 9; k += 3) {
      const x = l[k];
      const y = l[k + 1];
      const z = l[k + 2];
      axes[k] = r[0] * x + r[3] * y + r[6] * z;
      axes[k + 1] = r[1] * x + r[4] * y + r[7] * z;
      axes[k + 2] = r[2] * x + r[5] * y + r[8] * z;
    }
    const o = this.#pivot;
    o.x = c.x + s * v.x;
    o.y = c.y + s * v.y;
    o.z = c.z + s * v.z;
  }

  /** Carries the middle of a node's box, given at t = 0, to the time at hand. */
  carry({ m }: Body): void {
    const { center: c } = this.path;
    const r = this.#rotation;
    const o = this.#pivot;
    const x = m[ORIGIN] - c.x;
    const y = m[ORIGIN + 1] - c.y;
    const z = m[ORIGIN + 2] - c.z;
    const { center } = this;
    center.x = o.x + (r[0] * x + r[3] * y + r[6] * z);
    center.y = o.y + (r[1] * x + r[4] * y + r[7] * z);
    center.z = o.z + (r[2] * x + r[5] * y + r[8] * z);
  }
}

export class BoxBound {
  /** From when, and until when. */
  readonly time: Float64Array = new Float64Array(2);
  readonly #a: Frame = new Frame();
  readonly #b: Frame = new Frame();
  readonly #axis: AxisAdvance = new AxisAdvance();
  readonly #n: Vec3 = new Vec3();
  readonly #numbers: Float64Array = new Float64Array(2);
  /** |cosines| between the axes of A, by rows, and those of B. */
  readonly #cosines: Float64Array = new Float64Array(9);

  /** Takes over two meshes by any boxes of theirs. What is nearer than rounding[0] is not proven apart. */
  of(a: Body, pathA: Path, b: Body, pathB: Path, rounding: Float64Array): void {
    this.#a.of(a, pathA);
    this.#b.of(b, pathB);
    this.#axis.of(a, pathA, b, pathB);
    this.#numbers[AT] = -1;
    this.#numbers[ROUNDING] = rounding[0];
  }

  /** Gaps along an axis computed since `of`. */
  get evaluations(): number {
    return this.#axis.evaluations;
  }

  /**
   * Whether two boxes may meet between time[0] and time[1]. If they may, time[0] moves to a time until which they are proven apart.
   */
  mayMeet(a: Body, b: Body): boolean {
    const { time } = this;
    const axis = this.#axis;
    const rounding = this.#numbers[ROUNDING];
    const near = NEAR_SHARE * (a.extent < b.extent ? a.extent : b.extent) + rounding;
    axis.ofNodes(a, b);
    for (let k = 0; k < MOST_AXES; k++) {
      const s = time[0];
      this.#move();
      this.#choose(a, b);
      if (!(axis.gap > near)) return true;
      // Too far apart for all the time that is left.
      if (axis.gap - rounding > axis.fastest * (time[1] - s)) return false;
      axis.limits[LEVEL] = rounding;
      axis.limits[NEAR] = near;
      axis.advance(time, this.#n, this.#a.center, this.#b.center);
      if (time[0] >= time[1] && axis.gap > rounding) return false;
      if (!(time[0] > s)) return true;
    }
    return true;
  }

  /** Moves both to time[0]. */
  #move(): void {
    const numbers = this.#numbers;
    const s = this.time[0];
    if (numbers[AT] === s) return;
    numbers[AT] = s;
    this.#a.path.time[0] = s;
    this.#b.path.time[0] = s;
    this.#a.move();
    this.#b.move();
    const p = this.#a.axes;
    const q = this.#b.axes;
    for (let i = 0; i < 9; i += 3)
      for (let j = 0; j < 9; j += 3)
        this.#cosines[i + j / 3] = Math.abs(p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2]);
  }

  /** Lets the face with the widest gap give the axis. */
  #choose(a: Body, b: Body): void {
    const axis = this.#axis;
    const c = this.#cosines;
    const p = this.#a.axes;
    const q = this.#b.axes;
    this.#a.carry(a);
    this.#b.carry(b);
    const from = this.#a.center;
    const to = this.#b.center;
    const x = to.x - from.x;
    const y = to.y - from.y;
    const z = to.z - from.z;
    const m = a.m;
    const n = b.m;
    let best = -Infinity;
    let face = 0;
    let sign = 1;
    for (let i = 0; i < 3; i++) {
      const k = 3 * i;
      const alongA = p[k] * x + p[k + 1] * y + p[k + 2] * z;
      const gapA =
        Math.abs(alongA) - m[REACH + i] - (c[k] * n[REACH] + c[k + 1] * n[REACH + 1] + c[k + 2] * n[REACH + 2]);
      if (gapA > best) {
        best = gapA;
        face = k;
        sign = alongA < 0 ? -1 : 1;
      }
      const alongB = q[k] * x + q[k + 1] * y + q[k + 2] * z;
      const gapB =
        Math.abs(alongB) - n[REACH + i] - (c[i] * m[REACH] + c[i + 3] * m[REACH + 1] + c[i + 6] * m[REACH + 2]);
      if (gapB > best) {
        best = gapB;
        face = k + 9;
        sign = alongB < 0 ? -1 : 1;
      }
    }
    const axes = face < 9 ? p : q;
    const k = face < 9 ? face : face - 9;
    this.#n.x = sign * axes[k];
    this.#n.y = sign * axes[k + 1];
    this.#n.z = sign * axes[k + 2];
    axis.hold = face < 9 ? Hold.a : Hold.b;
    axis.gap = best - (a.radius + b.radius);
  }
}

/** Where in `#numbers`: the time at hand, and what rounding may add up to. */
const AT = 0;
const ROUNDING = 1;
