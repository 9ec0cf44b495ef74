/**
 * The triangles of a mesh in the order of the tree's slots, so that those of a leaf lie side by side. A segment or a point of
 * the mesh is a triangle with repeated corners.
 */
import { type BuildStrategy, buildTree, roomForBoxes } from './build.ts';
import { linksWithoutCopies } from './copies.ts';
import { type AabbTree, putInterval } from './layout.ts';
import { isStray, refitTriangles } from './refit.ts';

/** Where vertices are: that of number i starts at array[offset + stride·i]. */
export interface Vertices {
  readonly array: ArrayLike<number>;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

export class Triangles {
  readonly vertices: Vertices;
  readonly tree: AabbTree;
  /** Three vertex numbers a slot. */
  readonly corners: Int32Array;
  /** Which triangle of the mesh is in a slot; the tree's items. */
  readonly numbers: Int32Array;
  #distinct: Int32Array | null = null;

  constructor(vertices: Vertices, corners: Int32Array, tree: AabbTree) {
    this.vertices = vertices;
    this.tree = tree;
    this.numbers = tree.items;
    this.corners = corners;
  }

  get count(): number {
    return this.numbers.length;
  }

  /** The nine coordinates of the triangle in a slot. */
  load(slot: number, out: Float64Array): void {
    const { corners, vertices } = this;
    const { array, offset, stride } = vertices;
    let k = offset + stride * corners[3 * slot];
    out[0] = array[k];
    out[1] = array[k + 1];
    out[2] = array[k + 2];
    k = offset + stride * corners[3 * slot + 1];
    out[3] = array[k];
    out[4] = array[k + 1];
    out[5] = array[k + 2];
    k = offset + stride * corners[3 * slot + 2];
    out[6] = array[k];
    out[7] = array[k + 1];
    out[8] = array[k + 2];
  }

  /** The tree's links, but nodes of nothing but copies of one triangle are leaves of it. Made when first needed after a refit. */
  distinctLinks(): Int32Array {
    this.#distinct ??= linksWithoutCopies(this);
    return this.#distinct;
  }

  /** Forgets what was derived from the places of the vertices, which have changed. */
  changed(): void {
    this.#distinct = null;
  }

  /** The same triangles over other vertices, with boxes that a refit has to write. */
  fork(vertices: Vertices): Triangles {
    return new Triangles(vertices, this.corners, this.tree.fork());
  }
}

/** Builds the tree over triangles given by three vertex numbers each. */
export function buildTriangles(vertices: Vertices, corners: ArrayLike<number>, strategy?: BuildStrategy): Triangles {
  let tree = buildFrom(centerOf(vertices), vertices, corners, strategy);
  // Vertices that no triangle uses are elsewhere: see the triangles from their own middle.
  if (isStray(tree)) tree = buildFrom(centerOfCorners(vertices, corners), vertices, corners, strategy);
  return new Triangles(vertices, inSlots(corners, tree.items), tree);
}

function buildFrom(
  origin: Float64Array,
  { array, offset, stride }: Vertices,
  corners: ArrayLike<number>,
  strategy?: BuildStrategy,
): AabbTree {
  const count = corners.length / 3;
  const boxes = roomForBoxes(count);
  for (let t = 0; t < count; t++) {
    const a = offset + stride * corners[3 * t];
    const b = offset + stride * corners[3 * t + 1];
    const c = offset + stride * corners[3 * t + 2];
    const k = 6 * t;
    for (let i = 0; i < 3; i++) {
      // As in refit: the smaller and the larger without a branch.
      const x = array[a + i] - origin[i];
      const y = array[b + i] - origin[i];
      const z = array[c + i] - origin[i];
      const d = Math.abs(x - y);
      const low = 0.5 * (x + y - d);
      const high = 0.5 * (x + y + d);
      putInterval(boxes, k + i, 0.5 * (low + z - Math.abs(low - z)), 0.5 * (high + z + Math.abs(high - z)));
    }
  }
  return buildTree(boxes, count, origin, strategy);
}

/** Triangles over a tree that was built before, for the same corners. */
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
  // All boxes are computed anew, and from where they are seen as well: nothing of it is taken from the buffer.
  tree.origin.set(centerOfCorners(vertices, corners));
  refitTriangles(triangles);
  return triangles;
}

function inSlots(corners: ArrayLike<number>, items: Int32Array): Int32Array {
  const out = new Int32Array(3 * items.length);
  for (let slot = 0; slot < items.length; slot++) {
    const k = 3 * items[slot];
    out[3 * slot] = corners[k];
    out[3 * slot + 1] = corners[k + 1];
    out[3 * slot + 2] = corners[k + 2];
  }
  return out;
}

/** The centre of the box of the vertices that are corners. */
function centerOfCorners({ array, offset, stride }: Vertices, corners: ArrayLike<number>): Float64Array {
  const center = new Float64Array(3);
  for (let i = 0; i < 3; i++) {
    let low = Infinity;
    let high = -Infinity;
    for (let c = 0; c < corners.length; c++) {
      const x = array[offset + stride * corners[c] + i];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    center[i] = 0.5 * (low + high);
  }
  return center;
}

/** The centre of the vertices' box. */
function centerOf({ array, offset, stride, count }: Vertices): Float64Array {
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
  return Float64Array.of(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1));
}
