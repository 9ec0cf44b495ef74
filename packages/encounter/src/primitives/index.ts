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
export { closestLineLine } from './line-line.ts';
export { closestObbObb, intersectsObbObb, penetrationObbObb } from './obb-obb.ts';
export { impactPlaneBox, intersectsPlaneBox, penetrationPlaneBox } from './plane-box.ts';
export { intersectsPlaneObb, penetrationPlaneObb } from './plane-obb.ts';
export { impactPlaneSphere, intersectsPlaneSphere, penetrationPlaneSphere } from './plane-sphere.ts';
export { closestPointBox, intersectsPointBox } from './point-box.ts';
export { closestPointObb, intersectsPointObb } from './point-obb.ts';
export { closestPointPlane, intersectsPointPlane } from './point-plane.ts';
export { closestPointSegment, intersectsPointSegment } from './point-segment.ts';
export { closestPointSphere, intersectsPointSphere } from './point-sphere.ts';
export { rayCastBox } from './ray-box.ts';
export { rayCastObb } from './ray-obb.ts';
export { rayCastPlane } from './ray-plane.ts';
export { rayCastSphere } from './ray-sphere.ts';
export { closestSegmentBox, intersectsSegmentBox } from './segment-box.ts';
export { closestSegmentObb, intersectsSegmentObb } from './segment-obb.ts';
export { intersectsSegmentPlane } from './segment-plane.ts';
export { closestSegmentSegment, intersectsSegmentSegment } from './segment-segment.ts';
export { intersectsSegmentSphere } from './segment-sphere.ts';
export { intersectsSphereBox, penetrationSphereBox } from './sphere-box.ts';
export { intersectsSphereObb, penetrationSphereObb } from './sphere-obb.ts';
export { impactSphereSphere, intersectsSphereSphere, penetrationSphereSphere } from './sphere-sphere.ts';
export { penetrationSphereTriangle } from './sphere-triangle-depth.ts';
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
