/** Checks of a tree for tests: its form, and that every box contains what is below it. */
import { type AabbTree, COUNT, checkForm, FIRST, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

/** Throws an Error unless the form is sound and every inner box contains the boxes of its children. */
export function validateTree(tree: AabbTree): void {
  checkForm(tree);
  const { boxes, links, nodeCount } = tree;
  for (let node = 0; node < nodeCount; node++) {
    const n = NODE * node;
    for (let i = 0; i < 3; i++)
      if (!(boxes[n + i] <= boxes[n + 3 + i]))
        throw new Error(`node ${node} has no box: axis ${i} is ${boxes[n + i]} … ${boxes[n + 3 + i]}`);
    if (links[n + COUNT] > 0) continue;
    for (let child = links[n + FIRST]; child < links[n + FIRST] + 2; child++)
      for (let i = 0; i < 3; i++)
        if (boxes[NODE * child + i] < boxes[n + i] || boxes[NODE * child + 3 + i] > boxes[n + 3 + i])
          throw new Error(`node ${child} sticks out of its parent ${node} along axis ${i}`);
  }
}

/** The same, and that the box of every leaf contains its triangles, to the last digit of a double. */
export function validateTriangles(triangles: Triangles): void {
  const { tree } = triangles;
  validateTree(tree);
  const { boxes, links, origin, nodeCount } = tree;
  const p = new Float64Array(9);
  for (let node = 0; node < nodeCount; node++) {
    const n = NODE * node;
    const first = links[n + FIRST];
    for (let slot = first; slot < first + links[n + COUNT]; slot++) {
      triangles.load(slot, p);
      for (let k = 0; k < 9; k++) {
        const x = p[k] - origin[k % 3];
        if (!(x >= boxes[n + (k % 3)] && x <= boxes[n + 3 + (k % 3)]))
          throw new Error(`triangle ${triangles.numbers[slot]} sticks out of leaf ${node} along axis ${k % 3}`);
      }
    }
  }
}
