/** A list of integers that grows by doubling and keeps its memory when it is emptied. */
export class IntList {
  items: Int32Array = new Int32Array(64);
  count = 0;

  push(item: number): void {
    if (this.count === this.items.length) this.reserve(this.count + 1);
    this.items[this.count++] = item;
  }

  /** Makes room for `size` items in all. */
  reserve(size: number): void {
    if (size <= this.items.length) return;
    const items = new Int32Array(Math.max(size, 2 * this.items.length));
    items.set(this.items);
    this.items = items;
  }

  clear(): void {
    this.count = 0;
  }
}
