/**
 * Encounter: exact collision detection for interactive 3D. The public names, nothing else.
 *
 * @module encounter
 */

export { Collider, type ColliderOptions } from './bodies/collider.ts';
export { DynamicAabbTree } from './broad/aabb-tree.ts';
export type { BoxProxy, BroadPhase, Coordinates } from './broad/broad-phase.ts';
export { BruteForce } from './broad/brute-force.ts';
export { Grid } from './broad/grid.ts';
export { SweepAndPrune } from './broad/sweep-and-prune.ts';
export { Capsule } from './complex/capsule.ts';
export { Cone } from './complex/cone.ts';
export { Cylinder } from './complex/cylinder.ts';
export { Segment } from './complex/segment.ts';
export { Manifold, ManifoldPoint } from './contact/manifold.ts';
export { PairCache } from './convex/pair-cache.ts';
export { describeQuery } from './debug/describe.ts';
export { type ImpactRecording, type ImpactStep, recordImpact } from './debug/impact-recorder.ts';
export { type EpaStep, type GjkStep, type Recording, recordQuery } from './debug/recorder.ts';
export { Aabb } from './math/aabb.ts';
export type { Placement } from './math/affine.ts';
export type { QuatInput } from './math/quat.ts';
export { Vec3, type Vec3Input } from './math/vec3.ts';
export { Impact } from './motion/impact.ts';
export type { Motion } from './motion/motion.ts';
export { type SweepOptions, sweptShape } from './motion/swept-shape.ts';
export type { Contact, WitnessedContact } from './pairs/contact.ts';
export { CastHit, DistanceResult, PenetrationResult, RayHit } from './pairs/result.ts';
export {
  type ContactOptions,
  castShape,
  closestPoints,
  commonPoint,
  contacts,
  containsPoint,
  intersects,
  type ManifoldOptions,
  manifolds,
  penetration,
  placeAlong,
  type QueryOptions,
  type RayOptions,
  rayCast,
  signedDistance,
  timeOfImpact,
} from './query.ts';
export { type ContactEvents, ContactTracker } from './scene/contact-tracker.ts';
export { ContactManifold, ContactPoint, ManifoldContact } from './scene/pair-manifolds.ts';
export { ResponseContact } from './scene/response-contact.ts';
export {
  type ContactOf,
  type Resolution,
  type ResolvedResponse,
  type Response,
  type ResponseCallback,
  ResponseClass,
  ResponseTable,
  type ResponseType,
  response,
} from './scene/response-table.ts';
export { Scene, type SceneOptions } from './scene/scene.ts';
export {
  type NearestOptions,
  SceneCastHit,
  type SceneCastOptions,
  SceneImpact,
  type SceneImpactOptions,
  SceneNearest,
  type SceneQueryOptions,
  SceneRayHit,
  type SceneRayOptions,
} from './scene/scene-query.ts';
export { Box } from './shapes/box.ts';
export type { CompoundPart } from './shapes/compound-shape.ts';
export { Ellipsoid } from './shapes/ellipsoid.ts';
export { HullOf } from './shapes/hull-of.ts';
export { Inflated } from './shapes/inflated.ts';
export { MinkowskiSum } from './shapes/minkowski-sum.ts';
export { Placed } from './shapes/placed.ts';
export { Point } from './shapes/point.ts';
export { Polygon } from './shapes/polygon.ts';
export { Polytope } from './shapes/polytope.ts';
export { Shape } from './shapes/shape.ts';
export { Sphere } from './shapes/sphere.ts';
export { Triangle } from './shapes/triangle.ts';
export { VertexArray, type VertexData, type VertexLayout } from './shapes/vertex-array.ts';
export { type WeldedMesh, weld } from './shapes/weld.ts';

// Complex shapes come last: each brings its pair functions, and similar code compresses better side by side.

export { Compound } from './complex/compound.ts';
export { Halfspace } from './complex/halfspace.ts';
export { Mesh, type MeshOptions, type MeshStrategy } from './complex/mesh.ts';
