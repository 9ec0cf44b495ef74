/**
 * Many points or rays at once. See "Many at once" in the guide.
 *
 * @module encounter/bulk
 */
export { Collider } from '../bodies/collider.ts';
export { Scene } from '../scene/scene.ts';
export { distancesToPoints, type PointOptions } from './points.ts';
export { type CastRaysOptions, castRays } from './rays.ts';
export type { FloatArray } from './task.ts';
export { type PoolWorker, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
