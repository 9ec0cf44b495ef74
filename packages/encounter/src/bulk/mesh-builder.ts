/**
 * Builds and refits the trees of large meshes together with workers. What is built is the same, bit for bit, as one thread builds.
 *
 * The caller splits the triangles at the top of the tree. For a million of them and two workers this takes 2 ms at midpoints, 27 ms by the
 * surface area heuristic, and next to nothing by Morton keys. Workers do the rest: before it the centres, boxes or keys of the triangles, and
 * after it the subtrees with their boxes.
 */
import type { Mesh, MeshOptions } from '../complex/mesh.ts';
import { VertexArray } from '../shapes/vertex-array.ts';
import { type BuildStrategy, divideCells, divideSpots } from '../tree/build.ts';
import { boxOf, centerOf } from '../tree/build-triangles.ts';
import { BuiltTree } from '../tree/built-tree.ts';
import type { AabbTree } from '../tree/layout.ts';
import { countsToPlaces, LARGE_CELLS } from '../tree/morton.ts';
import { fitNodes, isStray } from '../tree/refit.ts';
import { type InnerNode, nodesOf, type PartNodes, Subtrees, sharedNodes, treeOf } from '../tree/subtrees.ts';
import { Triangles, type Vertices } from '../tree/triangles.ts';
import { BLOCK, type BuildJob } from './build-job.ts';
import type { Keys, Source, Spots } from './build-part.ts';
import { isShared } from './pack.ts';

/** Meshes of fewer triangles are built by the caller: messages and memory would take longer than they save. */
const LEAST_TRIANGLES = 100_000;

/** What is remembered of a mesh that was built by workers, for its refits. */
interface Built {
  readonly places: readonly PartNodes[];
  /** The nodes above the subtrees, parents before children. */
  readonly inner: readonly number[];
}

type IndexArray = Int32Array | Uint32Array | Uint16Array;

/** Lets all workers do a job. */
export type RunAll = (job: BuildJob) => Promise<void>;

export class MeshBuilder {
  readonly #run: RunAll;
  readonly #workers: number;
  readonly #built: WeakMap<AabbTree, Built> = new WeakMap();

  constructor(workers: number, run: RunAll) {
    this.#workers = workers;
    this.#run = run;
  }

  /** The options with the tree, or as they were if the mesh is none for workers. */
  async build(options: MeshOptions): Promise<MeshOptions> {
    const { positions, indices, strategy = 'midpoint', tree } = options;
    if (this.#workers === 0 || tree !== undefined || !isIndexArray(indices)) return options;
    const count = indices.length / 3;
    if (count < LEAST_TRIANGLES || !Number.isInteger(count)) return options;
    const vertices = positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
    const ready = { ...options, positions: vertices };
    // Oriented boxes are added to the tree of the surface area heuristic.
    const plain = strategy === 'obb' ? 'sah' : strategy;
    const built = await this.#buildTree(sharedVertices(vertices), sharedIndices(indices), plain);
    return built === null ? ready : { ...ready, tree: built as unknown as ArrayBuffer };
  }

  async #buildTree(vertices: Vertices, indices: IndexArray, strategy: BuildStrategy): Promise<BuiltTree | null> {
    const count = indices.length / 3;
    const box = boxOf(vertices);
    const origin = centerOf(box);
    const source = { vertices, indices, origin };
    const { subtrees, split } =
      strategy === 'fast'
        ? await this.#splitByKeys(source, count, box)
        : await this.#splitBySpots(source, count, strategy === 'sah');
    const { parts } = subtrees;
    const items = sharedInts(count);
    const corners = sharedInts(3 * count);
    const counts = sharedInts(parts.length);
    await this.#run({ kind: 'subtrees', ...source, split, parts, items, corners, counts, next: counter() });
    const inner: InnerNode[] = [];
    const places = subtrees.number(counts, inner);
    const nodeCount = inner.length + counts.reduce((sum, n) => sum + n, 0);
    const nodes = sharedNodes(nodeCount, inner);
    await this.#run({ kind: 'place', parts, places, nodes });
    const tree = treeOf(nodes, items, origin);
    const above = inner.map(({ node }) => node);
    fitInner(new Triangles(vertices, corners, tree), above);
    // Vertices that no triangle uses lie elsewhere: one thread chooses another origin then.
    if (isStray(tree)) return null;
    this.#built.set(tree, { places, inner: above });
    return new BuiltTree(tree, corners);
  }

