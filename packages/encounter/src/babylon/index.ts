/**
 * The adapter for Babylon.js: shapes from meshes, colliders that follow nodes, picking, a debug helper.
 *
 * @module encounter/babylon
 */
export type { HelperOptions } from '../adapters/debug-lines.ts';
export { type Pointer, type PointerRay, pointerFromEvent } from '../adapters/pointer.ts';
export { wireframeFromShape } from '../adapters/wireframe.ts';
export { DeformingMesh, type DeformingOptions } from './deforming-mesh.ts';
export { collidersFromObject, type Followed, Followers } from './followers.ts';
export { type GeometryOptions, type GeometrySource, meshFromGeometry, polytopeFromGeometry } from './geometry.ts';
export { EncounterHelper } from './helper.ts';
export { type MeshList, type ObjectOptions, shapeFromObject } from './objects.ts';
export { pick, rayFromCamera } from './picking.ts';
export { type FittedKind, fitShape, type ShapeOptions, shapeFromGeometry } from './primitive.ts';
