/**
 * The convex hull of points in the plane (Andrew's monotone chain), over flat arrays that are reused. It keeps corners only: a point
 * that is within `slack` of the line between its neighbours is left out.
 */
export class FlatHull {
  /** Coordinates of the points given. */
  x: Float64Array = new Float64Array(64);
  y: Float64Array = new Float64Array(64);
  /** How many points are given. */
  count = 0;
  /** After `run`: the numbers of the corners, counter-clockwise. */
  loop: Int32Array = new Int32Array(130);
  /** Corners closer than this to the line through their neighbours are left out. */
  slack = 0;
  #order: Int32Array = new Int32Array(64);

  /** Makes room for one more point and counts it. Its coordinates are written by the caller. */
  grow(): number {
    const i = this.count++;
    if (i === this.x.length) {
      this.x = enlarged(this.x);
      this.y = enlarged(this.y);
      this.#order = new Int32Array(2 * i);
      this.loop = new Int32Array(4 * i + 2);
    }
    return i;
  }

  /** Finds the corners and returns how many there are. A hull without area has two corners or one. */
  run(): number {
    const { x, y, loop, count } = this;
    if (count === 0) return 0;
    const order = this.#order;
    this.#sort();
    // The lower chain from left to right, then the upper one back.
    let top = 0;
    for (let pass = 0; pass < 2; pass++) {
      const base = top;
      for (let k = 0; k < count; k++) {
        const i = order[pass === 0 ? k : count - 1 - k];
        while (top >= base + 2 && !this.#turns(loop[top - 2], loop[top - 1], i)) top--;
        loop[top++] = i;
      }
      // The last point of a chain is the first of the next one.
      top--;
    }
    if (top === 0) return 1;
    if (top === 2 && Math.abs(x[loop[0]] - x[loop[1]]) + Math.abs(y[loop[0]] - y[loop[1]]) <= this.slack) return 1;
    return top;
  }

  /** Whether the way from p over q to r turns left at q, by more than the slack. */
  #turns(p: number, q: number, r: number): boolean {
    const { x, y } = this;
    const dx = x[r] - x[p];
    const dy = y[r] - y[p];
    const area = (x[q] - x[p]) * (y[r] - y[q]) - (y[q] - y[p]) * (x[r] - x[q]);
    return area > this.slack * Math.sqrt(dx * dx + dy * dy);
  }

  /** Sorts by x, then y. Shell's sort, because the built-in one allocates. */
  #sort(): void {
    const { x, y, count } = this;
    const order = this.#order;
    for (let i = 0; i < count; i++) order[i] = i;
    let gap = 1;
    while (gap < count) gap = 3 * gap + 1;
    for (; gap >= 1; gap = (gap - 1) / 3)
      for (let i = gap; i < count; i++) {
        const k = order[i];
        let j = i;
        while (j >= gap) {
          const o = order[j - gap];
          if (x[o] < x[k] || (x[o] === x[k] && y[o] <= y[k])) break;
          order[j] = o;
          j -= gap;
        }
        order[j] = k;
      }
  }
}

function enlarged(a: Float64Array): Float64Array {
  const out = new Float64Array(2 * a.length);
  out.set(a);
  return out;
}
