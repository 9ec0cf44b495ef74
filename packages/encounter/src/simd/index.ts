/**
 * Rays and nearest points on meshes, and refits, in WebAssembly with SIMD: the same answers, faster. Importing this module is all there is to do.
 *
 * @example
 * import 'encounter/simd';
 *
 * @module encounter/simd
 */
import { startKernel } from './start.ts';

/** Whether the kernel is in use. False where WebAssembly or its SIMD is missing; then everything works without it. */
export const isActive: boolean = startKernel();
