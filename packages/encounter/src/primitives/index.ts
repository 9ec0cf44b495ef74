/**
 * Chapter 3 of the book as pure functions on plain values: no collider, no shape, no scene.
 *
 * @module encounter/primitives
 */
export type { Vec3Input } from '../math/vec3.ts';
export { Vec3 } from '../math/vec3.ts';
// points, segments, planes, spheres, boxes
export { closestBoxBox, impactBoxBox, intersectsBoxBox, penetrationBoxBox } from './box-box.ts';
export { intersectsBoxObb, penetrationBoxObb } from './box-obb.ts';
// triangles and polygons
export { intersectsBoxPolygon } from './box-polygon.ts';
export { intersectsBoxTriangle } from './box-triangle.ts';
export { closestLineLine } from './line-line.ts';
export { closestObbObb, intersectsObbObb, penetrationObbObb } from './obb-obb.ts';
export { intersectsObbPolygon } from './obb-polygon.ts';
export { intersectsObbTriangle } from './obb-triangle.ts';
export { impactPlaneBox, intersectsPlaneBox, penetrationPlaneBox } from './plane-box.ts';
export { intersectsPlaneObb, penetrationPlaneObb } from './plane-obb.ts';
export { intersectsPlanePolygon } from './plane-polygon.ts';
export { impactPlaneSphere, intersectsPlaneSphere, penetrationPlaneSphere } from './plane-sphere.ts';
export { intersectsPlaneTriangle } from './plane-triangle.ts';
export { closestPointBox, intersectsPointBox } from './point-box.ts';
export { closestPointObb, intersectsPointObb } from './point-obb.ts';
export { closestPointPlane, intersectsPointPlane } from './point-plane.ts';
export { closestPointPolygon, intersectsPointPolygon } from './point-polygon.ts';
export { closestPointSegment, intersectsPointSegment } from './point-segment.ts';
export { closestPointSphere, intersectsPointSphere } from './point-sphere.ts';
export { closestPointTriangle, intersectsPointTriangle } from './point-triangle.ts';
export { intersectsPolygonPolygon } from './polygon-polygon.ts';
export { closestPolygonPolygon } from './polygon-polygon-distance.ts';
export { rayCastBox } from './ray-box.ts';
export { rayCastObb } from './ray-obb.ts';
export { rayCastPlane } from './ray-plane.ts';
export { rayCastPolygon } from './ray-polygon.ts';
export { rayCastSphere } from './ray-sphere.ts';
export { rayCastTriangle } from './ray-triangle.ts';
export { closestSegmentBox, intersectsSegmentBox } from './segment-box.ts';
export { closestSegmentObb, intersectsSegmentObb } from './segment-obb.ts';
export { intersectsSegmentPlane } from './segment-plane.ts';
export { closestSegmentPolygon, intersectsSegmentPolygon } from './segment-polygon.ts';
export { closestSegmentSegment, intersectsSegmentSegment } from './segment-segment.ts';
export { intersectsSegmentSphere } from './segment-sphere.ts';
export { closestSegmentTriangle, intersectsSegmentTriangle } from './segment-triangle.ts';
export { intersectsSphereBox, penetrationSphereBox } from './sphere-box.ts';
export { intersectsSphereObb, penetrationSphereObb } from './sphere-obb.ts';
export { intersectsSpherePolygon } from './sphere-polygon.ts';
export { impactSphereSphere, intersectsSphereSphere, penetrationSphereSphere } from './sphere-sphere.ts';
export { intersectsSphereTriangle } from './sphere-triangle.ts';
export { penetrationSphereTriangle } from './sphere-triangle-depth.ts';
export { closestTriangleTriangle, intersectsTriangleTriangle } from './triangle-pair.ts';
export { intersectsTrianglePolygon } from './triangle-polygon.ts';
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
