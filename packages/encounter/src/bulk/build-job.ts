/** What workers do of building or refitting a tree: see `mesh-builder.ts`. All arrays are in shared memory. */
import { middlesOf } from '../tree/build.ts';
import { writeBoxes, writeSpots } from '../tree/build-triangles.ts';
import type { AabbTree } from '../tree/layout.ts';
import { countLargeCells, deal, LARGE_CELL_SHIFT, LARGE_CELLS, writeKeys } from '../tree/morton.ts';
import { fitNodes } from '../tree/refit.ts';
import { type Part, type PartNodes, placeSubtree, treeOf } from '../tree/subtrees.ts';
import { Triangles, type Vertices } from '../tree/triangles.ts';
import { buildPart, type Keys, type PartSource, type Source, type Spots } from './build-part.ts';

/** How many triangles' centres or keys are computed at a time. */
export const BLOCK = 16384;

/** The numbers of parts are taken from `next[0]`, so that each is done by one worker. */
export type BuildJob =
  | (Source & Spots & { readonly kind: 'spots'; readonly next: Int32Array })
  | (Source &
      Keys & {
        readonly kind: 'keys';
        /** The box of the vertices. */
        readonly box: Float64Array;
        /** Receives how many triangles of each block lie in each large cell. */
        readonly counts: Int32Array;
        readonly next: Int32Array;
      })
  | (Keys & {
      readonly kind: 'deal';
      /** Where triangles of each block go, by their large cells. */
      readonly places: Int32Array;
      readonly dealt: Keys;
      readonly next: Int32Array;
    })
  | (PartSource & {
      readonly kind: 'subtrees';
      readonly parts: readonly Part[];
      /** Receives how many nodes each part has. */
      readonly counts: Int32Array;
      readonly next: Int32Array;
    })
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
    const { vertices, indices, origin, spots, boxes, next } = job;
    forBlocks(next, indices.length / 3, (first, last) => {
      if (boxes === null) {
        writeSpots(origin, vertices, indices, spots, first, last);
        return;
      }
      writeBoxes(origin, vertices, indices, boxes, first, last);
      middlesOf(boxes, spots, first, last);
    });
  } else if (job.kind === 'keys') {
    const { vertices, indices, box, keys, numbers, counts, next } = job;
    forBlocks(next, keys.length, (first, last) => {
      writeKeys(vertices, indices, box, keys, numbers, first, last);
      countLargeCells(keys, first, last, cellsOf(counts, first));
    });
  } else if (job.kind === 'deal') {
    const { keys, numbers, places, dealt, next } = job;
    forBlocks(next, keys.length, (first, last) =>
      deal(cellsOf(places, first), LARGE_CELL_SHIFT, keys, numbers, first, last, dealt.keys, dealt.numbers),
    );
  } else if (job.kind === 'subtrees') {
    const { parts, counts, next } = job;
    built.clear();
    for (let i = take(next, 1); i < parts.length; i = take(next, 1)) {
      const tree = buildPart(job, parts[i]);
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

/** Takes one block of items after the other. */
function forBlocks(next: Int32Array, count: number, act: (first: number, last: number) => void): void {
  for (let first = take(next, BLOCK); first < count; first = take(next, BLOCK))
    act(first, Math.min(first + BLOCK, count));
}

/** The numbers for each large cell that belong to the block that starts at an item. */
function cellsOf(numbers: Int32Array, first: number): Int32Array {
  const at = LARGE_CELLS * (first / BLOCK);
  return numbers.subarray(at, at + LARGE_CELLS);
}
