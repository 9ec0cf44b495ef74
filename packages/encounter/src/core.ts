/** The algorithms behind the queries, for those who build their own. */
export { GjkCast } from './convex/cast.ts';
export { Cso } from './convex/cso.ts';
export { Epa } from './convex/epa.ts';
export { EpaPolytope, validateEpaPolytope } from './convex/epa-polytope.ts';
export { Gjk, GjkStatus } from './convex/gjk.ts';
export { buildHull, type Hull, validateHull } from './convex/hull-builder.ts';
export { Goal, Penetration } from './convex/penetration.ts';
export { Proximity } from './convex/proximity.ts';
export { Simplex } from './convex/simplex.ts';
export { SupportGraph } from './convex/support-graph.ts';
export { Affine, invert, LinearKind } from './math/affine.ts';
