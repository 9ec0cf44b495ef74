/** The one place where faster code for the walks of `ray.ts` and `nearest-point.ts`, and for refits, is put in: see `simd/`. */
import type { Triangles } from './triangles.ts';

/** What a kernel uses of a TriangleRay. */
export interface KernelRay {
  readonly start: Float64Array;
  readonly dir: Float64Array;
  readonly limit: Float64Array;
  readonly side: number;
  slot: number;
  number: number;
}

/** What it uses of a NearestPoint. */
export interface KernelSearch {
  readonly point: Float64Array;
  readonly found: Float64Array;
  slot: number;
}

/** Where a triangle is written to: its nine coordinates, and the numbers of its vertices. */
export interface KernelTriangle {
  readonly corners: Float64Array;
  readonly vertices: Int32Array;
}

/** Walks that give the same answers as those in this folder, bit for bit. */
export interface TreeKernel {
  /** Does the work of `ray`, from its `start` on. Returns false, having done nothing, when it cannot. */
  cast(triangles: Triangles, ray: KernelRay): boolean;
  /**
   * Writes the triangle in a slot from the copy that the walk has just read: the caller's arrays are rarely in the cache. Returns false,
   * having done nothing, when there is no copy.
   */
  load(triangles: Triangles, slot: number, out: KernelTriangle): boolean;
  /** Does the work of `search`. Returns false, having done nothing, when it cannot. */
  find(triangles: Triangles, search: KernelSearch): boolean;
  /** Computes the boxes of the tree. Returns false, having done nothing, when it cannot. */
  refit(triangles: Triangles): boolean;
  /** Says that so many queries follow at once. */
  expect(triangles: Triangles, queries: number): void;
}

/** The kernel in use, or null. */
export let kernel: TreeKernel | null = null;

export function useKernel(next: TreeKernel | null): void {
  kernel = next;
}
