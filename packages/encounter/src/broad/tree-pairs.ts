/**
 * The pairs of a BoxTree whose boxes overlap by rank, and the new ones among them, which did not overlap at the last update.
 *
 * The tree is tested against itself level by level: each pair of nodes that overlaps at one level gives four pairs at the next, and
 * the pairs of siblings are added. Every pair is written after the end of the list, and the list becomes longer only if the two
 * overlap and one of them has changed. This is arithmetic on signs, so the loop has no branch to mispredict.
 *
 * Boxes overlap by rank if no difference max − min is negative. The test is written out wherever it is needed: a call with six
 * numbers would cost more than the test.
 */
import { type BoxTree, NODE, SHIFT, STAMP } from './box-tree.ts';
import { IntList } from './int-list.ts';

/** From nodes of this level on (leaves are level 0) a large tree is searched in parts, whose lists stay in the fastest memory. */
const PART_LEVEL = 10;
/** How many pairs of nodes, or nodes, of that level are searched at once. */
const PART = 16;

/** Scratch of `overlapsWithin`. */
export class PairSearch {
  readonly from: IntList = new IntList();
  readonly to: IntList = new IntList();
  /** The pairs of nodes of PART_LEVEL, and the changed nodes of a level, within a part. */
  readonly parts: IntList = new IntList();
  readonly within: IntList = new IntList();
}

/**
 * Writes the pairs of leaves within the tree that overlap to `out`, two nodes per pair. Returns how many pairs of nodes it visited;
 * beyond `limit` of them it gives up.
 */
export function overlapsWithin(tree: BoxTree, limit: number, out: IntList, search: PairSearch): number {
  out.clear();
  let { from, to } = search;
  const bottom = tree.depth > PART_LEVEL + 2 ? PART_LEVEL : 0;
  let work = 0;
  from.clear();
  for (let level = tree.depth; level > bottom; level--) {
    work += from.count / 2;
    if (work > limit) return work;
    const first = tree.levels[level];
    const changed = tree.levels[level + 1] - first;
    to.renew(4 * from.count + 2 * changed + 2);
    descend(tree.nodes, from, to, tree.stamp);
    addSiblings(tree.nodes, tree.changed.items, first, first + changed, to);
    [from, to] = [to, from];
  }
  if (bottom === 0) {
    out.append(from, 0, from.count);
    return work + from.count / 2;
  }
  const { parts } = search;
  parts.clear();
  parts.append(from, 0, from.count);
  for (let i = 0; i < parts.count && work <= limit; i += 2 * PART) {
    search.within.clear();
    search.from.clear();
    search.from.append(parts, i, Math.min(i + 2 * PART, parts.count));
    work += searchPart(tree, bottom, limit - work, out, search);
  }
  const end = tree.levels[bottom + 1];
  for (let i = tree.levels[bottom]; i < end && work <= limit; i += PART) {
    search.within.clear();
    search.within.append(tree.changed, i, Math.min(i + PART, end));
    search.from.clear();
    work += searchPart(tree, bottom, limit - work, out, search);
  }
  return work;
}

/**
 * Goes on from the pairs in search.from and the changed nodes in search.within down to the leaves. Adds the pairs of these to `out`. It also
 * gives up beyond the limit: in a tree whose boxes have jumped, one part alone may have millions of pairs.
 */
function searchPart(
  { nodes, stamp }: BoxTree,
  bottom: number,
  limit: number,
  out: IntList,
  search: PairSearch,
): number {
  const { within } = search;
  let { from, to } = search;
  let work = 0;
  for (let level = bottom; level > 0; level--) {
    work += from.count / 2;
    if (work > limit) return work;
    to.renew(4 * from.count + 2 * within.count + 2);
    descend(nodes, from, to, stamp);
    addSiblings(nodes, within.items, 0, within.count, to);
    [from, to] = [to, from];
    if (level > 1) toChangedChildren(nodes, within, stamp);
  }
  out.append(from, 0, from.count);
  return work + from.count / 2;
}

/** Replaces nodes by those of their children that have changed. */
function toChangedChildren(nodes: Int32Array, list: IntList, stamp: number): void {
  const { count } = list;
  list.reserve(3 * count);
  const { items } = list;
  let end = count;
  for (let i = 0; i < count; i++) {
    const a = 2 * items[i];
    if (nodes[NODE * a + STAMP] === stamp) items[end++] = a;
    if (nodes[NODE * a + NODE + STAMP] === stamp) items[end++] = a + 1;
  }
  items.copyWithin(0, count, end);
  list.count = end - count;
}

