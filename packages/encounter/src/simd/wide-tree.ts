/** A tree with up to four children per node, from one with two: the form only. */
import { type AabbTree, COUNT, FIRST, NODE } from '../tree/layout.ts';
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

  constructor({ boxes, links, nodeCount }: AabbTree) {
    // Every wide node stands for at least one inner node.
    const children = new Int32Array(WIDTH * (nodeCount >> 1)).fill(-1);
    const wide = new Int32Array(children.length);
    // Blocks are in the order of the leaves' numbers.
    const blockOf = new Int32Array(nodeCount);
    let blocks = 0;
    for (let i = 0; i < nodeCount; i++) {
      blockOf[i] = blocks;
      blocks += Math.ceil(links[NODE * i + COUNT] / WIDTH);
    }
    let count = 0;
    const group: number[] = [];
    // Inner nodes that become wide nodes, each with the place that its number goes to.
    const waiting: number[] = [];
    const isInner = (node: number): boolean => links[NODE * node + COUNT] === 0;
    if (isInner(0)) waiting.push(0, -1);
    while (waiting.length > 0) {
      const place = waiting.pop() as number;
      const node = waiting.pop() as number;
      const at = WIDTH * count;
      if (place >= 0) wide[place] = count;
      count++;
      group.length = 0;
      group.push(links[NODE * node + FIRST], links[NODE * node + FIRST] + 1);
      // The child that is met most often gives way to its own.
      while (group.length < WIDTH) {
        let largest = -1;
        let most = -1;
        for (let i = 0; i < group.length; i++) {
          if (!isInner(group[i])) continue;
          const area = areaOf(boxes, NODE * group[i]);
          if (area <= most) continue;
          most = area;
          largest = i;
        }
        if (largest < 0) break;
        const first = links[NODE * group[largest] + FIRST];
        group[largest] = first;
        group.push(first + 1);
      }
      for (let i = group.length - 1; i >= 0; i--) {
        const child = group[i];
        children[at + i] = child;
        if (isInner(child)) waiting.push(child, at + i);
        else wide[at + i] = ~blockOf[child];
      }
    }
    this.children = children.subarray(0, WIDTH * count);
    this.links = wide.subarray(0, WIDTH * count);
    this.nodeCount = count;
    this.blockCount = blocks;
    this.root = isInner(0) ? 0 : ~0;
  }
}

function areaOf(boxes: Float32Array, n: number): number {
  const x = boxes[n + 3] - boxes[n];
  const y = boxes[n + 4] - boxes[n + 1];
  const z = boxes[n + 5] - boxes[n + 2];
  return x * y + y * z + z * x;
}
