/**
 * Every numerical constant of the library: value, unit, what it buys.
 *
 * Lengths are relative: multiplied by the size of the pair, so that a scene in millimetres and one in kilometres get
 * the same answers scaled.
 */

// ---- Accuracy: what is promised

/**
 * Default `accuracy` of distances and depths of polyhedral shapes, relative to the extent of the smaller shape. It bounds the
 * duality gap, so the results are usually far better: GJK and EPA end on polytopes with a gap of rounding.
 */
export const ACCURACY = 1e-9;

/** The same for curved shapes, whose results approach this bound. A digit more costs about three steps of GJK. */
export const ACCURACY_CURVED = 1e-8;

/**
 * The part of an accuracy that was asked for within which the bounds are closed. Extents are measured in the shapes' own frames: a
 * box in the world may be shorter, by a factor of √3 at most.
 */
export const ASKED_GAP = 0.577;

/** The part of ACCURACY_CURVED within which the bounds of curved shapes are closed. The rest is for callers who measure the extent otherwise. */
export const CURVED_GAP = 0.4;

/**
 * Near contact a distance or depth is computed to this part of itself where that is finer than the accuracy asked: a sign, or a
 * small gap, that is reported can be relied on.
 */
export const PROPORTION = 0.1;

// ---- Rounding: what doubles leave

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

/** Numbers between this and its inverse can be squared and their squares added without overflow, and without underflow that matters. */
export const SQUARABLE = 1e-140;

/** Rounding of a square, relative to it: what is compared with a squared limit is allowed that much more. */
export const SQUARE_ROUNDING = 1e-14;

// ---- Placements

/** How far |LᵀL − I| may be from zero for L to count as rigid, so that its transpose is its inverse to rounding. */
export const RIGID = 2e-15;

/** How far |LᵀL − s²I| may be from zero, relative to s², for L to count as rotation × uniform scale. */
export const UNIFORM = 1e-7;

/** Below this extent, relative to the largest |y|, A − B has no volume for EPA, and its depth across is zero. */
export const FLAT = 1e-12;

/**
 * Sine of the angle within which two axes of revolution count as parallel: a tilt this small changes a support value by no
 * more than this times the size, well below the accuracy of curved shapes.
 */
export const PARALLEL = 1e-11;

/** A column of L that depends on those before it to this degree has no direction of its own. */
export const COLUMN_DEPENDENT = 1e-13;

/** How much U may change, relative to its size, and count as the same: far below any accuracy, far above rounding. */
export const MESH_SAME_SCALE = 1e-12;

// ---- Shapes

/**
 * The largest coordinate, length or factor. The algorithms compare fourth powers of lengths, and these must stay below the largest
 * double, 1.8e308.
 */
export const LARGEST = 1e70;

/**
 * The least size of a placed shape that is not a point. A fourth power of it, times the square of the finest tolerance, is still a
 * double of full precision.
 */
export const SMALLEST = 1e-70;

/**
 * The largest coordinate of a vertex of a mesh or of a part of a compound, and the least extent of a mesh that is not a point: the boxes
 * of their trees are floats, which end at 3.4e38 and lose digits below 1.2e-38. In between, scaling a mesh by a power of two changes no
 * digit of a result.
 */
export const LARGEST_IN_TREE = 1e38;
export const SMALLEST_MESH = 1e-38;

/** Products of an oriented box's axes may differ by this from those of unit vectors at right angles: float matrices have such axes. */
export const AXES_ORTHONORMAL = 1e-6;

/** Points of a polygon may be this far off its plane, relative to its extent: rounding of computed coordinates. */
export const POLYGON_PLANAR = 1e-9;

/** Heights and areas below this, relative to the extent of the polygon (its square), are rounding. */
export const FACE_NOTHING = 1e-12;

/** Vertices closer than this, relative to the extent, are one. */
export const CLOSED_SAME_PLACE = 1e-6;

/** How far a vertex may be above the plane of a triangle of a convex mesh, relative to the extent. */
export const CLOSED_COPLANAR = 1e-9;

/** Directions outside these lengths are scaled first, as their products might overflow or underflow. */
export const HULL_SHORT = 1e-150;

