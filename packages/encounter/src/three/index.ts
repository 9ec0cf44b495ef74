/**
 * The adapter for three.js: shapes from geometries, colliders that follow objects, picking, a debug helper.
 *
 * @module encounter/three
 */
export { DeformingMesh, type DeformingOptions } from './deforming-mesh.ts';
export { collidersFromObject, type Followed, Followers } from './followers.ts';
export { type GeometryOptions, meshFromGeometry, polytopeFromGeometry } from './geometry.ts';
export { EncounterHelper, type HelperOptions } from './helper.ts';
export { type ObjectOptions, shapeFromObject } from './objects.ts';
export { type Pointer, type PointerRay, pick, pointerFromEvent, rayFromCamera } from './picking.ts';
export { type ShapeOptions, shapeFromGeometry } from './primitive.ts';
export { wireframeFromShape } from './wireframe.ts';
