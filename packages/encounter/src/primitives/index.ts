/**
 * Chapter 3 of the book as pure functions on plain values: no collider, no shape, no scene.
 *
 * @module encounter/primitives
 */
export type { Vec3Input } from '../math/vec3.ts';
export { Vec3 } from '../math/vec3.ts';
export {
  type BoxValue,
  Closest,
  Hit,
  type ObbValue,
  Penetration,
  Penetration2,
  type PlaneValue,
  type Polygon2Value,
  type PolygonValue,
  type RayValue,
  type SegmentValue,
  type SphereValue,
  type TriangleValue,
  type Vec2Input,
} from './values.ts';

// moving vertices

export { impactPointTriangle } from './impact-point-triangle.ts';
export { impactSegmentSegment } from './impact-segment-segment.ts';
export { impactSphereTriangle } from './impact-sphere-triangle.ts';

// the flat world

export { closestPointPolygon2 } from './closest-point-polygon2.ts';
export { intersectsPolygon2Polygon2 } from './intersects-polygon2-polygon2.ts';
export { penetrationPolygon2Polygon2 } from './penetration-polygon2-polygon2.ts';
