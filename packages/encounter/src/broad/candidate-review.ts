/**
 * Finds the candidates that an update changes. Most stay as they are, so this is a loop of its own over plain arrays: small enough for
 * engines to compile it within the first update. With the review itself in the loop, that update of a million boxes took 50 ms more.
 */
import { NODE } from './box-tree.ts';
import type { IntList } from './int-list.ts';

/** The bit of `marks` for boxes whose fat box has changed. Bit 1 is for every box that has changed. */
export const REFITTED = 2;

/** How much is to be found. */
export const Stale = {
  /** Pairs that begin or end to overlap, and those whose fat boxes no longer overlap. */
  changed: 0,
  /** The same, where boxes were removed: their pairs, too. */
  orRemoved: 1,
  /** Pairs that begin or end to overlap, and all whose fat boxes have changed. */
  orRefitted: 2,
} as const;
export type Stale = (typeof Stale)[keyof typeof Stale];

/**
 * Writes to `out` the candidates among from … to − 1 that need a review, the last first. `pairs` are their proxies, `meets` what is known
 * of them, `boxes` and `marks` those of the proxies, `nodes` and `nodeOf` those of the tree.
 */
export function findStale(
  pairs: Int32Array,
  meets: Uint8Array,
  boxes: Float64Array,
  marks: Uint8Array,
  nodes: Int32Array,
  nodeOf: Int32Array,
  from: number,
  to: number,
  stale: Stale,
  out: IntList,
): void {
  out.renew(to - from);
  const { items } = out;
  let end = 0;
  for (let i = to - 1; i >= from; i--) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    const marked = marks[a] | marks[b];
    if (marked === 0) continue;
    // As `Proxies.overlap` and `overlapByRank`. Boxes that overlap do so by rank, too.
    const k = 6 * a;
    const l = 6 * b;
    const overlap =
      +(boxes[k] <= boxes[l + 3]) &
      +(boxes[l] <= boxes[k + 3]) &
      +(boxes[k + 1] <= boxes[l + 4]) &
      +(boxes[l + 1] <= boxes[k + 4]) &
      +(boxes[k + 2] <= boxes[l + 5]) &
      +(boxes[l + 2] <= boxes[k + 5]);
    items[end] = i;
    if (meets[i] !== overlap) end++;
    else if (marked < REFITTED || (overlap === 1 && stale === Stale.changed)) continue;
    else if (stale === Stale.orRefitted) end++;
    else {
      const p = NODE * nodeOf[a];
      const q = NODE * nodeOf[b];
      const gaps =
        (nodes[p + 3] - nodes[q]) |
        (nodes[q + 3] - nodes[p]) |
        (nodes[p + 4] - nodes[q + 1]) |
        (nodes[q + 4] - nodes[p + 1]) |
        (nodes[p + 5] - nodes[q + 2]) |
        (nodes[q + 5] - nodes[p + 2]);
      // A removed box has node 0, which is not part of the tree.
      if (gaps < 0 || p === 0 || q === 0) end++;
    }
  }
  out.count = end;
}
