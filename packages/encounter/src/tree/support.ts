/** The vertex of a tree's triangles that is farthest along a direction: the support mapping of their hull. */
import type { Vec3 } from '../math/vec3.ts';
import { ROUGH_BOX_ROUNDING, TREE_SUPPORT_ROUNDING } from '../tolerances.ts';
import { COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

const stack = new Int32Array(MAX_DEPTH + 1);
const bounds = new Float64Array(MAX_DEPTH + 1);

/** Walks depth first, the child whose box reaches farther first, and skips boxes that do not reach beyond the best vertex so far. */
export function supportVertex({ tree, vertices, corners }: Triangles, dir: Vec3, out: Vec3): Vec3 {
  const { boxes, links, origin } = tree;
  const { array, offset, stride } = vertices;
  const { x, y, z } = dir;
  const base = x * origin[0] + y * origin[1] + z * origin[2];
  // The signs of the direction say which corner of a box is farthest along it.
  const kx = x > 0 ? 3 : 0;
  const ky = y > 0 ? 4 : 1;
  const kz = z > 0 ? 5 : 2;
  const noise =
    TREE_SUPPORT_ROUNDING *
    (Math.abs(base) + Math.abs(x * origin[0]) + Math.abs(y * origin[1]) + Math.abs(z * origin[2]));
  let best = -Infinity;
  let found = corners[0];
  let top = 1;
  stack[0] = 0;
  bounds[0] = Infinity;
  while (top > 0) {
    top--;
    if (bounds[top] < best) continue;
    const n = NODE * stack[top];
    const first = links[n + FIRST];
    const count = links[n + COUNT];
    if (count === 0) {
      const p = NODE * first;
      const q = p + NODE;
      const reachP = base + x * boxes[p + kx] + y * boxes[p + ky] + z * boxes[p + kz] + noise;
      const reachQ = base + x * boxes[q + kx] + y * boxes[q + ky] + z * boxes[q + kz] + noise;
      const firstBetter = reachP >= reachQ;
      stack[top] = firstBetter ? first + 1 : first;
      bounds[top++] = firstBetter ? reachQ : reachP;
      stack[top] = firstBetter ? first : first + 1;
      bounds[top++] = firstBetter ? reachP : reachQ;
      continue;
    }
    for (let c = 3 * first; c < 3 * (first + count); c++) {
      const k = offset + stride * corners[c];
      const reach = x * array[k] + y * array[k + 1] + z * array[k + 2];
      if (reach > best) {
        best = reach;
        found = corners[c];
      }
    }
  }
  const k = offset + stride * found;
  out.x = array[k];
  out.y = array[k + 1];
  out.z = array[k + 2];
  return out;
}

/** How many nodes of the tree `roughBox` uses for a side. */
const FRONT = 12;

const front = new Int32Array(FRONT);
const reaches = new Float64Array(FRONT);

/**
 * A box around the triangles under the linear map `m` (nine numbers, column by column): min, then max. It is cheap, but not tight.
 * Each side is bounded by the boxes of a few nodes; the node that reaches farthest is split first.
 */
export function roughBox({ tree }: Triangles, m: readonly number[], out: Float64Array): void {
  const { boxes, links, origin } = tree;
  for (let side = 0; side < 6; side++) {
    const axis = side % 3;
    const sign = side < 3 ? -1 : 1;
    const x = sign * m[axis];
    const y = sign * m[3 + axis];
    const z = sign * m[6 + axis];
    const kx = x > 0 ? 3 : 0;
    const ky = y > 0 ? 4 : 1;
    const kz = z > 0 ? 5 : 2;
    let count = 1;
    let top = 0;
    front[0] = 0;
    reaches[0] = x * boxes[kx] + y * boxes[ky] + z * boxes[kz];
    while (count < FRONT) {
      const n = NODE * front[top];
      if (links[n + COUNT] > 0) break;
      const first = links[n + FIRST];
      const p = NODE * first;
      const q = p + NODE;
      front[top] = first;
      reaches[top] = x * boxes[p + kx] + y * boxes[p + ky] + z * boxes[p + kz];
      front[count] = first + 1;
      reaches[count++] = x * boxes[q + kx] + y * boxes[q + ky] + z * boxes[q + kz];
      top = 0;
      for (let i = 1; i < count; i++) if (reaches[i] > reaches[top]) top = i;
    }
    const base = x * origin[0] + y * origin[1] + z * origin[2];
    const size = Math.abs(x * origin[0]) + Math.abs(y * origin[1]) + Math.abs(z * origin[2]);
    out[side] = sign * (base + reaches[top] + ROUGH_BOX_ROUNDING * (size + Math.abs(reaches[top])));
  }
}
