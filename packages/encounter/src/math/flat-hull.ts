/**
 * The convex hull of points in the plane by gift wrapping (Jarvis), over flat arrays that are reused. It keeps corners only: a point that
 * is within `slack` of the line between its neighbours is left out.
 *
 * From one corner to the next, the farthest of all points that no other is to the right of by more than the slack. Sorting the points
 * first would be faster for many, but points on one side differ by rounding in any order, and a chain of them loses the true corners.
 */
export class FlatHull {
  /** Coordinates of the points given. */
  x: Float64Array = new Float64Array(64);
  y: Float64Array = new Float64Array(64);
  /** How many points are given. */
  count = 0;
  /** After `run`: the numbers of the corners, counter-clockwise. */
  loop: Int32Array = new Int32Array(64);
  /** Points this near count as one, and points this near to a side are no corners. */
  slack = 0;

  /** Makes room for one more point and counts it. Its coordinates are written by the caller. */
  grow(): number {
    const i = this.count++;
    if (i === this.x.length) {
      this.x = enlarged(this.x);
      this.y = enlarged(this.y);
      this.loop = new Int32Array(2 * i);
    }
    return i;
  }

  /** Finds the corners and returns how many there are. A hull without area has two corners or one. */
  run(): number {
    const { loop, count } = this;
    if (count === 0) return 0;
    const first = this.#farthestFromMiddle();
    let corners = 0;
    let at = first;
    do {
      loop[corners++] = at;
      at = this.#next(at);
    } while (at >= 0 && corners < count && !this.#isAt(at, first));
    return corners;
  }

  /** Surely a corner. */
  #farthestFromMiddle(): number {
    const { x, y, count } = this;
    let mx = 0;
    let my = 0;
    for (let i = 0; i < count; i++) {
      mx += x[i] / count;
      my += y[i] / count;
    }
    let best = 0;
    let far = -1;
    for (let i = 0; i < count; i++) {
      const d = (x[i] - mx) * (x[i] - mx) + (y[i] - my) * (y[i] - my);
      if (d > far) {
        far = d;
        best = i;
      }
    }
    return best;
  }

  #isAt(i: number, j: number): boolean {
    const dx = this.x[i] - this.x[j];
    const dy = this.y[i] - this.y[j];
    return dx * dx + dy * dy <= this.slack * this.slack;
  }

  /** The next corner counter-clockwise after p, or −1 if all points are there. */
  #next(p: number): number {
    const { x, y, count, slack } = this;
    let q = -1;
    let dx = 0;
    let dy = 0;
    let l = 0;
    for (let r = 0; r < count; r++) {
      const ex = x[r] - x[p];
      const ey = y[r] - y[p];
      const far = Math.sqrt(ex * ex + ey * ey);
      if (far <= slack) continue;
      // How far r is to the left of the line from p to q, or q to the right of that to r: whichever line is longer says it better.
      const left = (dx * ey - dy * ex) / Math.max(l, far);
      const ahead = dx * ex + dy * ey > 0;
      if (q < 0 || left < -slack || (left <= slack && ahead && far > l)) {
        q = r;
        dx = ex;
        dy = ey;
        l = far;
      }
    }
    return q;
  }
}

function enlarged(a: Float64Array): Float64Array {
  const out = new Float64Array(2 * a.length);
  out.set(a);
  return out;
}
