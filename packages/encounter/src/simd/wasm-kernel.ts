/** The kernel in WebAssembly, behind the interface of the plain code. */
import { KERNEL_RANGE } from '../tolerances.ts';
import type { KernelRay, KernelSearch, KernelTriangle, TreeKernel } from '../tree/kernel.ts';
import type { Triangles } from '../tree/triangles.ts';
import { DIR, LANES, LIMIT, NUMBER, PARTS, TO_FRONT, VERTEX_BYTES, WIDTH } from './layout.ts';
import { KernelMemory, type Piece } from './memory.ts';
import { MeshCopy } from './mesh-copy.ts';
import type { Refit } from './refit-copy.ts';
import { WebAssembly } from './web-assembly.ts';

/** Fewer triangles than this are as fast without the kernel. */
const LEAST_TRIANGLES = 16;

/** Fewer triangles than this are refitted without the kernel: it takes microseconds. */
const LEAST_REFIT = 256;

/** A mesh is copied when one query for so many of its triangles was asked. The copy then costs no more than these queries did. */
const TRIANGLES_PER_QUERY = 16;

/** A point farther away than so many times the size of a mesh has too few digits as floats. */
const FAR = 64;

/** What the module exports. */
interface Functions {
  readonly cast: (mesh: number, side: number) => number;
  readonly nearest: (mesh: number) => number;
  readonly refit: Refit;
}

export class WasmKernel implements TreeKernel {
  readonly #memory: KernelMemory = new KernelMemory();
  // The functions themselves: looking them up in the exports takes as long as a node.
  readonly #cast: Functions['cast'];
  readonly #nearest: Functions['nearest'];
  readonly #refit: Refit;
  /** Gives the memory of meshes that are gone back. */
  readonly #gone: FinalizationRegistry<Piece> = new FinalizationRegistry((piece) => this.#memory.give(piece));

  constructor(code: Uint8Array) {
    const { memory } = this.#memory;
    const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } });
    const { cast, nearest, refit } = instance.exports as unknown as Functions;
    this.#cast = cast;
    this.#nearest = nearest;
    this.#refit = refit;
    const { words } = this.#memory;
    const bytes = new Uint8Array(memory.buffer);
    for (let set = 0; set < 1 << WIDTH; set++) {
      let front = TO_FRONT + 16 * set;
      for (let lane = 0; lane < WIDTH; lane++) {
        if (((set >> lane) & 1) === 0) continue;
        words[LANES / 4 + WIDTH * set + lane] = -1;
        for (let b = 0; b < 4; b++) bytes[front++] = 4 * lane + b;
      }
    }
  }

  /** How many bytes copies of meshes take. */
  get used(): number {
    return this.#memory.used;
  }

  cast(triangles: Triangles, ray: KernelRay): boolean {
    const copy = this.#copyOf(triangles);
    if (copy === null) return false;
    const { start, dir, limit } = ray;
    const speed = Math.abs(dir[0]) + Math.abs(dir[1]) + Math.abs(dir[2]);
    if (!(speed > KERNEL_RANGE && KERNEL_RANGE * speed < 1)) return false;
    const { doubles, words } = this.#memory;
    doubles[0] = start[0];
    doubles[1] = start[1];
    doubles[2] = start[2];
    doubles[DIR] = dir[0];
    doubles[DIR + 1] = dir[1];
    doubles[DIR + 2] = dir[2];
    doubles[LIMIT] = limit[0];
    ray.slot = this.#cast(copy.address, ray.side);
    limit[0] = doubles[LIMIT];
    ray.number = words[NUMBER];
    return true;
  }

  load(triangles: Triangles, slot: number, out: KernelTriangle): boolean {
    const copy = triangles.copy as MeshCopy | null;
    if (copy === null || copy.state !== triangles.state) return false;
    const { words, doubles } = this.#memory;
    const parts = (copy.address >> 2) + PARTS;
    const corner = (words[parts + 3] >> 2) + 3 * slot;
    for (let i = 0; i < 3; i++) {
      const bytes = words[corner + i];
      const k = (words[parts + 2] + bytes) >> 3;
      out.corners[3 * i] = doubles[k];
      out.corners[3 * i + 1] = doubles[k + 1];
      out.corners[3 * i + 2] = doubles[k + 2];
      out.vertices[i] = bytes / VERTEX_BYTES;
    }
    return true;
  }

  find(triangles: Triangles, search: KernelSearch): boolean {
    const copy = this.#copyOf(triangles);
    if (copy === null) return false;
    const { point, found } = search;
    const { origin } = triangles.tree;
    const away = Math.abs(point[0] - origin[0]) + Math.abs(point[1] - origin[1]) + Math.abs(point[2] - origin[2]);
    if (!(away < FAR * copy.reach[0])) return false;
    const { doubles } = this.#memory;
    doubles[0] = point[0];
    doubles[1] = point[1];
    doubles[2] = point[2];
    doubles[LIMIT] = found[0];
    search.slot = this.#nearest(copy.address);
    if (search.slot < 0) return true;
    found[0] = doubles[LIMIT];
    found[1] = doubles[LIMIT + 1];
    found[2] = doubles[LIMIT + 2];
    found[3] = doubles[LIMIT + 3];
    return true;
  }

  expect(triangles: Triangles, queries: number): void {
    if (triangles.count < LEAST_TRIANGLES) return;
    const copy = this.#countOf(triangles);
    copy.queries += queries;
  }

  refit(triangles: Triangles): boolean {
    if (triangles.count < LEAST_REFIT) return false;
    triangles.copy ??= new MeshCopy();
    const { refits } = triangles.copy as MeshCopy;
    // A mesh that is refitted once may be so never again.
    if (++refits.asked < 2) return false;
    const there = refits.begin(triangles, this.#memory, (bytes) => {
      const piece = this.#memory.take(bytes);
      if (piece !== null) this.#gone.register(triangles, piece);
      return piece;
    });
    if (there) refits.run(triangles, this.#memory, this.#refit);
    return there;
  }

  /** The copy of triangles as they are now, or null if there is none yet. */
  #copyOf(triangles: Triangles): MeshCopy | null {
    const copy = triangles.copy as MeshCopy | null;
    if (copy !== null && copy.state === triangles.state) return copy;
    return this.#tryCopy(triangles);
  }

  #countOf(triangles: Triangles): MeshCopy {
    triangles.copy ??= new MeshCopy();
    const copy = triangles.copy as MeshCopy;
    if (copy.counted !== triangles.state) {
      copy.counted = triangles.state;
      copy.queries = 0;
    }
    return copy;
  }

  #tryCopy(triangles: Triangles): MeshCopy | null {
    const { tree, count } = triangles;
    if (count < LEAST_TRIANGLES) return null;
    const copy = this.#countOf(triangles);
    copy.queries++;
    if (TRIANGLES_PER_QUERY * copy.queries < count) return null;
    const { extent, reach } = tree;
    if (!(extent > KERNEL_RANGE && KERNEL_RANGE * reach < 1)) return null;
    const isNew = copy.piece === null;
    if (!copy.write(triangles, this.#memory)) return null;
    if (isNew) this.#gone.register(triangles, copy.piece as Piece);
    return copy;
  }
}
