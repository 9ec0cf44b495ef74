/**
 * Chapter 3 of the book as pure functions on plain values: no collider, no shape, no scene.
 *
 * @module encounter/primitives
 */
export type { Vec3Input } from '../math/vec3.ts';
export { Vec3 } from '../math/vec3.ts';
// moving vertices
export { impactPointTriangle } from './impact-point-triangle.ts';
export { impactSegmentSegment } from './impact-segment-segment.ts';
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
