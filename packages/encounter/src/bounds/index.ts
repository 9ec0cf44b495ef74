/**
 * Volumes that bound points, and other structures for space (chapter 5 of the book).
 *
 * @module encounter/bounds
 */
export { Aabb } from '../math/aabb.ts';
export { Vec3, type Vec3Input } from '../math/vec3.ts';
export { RayHit } from '../tree/ray-hit.ts';
export { boundingBox } from './bounding-box.ts';
export { BoundingSphere, type BoundingSphereOptions, boundingSphere } from './bounding-sphere.ts';
export { intersectsKDop, type KDop, type KDopSize, kDop } from './k-dop.ts';
export { KdTree, Neighbour } from './kd-tree.ts';
export { OrientedBox, type OrientedBoxOptions, orientedBox } from './oriented-box.ts';
export type { PointsInput } from './scaled-points.ts';
export { type TriangleMesh, VoxelGrid, type VoxelGridOptions } from './voxel-grid.ts';

// trees
