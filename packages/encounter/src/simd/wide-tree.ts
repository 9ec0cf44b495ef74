/** A tree with up to four children per node, from one with two: the form only. */
import type { AabbTree } from '../tree/layout.ts';
import { WIDTH } from './layout.ts';

export class WideTree {
  /** The nodes of the tree that are the children of each wide node, −1 for none: four per wide node. */
  readonly children: Int32Array;
  /** Where each child is: a wide node, or ~block. */
  readonly links: Int32Array;
  readonly nodeCount: number;
  /** How many blocks of four triangles the leaves take. A leaf starts a new one. */
  readonly blockCount: number;
  readonly root: number;

  constructor(tree: AabbTree) {
    const nodeCount = tree.nodeCount;
    // Every wide node stands for at least one inner node.
    const children = new Int32Array(WIDTH * (nodeCount >> 1)).fill(-1);
    const wide = new Int32Array(children.length);
    // Blocks are in the order of the leaves' numbers.
    const blockOf = new Int32Array(nodeCount);
    let blocks = 0;
    for (let i = 0; i < nodeCount; i++) {
      blockOf[i] = blocks;
      if (tree.isLeaf(i)) blocks += Math.ceil(tree.slotCount(i) / WIDTH);
    }
    let count = 0;
    const group: number[] = [];
    const box = new Float32Array(6);
    // Inner nodes that become wide nodes, each with the place that its number goes to.
    const waiting: number[] = [];
    if (!tree.isLeaf(0)) waiting.push(0, -1);
    while (waiting.length > 0) {
      const place = waiting.pop() as number;
      const node = waiting.pop() as number;
      const at = WIDTH * count;
      if (place >= 0) wide[place] = count;
      count++;
      group.length = 0;
      group.push(tree.firstChild(node), tree.firstChild(node) + 1);
      // The child that is met most often gives way to its own.
      while (group.length < WIDTH) {
        let largest = -1;
        let most = -1;
        for (let i = 0; i < group.length; i++) {
          if (tree.isLeaf(group[i])) continue;
          const area = areaOf(tree, group[i], box);
          if (area <= most) continue;
          most = area;
          largest = i;
        }
        if (largest < 0) break;
        const first = tree.firstChild(group[largest]);
        group[largest] = first;
        group.push(first + 1);
      }
      for (let i = group.length - 1; i >= 0; i--) {
        const child = group[i];
        children[at + i] = child;
        if (!tree.isLeaf(child)) waiting.push(child, at + i);
        else wide[at + i] = ~blockOf[child];
      }
    }
    this.children = children.subarray(0, WIDTH * count);
    this.links = wide.subarray(0, WIDTH * count);
    this.nodeCount = count;
    this.blockCount = blocks;
    this.root = tree.isLeaf(0) ? ~0 : 0;
  }
}

function areaOf(tree: AabbTree, node: number, box: Float32Array): number {
  tree.copyBox(node, box, 0, 1);
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
