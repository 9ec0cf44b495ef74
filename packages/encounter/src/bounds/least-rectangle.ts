/**
 * The rectangle of least area around points of a plane. It has a side along an edge of their convex hull (H. Freeman, R. Shapira,
 * "Determining the Minimum-Area Encasing Rectangle for an Arbitrary Closed Curve", 1975), so the hull is turned on each of its
 * edges in order while four corners, one on each side of the rectangle, follow (G. T. Toussaint, "Solving Geometric Problems with the Rotating Calipers", 1983).
 */

import { CORNER_ROUNDING } from '../tolerances.ts';

export class LeastRectangle {
  /** Out: a unit vector along a side, and the lengths along it and across. */
  c = 1;
  s = 0;
  readonly sizes: Float64Array = new Float64Array(2);
  /** In: x and y of the points. */
  points: Float64Array = new Float64Array(2 * 64);
  #order = new Int32Array(64);
  /** Numbers of the hull's corners, counterclockwise. */
  #chain = new Int32Array(65);
  #rounding = 0;

  /** Makes room for points. What was there stays. */
  reserve(count: number): void {
    if (2 * count <= this.points.length) return;
    const points = new Float64Array(4 * count);
    points.set(this.points);
    this.points = points;
    this.#order = new Int32Array(2 * count);
    this.#chain = new Int32Array(2 * count + 1);
  }

  find(count: number): void {
    const corners = this.#hull(count);
    const p = this.points;
    const chain = this.#chain;
    this.#rounding = 0;
    for (let k = 1; k < corners; k++) {
      const x = Math.abs(p[2 * chain[k]] - p[2 * chain[0]]);
      const y = Math.abs(p[2 * chain[k] + 1] - p[2 * chain[0] + 1]);
      this.#rounding = Math.max(this.#rounding, CORNER_ROUNDING * x, CORNER_ROUNDING * y);
    }
    let bestArea = Infinity;
    let right = 0;
    let top = 0;
    let left = 0;
    let bottom = 0;
    for (let e = 0; e < corners; e++) {
      const i = 2 * chain[e];
      const j = 2 * chain[(e + 1) % corners];
      let c = p[j] - p[i];
      let s = p[j + 1] - p[i + 1];
      const length = Math.sqrt(c * c + s * s);
      c = length > 0 ? c / length : 1;
      s = length > 0 ? s / length : 0;
      right = this.#farthest(right, corners, c, s);
      top = this.#farthest(e === 0 ? right : top, corners, -s, c);
      left = this.#farthest(e === 0 ? top : left, corners, -c, -s);
      bottom = this.#farthest(bottom, corners, s, -c);
      const r = 2 * chain[right];
      const t = 2 * chain[top];
      const l = 2 * chain[left];
      const b = 2 * chain[bottom];
      const width = c * (p[r] - p[l]) + s * (p[r + 1] - p[l + 1]);
      const height = c * (p[t + 1] - p[b + 1]) - s * (p[t] - p[b]);
      const area = width * height;
      if (area >= bestArea) continue;
      bestArea = area;
      this.c = c;
      this.s = s;
      this.sizes[0] = width;
      this.sizes[1] = height;
    }
  }

  /**
   * The farthest corner along a direction, looked for from one on, and back: an edge that is shorter than its rounding leads anywhere,
   * and may have led past the corners of the next.
   */
  #farthest(from: number, corners: number, x: number, y: number): number {
    return this.#climb(this.#climb(from, 1, corners, x, y), corners - 1, corners, x, y);
  }

  /**
   * The same one way. Corners that fall behind the best by no more than rounding do not end the search: two that should be one, say
   * at the ends of an edge that is seen end on, may be in any order.
   */
  #climb(from: number, step: number, corners: number, x: number, y: number): number {
    const p = this.points;
    const chain = this.#chain;
    let best = from;
    for (let n = 1, at = from; n < corners; n++) {
      at += step;
      if (at >= corners) at -= corners;
      const a = 2 * chain[best];
      const b = 2 * chain[at];
      const beyond = x * (p[b] - p[a]) + y * (p[b + 1] - p[a + 1]);
      if (beyond > 0) best = at;
      else if (beyond < -this.#rounding) break;
    }
    return best;
  }

  /** The convex hull by Andrew's monotone chain. Rounding may drop a corner that is as near to an edge as that. */
  #hull(count: number): number {
    const p = this.points;
    const chain = this.#chain;
    const order = this.#order.subarray(0, count);
    for (let i = 0; i < count; i++) order[i] = i;
    order.sort((i, j) => p[2 * i] - p[2 * j] || p[2 * i + 1] - p[2 * j + 1] || i - j);
    let length = 0;
    for (let pass = 0; pass < 2; pass++) {
      const base = length;
      for (let n = 0; n < count; n++) {
        const i = order[pass === 0 ? n : count - 1 - n];
        while (length - base >= 2 && turn(p, chain[length - 2], chain[length - 1], i) <= 0) length--;
        if (length > base && p[2 * chain[length - 1]] === p[2 * i] && p[2 * chain[length - 1] + 1] === p[2 * i + 1])
          continue;
        chain[length++] = i;
      }
      // The last is the first of the other half.
      if (length - base > 1) length--;
    }
    return length;
  }
}

/** Above zero where three points turn left. */
function turn(p: Float64Array, i: number, j: number, k: number): number {
  const x = p[2 * j] - p[2 * i];
  const y = p[2 * j + 1] - p[2 * i + 1];
  return x * (p[2 * k + 1] - p[2 * i + 1]) - y * (p[2 * k] - p[2 * i]);
}
