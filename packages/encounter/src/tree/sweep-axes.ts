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

/** How many axes are kept. Of 4, 8 and 16, on capsules, boxes and hulls against 36,864 triangles, 8 took least time. */
const AXES = 8;

/** Numbers per axis: n, then these. */
const STRIDE = 6;
/** How far down the body reaches along n, less what counts as meeting; and the same as seen from the tree's origin. */
const LOW = 3;
const LOW_FROM_ORIGIN = 4;
/** c. */
const SPEED = 5;

export class SweepAxes {
  readonly #axes: Float64Array = new Float64Array(STRIDE * AXES);
  #count = 0;
  /** Where the next axis is written. */
  #next = 0;
  /** The axis that helped last is tried first. */
  #last = 0;

  clear(): void {
    this.#count = 0;
    this.#next = 0;
    this.#last = 0;
  }

  /**
   * Adds a unit axis, from the triangles to the body. low[0] is how far down the body reaches along it, less what counts as meeting.
   * Numbers come in arrays because those passed to a call may be allocated on the heap.
   */
  add(n: Vec3, low: Float64Array, motion: Float64Array, origin: Float64Array): void {
    const axes = this.#axes;
    const at = STRIDE * this.#next;
    this.#last = this.#next;
    this.#next = (this.#next + 1) % AXES;
    if (this.#count < AXES) this.#count++;
    const { x, y, z } = n;
    axes[at] = x;
    axes[at + 1] = y;
    axes[at + 2] = z;
    axes[at + LOW] = low[0];
    axes[at + LOW_FROM_ORIGIN] = low[0] - (x * origin[0] + y * origin[1] + z * origin[2]);
    axes[at + SPEED] = -(x * motion[0] + y * motion[1] + z * motion[2]);
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

  /** The same for the box of a node, which starts at `n`. */
  separateBox(boxes: Float32Array, n: number, until: Float64Array): boolean {
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
    for (let i = 0; i < count; i++) {
      const at = STRIDE * k;
      const x = axes[at];
      const y = axes[at + 1];
      const z = axes[at + 2];
      const top = x * (x > 0 ? x1 : x0) + y * (y > 0 ? y1 : y0) + z * (z > 0 ? z1 : z0);
      const gap = axes[at + LOW_FROM_ORIGIN] - top;
      if (gap > 0 && gap > axes[at + SPEED] * time) {
        this.#last = k;
        return true;
      }
      k = k === 0 ? count - 1 : k - 1;
    }
    return false;
  }
}
