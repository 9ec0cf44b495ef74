/** Makes triangles with a tree: a new tree, or one that was built before. */
import { type BuildStrategy, buildForm, buildSorted, buildTree, roomForBoxes, roomForSpots } from './build.ts';
import { type AabbTree, putInterval } from './layout.ts';
import { sortByMorton } from './morton.ts';
import { fitTriangles, isStray, refitTriangles } from './refit.ts';
import { Triangles, type Vertices } from './triangles.ts';

/** Builds the tree over triangles given by three vertex numbers each. */
export function buildTriangles(vertices: Vertices, corners: ArrayLike<number>, strategy?: BuildStrategy): Triangles {
  const triangles = buildFrom(boxOf(vertices), vertices, corners, strategy);
  if (!isStray(triangles.tree)) return triangles;
  // Vertices that no triangle uses lie elsewhere. So choose the middle of the triangles as the origin of the boxes.
  return buildFrom(boxOfCorners(vertices, corners), vertices, corners, strategy);
}

function buildFrom(
  box: Float64Array,
  vertices: Vertices,
  corners: ArrayLike<number>,
  strategy: BuildStrategy = 'midpoint',
): Triangles {
  const origin = centerOf(box);
  const tree =
    strategy === 'sah'
      ? buildBoxes(origin, vertices, corners)
      : strategy === 'fast'
        ? buildMorton(box, vertices, corners)
        : buildSpots(origin, vertices, corners);
  const triangles = new Triangles(vertices, inSlots(corners, tree.items), tree);
  if (strategy !== 'sah') fitTriangles(triangles);
  return triangles;
}

/** The form of the tree by the cells that the triangles lie in. */
function buildMorton(box: Float64Array, vertices: Vertices, corners: ArrayLike<number>): AabbTree {
  const items = new Int32Array(corners.length / 3);
  const keys = new Int32Array(items.length);
  sortByMorton(vertices, corners, box, keys, items);
  return buildSorted(keys, items, centerOf(box));
}

/** The tree by the surface area heuristic, which needs the boxes of the triangles. */
function buildBoxes(origin: Float64Array, vertices: Vertices, corners: ArrayLike<number>): AabbTree {
  const count = corners.length / 3;
  const boxes = roomForBoxes(count);
  writeBoxes(origin, vertices, corners, boxes, 0, count);
  return buildTree(boxes, count, origin, 'sah');
}

/** Writes the boxes of some triangles: see `buildTree`. */
export function writeBoxes(
  origin: Float64Array,
  { array, offset, stride }: Vertices,
  corners: ArrayLike<number>,
  boxes: Float32Array,
  first: number,
  last: number,
): void {
  for (let t = first; t < last; t++) {
    const a = offset + stride * corners[3 * t];
    const b = offset + stride * corners[3 * t + 1];
    const c = offset + stride * corners[3 * t + 2];
    const k = 6 * t;
    for (let i = 0; i < 3; i++) {
      // The smaller and the larger number without a branch, as in refit.ts.
      const x = array[a + i] - origin[i];
      const y = array[b + i] - origin[i];
      const z = array[c + i] - origin[i];
      const d = Math.abs(x - y);
      const low = 0.5 * (x + y - d);
      const high = 0.5 * (x + y + d);
      putInterval(boxes, k + i, 0.5 * (low + z - Math.abs(low - z)), 0.5 * (high + z + Math.abs(high - z)));
    }
  }
}

/** The form of the tree by midpoints, which needs the middles of the triangles' boxes only. */
function buildSpots(origin: Float64Array, vertices: Vertices, corners: ArrayLike<number>): AabbTree {
  const count = corners.length / 3;
  const spots = roomForSpots(count);
  writeSpots(origin, vertices, corners, spots, 0, count);
  return buildForm(spots, count, origin);
}

/** Writes the middles of the boxes of some triangles: see `roomForSpots`. */
export function writeSpots(
  origin: Float64Array,
  { array, offset, stride }: Vertices,
  corners: ArrayLike<number>,
  spots: Float32Array,
  first: number,
  last: number,
): void {
  const numbers = new Int32Array(spots.buffer);
  const ox = 4 * origin[0];
  const oy = 4 * origin[1];
  const oz = 4 * origin[2];
  for (let t = first, k = 4 * first; t < last; t++, k += 4) {
    const a = offset + stride * corners[3 * t];
    const b = offset + stride * corners[3 * t + 1];
    const c = offset + stride * corners[3 * t + 2];
    spots[k] = 0.5 * (fourMiddles(array[a], array[b], array[c]) - ox);
    spots[k + 1] = 0.5 * (fourMiddles(array[a + 1], array[b + 1], array[c + 1]) - oy);
    spots[k + 2] = 0.5 * (fourMiddles(array[a + 2], array[b + 2], array[c + 2]) - oz);
    numbers[k + 3] = t;
  }
}

/** Four times the middle between the smallest and the largest of three numbers: twice their sum, without the one between them. */
function fourMiddles(x: number, y: number, z: number): number {
  const d = Math.abs(x - y);
  const low = x + y - d;
  const high = x + y + d;
  return 0.5 * (low + 2 * z - Math.abs(low - 2 * z) + high + 2 * z + Math.abs(high - 2 * z));
}

/** Makes triangles over a tree that was built before for the same corners. */
export function restoreTriangles(vertices: Vertices, corners: ArrayLike<number>, tree: AabbTree): Triangles {
  const { items } = tree;
  const count = corners.length / 3;
  if (items.length !== count) throw new RangeError(`the tree holds ${items.length} triangles, the mesh ${count}`);
  const seen = new Uint8Array(count);
  for (let slot = 0; slot < count; slot++) {
    const t = items[slot];
    if (!(t >= 0 && t < count) || seen[t] === 1)
      throw new RangeError(`the tree is not one of this mesh: slot ${slot} holds ${t}`);
    seen[t] = 1;
  }
  const triangles = new Triangles(vertices, inSlots(corners, items), tree);
  // The boxes and their origin are computed anew; none of them are taken from the buffer.
  tree.origin.set(centerOf(boxOfCorners(vertices, corners)));
  refitTriangles(triangles);
  return triangles;
}

/** The corners of triangles in the order of the slots. */
export function inSlots(
  corners: ArrayLike<number>,
  items: Int32Array,
  out: Int32Array = new Int32Array(3 * items.length),
): Int32Array {
  for (let slot = 0; slot < items.length; slot++) {
    const k = 3 * items[slot];
    out[3 * slot] = corners[k];
    out[3 * slot + 1] = corners[k + 1];
    out[3 * slot + 2] = corners[k + 2];
  }
  return out;
}

/** The box of the vertices that are corners, min then max. */
function boxOfCorners({ array, offset, stride }: Vertices, corners: ArrayLike<number>): Float64Array {
  const box = new Float64Array(6);
  for (let i = 0; i < 3; i++) {
    let low = Infinity;
    let high = -Infinity;
    for (let c = 0; c < corners.length; c++) {
      const x = array[offset + stride * corners[c] + i];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    box[i] = low;
    box[3 + i] = high;
  }
  return box;
}

/** The box of all vertices, min then max. */
export function boxOf({ array, offset, stride, count }: Vertices): Float64Array {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = 0, k = offset; i < count; i++, k += stride) {
    const x = array[k];
    const y = array[k + 1];
    const z = array[k + 2];
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
    z0 = Math.min(z0, z);
    z1 = Math.max(z1, z);
  }
  return Float64Array.of(x0, y0, z0, x1, y1, z1);
}

/** The middle of a box. */
export function centerOf(box: Float64Array): Float64Array {
  return Float64Array.of(0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5]));
}
