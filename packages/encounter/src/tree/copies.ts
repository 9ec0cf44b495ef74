/** A view of a tree in which several copies of a triangle count as one. */
import { type AabbTree, COUNT, FIRST, NODE } from './layout.ts';

/** The part of `Triangles` that this file uses. */
interface Loadable {
  readonly tree: AabbTree;
  load(slot: number, out: Float64Array): void;
}

/** The six orders in which the corners of a triangle may be given. */
const ORDERS: readonly number[] = [0, 3, 6, 3, 6, 0, 6, 0, 3, 0, 6, 3, 6, 3, 0, 3, 0, 6];

/** The links of the tree, where every node that contains only copies of one triangle is a leaf of that triangle. */
export function linksWithoutCopies(triangles: Loadable): Int32Array {
  const links = triangles.tree.links.slice();
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  // Backwards, because children come after their parents.
  for (let n = links.length - NODE; n >= 0; n -= NODE) {
    const first = links[n + FIRST];
    const count = links[n + COUNT];
    if (count === 0) {
      const left = NODE * first;
      const right = left + NODE;
      if (links[left + COUNT] !== 1 || links[right + COUNT] !== 1) continue;
      const slot = links[left + FIRST];
      if (!same(triangles, slot, links[right + FIRST], p, q)) continue;
      links[n + FIRST] = slot;
      links[n + COUNT] = 1;
    } else {
      let alike = true;
      for (let slot = first + 1; slot < first + count && alike; slot++) alike = same(triangles, first, slot, p, q);
      if (alike) links[n + COUNT] = 1;
    }
  }
  return links;
}

/** Whether two slots hold triangles with the same corners, in any order. */
function same(triangles: Loadable, a: number, b: number, p: Float64Array, q: Float64Array): boolean {
  triangles.load(a, p);
  triangles.load(b, q);
  for (let k = 0; k < ORDERS.length; k += 3)
    if (at(p, 0, q, ORDERS[k]) && at(p, 3, q, ORDERS[k + 1]) && at(p, 6, q, ORDERS[k + 2])) return true;
  return false;
}

function at(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  return p[i] === q[j] && p[i + 1] === q[j + 1] && p[i + 2] === q[j + 2];
}
