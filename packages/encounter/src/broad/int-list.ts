/** The memory of more integers than this is not kept when a list is released. */
const MOST_KEPT = 65536;

/** A list of integers that grows by doubling and keeps its memory when it is emptied. */
export class IntList {
  items: Int32Array = new Int32Array(64);
  count = 0;

  push(item: number): void {
    if (this.count === this.items.length) this.reserve(this.count + 1);
    this.items[this.count++] = item;
  }

  /** Adds the items from … end − 1 of another list. */
  append(list: IntList, from: number, end: number): void {
    this.reserve(this.count + end - from);
    const { items, count } = this;
    for (let i = from; i < end; i++) items[count + i - from] = list.items[i];
    this.count = count + end - from;
  }

  /** Makes room for `size` items in all. */
  reserve(size: number): void {
    if (size <= this.items.length) return;
    const items = new Int32Array(Math.max(size, 2 * this.items.length));
    items.set(this.items);
    this.items = items;
  }

  /** Empties the list and makes room for `size` items. */
  renew(size: number): void {
    this.count = 0;
    if (size > this.items.length) this.items = new Int32Array(Math.max(size, 2 * this.items.length));
  }

  clear(): void {
    this.count = 0;
  }

  /** Empties a list that will not be as long soon: much memory is given back. */
  release(): void {
    this.count = 0;
    if (this.items.length > MOST_KEPT) this.items = new Int32Array(64);
  }
}
