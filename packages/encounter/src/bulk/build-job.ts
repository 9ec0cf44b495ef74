/** What workers do of building or refitting a tree: see `mesh-builder.ts`. All arrays are in shared memory. */
import { buildForm } from '../tree/build.ts';
import { inSlots, writeSpots } from '../tree/build-triangles.ts';
import type { AabbTree } from '../tree/layout.ts';
import { fitNodes, fitTriangles } from '../tree/refit.ts';
import { type Part, type PartNodes, placeSubtree, treeOf } from '../tree/subtrees.ts';
import { Triangles, type Vertices } from '../tree/triangles.ts';

/** How many triangles' centres are computed at a time. */
const SPOTS_TAKEN = 16384;

/** The numbers of parts are taken from `next[0]`, so that each is done by one worker. */
export type BuildJob =
  | {
      readonly kind: 'spots';
      readonly vertices: Vertices;
      readonly indices: ArrayLike<number>;
      readonly origin: Float64Array;
      readonly spots: Float32Array;
      readonly next: Int32Array;
    }
  | {
      readonly kind: 'subtrees';
      readonly vertices: Vertices;
      readonly indices: ArrayLike<number>;
      readonly origin: Float64Array;
      readonly spots: Float32Array;
      readonly parts: readonly Part[];
      readonly items: Int32Array;
      readonly corners: Int32Array;
      /** Receives how many nodes each part has. */
      readonly counts: Int32Array;
      readonly next: Int32Array;
    }
  | {
      readonly kind: 'place';
      readonly parts: readonly Part[];
      readonly places: readonly PartNodes[];
      readonly nodes: Int32Array;
    }
  | {
      readonly kind: 'fit';
      readonly vertices: Vertices;
      readonly origin: Float64Array;
      readonly items: Int32Array;
      readonly corners: Int32Array;
      readonly nodes: Int32Array;
      readonly places: readonly PartNodes[];
      readonly next: Int32Array;
    };

/** The subtrees that this worker has built and not put into their places yet, by the numbers of their parts. */
const built = new Map<number, AabbTree>();

export function runBuildJob(job: BuildJob): void {
  if (job.kind === 'spots') {
    const { vertices, indices, origin, spots, next } = job;
    const count = indices.length / 3;
    for (let t = take(next, SPOTS_TAKEN); t < count; t = take(next, SPOTS_TAKEN))
      writeSpots(origin, vertices, indices, spots, t, Math.min(t + SPOTS_TAKEN, count));
  } else if (job.kind === 'subtrees') {
    const { vertices, indices, origin, spots, parts, items, corners, counts, next } = job;
    built.clear();
    for (let i = take(next, 1); i < parts.length; i = take(next, 1)) {
      const { start, end, depth } = parts[i];
      // The builder wants centres that begin at the start of their memory.
      const own = new Float32Array(4 * (end - start));
      own.set(spots.subarray(4 * start, 4 * end));
      const tree = buildForm(own, end - start, origin, depth);
      items.set(tree.items, start);
      const ownCorners = inSlots(indices, tree.items, corners.subarray(3 * start, 3 * end));
      fitTriangles(new Triangles(vertices, ownCorners, tree));
      counts[i] = tree.nodeCount;
      built.set(i, tree);
    }
  } else if (job.kind === 'place') {
    for (const [i, tree] of built) placeSubtree(tree, job.nodes, job.places[i], job.parts[i].start);
    built.clear();
  } else {
    const { vertices, origin, items, corners, nodes, places, next } = job;
    const triangles = new Triangles(vertices, corners, treeOf(nodes, items, origin));
    for (let i = take(next, 1); i < places.length; i = take(next, 1)) {
      const { root, first, last } = places[i];
      fitNodes(triangles, first, last);
      fitNodes(triangles, root, root + 1);
    }
  }
}

function take(next: Int32Array, count: number): number {
  return Atomics.add(next, 0, count);
}
