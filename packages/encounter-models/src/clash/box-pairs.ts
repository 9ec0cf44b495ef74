/**
 * The pairs of boxes that overlap, of up to some million boxes: a tree of boxes, halved at the median along the longest side of the
 * centres, descended against itself. Takes O(n log n) and a time proportional to the pairs found, whatever the layout.
 */

/** Six numbers a box: min, max. A box whose min is above its max is empty and overlaps nothing. Touching counts. */
export function boxPairs(boxes: Float64Array, visit: (i: number, j: number) => void): void {
  const tree = new BoxTree(boxes);
  if (tree.count > 0) tree.pairs(visit);
}

/** Boxes in a leaf at most. */
const LEAF = 8;

class BoxTree {
  /** How many boxes are not empty. */
  readonly count: number;
  readonly #boxes: Float64Array;
  readonly #items: Uint32Array;
  /** For each node, its box; where its items begin and end; its left child, the right one following it, or 0. */
  #bounds = new Float64Array(0);
  #first = new Uint32Array(0);
  #last = new Uint32Array(0);
  #child = new Uint32Array(0);

  constructor(boxes: Float64Array) {
    this.#boxes = boxes;
    const items = new Uint32Array(boxes.length / 6);
    let n = 0;
    for (let i = 0; i < items.length; i++)
      if (
        boxes[6 * i] <= boxes[6 * i + 3] &&
        boxes[6 * i + 1] <= boxes[6 * i + 4] &&
        boxes[6 * i + 2] <= boxes[6 * i + 5]
      )
        items[n++] = i;
    this.count = n;
    this.#items = items.subarray(0, n);
    if (n > 0) this.#build();
  }

  #build(): void {
    const items = this.#items;
    const boxes = this.#boxes;
    const room = 2 * Math.ceil((2 * items.length) / LEAF) + 3;
    let nodes = 1;
    this.#bounds = new Float64Array(6 * room);
    this.#first = new Uint32Array(room);
    this.#last = new Uint32Array(room);
    this.#child = new Uint32Array(room);
    this.#last[0] = items.length;
    const centre = new Float64Array(boxes.length / 6);
    for (let node = 0; node < nodes; node++) {
      const first = this.#first[node];
      const last = this.#last[node];
      const b = this.#bounds.subarray(6 * node, 6 * node + 6);
      b.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
      const low = [Infinity, Infinity, Infinity];
      const high = [-Infinity, -Infinity, -Infinity];
      for (let k = first; k < last; k++) {
        const i = 6 * items[k];
        for (let a = 0; a < 3; a++) {
          const lo = boxes[i + a];
          const hi = boxes[i + 3 + a];
          if (lo < b[a]) b[a] = lo;
          if (hi > b[3 + a]) b[3 + a] = hi;
          const c = lo + hi;
          if (c < low[a]) low[a] = c;
          if (c > high[a]) high[a] = c;
        }
      }
      if (last - first <= LEAF) continue;
      let axis = 0;
      for (let a = 1; a < 3; a++) if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
      for (let k = first; k < last; k++) {
        const i = items[k];
        centre[i] = boxes[6 * i + axis] + boxes[6 * i + 3 + axis];
      }
      const middle = (first + last) >> 1;
      select(items, centre, first, last - 1, middle);
      this.#child[node] = nodes;
      this.#first[nodes] = first;
      this.#last[nodes] = middle;
      this.#first[nodes + 1] = middle;
      this.#last[nodes + 1] = last;
      nodes += 2;
    }
  }

  pairs(visit: (i: number, j: number) => void): void {
    const child = this.#child;
    const stack: number[] = [0, 0];
    while (stack.length > 0) {
      const q = stack.pop() as number;
      const p = stack.pop() as number;
      if (p === q) {
        const c = child[p];
        if (c === 0) this.#within(p, visit);
        else stack.push(c, c, c + 1, c + 1, c, c + 1);
        continue;
      }
      if (!overlap(this.#bounds, p, this.#bounds, q)) continue;
      const cp = child[p];
      const cq = child[q];
      if (cp === 0 && cq === 0) this.#between(p, q, visit);
      else if (cq === 0 || (cp !== 0 && this.#last[p] - this.#first[p] >= this.#last[q] - this.#first[q]))
        stack.push(cp, q, cp + 1, q);
      else stack.push(p, cq, p, cq + 1);
    }
  }

  #within(p: number, visit: (i: number, j: number) => void): void {
    const items = this.#items;
    for (let k = this.#first[p]; k < this.#last[p]; k++)
      for (let l = k + 1; l < this.#last[p]; l++)
        if (overlap(this.#boxes, items[k], this.#boxes, items[l])) visit(items[k], items[l]);
  }

  #between(p: number, q: number, visit: (i: number, j: number) => void): void {
    const items = this.#items;
    for (let k = this.#first[p]; k < this.#last[p]; k++) {
      if (!overlap(this.#boxes, items[k], this.#bounds, q)) continue;
      for (let l = this.#first[q]; l < this.#last[q]; l++)
        if (overlap(this.#boxes, items[k], this.#boxes, items[l])) visit(items[k], items[l]);
    }
  }
}

function overlap(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  i *= 6;
  j *= 6;
  return (
    p[i] <= q[j + 3] &&
    q[j] <= p[i + 3] &&
    p[i + 1] <= q[j + 4] &&
    q[j + 1] <= p[i + 4] &&
    p[i + 2] <= q[j + 5] &&
    q[j + 2] <= p[i + 5]
  );
}

/** Moves the items with the smaller values before `middle` (Hoare's selection; the middle of three as pivot). */
function select(items: Uint32Array, value: Float64Array, low: number, high: number, middle: number): void {
  while (low < high) {
    const a = value[items[low]];
    const b = value[items[(low + high) >> 1]];
    const c = value[items[high]];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = low;
    let j = high;
    while (i <= j) {
      while (value[items[i]] < pivot) i++;
      while (value[items[j]] > pivot) j--;
      if (i > j) break;
      const t = items[i];
      items[i++] = items[j];
      items[j--] = t;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
