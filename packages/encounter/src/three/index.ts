/**
 * The adapter for three.js: shapes from geometries, colliders that follow objects, picking, a debug helper.
 *
 * @module encounter/three
 */
export type { HelperOptions } from '../adapters/debug-lines.ts';
export { type Pointer, type PointerRay, pointerFromEvent } from '../adapters/pointer.ts';
export { wireframeFromShape } from '../adapters/wireframe.ts';
export { DeformingMesh, type DeformingOptions } from './deforming-mesh.ts';
export { collidersFromObject, type Followed, Followers } from './followers.ts';
export { type GeometryOptions, meshFromGeometry, polytopeFromGeometry } from './geometry.ts';
export { EncounterHelper } from './helper.ts';
export { type ObjectOptions, shapeFromObject } from './objects.ts';
export { pick, rayFromCamera } from './picking.ts';
export { type ShapeOptions, shapeFromGeometry } from './primitive.ts';
