import type { Collider } from '../bodies/collider.ts';
import { checkOptions, wrong } from '../check.ts';
import { Mesh, type MeshOptions } from '../complex/mesh.ts';
import { Scene } from '../scene/scene.ts';
import type { CompoundShape } from '../shapes/compound-shape.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import type { BuildJob } from './build-job.ts';
import { CoherentOrder } from './coherent-order.ts';
import { MeshBuilder } from './mesh-builder.ts';
import type { Answer, Job } from './messages.ts';
import { isShared, type PackedShape, packShape } from './pack.ts';
import { distancesToPoints, type PointOptions, PointWork } from './points.ts';
import { type CastRaysOptions, castRays, RayWork } from './rays.ts';
import type { FloatArray } from './task.ts';

/** A worker of a browser or of Node, as far as a pool uses it. */
export interface PoolWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  /** In Node: the program goes on while a worker that is referenced runs. */
  ref?(): void;
  unref?(): void;
}

/** What browsers have; written like this, bundlers find the module of the worker. */
declare const Worker: new (
  url: URL,
  options: { type: 'module' },
) => PoolWorker & { onmessage: (event: { data: unknown }) => void; onerror: (event: { message: string }) => void };

/** Options of a pool. */
export interface WorkerPoolOptions {
  /**
   * Makes a worker that runs the module `encounter/bulk/worker`, for bundlers that do not follow `new Worker(new URL(…))`. Called once per
   * worker, with what to call when a message or an error arrives.
   */
  createWorker?: (onMessage: (data: unknown) => void, onError: (error: Error) => void) => PoolWorker;
}

interface Seat {
  readonly worker: PoolWorker;
  /** The shapes that this worker has. */
  readonly known: Set<number>;
  /** Settles the job under way. */
  settle: ((problem: Answer) => void) | null;
}

/** The numbers that a job reads and writes, by name. Those that are not in shared memory are copied there and back. */
type Arrays = Record<string, FloatArray | Int32Array | undefined>;

/**
 * Workers that answer many points or rays together, on shared memory. The answers are the same, to the last bit, whatever the number of
 * workers. Without SharedArrayBuffer, and for shapes of classes of your own, the calling thread does the work.
 *
 * @example
 * const pool = new WorkerPool(4);
 * const distances = await pool.distancesToPoints(collider, points, new Float32Array(points.length / 3));
 * await pool.close();
 */
