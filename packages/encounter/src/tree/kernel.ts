/** The one place where faster code for the walks of `ray.ts` and `nearest-point.ts` is put in: see `simd/`. */
import type { Triangles } from './triangles.ts';

/** What a kernel uses of a TriangleRay. */
export interface KernelRay {
  readonly start: Float64Array;
  readonly dir: Float64Array;
  readonly limit: Float64Array;
  readonly side: number;
  slot: number;
}

/** What it uses of a NearestPoint. */
export interface KernelSearch {
  readonly point: Float64Array;
  readonly found: Float64Array;
  slot: number;
}

/** Walks that give the same answers as those in this folder, bit for bit. */
export interface TreeKernel {
  /** Does the work of `ray`, from its `start` on. Returns false, having done nothing, when it cannot. */
  cast(triangles: Triangles, ray: KernelRay): boolean;
  /** Does the work of `search`. Returns false, having done nothing, when it cannot. */
  find(triangles: Triangles, search: KernelSearch): boolean;
  /** Says that so many queries follow at once. */
  expect(triangles: Triangles, queries: number): void;
}

/** The kernel in use, or null. */
export let kernel: TreeKernel | null = null;

export function useKernel(next: TreeKernel | null): void {
  kernel = next;
}
