/** What a walk has seen ahead and not visited yet, the nearest on top: a binary heap of integers by the time at which each is entered. */
export class FrontQueue {
  count = 0;
  /** The heap. The children of entry i are entries 2i + 1 and 2i + 2. */
  times: Float64Array = new Float64Array(64);
  #items: Int32Array = new Int32Array(64);

  clear(): void {
    this.count = 0;
  }

  /** Adds an item with the time in from[k]: a number as an argument may be allocated on the heap. */
  push(item: number, from: Float64Array, k: number): void {
    if (this.count === this.#items.length) this.#grow();
    const { times } = this;
    const items = this.#items;
    const time = from[k];
    let i = this.count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (times[parent] <= time) break;
      times[i] = times[parent];
      items[i] = items[parent];
      i = parent;
    }
    times[i] = time;
    items[i] = item;
  }

  /** Removes the item on top. There must be one. */
  pop(): number {
    const { times } = this;
    const items = this.#items;
    const top = items[0];
    const last = --this.count;
    const time = times[last];
    const item = items[last];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= last) break;
      if (child + 1 < last && times[child + 1] < times[child]) child++;
      if (times[child] >= time) break;
      times[i] = times[child];
      items[i] = items[child];
      i = child;
    }
    times[i] = time;
    items[i] = item;
    return top;
  }

  #grow(): void {
    const times = new Float64Array(2 * this.times.length);
    times.set(this.times);
    this.times = times;
    const items = new Int32Array(times.length);
    items.set(this.#items);
    this.#items = items;
  }
}
