/**
 * A moving box through a tree of boxes, from near to far. Nodes wait by a lower bound of the time at which the boxes below them are
 * entered, boxes by that time itself; whatever is first is next.
 *
 * The boxes of nodes are ranks relative to the tree's origin (rank-box.ts), and rounded outward by more than double precision. The moving
 * box is taken relative to the origin, too, which rounds, and is grown by more than that.
 */
import { TREE_WALK_EARLIER, TREE_WALK_GROWTH, TREE_WALK_LATER } from '../tolerances.ts';
import { type BoxTree, NODE, PROXY } from './box-tree.ts';
import type { FrontWalk } from './front-walk.ts';
import { MAX, MIN, MOTION, REACH } from './moving-box.ts';
import type { Proxies } from './proxies.ts';
import { greatestOfRank, leastOfRank } from './rank-box.ts';

export function walkTree<T>(
  tree: BoxTree,
  proxies: Proxies<T>,
  walk: FrontWalk,
  visit: (payload: T) => number | undefined,
): void {
  const { nodes, leaves, loose } = tree;
  const { queue, times } = walk;
  const { line } = walk.box;
  const around = relative(tree, walk);
  for (let i = 0; i < loose; i++) walk.see(proxies, nodes[NODE * (2 * leaves + i) + PROXY]);
  times[0] = 0;
  if (tree.count > 0) queue.push(1, times, 0);
  while (queue.count > 0 && queue.times[0] <= line[REACH]) {
    let node = queue.pop();
    if (node < 0) {
      walk.visit(proxies, -1 - node, visit);
      continue;
    }
    // Down to the nearest box, as long as nothing that waits is nearer.
    while (node > 0 && node < leaves) {
      const a = 2 * node;
      const inA = enter(nodes, NODE * a, line, around, times, 0);
      const inB = enter(nodes, NODE * a + NODE, line, around, times, 1);
      node = 0;
      if (!inA && !inB) break;
      const first = inA && (!inB || times[0] <= times[1]) ? 0 : 1;
      if (inA && inB) queue.push(a + 1 - first, times, 1 - first);
      if (queue.count === 0 || times[first] <= queue.times[0]) node = a + first;
      else queue.push(a + first, times, first);
    }
    if (node > 0 && nodes[NODE * node + PROXY] >= 0) walk.see(proxies, nodes[NODE * node + PROXY]);
  }
}

/** The moving box relative to the tree's origin, rounded outward: min, then max. */
function relative({ origin }: BoxTree, { box, around }: FrontWalk): Float64Array {
  const { line } = box;
  for (let c = 0; c < 3; c++) {
    const min = line[MIN + c] - origin[c];
    const max = line[MAX + c] - origin[c];
    around[c] = min - TREE_WALK_GROWTH * Math.abs(min);
    around[c + 3] = max + TREE_WALK_GROWTH * Math.abs(max);
  }
  return around;
}

/** Whether the moving box meets that of the node at nodes[k …] while it is of interest. Writes a lower bound of the time to times[i]. */
function enter(
  nodes: Int32Array,
  k: number,
  line: Float64Array,
  around: Float64Array,
  times: Float64Array,
  i: number,
): boolean {
  // An empty node, whose ranks are no numbers.
  if (nodes[k] > nodes[k + 3]) return false;
  let first = 0;
  let last = line[REACH];
  for (let c = 0; c < 3; c++) {
    const r = line[MOTION + c];
    const ahead = leastOfRank(nodes[k + c]) - around[c + 3];
    const behind = greatestOfRank(nodes[k + c + 3]) - around[c];
    if (r > 0) {
      if (ahead > 0 && ahead / r > first) first = ahead / r;
      const leave = (behind / r) * TREE_WALK_LATER;
      if (leave < last) last = leave;
    } else if (r < 0) {
      if (behind < 0 && behind / r > first) first = behind / r;
      const leave = (ahead / r) * TREE_WALK_LATER;
      if (leave < last) last = leave;
    } else if (!(ahead <= 0 && behind >= 0)) return false;
  }
  times[i] = first * TREE_WALK_EARLIER;
  return times[i] <= last;
}