  async #splitBySpots(source: Source, count: number, isSah: boolean): Promise<{ subtrees: Subtrees; split: Spots }> {
    const spots = sharedFloats(4 * count);
    const boxes = isSah ? sharedFloats(6 * count) : null;
    await this.#run({ kind: 'spots', ...source, spots, boxes, next: counter() });
    return { subtrees: new Subtrees(divideSpots(spots, boxes), count, this.#workers), split: { spots, boxes } };
  }

  /** Sorts the triangles by large cells of their keys, which is enough for the splits at the top. Workers sort each part by the whole keys. */
  async #splitByKeys(source: Source, count: number, box: Float64Array): Promise<{ subtrees: Subtrees; split: Keys }> {
    const given = { keys: sharedInts(count), numbers: sharedInts(count) };
    const dealt = { keys: sharedInts(count), numbers: sharedInts(count) };
    const counts = sharedInts(LARGE_CELLS * Math.ceil(count / BLOCK));
    await this.#run({ kind: 'keys', ...source, ...given, box, counts, next: counter() });
    const starts = new Int32Array(LARGE_CELLS + 1);
    countsToPlaces(counts, starts);
    await this.#run({ kind: 'deal', ...given, places: counts, dealt, next: counter() });
    return { subtrees: new Subtrees(divideCells(starts), count, this.#workers), split: dealt };
  }

  /** Computes the boxes of a mesh anew. Returns false, having done nothing, if workers cannot. */
  async fit({ triangles, vertices }: Mesh): Promise<boolean> {
    const { tree, corners } = triangles;
    const built = this.#built.get(tree);
    const { array, offset, stride, count } = vertices;
    if (built === undefined || !isShared(array)) return false;
    const { places, inner } = built;
    const { items, origin } = tree;
    await this.#run({
      kind: 'fit',
      vertices: { array, offset, stride, count },
      origin,
      items,
      corners,
      nodes: nodesOf(tree),
      places,
      next: counter(),
    });
    fitInner(triangles, inner);
    return true;
  }
}

/** Computes the boxes of nodes whose children are done, or among them after them. */
function fitInner(triangles: Triangles, nodes: readonly number[]): void {
  for (let i = nodes.length - 1; i >= 0; i--) fitNodes(triangles, nodes[i], nodes[i] + 1);
}

function isIndexArray(indices: unknown): indices is IndexArray {
  return indices instanceof Int32Array || indices instanceof Uint32Array || indices instanceof Uint16Array;
}

function counter(): Int32Array {
  return sharedInts(1);
}

function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

function sharedFloats(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(4 * length));
}

/** The vertices, in shared memory. */
function sharedVertices({ array, offset, stride, count }: VertexArray): Vertices {
  if (isShared(array)) return { array, offset, stride, count };
  const Numbers = array instanceof Float32Array ? Float32Array : Float64Array;
  const copy = new Numbers(new SharedArrayBuffer(Numbers.BYTES_PER_ELEMENT * array.length));
  copy.set(array);
  return { array: copy, offset, stride, count };
}

function sharedIndices<A extends IndexArray>(indices: A): A {
  if (isShared(indices)) return indices;
  const Numbers = indices.constructor as new (buffer: SharedArrayBuffer) => A;
  const copy = new Numbers(new SharedArrayBuffer(indices.byteLength));
  copy.set(indices);
  return copy;
}