/** Finds the pairs of children of the pairs in `from`. Offsets are made by shift and `or`, which cannot overflow: 7 % faster. */
function descend(nodes: Int32Array, from: IntList, to: IntList, stamp: number): void {
  const { items, count } = from;
  const pairs = to.items;
  let end = 0;
  for (let i = 0; i < count; i += 2) {
    const a = items[i] << 1;
    const b = items[i | 1] << 1;
    const k = a << SHIFT;
    const j = k | NODE;
    const l = b << SHIFT;
    const aMinX = nodes[k];
    const aMinY = nodes[k | 1];
    const aMinZ = nodes[k | 2];
    const aMaxX = nodes[k | 3];
    const aMaxY = nodes[k | 4];
    const aMaxZ = nodes[k | 5];
    const aStamp = nodes[k | STAMP] - stamp;
    const cMinX = nodes[j];
    const cMinY = nodes[j | 1];
    const cMinZ = nodes[j | 2];
    const cMaxX = nodes[j | 3];
    const cMaxY = nodes[j | 4];
    const cMaxZ = nodes[j | 5];
    const cStamp = nodes[j | STAMP] - stamp;
    for (let second = 0; second < 2; second++) {
      const m = l | (second << SHIFT);
      const minX = nodes[m];
      const minY = nodes[m | 1];
      const minZ = nodes[m | 2];
      const maxX = nodes[m | 3];
      const maxY = nodes[m | 4];
      const maxZ = nodes[m | 5];
      const unchanged = nodes[m | STAMP] - stamp;
      const first =
        (aMaxX - minX) |
        (maxX - aMinX) |
        (aMaxY - minY) |
        (maxY - aMinY) |
        (aMaxZ - minZ) |
        (maxZ - aMinZ) |
        (aStamp & unchanged);
      pairs[end] = a;
      pairs[end + 1] = b | second;
      end += 2 + ((first >> 31) << 1);
      const other =
        (cMaxX - minX) |
        (maxX - cMinX) |
        (cMaxY - minY) |
        (maxY - cMinY) |
        (cMaxZ - minZ) |
        (maxZ - cMinZ) |
        (cStamp & unchanged);
      pairs[end] = a | 1;
      pairs[end + 1] = b | second;
      end += 2 + ((other >> 31) << 1);
    }
  }
  to.count = end;
}

/** Adds the pairs of siblings below some changed nodes. */
function addSiblings(nodes: Int32Array, items: Int32Array, from: number, last: number, to: IntList): void {
  const pairs = to.items;
  let end = to.count;
  for (let i = from; i < last; i++) {
    const a = 2 * items[i];
    const k = NODE * a;
    const l = k + NODE;
    const gaps =
      (nodes[k + 3] - nodes[l]) |
      (nodes[l + 3] - nodes[k]) |
      (nodes[k + 4] - nodes[l + 1]) |
      (nodes[l + 4] - nodes[k + 1]) |
      (nodes[k + 5] - nodes[l + 2]) |
      (nodes[l + 5] - nodes[k + 2]);
    pairs[end] = a;
    pairs[end + 1] = a + 1;
    end += 2 + ((gaps >> 31) << 1);
  }
  to.count = end;
}

/** Adds to `out` the pairs of a loose box with the boxes of the tree; only with the changed ones if it has not changed itself. */
export function overlapsWithLoose(tree: BoxTree, loose: number, out: IntList, stack: IntList): number {
  const { leaves, nodes, stamp } = tree;
  const s = NODE * loose;
  const unchanged = nodes[s + STAMP] - stamp;
  let work = 0;
  stack.push(1);
  while (stack.count > 0) {
    const node = stack.items[--stack.count];
    const k = NODE * node;
    work++;
    const gaps =
      (nodes[s + 3] - nodes[k]) |
      (nodes[k + 3] - nodes[s]) |
      (nodes[s + 4] - nodes[k + 1]) |
      (nodes[k + 4] - nodes[s + 1]) |
      (nodes[s + 5] - nodes[k + 2]) |
      (nodes[k + 5] - nodes[s + 2]) |
      (unchanged & (nodes[k + STAMP] - stamp));
    if (gaps < 0) continue;
    if (node < leaves) {
      stack.push(2 * node + 1);
      stack.push(2 * node);
    } else {
      out.push(loose);
      out.push(node);
    }
  }
  return work;
}

/** Keeps the pairs of nodes that did not overlap at the last update. */
export function keepNew(tree: BoxTree, pairs: IntList): void {
  const { former, leaves } = tree;
  const { items, count } = pairs;
  let end = 0;
  for (let i = 0; i < count; i += 2) {
    const a = NODE * (items[i] - leaves);
    const b = NODE * (items[i + 1] - leaves);
    const gaps =
      (former[a + 3] - former[b]) |
      (former[b + 3] - former[a]) |
      (former[a + 4] - former[b + 1]) |
      (former[b + 4] - former[a + 1]) |
      (former[a + 5] - former[b + 2]) |
      (former[b + 5] - former[a + 2]);
    items[end] = items[i];
    items[end + 1] = items[i + 1];
    end -= (gaps >> 31) << 1;
  }
  pairs.count = end;
}

/** Whether two leaves or loose boxes overlap by rank. */
export function overlapByRank({ nodes }: BoxTree, a: number, b: number): boolean {
  const k = NODE * a;
  const l = NODE * b;
  const gaps =
    (nodes[k + 3] - nodes[l]) |
    (nodes[l + 3] - nodes[k]) |
    (nodes[k + 4] - nodes[l + 1]) |
    (nodes[l + 4] - nodes[k + 1]) |
    (nodes[k + 5] - nodes[l + 2]) |
    (nodes[l + 5] - nodes[k + 2]);
  return gaps >= 0;
}
