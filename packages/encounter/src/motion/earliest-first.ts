/** Pairs of nodes that wait, the earliest first: a binary heap over flat arrays. */
export class EarliestFirst {
  count = 0;
  /** The nodes of the pair that `pop` took out last, and its time; in an array, as a number in a field may be allocated anew. */
  a = 0;
  b = 0;
  readonly time: Float64Array = new Float64Array(1);
  #nodes: Int32Array = new Int32Array(2 * 128);
  #times: Float64Array = new Float64Array(128);

  clear(): void {
    this.count = 0;
  }

  /** Adds a pair whose time is `time[0]`. */
  push(a: number, b: number): void {
    let k = this.count++;
    if (k === this.#times.length) this.#grow();
    const nodes = this.#nodes;
    const times = this.#times;
    const t = this.time[0];
    while (k > 0) {
      const parent = (k - 1) >> 1;
      if (!(t < times[parent])) break;
      times[k] = times[parent];
      nodes[2 * k] = nodes[2 * parent];
      nodes[2 * k + 1] = nodes[2 * parent + 1];
      k = parent;
    }
    times[k] = t;
    nodes[2 * k] = a;
    nodes[2 * k + 1] = b;
  }

  /** Takes out the earliest pair. */
  pop(): void {
    const nodes = this.#nodes;
    const times = this.#times;
    this.a = nodes[0];
    this.b = nodes[1];
    this.time[0] = times[0];
    const last = --this.count;
    const t = times[last];
    let k = 0;
    for (let child = 1; child < last; child = 2 * k + 1) {
      if (child + 1 < last && times[child + 1] < times[child]) child++;
      if (!(times[child] < t)) break;
      times[k] = times[child];
      nodes[2 * k] = nodes[2 * child];
      nodes[2 * k + 1] = nodes[2 * child + 1];
      k = child;
    }
    times[k] = t;
    nodes[2 * k] = nodes[2 * last];
    nodes[2 * k + 1] = nodes[2 * last + 1];
  }

  #grow(): void {
    const times = new Float64Array(2 * this.#times.length);
    times.set(this.#times);
    this.#times = times;
    const nodes = new Int32Array(2 * this.#nodes.length);
    nodes.set(this.#nodes);
    this.#nodes = nodes;
  }
}