export class WorkerPool {
  /** How many workers there are. 0: the calling thread does the work. */
  readonly size: number;
  readonly #seats: Seat[] = [];
  readonly #order: CoherentOrder = new CoherentOrder();
  readonly #builder: MeshBuilder;
  readonly #keys: WeakMap<Shape, { key: number; version: number; packed: PackedShape | null }> = new WeakMap();
  #nextKey = 1;
  /** Jobs run one after another: each uses all workers. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(size: number, options: WorkerPoolOptions = {}) {
    if (!(Number.isInteger(size) && size >= 1)) wrong('size', 'be a whole number of at least 1', size, RangeError);
    checkOptions(options, ['createWorker']);
    const create = options.createWorker ?? createWorker;
    const canShare = typeof SharedArrayBuffer !== 'undefined';
    for (let i = 0; canShare && i < size; i++) {
      const seat: Seat = {
        worker: create(
          (data) => seat.settle?.(data as Answer),
          (error) => seat.settle?.(error.message),
        ),
        known: new Set(),
        settle: null,
      };
      // A pool that is idle does not keep the program from ending.
      seat.worker.unref?.();
      this.#seats.push(seat);
    }
    this.size = this.#seats.length;
    this.#builder = new MeshBuilder(this.size, async (job) => {
      await Promise.all(this.#seats.map((seat) => this.#ask(seat, job)));
    });
  }

  /** As the function of this name, by all workers. Neither the target nor the arrays may be changed before it is done. */
  distancesToPoints<Out extends FloatArray>(
    target: Collider | Scene,
    points: FloatArray,
    out: Out,
    options: PointOptions = {},
  ): Promise<Out> {
    return this.#enqueue(async () => {
      const count = new PointWork().begin(points, out, options);
      const { nearest, primitives, colliders, ...rest } = options;
      const outputs = { out, nearest, primitives, colliders };
      const done = await this.#run('points', target, points, count, 3, 0, outputs, rest);
      return done ? out : distancesToPoints(target, points, out, options);
    });
  }

  /** As the function of this name, by all workers. Neither the target nor the arrays may be changed before it is done. */
  castRays<Out extends FloatArray>(
    target: Collider | Scene,
    rays: FloatArray,
    out: Out,
    options: CastRaysOptions = {},
  ): Promise<Out> {
    return this.#enqueue(async () => {
      const count = new RayWork().begin(rays, out, options);
      const { normals, primitives, colliders, ...rest } = options;
      const outputs = { out, normals, primitives, colliders };
      const done = await this.#run('rays', target, rays, count, 6, 3, outputs, rest);
      return done ? out : castRays(target, rays, out, options);
    });
  }

  /**
   * As `new Mesh(options)`, with the tree built by all workers: the same tree, bit for bit. It pays for more than some 100,000 triangles; smaller
   * meshes, and those with `faces` or with indices in a list of another type, are built by the calling thread, which also computes the
   * oriented boxes of the strategy `obb`. Positions and indices in shared memory are not copied. Neither may be changed before it is done.
   */
  buildMesh(options: MeshOptions): Promise<Mesh> {
    return this.#enqueue(async () => new Mesh(await this.#builder.build(options)));
  }

  /**
   * As `mesh.refit()`, by all workers, for a mesh that `buildMesh` of this pool made over positions in shared memory; others are refitted by
   * the calling thread. The mesh must not be asked before it is done.
   */
  refit<M extends Mesh>(mesh: M): Promise<M> {
    return this.#enqueue(async () => {
      if (!(mesh instanceof Mesh)) wrong('mesh', 'be a Mesh', mesh);
      mesh.vertices.requireWhole();
      return mesh.finishRefit(await this.#builder.fit(mesh));
    });
  }

  /** Ends the workers, after the work under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    for (const { worker } of this.#seats) await worker.terminate();
  }

  #enqueue<R>(act: () => Promise<R>): Promise<R> {
    if (this.#closed) throw new Error('this pool is closed');
    const result = this.#last.then(act);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Lets the workers do a job. Returns false when they cannot. */
  async #run(
    kind: Job['kind'],
    target: Collider | Scene,
    input: FloatArray,
    count: number,
    stride: number,
    second: number,
    outputs: Arrays,
    options: object,
  ): Promise<boolean> {
    const colliders = target instanceof Scene ? [...target.colliders()] : [target];
    // Checks the target as the functions do.
    if (!(target instanceof Scene)) new PointWork().task(target);
    // Without workers there may be no shared memory, which packing a mesh needs.
    if (this.size === 0 || count === 0 || colliders.length === 0) return false;
    const shapes = this.#pack(colliders);
    if (shapes === null) return false;
    const order = new Int32Array(new SharedArrayBuffer(4 * count));
    order.set(this.#order.sort(input, count, stride, second).subarray(0, count));
    const shared: Arrays = {};
    for (const name of Object.keys(outputs)) shared[name] = inSharedMemory(outputs[name], false);
    // Which collider was hit says how its primitives are numbered.
    if (shared['primitives'] !== undefined) shared['colliders'] ??= new Int32Array(new SharedArrayBuffer(4 * count));
    const { out, ...more } = shared;
    const job = {
      kind,
      isScene: target instanceof Scene,
      keys: Int32Array.from(colliders, ({ shape }) => this.#keys.get(shape)?.key as number),
      ids: Int32Array.from(colliders, ({ id }) => id),
      matrices: matricesOf(colliders),
      margins: Float64Array.from(colliders, ({ margin }) => margin),
      input: inSharedMemory(input, true) as FloatArray,
      out: out as FloatArray,
      options: { ...options, ...present(more) },
      count,
      share: { order, next: new Int32Array(new SharedArrayBuffer(4)) },
    };
    await Promise.all(this.#seats.map((seat) => this.#send(seat, job, shapes)));
    for (const name of Object.keys(outputs)) {
      const own = outputs[name];
      const result = shared[name];
      if (own !== undefined && result !== undefined && own !== result) own.set(result);
    }
    if (outputs['primitives'] !== undefined) renumber(outputs['primitives'] as Int32Array, count, colliders, shared);
    return true;
  }

  async #send(seat: Seat, job: Omit<Job, 'shapes' | 'forget'>, shapes: Map<number, PackedShape>): Promise<void> {
    const forget = [...seat.known].filter((key) => !shapes.has(key));
    const added = [...shapes].filter(([key]) => !seat.known.has(key)).map(([key, shape]) => ({ key, shape }));
    await this.#ask(seat, { ...job, shapes: added, forget });
    for (const key of forget) seat.known.delete(key);
    for (const { key } of added) seat.known.add(key);
  }

  /** Lets a worker do a job, and waits for it. */
  async #ask(seat: Seat, job: Job | BuildJob): Promise<void> {
    const problem = await new Promise<Answer>((resolve) => {
      seat.settle = resolve;
      seat.worker.ref?.();
      seat.worker.postMessage(job);
    });
    seat.settle = null;
    seat.worker.unref?.();
    if (problem !== null) throw new Error(problem);
  }

  /** The shapes of all colliders by their numbers; null if there is one that workers do not know. */
  #pack(colliders: readonly Collider[]): Map<number, PackedShape> | null {
    const shapes = new Map<number, PackedShape>();
    for (const { shape } of colliders) {
      let entry = this.#keys.get(shape);
      if (entry === undefined || entry.version !== shape.version) {
        entry = { key: this.#nextKey++, version: shape.version, packed: packShape(shape) };
        this.#keys.set(shape, entry);
      }
      if (entry.packed === null) return null;
      shapes.set(entry.key, entry.packed);
    }
    return shapes;
  }
}

