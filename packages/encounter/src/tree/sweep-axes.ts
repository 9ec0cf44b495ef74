/**
 * Axes that keep a moving convex body apart from triangles and boxes. What separates it from one triangle mostly separates it from the
 * next ones, too: the plane of the best contact so far, or an axis across the motion. An axis costs three products per triangle, a GJK
 * ray cast hundreds of operations.
 *
 * For a unit axis n let g be the gap between the body and a triangle along n at t = 0, and c the speed at which it closes. The two do
 * not meet until the time T if g > 0 and g > c·T. All is in the frame of the tree. Every axis proves this, so which ones are kept
 * matters for speed only.
 */
import type { Vec3 } from '../math/vec3.ts';

/** How many axes are kept. On capsules, boxes and hulls against 36,864 triangles, 6 and 8 took least time, 4 took 5 % longer. */
const AXES = 6;

/** Numbers per axis: n, then these. */
const STRIDE = 6;
/** How far down the body reaches along n, less what counts as meeting; and the same as seen from the tree's origin. */
const LOW = 3;
const LOW_FROM_ORIGIN = 4;
/** c. */
const SPEED = 5;

/** Where the axis that is tried is written: after those that are kept. */
const TRIED = STRIDE * AXES;

export class SweepAxes {
  /** The first one is the leading axis, by which nodes are ordered. */
  readonly #axes: Float64Array = new Float64Array(TRIED + STRIDE);
  readonly #gap: Float64Array = new Float64Array(1);
  #count = 1;
  /** The axis that helped last is tried first. */
  #last = 0;
  /** The next to be replaced. */
  #oldest = 1;

  /** Forgets all axes. A leading axis of zeros proves nothing. */
  clear(): void {
    this.#axes.fill(0, 0, STRIDE);
    this.#count = 1;
    this.#oldest = 1;
    this.#last = 0;
  }

  /**
   * Writes a unit axis to be tried, from the triangles to the body. low[0] is how far down the body reaches along it, less what counts as
   * meeting. Numbers come in arrays because those passed to a call may be allocated on the heap.
   */
  write(n: Vec3, low: Float64Array, motion: Float64Array, origin: Float64Array): void {
    const axes = this.#axes;
    const { x, y, z } = n;
    axes[TRIED] = x;
    axes[TRIED + 1] = y;
    axes[TRIED + 2] = z;
    axes[TRIED + LOW] = low[0];
    axes[TRIED + LOW_FROM_ORIGIN] = low[0] - (x * origin[0] + y * origin[1] + z * origin[2]);
    axes[TRIED + SPEED] = -(x * motion[0] + y * motion[1] + z * motion[2]);
  }

  /** Makes the tried axis the leading one. */
  lead(): void {
    this.#copyTo(0);
  }

  /** Keeps the tried axis in place of the oldest but the leading one. */
  keep(): void {
    this.#copyTo(this.#oldest);
    this.#oldest = this.#oldest + 1 < AXES ? this.#oldest + 1 : 1;
  }

  #copyTo(k: number): void {
    const axes = this.#axes;
    for (let i = 0; i < STRIDE; i++) axes[STRIDE * k + i] = axes[TRIED + i];
    this.#last = k;
    if (this.#count <= k) this.#count = k + 1;
  }

  /** Whether the tried axis keeps the body apart from a triangle until the time until[0]. Then it is kept. */
  keepIfSeparate(p: Float64Array, until: Float64Array): boolean {
    this.#findGap(TRIED, p);
    const gap = this.#gap[0];
    if (!(gap > 0 && gap > this.#axes[TRIED + SPEED] * until[0])) return false;
    this.keep();
    return true;
  }

  /**
   * Whether the leading axis keeps the body apart from a triangle from the start until the time until[0], to rounding, while along the
   * tried axis the body is deeper in the triangle by then than slack[0].
   */
  leadsOnly(p: Float64Array, until: Float64Array, slack: Float64Array, rounding: Float64Array): boolean {
    const axes = this.#axes;
    const time = until[0];
    this.#findGap(0, p);
    const gap = this.#gap[0];
    if (!(gap > 0 && gap + slack[0] + rounding[0] >= axes[SPEED] * time)) return false;
    this.#findGap(TRIED, p);
    return this.#gap[0] + 2 * slack[0] < axes[TRIED + SPEED] * time;
  }

  /** Sets #gap to that at t = 0 along the axis at `at`, less what counts as meeting. A number that is returned may be allocated on the heap. */
  #findGap(at: number, p: Float64Array): void {
    const axes = this.#axes;
    const x = axes[at];
    const y = axes[at + 1];
    const z = axes[at + 2];
    let top = x * p[0] + y * p[1] + z * p[2];
    const second = x * p[3] + y * p[4] + z * p[5];
    const third = x * p[6] + y * p[7] + z * p[8];
    if (second > top) top = second;
    if (third > top) top = third;
    this.#gap[0] = axes[at + LOW] - top;
  }

  /** Whether one of the axes keeps the body apart from a triangle until the time until[0]. */
  separate(p: Float64Array, until: Float64Array): boolean {
    const axes = this.#axes;
    const count = this.#count;
    const time = until[0];
    const p0 = p[0];
    const p1 = p[1];
    const p2 = p[2];
    const p3 = p[3];
    const p4 = p[4];
    const p5 = p[5];
    const p6 = p[6];
    const p7 = p[7];
    const p8 = p[8];
    let k = this.#last;
    for (let i = 0; i < count; i++) {
      const at = STRIDE * k;
      const x = axes[at];
      const y = axes[at + 1];
      const z = axes[at + 2];
      let top = x * p0 + y * p1 + z * p2;
      const second = x * p3 + y * p4 + z * p5;
      const third = x * p6 + y * p7 + z * p8;
      if (second > top) top = second;
      if (third > top) top = third;
      const gap = axes[at + LOW] - top;
      if (gap > 0 && gap > axes[at + SPEED] * time) {
        this.#last = k;
        return true;
      }
      k = k === 0 ? count - 1 : k - 1;
    }
    return false;
  }

  /**
   * The same for the box of a node, which starts at `n`, until the time until[0]. Otherwise entry[0] becomes the latest time, at least what
   * it was, until which an axis keeps the box apart from the body.
   */
  separateBox(boxes: Float32Array, n: number, until: Float64Array, entry: Float64Array): boolean {
    const axes = this.#axes;
    const count = this.#count;
    const time = until[0];
    const x0 = boxes[n];
    const y0 = boxes[n + 1];
    const z0 = boxes[n + 2];
    const x1 = boxes[n + 3];
    const y1 = boxes[n + 4];
    const z1 = boxes[n + 5];
    let k = this.#last;
    let enter = entry[0];
    for (let i = 0; i < count; i++) {
      const at = STRIDE * k;
      const x = axes[at];
      const y = axes[at + 1];
      const z = axes[at + 2];
      const top = x * (x > 0 ? x1 : x0) + y * (y > 0 ? y1 : y0) + z * (z > 0 ? z1 : z0);
      const gap = axes[at + LOW_FROM_ORIGIN] - top;
      const speed = axes[at + SPEED];
      if (gap > 0 && gap > speed * enter) {
        if (gap > speed * time) {
          this.#last = k;
          return true;
        }
        enter = gap / speed;
      }
      k = k === 0 ? count - 1 : k - 1;
    }
    entry[0] = enter;
    return false;
  }
}
