/** A subtree of a mesh, built by a worker from what the triangles were split by. All arrays are in shared memory. */
import { buildForm, buildSorted, buildTree } from '../tree/build.ts';
import { inSlots } from '../tree/build-triangles.ts';
import type { AabbTree } from '../tree/layout.ts';
import { sortByKey } from '../tree/morton.ts';
import { fitTriangles } from '../tree/refit.ts';
import type { Part } from '../tree/subtrees.ts';
import { Triangles, type Vertices } from '../tree/triangles.ts';

/** The triangles, and the point that boxes are relative to. */
export interface Source {
  readonly vertices: Vertices;
  readonly indices: ArrayLike<number>;
  readonly origin: Float64Array;
}

/** The centres of triangles (see `roomForSpots`), and for the surface area heuristic their boxes, in the order of their numbers. */
export interface Spots {
  readonly spots: Float32Array;
  readonly boxes: Float32Array | null;
}

/** For the strategy `fast`: Morton keys of triangles, and the numbers of these triangles. */
export interface Keys {
  readonly keys: Int32Array;
  readonly numbers: Int32Array;
}

export interface PartSource extends Source {
  readonly split: Spots | Keys;
  /** Receive the numbers of the triangles in the order of the slots, and their corners. */
  readonly items: Int32Array;
  readonly corners: Int32Array;
}

/** Builds the subtree of a part with its boxes. Its first slot is 0. */
export function buildPart({ vertices, indices, origin, split, items, corners }: PartSource, part: Part): AabbTree {
  const { start, end } = part;
  const boxes = 'keys' in split ? null : split.boxes;
  const tree =
    'keys' in split
      ? sortedPart(split, part, origin)
      : boxes === null
        ? midpointPart(split.spots, part, origin)
        : sahPart(split.spots, boxes, part, origin);
  items.set(tree.items, start);
  const ownCorners = inSlots(indices, tree.items, corners.subarray(3 * start, 3 * end));
  // By the surface area heuristic the tree was built with its boxes.
  if (boxes === null) fitTriangles(new Triangles(vertices, ownCorners, tree));
  return tree;
}

function midpointPart(spots: Float32Array, { start, end, depth }: Part, origin: Float64Array): AabbTree {
  // The builder wants centres that begin at the start of their memory.
  const own = new Float32Array(4 * (end - start));
  own.set(spots.subarray(4 * start, 4 * end));
  return buildForm(own, end - start, origin, depth);
}

function sahPart(
  spots: Float32Array,
  boxes: Float32Array,
  { start, end, depth }: Part,
  origin: Float64Array,
): AabbTree {
  const count = end - start;
  const numbers = new Int32Array(spots.buffer);
  const own = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    const k = 6 * numbers[4 * (start + i) + 3];
    for (let j = 0; j < 6; j++) own[6 * i + j] = boxes[k + j];
  }
  const tree = buildTree(own, count, origin, 'sah', undefined, depth);
  // So far the items are places in the part.
  const { items } = tree;
  for (let slot = 0; slot < count; slot++) items[slot] = numbers[4 * (start + items[slot]) + 3];
  return tree;
}

function sortedPart({ keys, numbers }: Keys, { start, end }: Part, origin: Float64Array): AabbTree {
  const sortedKeys = new Int32Array(end - start);
  const items = new Int32Array(end - start);
  sortByKey(keys.subarray(start, end), numbers.subarray(start, end), sortedKeys, items);
  return buildSorted(sortedKeys, items, origin);
}
