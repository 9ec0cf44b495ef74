/**
 * Builds and refits the trees of large meshes together with workers. What is built is the same, bit for bit, as one thread builds.
 *
 * The caller splits the triangles at the top of the tree, which takes some milliseconds for a million of them. Workers do the rest: the
 * centres before, and then the subtrees with their boxes.
 */
import type { Mesh, MeshOptions } from '../complex/mesh.ts';
import { VertexArray } from '../shapes/vertex-array.ts';
import { boxOf, centerOf } from '../tree/build-triangles.ts';
import { BuiltTree } from '../tree/built-tree.ts';
import type { AabbTree } from '../tree/layout.ts';
import { fitNodes, isStray } from '../tree/refit.ts';
import { type InnerNode, nodesOf, type PartNodes, Subtrees, sharedNodes, treeOf } from '../tree/subtrees.ts';
import { Triangles, type Vertices } from '../tree/triangles.ts';
import type { BuildJob } from './build-job.ts';
import { isShared } from './pack.ts';

/** Meshes of fewer triangles are built by the caller: messages and memory would take longer than they save. */
const LEAST_TRIANGLES = 100_000;

/** What is remembered of a mesh that was built by workers, for its refits. */
interface Built {
  readonly places: readonly PartNodes[];
  /** The nodes above the subtrees, parents before children. */
  readonly inner: readonly number[];
}

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
    if (this.#workers === 0 || strategy !== 'midpoint' || tree !== undefined || !isIndexArray(indices)) return options;
    const count = indices.length / 3;
    if (count < LEAST_TRIANGLES || !Number.isInteger(count)) return options;
    const vertices = positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
    const ready = { ...options, positions: vertices };
    const built = await this.#buildTree(sharedVertices(vertices), sharedIndices(indices));
    return built === null ? ready : { ...ready, tree: built as unknown as ArrayBuffer };
  }

  async #buildTree(vertices: Vertices, indices: Int32Array | Uint32Array | Uint16Array): Promise<BuiltTree | null> {
    const count = indices.length / 3;
    const origin = centerOf(boxOf(vertices));
    const spots = new Float32Array(new SharedArrayBuffer(16 * count));
    const items = new Int32Array(new SharedArrayBuffer(4 * count));
    const corners = new Int32Array(new SharedArrayBuffer(12 * count));
    const next = counter();
    await this.#run({ kind: 'spots', vertices, indices, origin, spots, next });
    const subtrees = new Subtrees(spots, count, this.#workers);
    const { parts } = subtrees;
    const counts = new Int32Array(new SharedArrayBuffer(4 * parts.length));
    next[0] = 0;
    await this.#run({ kind: 'subtrees', vertices, indices, origin, spots, parts, items, corners, counts, next });
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

function isIndexArray(indices: unknown): indices is Int32Array | Uint32Array | Uint16Array {
  return indices instanceof Int32Array || indices instanceof Uint32Array || indices instanceof Uint16Array;
}

function counter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** The vertices, in shared memory. */
function sharedVertices({ array, offset, stride, count }: VertexArray): Vertices {
  if (isShared(array)) return { array, offset, stride, count };
  const Numbers = array instanceof Float32Array ? Float32Array : Float64Array;
  const copy = new Numbers(new SharedArrayBuffer(Numbers.BYTES_PER_ELEMENT * array.length));
  copy.set(array);
  return { array: copy, offset, stride, count };
}

function sharedIndices<A extends Int32Array | Uint32Array | Uint16Array>(indices: A): A {
  if (isShared(indices)) return indices;
  const Numbers = indices.constructor as new (buffer: SharedArrayBuffer) => A;
  const copy = new Numbers(new SharedArrayBuffer(indices.byteLength));
  copy.set(indices);
  return copy;
}