/** Workers number the triangles of a mesh and the parts of a compound by themselves: says it in the caller's numbers. */
function renumber(primitives: Int32Array, count: number, colliders: readonly Collider[], shared: Arrays): void {
  const byId = new Map(colliders.map((collider) => [collider.id, collider.shape]));
  const ids = shared['colliders'] as Int32Array;
  for (let i = 0; i < count; i++) {
    const shape = byId.get(ids[i]);
    const at = primitives[i];
    if (shape === undefined || at < 0) continue;
    if (shape.kind === ShapeKind.mesh) primitives[i] = (shape as Mesh).faceOf?.[at] ?? at;
    else if (shape.kind === ShapeKind.compound) primitives[i] = (shape as CompoundShape).parts[at].child;
  }
}

function matricesOf(colliders: readonly Collider[]): Float64Array {
  const matrices = new Float64Array(16 * colliders.length);
  colliders.forEach((collider, i) => {
    collider.getMatrix(matrices.subarray(16 * i, 16 * i + 16));
  });
  return matrices;
}

/** The array itself if it is in shared memory, otherwise one of its kind and length that is, with the same numbers if asked. */
function inSharedMemory(array: Arrays[string], copy: boolean): Arrays[string] {
  if (array === undefined || isShared(array)) return array;
  const Numbers = array.constructor as Float64ArrayConstructor;
  const shared = new Numbers(new SharedArrayBuffer(array.byteLength));
  if (copy) shared.set(array);
  return shared;
}

function present(arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).filter(([, array]) => array !== undefined));
}

/** A worker of Node, or of the browser. The module is beside this one. */
function createWorker(onMessage: (data: unknown) => void, onError: (error: Error) => void): PoolWorker {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (threads !== undefined) {
    const worker = new threads.Worker(new URL('./worker.js', import.meta.url));
    worker.on('message', onMessage).on('error', onError);
    return worker;
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => onError(new Error(event.message));
  return worker;
}
