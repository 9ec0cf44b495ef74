/**
 * Moving a character: collide and slide for convex shapes, without physics. See "Moving a character" in the guide.
 *
 * @module encounter/mover
 */
export { Collider } from '../bodies/collider.ts';
export { Vec3, type Vec3Input } from '../math/vec3.ts';
export { SceneCastHit, type SceneQueryOptions } from '../scene/scene-query.ts';
export { ContactPlane } from './contact-plane.ts';
export { type CollectOptions, castMover, collectPlanes } from './functions.ts';
export type { MoverHit } from './hits.ts';
export { type GroundState, type MoveOptions, type MoveResult, Mover, type MoverOptions } from './mover.ts';
export { clipVelocity, type DisplacementPlane, solvePlanes } from './solve-planes.ts';