/** The slack of the cells, relative to their size: covers the rounding of a direction's place in the table. */
export const HULL_CELL_SLACK = 1e-6;

/** The slack of a vertex's normal cone, relative to the edge that bounds it: covers the rounding of clipping. */
export const HULL_CONE_SLACK = 1e-13;

/** The shortest edge, relative to the extent, that still counts for how finely the directions of a hull are divided. */
export const HULL_LEAST_EDGE = 1e-60;

// ---- Trees

/** Rounding of a bound, relative to the products in it: so that no vertex is left out. */
export const TREE_SUPPORT_ROUNDING = 1e-15;

/** The same for a rough box, which must hold the tight one however that was summed up. */
export const ROUGH_BOX_ROUNDING = 1e-14;

/** Rounding of an entry of a relative rotation: added to |entry| so that nearly parallel edges do not seem to separate boxes. */
export const ROTATION_ROUNDING = 1e-15;

/** Bins of a sweep end this part before the box does, so that its last centroid falls into the last bin. */
export const LAST_BIN = 1e-12;

/** How near an edge a crossing is not clear, relative to the extent: gaps that count as closed are half as wide. */
export const INSIDE_UNCLEAR = 2e-6;

/**
 * How far outside a triangle, relative to its area, a ray still hits it. Neighbours whose common vertices are given twice may
 * differ in the last place (as the seams of turned surfaces do: sin 2π is not 0), and no ray slips through there either.
 */
export const RAY_SEAM = 1e-14;

// ---- GJK

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

/** Below this squared length, relative to the squared length of a point of the segment, GJK projects v a second time. */
export const REFINE = 1e-6;

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

/** A gap along a cached axis that is above this, relative to the extents, proves a pair apart without further ado. */
export const CLEAR = 1e-9;

/** Below this, relative to the size, the two points have met: the cores overlap, and there is no direction. */
export const START_MET = 1e-9;

/** Steps after which GJK stops. No pair needs nearly as many; it is here so that no pose whatever can hang a query. */
export const GJK_MAX_STEPS = 1000;

/**
 * How many steps of GJK in a row may fail to shorten v. With a far vertex in the simplex that only holds its plane in place, the gain
 * of one step can drown in rounding, and the next step still finds a point that matters.
 */
export const GJK_PATIENCE = 8;

/**
 * How much nearer than the accuracy asked to come: the normal is that of a plane clipped with, and its error is as the root of the
 * distance that remains.
 */
export const CAST_FINER = 1e-3;

// ---- EPA

/** How far apart the distances of two faces of EPA's polytope may be, relative to the largest |y|, to be one facet. */
export const EPA_LEVEL = 1e-9;

/**
 * Steps after which EPA gives up closing its bounds. Random poses of plain shapes take 20 in the middle and 230 at most; a small
 * thing in the middle of a large round one up to 2,200. 2,048 steps take about 3 ms.
 */
export const EPA_MAX_STEPS = 2048;

/**
 * Steps after which EPA also looks along the directions that its shapes are known to be flat across. One random pose in a thousand
 * takes as many.
 */
export const EPA_LOOK_AROUND = 64;

/** It does so for no more facets than this, which take about as long as all its own steps. */
export const EPA_MOST_FACETS = 4096;

/** How many times EPA goes on from a lower value found around an axis. */
export const EPA_TURNS = 4;

/** Steps of EPA's walk to a local minimum, at the end of a long run: each makes the error some three times smaller. */
export const EPA_WALK_STEPS = 24;

/** Most directions looked along on an arc. Only a profile that is nearly an arc around the origin needs more. */
export const ARC_CAPACITY = 64;

/** How many directions in a row may find nothing lower on a circle: along one of equal values the bounds do not close. */
export const ARC_PATIENCE = 12;

/** Sine of the angle to the axis below which a circle of directions is a point. */
export const ARC_POLE = 1e-3;

// ---- Closed forms

/** The least distance, relative to the size, for which e has a direction that is good to the accuracy of polytopes. */
export const BOX_SEGMENT_CLEAR = 1e-5;

