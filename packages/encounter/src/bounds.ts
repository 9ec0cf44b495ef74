/**
 * Chapter 5 of the book: bounding volumes and the other structures, usable by themselves. The public names, nothing else.
 *
 * @module encounter/bounds
 */
export { boundingBox } from './bounds/bounding-box.ts';
export { BoundingSphere, type BoundingSphereOptions, boundingSphere } from './bounds/bounding-sphere.ts';
export { intersectsKDop, type KDop, type KDopSize, kDop } from './bounds/k-dop.ts';
export { KdTree, Neighbour } from './bounds/kd-tree.ts';
export type { TreeMesh } from './bounds/obb-pair.ts';
export { type ObbTestOptions, ObbTree, type ObbTreeOptions } from './bounds/obb-tree.ts';
export { OrientedBox, type OrientedBoxOptions, orientedBox } from './bounds/oriented-box.ts';
export type { PointsInput } from './bounds/scaled-points.ts';
export { type TriangleMesh, VoxelGrid, type VoxelGridOptions } from './bounds/voxel-grid.ts';
export { BspTree } from './bsp-tree.ts';
export { Aabb } from './math/aabb.ts';
export { Vec3, type Vec3Input } from './math/vec3.ts';
export { RayHit } from './tree/ray-hit.ts';
