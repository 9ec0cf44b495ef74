/**
 * The algorithms behind the queries, for those who build their own.
 *
 * @module encounter/core
 */
export { GjkCast } from './convex/cast.ts';
export { Cso } from './convex/cso.ts';
export { Epa } from './convex/epa.ts';
export { EpaPolytope, validateEpaPolytope } from './convex/epa-polytope.ts';
export { Gjk, GjkStatus } from './convex/gjk.ts';
export { Goal, Penetration } from './convex/penetration.ts';
export { Proximity } from './convex/proximity.ts';
export { Simplex } from './convex/simplex.ts';
export { Affine, invert, LinearKind } from './math/affine.ts';
export { trianglesMeet } from './primitives/triangle-triangle.ts';
export { depthTriangleTriangle } from './primitives/triangle-triangle-depth.ts';
export { distanceTriangleTriangle } from './primitives/triangle-triangle-distance.ts';
export { touchesTriangleTriangle } from './primitives/triangle-triangle-touch.ts';
export { type ClosedReport, type EdgeFault, judgeClosed } from './shapes/closed-mesh.ts';
export { buildHull, type Hull, validateHull } from './shapes/hull/hull-builder.ts';
export { SupportGraph } from './shapes/hull/support-graph.ts';
export { type Primitives, readFaces } from './shapes/mesh-faces.ts';
export { type LeafVisitor, TreeBox } from './tree/box.ts';
export { type BuildStrategy, buildTree } from './tree/build.ts';
export { buildTriangles, restoreTriangles } from './tree/build-triangles.ts';
export { TreeDistance } from './tree/closest.ts';
export { PointInside } from './tree/inside.ts';
export { AabbTree, putBox } from './tree/layout.ts';
export { NearestPoint } from './tree/nearest-point.ts';
export { TreeOverlap } from './tree/overlap.ts';
export type { LeafPairVisitor } from './tree/pair-descent.ts';
export { TriangleRay } from './tree/ray.ts';
export { fitBoxes, refitTriangles } from './tree/refit.ts';
export { RelativeFrame } from './tree/relative-frame.ts';
export { supportVertex } from './tree/support.ts';
export { TreeSweep } from './tree/sweep.ts';
export { Triangles, type Vertices } from './tree/triangles.ts';
export { validateTree, validateTriangles } from './tree/validate.ts';