/** Square of the sine of an angle between lines below which the direction across both is rounding alone. */
export const LINES_PARALLEL_SQ = 1e-30;

/** The distance, relative to the coordinates, from which the difference of the nearest points is normal enough. */
export const SEGMENTS_CLEAR = 1e-3;

// Limits of what arguments may be: lengths, in the caller's unit.

/**
 * Rounding of a determinant of differences, relative to the sum of its absolute products: Shewchuk's bound is
 * (7 + 56ε)ε = 7.8e-16, and the sum is itself rounded.
 */
export const DETERMINANT_ROUNDING = 8e-16;

/**
 * Squared sine of the angle between edges below which the normal equations lose more than a digit; then one edge is made
 * perpendicular to the other first, as in segment-segment.ts.
 */
export const TRIANGLE_SLANTED = 1e-2;

/** Squared sine below which the direction across two edges is rounding alone. */
export const TRIANGLE_PARALLEL_SQ = 1e-30;

/** Rounding of a product of two lengths of the pair, relative to them. */
export const TRIANGLE_ROUNDING = 4e-15;

/** Error of the distance that an early end may cost, and gap at a common point, both relative to the size and distance. */
export const TRIANGLE_SLACK = 2e-14;

// ---- Meshes and compounds

/** Below this distance, relative to the coordinates, the difference of two nearest points is no direction. */
export const MESH_CLOSE = 1e-7;

/** How much boxes are widened for rounding in positions, relative to the coordinates. */
export const COMPOUND_SLACK = 1e-14;

/**
 * What slides along a mesh that it touches meets the next triangles of the same plane edge on, without entering them. A contact
 * of such a motion counts only if going on by the first of these, relative to the size, leads into the triangle by the second.
 */
export const SLIDE_ONWARD = 1e-6;

/** How deep going on by SLIDE_ONWARD must lead into a triangle, relative to the size, to be no mere sliding. */
export const SLIDE_INTO = 1e-12;

/** Times that differ by no more are the same; also cosines. */
export const CAST_SAME_TIME = 1e-9;

// ---- Depth of solids that are not convex

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

/** How much a placement's scale may change and leave the triangles as they were (see MeshInstance), and what that costs a radius. */
export const BALLS_SAME_SCALE = 2e-12;

/** How far from a triangle the ray inward starts that finds the middle of a mesh there, relative to the coordinates. */
export const BALLS_RAY_OFFSET = 1e-7;

/** Pairs of triangles that are remembered from direction to direction, to be asked before the trees are. */
export const PAIRS_REMEMBERED = 96;

/** A walk through two trees for triangles that meet ends when it found some in this many pairs of leaves. */
export const LEAVES_PER_STAB = 4;

/** What a GJK query, and a walk through two trees, counts for in tests of two triangles. */
export const GJK_TESTS = 8;
export const WALK_TESTS = 200;

/** Tests of two triangles, or as much of other work, that a search may take before it ends with the best so far. */
export const DEPTH_BUDGET = 40_000;

// ---- Points, segments, planes, spheres, boxes as primitives
//
// What plain doubles compute before exact arithmetic is asked. ε = 2⁻⁵³ = 1.11e-16 is the largest relative error of one operation.

/**
 * Rounding of a sum of up to four products of two numbers, each of them a sum of up to four coordinates, relative to the sum of the
 * absolute products: 8ε at most, and the sum that it is compared with is rounded, too.
 */
export const PRODUCTS_ROUNDING = 1e-15;

/**
 * Rounding of |e × d|² − r²d², relative to the sum of its squares with absolute values inside: a component of the product is off by 4ε,
 * its square by 9ε, the sum of three by 11ε, and 13ε = 1.5e-15 is left for the difference.
 */
export const SQUARED_CROSS_ROUNDING = 2e-15;

/** How far products of axes may be off those of an orthonormal frame before they are made orthonormal: rounding of a rotation in doubles. */
export const AXES_ROUNDING = 1e-15;

// ---- Adapters

/** How much of U, relative to its size, is noise: rotations in single precision, ten of them one within the other. */
export const MATRIX_NOISE = 1e-6;
