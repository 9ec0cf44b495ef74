/**
 * Chapter 3 of the book as pure functions on plain values: no collider, no shape, no scene.
 *
 * @module encounter/primitives
 */
export type { Vec3Input } from '../math/vec3.ts';
export { Vec3 } from '../math/vec3.ts';
// triangles and polygons
export { intersectsBoxPolygon } from './box-polygon.ts';
export { intersectsBoxTriangle } from './box-triangle.ts';
export { intersectsObbPolygon } from './obb-polygon.ts';
export { intersectsObbTriangle } from './obb-triangle.ts';
export { intersectsPlanePolygon } from './plane-polygon.ts';
export { intersectsPlaneTriangle } from './plane-triangle.ts';
export { closestPointPolygon, intersectsPointPolygon } from './point-polygon.ts';
export { closestPointTriangle, intersectsPointTriangle } from './point-triangle.ts';
export { intersectsPolygonPolygon } from './polygon-polygon.ts';
export { closestPolygonPolygon } from './polygon-polygon-distance.ts';
export { rayCastPolygon } from './ray-polygon.ts';
export { rayCastTriangle } from './ray-triangle.ts';
export { closestSegmentPolygon, intersectsSegmentPolygon } from './segment-polygon.ts';
export { closestSegmentTriangle, intersectsSegmentTriangle } from './segment-triangle.ts';
export { intersectsSpherePolygon } from './sphere-polygon.ts';
export { intersectsSphereTriangle } from './sphere-triangle.ts';
export { closestTriangleTriangle, intersectsTriangleTriangle } from './triangle-pair.ts';
export { intersectsTrianglePolygon } from './triangle-polygon.ts';

export {
  type BoxValue,
  Closest,
  Hit,
  type ObbValue,
  Penetration,
  type PlaneValue,
  type PolygonValue,
  type RayValue,
  type SegmentValue,
  type SphereValue,
  type TriangleValue,
} from './values.ts';
