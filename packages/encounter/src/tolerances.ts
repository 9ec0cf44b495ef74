/**
 * Every numerical constant of the library: value, unit, what it buys.
 *
 * Lengths are relative: multiplied by the size of the pair, so that a scene in millimetres and one in kilometres get
 * the same answers scaled.
 */

/**
 * Default `accuracy` of distances and depths of polyhedral shapes, relative to the larger extent of the pair. It bounds the
 * duality gap, so the results are usually far better: GJK and EPA end on polytopes with a gap of rounding.
 */
export const ACCURACY = 1e-9;

/**
 * The same for curved shapes, whose results approach this bound. With it no distance or depth is off by 1e-8 of the size; a
 * digit more costs about three steps of GJK.
 */
export const ACCURACY_CURVED = 4e-9;

/**
 * Rounding allowance of a decision "apart or touching", relative to the size of the coordinates that enter it: a gap
 * below this cannot be told from rounding in the support points themselves (a few ulps of two transforms) and counts
 * as touching.
 */
export const TOUCH = 4e-15;

/**
 * The same for two triangles, relative to the sum of the coordinates that enter: rounding in carrying vertices from one mesh's
 * frame to another's is at most this. Their own intersection is exact.
 */
export const TOUCH_MESH = 5e-16;

/**
 * Rounding of coordinates, relative to the largest of them: as little may be left between bounds that have closed, whatever the
 * accuracy asked, and as much may shapes overlap that were placed to touch.
 */
export const ROUNDING = 1e-15;

/** How far |LᵀL − I| may be from zero for L to count as rigid, so that its transpose is its inverse to rounding. */
export const RIGID = 2e-15;

/** How far |LᵀL − s²I| may be from zero, relative to s², for L to count as rotation × uniform scale. */
export const UNIFORM = 1e-7;

/**
 * Squared sine of the smallest angle of a triangle that is taken for one; below, its normal is rounding and it is
 * treated as its three edges.
 */
export const SLIVER = 1e-28;

/**
 * Rounding of the volumes in GJK's tetrahedron, relative to |p|·(longest edge)²: a barycentric coordinate must exceed
 * it before the origin counts as inside.
 */
export const VOLUME = 2e-15;

/**
 * Where GJK stops trusting the direction of its own v: below this length, relative to the largest |y|, the sign is left
 * to EPA, whose normals come from faces and do not degrade as v vanishes.
 */
export const VANISHING = 1e-12;

/**
 * Below this distance of the cores, relative to the size, a GJK that stalls hands over to EPA even when a radius
 * already decides the query: the normal would be poor.
 */
export const NEAR = 1e-7;

/**
 * Below this distance of the cores, relative to the size, a GJK that stalls with a v that does not prove the distance hands over to
 * EPA, even when another axis has proven the shapes apart: what is reported is v's direction.
 */
export const CONTACT = 1e-2;

/** Below this extent, relative to the largest |y|, A − B has no volume for EPA, and its depth across is zero. */
export const FLAT = 1e-12;

/** Below this squared length, relative to the squared length of a point of the segment, GJK projects v a second time. */
export const REFINE = 1e-6;

/**
 * Sine of the angle within which two axes of revolution count as parallel: a tilt this small changes a support value by no
 * more than this times the size, well below the accuracy of curved shapes.
 */
export const PARALLEL = 1e-11;

/**
 * How near EPA's lower bound must have come, relative to the size, for a depth that was found by local searches to be taken after
 * the first of them; otherwise a second one, on a finer polytope, must confirm it. Nearly round shapes get this near in 40 steps.
 */
export const ROUND = 0.03;

/**
 * Near contact a distance or depth is computed to this part of itself where that is finer than the accuracy asked: a sign, or a
 * small gap, that is reported can be relied on.
 */
export const PROPORTION = 0.1;

/** Length of the gradient of the support value, relative to the size, below which descent has reached a smooth minimum. */
export const SMOOTH = 1e-7;

/** A gap along a cached axis that is above this, relative to the extents, proves a pair apart without further ado. */
export const CLEAR = 1e-9;

/** How far apart the distances of two faces of EPA's polytope may be, relative to the largest |y|, to be one facet. */
export const LEVEL = 1e-9;

// Depth of solids that are not convex (pairs/first-exit.ts, pairs/solid-depth.ts).

/**
 * Squared sine of the angle between two edges below which their product is no axis to separate triangles along. It only has to be
 * above rounding: every direction is a valid axis, and one that is left out makes a passage longer, never shorter.
 */
export const PARALLEL_EDGES_SQ = 1e-24;

/**
 * Rounding allowance of the passage of two triangles, relative to the coordinates that enter: twice that of the decision whether
 * they meet (TOUCH_MESH), so that what the passage calls apart is apart by that decision, too.
 */
export const PASSAGE_SLACK = 2e-15;

/**
 * A way out must stay open this much farther, relative to its length. It is what `1.001·depth` in the contract asks for, and keeps
 * rounding from calling a crack a way out.
 */
export const OPEN_FARTHER = 1e-3;

/** Below this distance from the surface, relative to the coordinates, the difference of a point and the nearest one is no direction. */
export const NEAR_SURFACE = 1e-9;

/** Directions closer than this, by their cosine, are tried once: 7°. */
export const DIRECTION_TRIED = 0.992;

/** Directions spread over the sphere that balls are asked about. */
export const DEPTH_DIRECTIONS = 600;

/** Directions that are tried besides: of the deepest parts, of the axes and their diagonals. */
export const DIRECTIONS_OFFERED = 96;

/** Of all directions so many are tried at most, those with the most promise. */
export const DEPTH_TRIALS = 40;

/** Steps of a walk, at most. */
export const WALK_STEPS = 8;

/** A walk ends when the planes that it knows promise less than this, relative to the depth. */
export const STATIONARY = 1e-6;

/** Balls that are found inside of a mesh, and those of a solid of many parts, at most. */
export const BALLS_PER_MESH = 48;
export const BALLS_PER_SOLID = 64;

/** Pairs of triangles that are remembered from direction to direction, to be asked before the trees are. */
export const PAIRS_REMEMBERED = 96;

/** A walk through two trees for triangles that meet ends when it found some in this many pairs of leaves. */
export const LEAVES_PER_STAB = 4;

/** What a GJK query, and a walk through two trees, counts for in tests of two triangles. */
export const GJK_TESTS = 8;
export const WALK_TESTS = 200;

/** Tests of two triangles, or as much of other work, that a search may take before it ends with the best so far. */
export const DEPTH_BUDGET = 40_000;
