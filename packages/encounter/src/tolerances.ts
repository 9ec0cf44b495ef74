/**
 * Every numerical constant of the library: its value, its unit, and what it is for.
 *
 * Lengths are relative: they are multiplied by the size of the pair, so that a scene in millimetres and one in kilometres get the
 * same answers, scaled.
 *
 * Powers of two that small programs do not use are written out as decimals, exactly: bundlers drop unused literals, but not all
 * expressions.
 */

// ---- Accuracy: what is promised

/**
 * Default `accuracy` of distances and depths of polyhedral shapes, relative to the extent of the smaller shape. It bounds the
 * duality gap. Results are usually far better: on polytopes GJK and EPA end with a gap of rounding.
 */
export const ACCURACY = 1e-9;

/** The same for curved shapes, whose results approach this bound. A digit more costs about three steps of GJK. */
export const ACCURACY_CURVED = 1e-8;

/**
 * The bounds are closed to this part of the accuracy that was asked for. Extents are measured in the shapes' own frames, and the box in
 * the world may be shorter, by a factor of √3 at most.
 */
export const ASKED_GAP = 0.577;

/** The bounds of curved shapes are closed to this part of ACCURACY_CURVED. The rest is for callers who measure the extent otherwise. */
export const CURVED_GAP = 0.4;

/**
 * Near contact a distance or depth is computed to this part of itself, if that is finer than the accuracy asked. So a sign or a small
 * gap that is reported can be relied on.
 */
export const PROPORTION = 0.1;

// ---- Rounding: the error of doubles

/**
 * Rounding allowance of the decision "apart or touching", relative to the size of the coordinates in it. A smaller gap cannot be
 * told from rounding in the support points themselves (a few ulps of two transforms), and counts as touching.
 */
export const TOUCH = 4e-15;

/**
 * The same for two triangles, relative to the sum of the coordinates: carrying vertices from one mesh's frame to the other's rounds by
 * at most this. The intersection test itself is exact.
 */
export const TOUCH_MESH = 5e-16;

/**
 * Rounding of coordinates, relative to the largest of them. Bounds cannot close further than this, whatever the accuracy asked, and
 * shapes that were placed to touch may overlap by this much.
 */
export const ROUNDING = 1e-15;

/** Rounding of one operation, relative to its result: 2^-53, rounded up. */
export const HALF_ULP = 1.2e-16;

/** Squares of numbers between this and its inverse can be added without overflow, and without underflow that matters. */
export const SQUARABLE = 1e-140;

/** Rounding of a square, relative to it. A number that is compared with a squared limit may exceed it by this much. */
export const SQUARE_ROUNDING = 1e-14;

// ---- Placements

/** How far |LᵀL − I| may be from zero for L to count as rigid: its transpose is then its inverse, up to rounding. */
export const RIGID = 2e-15;

/** How far |LᵀL − s²I| may be from zero, relative to s², for L to count as rotation × uniform scale. */
export const UNIFORM = 1e-7;

/** If A − B has an extent below this in some direction, relative to the largest |y|, EPA takes it as flat: its depth across is zero. */
export const FLAT = 1e-12;

/**
 * Sine of the angle up to which two axes of revolution count as parallel. Such a tilt changes a support value by no more than this
 * times the size, well below the accuracy of curved shapes.
 */
export const PARALLEL = 1e-11;

/** A column of L has no direction of its own if less than this part of it is left after removing its parts along the columns before. */
export const COLUMN_DEPENDENT = 1e-13;

/** How much U may change, relative to its size, and still count as the same: far below any accuracy, far above rounding. */
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
 * The largest coordinate of a vertex of a mesh or of a part of a compound, and the least extent of a mesh that is not a point. The boxes
 * of their trees are floats, which end at 3.4e38 and lose digits below 1.2e-38. Between these limits, scaling a mesh by a power of two
 * changes no digit of a result.
 */
export const LARGEST_IN_TREE = 1e38;
export const SMALLEST_MESH = 1e-38;

/** Dot products of an oriented box's axes may differ by this from those of orthonormal vectors: axes from float matrices do. */
export const AXES_ORTHONORMAL = 1e-6;

/** Points of a polygon may be this far off its plane, relative to its extent, because computed coordinates are rounded. */
export const POLYGON_PLANAR = 1e-9;

/** The same relative to the coordinates, whose own rounding may put the points off the plane: two ulps. */
export const POLYGON_COORDINATE_ROUNDING = 4.440892098500626e-16; // 2 ** -51

/** Heights and areas of a face below this, relative to its extent (squared for areas), are rounding. */
export const FACE_ROUNDING = 1e-12;

/** Vertices closer than this, relative to the extent, are merged. */
export const CLOSED_SAME_PLACE = 1e-6;

/** How far a vertex may be above the plane of a triangle of a convex mesh, relative to the extent. */
export const CLOSED_COPLANAR = 1e-9;

/** Shorter directions are scaled before they are looked up, because their products might underflow. */
export const HULL_SHORT_DIRECTION = 1e-150;

/** The slack of the cells, relative to their size. It covers the rounding of a direction's place in the table. */
export const HULL_CELL_SLACK = 1e-6;

/** The slack of a vertex's normal cone, relative to the edge that bounds it. It covers the rounding of clipping. */
export const HULL_CONE_SLACK = 1e-13;

/** How far a support value of a hull may be below the largest one in a check, relative to the size: rounding, four ulps. */
export const HULL_SUPPORT_ROUNDING = 8.881784197001252e-16; // 2 ** -50

/** The least extent of a hull along an axis, relative to the largest, that directions are scaled by before they are looked up. */
export const HULL_LEAST_EDGE = 1e-60;

// ---- Trees

/** Rounding of the bound of a box, relative to the products in it, so that no vertex is left out. */
export const TREE_SUPPORT_ROUNDING = 1e-15;

/** Rounding of half a sum less half a distance, relative to the numbers, when the box of a node is computed from those of its children. */
export const REFIT_ROUNDING = 2.220446049250313e-16; // 2 ** -52

/** The same as TREE_SUPPORT_ROUNDING for a rough box, which must contain the tight one, however that was rounded. */
export const ROUGH_BOX_ROUNDING = 1e-14;

/** Rounding of an entry of a relative rotation. It is added to |entry|, so that nearly parallel edges do not seem to separate boxes. */
export const ROTATION_ROUNDING = 1e-15;

/** The bins of a node are narrowed by this part, so that the largest centre falls into the last bin. */
export const BIN_MARGIN = 1e-12;

/** A crossing nearer to an edge than this, relative to the extent, does not count. Gaps that count as closed are half as wide. */
export const INSIDE_NEAR_EDGE = 2e-6;

/**
 * The error, as a part of the whole sphere, that one node of the tree may add to a winding number in the first walk, and the factor of
 * the walks that follow while the error leaves the answer open. Below the last number all triangles are summed. Tuned on the torus and
 * the knot of `bench/winding.mjs`, counting nodes and triangles: 0.004 visits 10 % more on the torus, 0.006 14 % more on the knot, because a
 * second walk often follows.
 */
export const WINDING_ALLOWED = 0.005;
export const WINDING_STRICTER = 0.4;
export const WINDING_STRICTEST = 1e-5;

/**
 * Rounding of half a solid angle: of its two numbers, some thirty roundings relative to the product of the three lengths, and of its
 * arctangent.
 */
export const WINDING_ANGLE_ROUNDING = 4e-15;

/**
 * Rounding of the moments of a node, which are floats, relative to its area: one rounding of 2⁻²⁴ on each of at most 96 levels, in each of
 * five sums.
 */
export const WINDING_NODE_ROUNDING = 3e-5;

/** How far the centre of a node may be off its centre of area, relative to the extent: one rounding of 2⁻²⁴ on each of 96 levels. */
export const WINDING_CENTER_OFF = 1e-5;

/** The error, per node, of the winding number that says whether a part that is inside out is a cavity of others. */
export const WINDING_AT_CAVITY = 0.001;

/** How far from the largest triangle of a part this is asked, relative to the triangle. */
export const WINDING_BESIDE = 0.01;

/** Rounding of one sum, relative to it: the error of a sum of n terms is below n times this part of the sum of their absolute values. */
export const WINDING_SUM_ROUNDING = 2.220446049250313e-16; // 2 ** -52

/**
 * How far outside a triangle, relative to its area, a ray still hits it. If neighbours have copies of their common vertices, these may
 * differ in the last digit (as at the seams of surfaces of revolution: sin 2π is not 0). No ray must slip through there.
 */
export const RAY_SEAM = 1e-14;

/**
 * The least angle, in radians, between a ray and a slab in the tests of boxes. Slabs that are nearer to parallel are thickened by as much,
 * which is about the rounding of the boxes to floats.
 */
export const RAY_PARALLEL = 6e-8;

/** Rounding of comparisons of times at which a ray enters and leaves boxes, relative to the largest time. TriangleRay derives 1.2e-14. */
export const RAY_SLAB_ROUNDING = 1.5e-14;

/**
 * How far the computed distance of a point and a triangle may be off, relative to the sum of all coordinates. Four operations of 1.1e-16 per
 * axis make 2e-15; triangles that are farther than the best one by less than this are tried as well, so that the order does not matter.
 */
export const NEAREST_ROUNDING = 1e-14;

/**
 * How near to a mesh, relative to the coordinates, the end of a ray must be for the decision whether it touches: 64 times TOUCH, more
 * than that decision allows. It only spares other rays the decision.
 */
export const RAY_END_NEAR = 2.56e-13; // 64 * TOUCH

/**
 * The area of a triangle seen along a ray, relative to the products that it is the difference of, below which it is rounding: the ray lies
 * in the plane of the triangle, and only the edges tell where it meets it.
 */
export const RAY_EDGE_ON = 4e-15;

// ---- GJK

/**
 * Squared sine of the angle between two edges below which a triangle is a sliver: its normal is nothing but rounding, and it is
 * treated as its three edges.
 */
export const SLIVER = 1e-28;

/**
 * Squared sine of the angle between two edges below which GJK computes the normal of their triangle from another pair of edges: it would
 * have lost three digits.
 */
export const NEEDLE = 1e-6;

/**
 * Rounding of the volumes in GJK's tetrahedron, relative to |p|·(longest edge)². Every barycentric coordinate must exceed it for the
 * origin to count as inside.
 */
export const VOLUME = 2e-15;

/** Below this squared length, relative to the squared length of a point of the segment, GJK projects v a second time. */
export const REFINE = 1e-6;

/**
 * Below this length, relative to the largest |y|, GJK does not trust the direction of its own v. The sign is left to EPA, whose
 * normals come from faces and do not degrade as v vanishes.
 */
export const VANISHING = 1e-12;

/**
 * If GJK stalls with the cores closer than this, relative to the size, EPA takes over even when a radius already decides the query:
 * GJK's normal would be poor.
 */
export const NEAR = 1e-7;

/**
 * If GJK stalls with the cores closer than this, relative to the size, and v does not prove the distance, EPA takes over even when
 * another axis has proven the shapes apart: the direction that is reported is v's.
 */
export const CONTACT = 1e-2;

/** A gap along an axis above this, relative to the extents, proves a pair apart beyond any rounding. */
export const CLEAR = 1e-9;

/** When the two points of `start.ts` are closer than this, relative to the size, they have met: there is no direction. */
export const START_MET = 1e-9;

/**
 * The start of GJK ends when a round moves the point by less than this, relative to the size. The direction of a straight side is then
 * right to about as much, a tenth of what the bounds of curved shapes need to close. With 1e-9, 3 % of pairs of cylinders need GJK after
 * all, instead of 1 %; 1e-11 takes a tenth of a round more.
 */
export const START_SETTLED = 1e-10;

/**
 * The determinant of the start's equations below which they are not solved: the nearest points then slide along each other, as those of
 * parallel edges do, and any of them will do. It is about the squared sine of the angle between two edges.
 */
export const START_INDEPENDENT = 1e-9;

/** Steps after which GJK stops. No pair needs nearly as many; this only ensures that no pose can hang a query. */
export const GJK_MAX_STEPS = 1000;

/**
 * How many steps of GJK in a row may fail to shorten v. If the simplex has a far vertex that only fixes its plane, the gain of one step
 * can be lost in rounding, and a later step may still find a point that matters.
 */
export const GJK_PATIENCE = 8;

/**
 * A cast ends at this part of the accuracy asked. Its normal is that of the last plane that clipped, whose error grows with the square
 * root of the remaining distance.
 */
export const CAST_FINER = 1e-3;

// ---- EPA

/** How far apart the distances of two faces of EPA's polytope may be, relative to the largest |y|, to be one facet. */
export const EPA_LEVEL = 1e-9;

/**
 * Steps after which EPA gives up closing its bounds. Random poses of plain shapes take 20 in the median and 230 at most; a small
 * shape in the middle of a large round one takes up to 2,200. 2,048 steps take about 3 ms.
 */
export const EPA_MAX_STEPS = 2048;

/**
 * Steps after which EPA also samples the normals of facets and the axes of its shapes. One random pose in a thousand takes as many.
 */
export const EPA_LOOK_AROUND = 64;

/** It samples the facets of a shape only if there are no more than this, which take about as long as all of EPA's own steps. */
export const EPA_MOST_FACETS = 4096;

/** How many times EPA walks on from a lower value that it found around an axis. */
export const EPA_TURNS = 4;

/** Steps of EPA's walk to a local minimum at the end of a long run. Each makes the error about three times smaller. */
export const EPA_WALK_STEPS = 24;

/** The most directions sampled on an arc. Only a profile that is nearly an arc around the origin needs more. */
export const ARC_CAPACITY = 64;

/** How many directions in a row may find nothing lower on a circle. On a circle of equal values the bounds never close. */
export const ARC_PATIENCE = 12;

/** Sine of the angle to the axis below which a circle of directions counts as a point. */
export const ARC_POLE = 1e-3;

// ---- Closed forms

/** The least distance of a box and a segment, relative to the size, at which e has a direction to the accuracy of polytopes. */
export const BOX_SEGMENT_LEAST_GAP = 1e-5;

/** Squared sine of the angle between two lines below which the direction across both is nothing but rounding. */
export const LINES_PARALLEL_SQ = 1e-30;

/** The least distance of two segments, relative to the coordinates, at which the difference of the nearest points is a good normal. */
export const SEGMENTS_LEAST_GAP = 1e-3;

/**
 * Squared sine of the angle between edges below which the normal equations lose more than a digit. Then one edge is made
 * perpendicular to the other first, as in segment-segment.ts.
 */
export const TRIANGLE_SLANTED = 1e-2;

/** Squared sine of the angle between two edges below which the direction across both is nothing but rounding. */
export const TRIANGLE_PARALLEL_SQ = 1e-30;

/** Rounding of a product of two lengths of the pair, relative to them. */
export const TRIANGLE_ROUNDING = 4e-15;

/** The error of the distance that an early end may cost, and the gap at a common point, both relative to size and distance. */
export const TRIANGLE_SLACK = 2e-14;

// ---- Meshes and compounds

/** Below this distance, relative to the coordinates, the difference of two nearest points does not give a direction. */
export const MESH_CLOSE = 1e-7;

/** How much boxes are widened for the rounding of positions, relative to the coordinates. */
export const COMPOUND_SLACK = 1e-14;

/** Times of contact that differ by no more than this count as equal; so do cosines. */
export const CAST_SAME_TIME = 1e-9;

// ---- Depth of solids that are not convex

/**
 * Squared sine of the angle between two edges below which their product is not used as a separating axis. It only has to be above
 * rounding: every direction is a valid axis, and one that is left out makes a passage longer, never shorter.
 */
export const PARALLEL_EDGES_SQ = 1e-24;

/**
 * Rounding allowance of the passage of two triangles, relative to the coordinates. It is larger than that of the decision whether they
 * meet (TOUCH_MESH), so that triangles that the passage calls apart are apart by that decision, too.
 */
export const PASSAGE_SLACK = 2e-15;

/**
 * A way out must stay open this much farther, relative to its length. The contract asks for it by `1.001·depth`, and it keeps rounding
 * from taking a crack for a way out.
 */
export const OPEN_FARTHER = 1e-3;

/** Below this distance from the surface, relative to the coordinates, the way to the nearest point of the surface has no direction. */
export const NEAR_SURFACE = 1e-9;

/** Directions whose cosine is above this count as the same and are tried once: 7°. */
export const SAME_DIRECTION_COS = 0.992;

/** How many directions spread over the sphere are judged by balls. */
export const DEPTH_DIRECTIONS = 600;

/** How many more directions may be offered: those of the deepest parts, the axes and their diagonals. */
export const DIRECTIONS_OFFERED = 96;

/** At most this many directions are tried, the most promising first. */
export const DEPTH_TRIALS = 40;

/** The most steps of a walk. */
export const WALK_STEPS = 8;

/** A walk ends when the planes it has found promise an improvement of less than this, relative to the depth. */
export const STATIONARY = 1e-6;

/** The most balls that are found inside a mesh, and inside a solid of many parts. */
export const BALLS_PER_MESH = 48;
export const BALLS_PER_SOLID = 64;

/** How much a placement's scale may change before the balls are found again (see MeshInstance). Radii are reduced by as much. */
export const BALLS_SAME_SCALE = 2e-12;

/** How far from its triangle the ray starts that finds the middle of a mesh there, relative to the coordinates. */
export const BALLS_RAY_OFFSET = 1e-7;

/** How many pairs of triangles are remembered from one direction to the next, to be tried before the trees are walked. */
export const PAIRS_REMEMBERED = 96;

/** A walk through two trees for triangles that meet ends when it has found some in this many pairs of leaves. */
export const LEAVES_PER_STAB = 4;

/** The cost of a GJK query, and of a walk through two trees, in tests of two triangles. */
export const GJK_COST = 8;
export const TREE_WALK_COST = 200;

/** The tests of two triangles, or equal work, that a search may take before it ends with the best result so far. */
export const DEPTH_BUDGET = 40_000;

// ---- Motion

/** π/2 less the double nearest to it. */
export const HALF_PI_REST = 6.123233995736766e-17;

/** The cosine of the angle, 120°, that an axis may turn by from one step to the next while bodies are in contact; beyond it they have changed sides. */
export const OPPOSITE_AXES = -0.5;

/*
 * Resting contact. Let D be the depth up to which two bodies touch at the start of a motion: their accuracy, or the rounding of
 * coordinates where that is coarser. What one motion leaves, the next one must take for touching, or things that rest would be stuck.
 * With the signed distance d of a pair, all in units of D:
 *
 *   d(0) ≥ −1                     touching at the start; what is deeper overlaps
 *   null: d(1) > −REST_SINK       or, where d(0) is deeper already, above d(0) but for rounding
 *   impact: d(t) ≥ min(d(0), REST_GAP), but for rounding; if it sinks slowly elsewhere, by REST_SLACK less, and above −REST_SINK
 *
 * So with r for rounding of the pose that the caller computes, REST_SINK + r ≤ 1 closes the chain. r is below a quarter, as D is at least
 * 4·TOUCH = 144 units of 2⁻⁵³ of the coordinates. What falls straight stays where it is, so frames of falling do not add up. Only motions that
 * lead deeper by less than D do, and they end at −REST_SINK.
 */

/** How deep a motion that is no impact may leave a pair, in units of D. The other half is for the rounding of poses. */
export const REST_SINK = 0.5;

/** How far beyond that a pair may get on the way, in units of D. Steps of bodies that turn in contact are as the square root of this. */
export const REST_PROOF = 0.5;

/** The gap that an impact leaves if the pair was as far apart at the start, in units of D. Impacts of bodies that are apart leave about as much. */
export const REST_GAP = 0.125;

/** How much lower, in units of D, a pair may be left that sinks slowly while it is hit elsewhere. It never gets below REST_SINK. */
export const REST_SLACK = 0.125;

/** The part of the rounding of coordinates that a signed distance is expected to be off by: that of 18 units of 2⁻⁵³, where it takes some five. */
export const REST_ROUNDING = 0.125;

/**
 * Radians between two placements that a swept shape is the hull of. With π/8 it is grown by 2 % of how far the collider reaches from
 * the axis, and a whole turn takes 18 placements.
 */
export const SWEEP_STEP = 0.39269908169872414; // Math.PI / 8

// ---- Polygons of the plane

/** How far inside of their hull corners of a convex polygon may be, relative to its perimeter: rounding of computed coordinates. */
export const POLYGON2_INSIDE = 1e-9;

/** How much longer the way around them may be than around the hull, relatively. That of corners in another order is, by far. */
export const POLYGON2_LONGER = 1e-6;

// ---- Impacts of moving vertices

/**
 * The tolerance of impacts of moving vertices, relative to the longest side of the box around all of them at t = 0 and t = 1: 256
 * units of rounding (2^-53). What is nearer than this counts as touching. The distance is itself computed to a fifth of it, so what is
 * reported to touch is nearer than IMPACT_FALSE.
 */
export const IMPACT_TOUCH = 2.8e-14;

/** The bound that is promised: the exact distance at the time of an impact, relative to the same box, is never above. */
export const IMPACT_FALSE = 3.5e-14;

/**
 * Rounding of a value of the cubic, relative to the sum of its absolute products: 3 units for the differences, 8 for products, sums
 * and the division by 3, 9 for the evaluation; 22 units with the rounding of that sum.
 */
export const IMPACT_CUBIC_ROUNDING = 2.5e-15;

/** The same for Bernstein coefficients on a span, with 3 units for each of 8 halvings in place of the evaluation. */
export const IMPACT_SPAN_ROUNDING = 4.5e-15;

/** Rounding of an area, relative to its absolute products: 4 units for each position, 5 for the product and sums. */
export const IMPACT_AREA_ROUNDING = 1.6e-15;

/** Rounding of a corner's coordinate relative to another, relative to the largest: 4 units for each of three positions, 2 for sums. */
export const IMPACT_POSITION_ROUNDING = 1.8e-15;

/**
 * Rounding of polynomials in pairs of doubles, relative to half the sum of their absolute products: less than 500 squared units, most
 * of them for 52 halvings.
 */
export const IMPACT_PAIR_ROUNDING = 2.6e-29;

/** Rounding of a position in pairs of doubles, relative to the largest coordinate: 10 squared units. */
export const IMPACT_PAIR_POSITION = 1.3e-31;

/** Polynomials of a part of time are computed anew when their bound has shrunk by this factor. Smaller ones cost time, and gain nothing known. */
export const IMPACT_SHRUNK = 4096;

/** More than underflow takes from any product of three coordinates above IMPACT_SMALL. */
export const IMPACT_UNDERFLOW = 1e-290;

/** Below this size, facets are scaled by a power of two first. */
export const IMPACT_SMALL = 1e-50;

/** Below this square of its normal, a facet above IMPACT_SMALL is narrower than its tolerance by far. */
export const FACET_FLAT = 1e-300;

/** The foot of a perpendicular is refined until it moves by less, relative to the edges. */
export const FACET_FOOT = 1e-15;

/**
 * Parts of time after which the search ends with the start of the current one, which is never late but may be false. No query is known
 * that takes a tenth of them; they take half a millisecond.
 */
export const IMPACT_MAX_PARTS = 2000;

/**
 * Rounding of the distance between a ball's center and a plane, relative to the largest coordinate as seen from the triangle: 3 units
 * for the position, 5 for the unit vector, 3 for each of two products, in three components; 32 in all.
 */
export const IMPACT_BALL_ROUNDING = 3.6e-15;

/** Steps of a ball towards a triangle, after which the current time is the answer. Each squares the error, or halves it in grazing. */
export const IMPACT_BALL_STEPS = 100;

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

/**
 * Rounding of when a ray enters the last of three slabs and leaves the first, in units of 8t, relative to the sum of the centres and
 * widths of the intervals of times (in units of 2t along x and y, of 4t along z). Ends of intervals are off by 4ε of these, which is
 * multiplied by 4 at most; the sums that find the largest by 24ε. Twice 40ε is 8.9e-15.
 */
export const SLABS_ROUNDING = 1e-14;

/** How far products of axes may be off those of an orthonormal frame before they are made orthonormal: rounding of a rotation in doubles. */
export const AXES_ROUNDING = 1e-15;

// ---- Exact signs

/**
 * Rounding of a determinant of differences, relative to the sum of its absolute products: Shewchuk's bound is
 * (7 + 56ε)ε = 7.8e-16, and the sum is itself rounded.
 */
export const DETERMINANT_ROUNDING = 8e-16;

/**
 * Rounding of a 3×3 determinant of differences that is computed with about twice the digits of doubles, relative to the sum of its
 * absolute products, S. With ε² = 1.2e-32: six products, and what rounding takes from them, from their sum and from the differences
 * (their tails, at most ε of each). The latter are 11εS in all and are added in 36 steps, which is off by 400ε²S; their own rounding is
 * 7ε²S; and products with two and three tails, 3ε²S + ε³S, are left out. Together 5.1e-30.
 */
export const DETERMINANT_TWICE = 1e-29;

/** The same relative to the result: a few additions at the end round, by ε = 1.1e-16 each. */
export const DETERMINANT_TWICE_SUM = 1e-15;

/**
 * Rounding of the volumes of a ray with the edges of a triangle, relative to the product of sums of absolute components: those of two
 * edges, of these and the way to the start of the ray, and of the direction. Each volume is off by 7ε of its products, the
 * third is the rest of a sum and is off by 10ε of them all, where ε = 1.1e-16.
 */
export const RAY_ROUNDING = 1.2e-15;

/**
 * The least speed of a ray across a plane, relative to products as above, at which dividing by it leaves the time its digits: about
 * eight of them where it is as slow.
 */
export const RAY_GRAZING = 1e-7;

/**
 * How far behind the start of a ray, relative to how far away its outline is, a polygon is not hit by a ray that is in its plane but
 * for rounding: far more than the rounding of times, far less than what is seen.
 */
export const RAY_BEHIND = 1e-9;

/** Rounding of a coordinate between two others, relative to the sum of these: five operations of 1.1e-16. */
export const POLYGON_ROUNDING = 1e-15;

/**
 * Squared sine of the angle between the planes of two polygons below which the direction of the line in which they meet may lose half
 * of its digits; they are then compared exactly.
 */
export const POLYGONS_PARALLEL_SQ = 1e-16;

/**
 * The rounding of a polygon's normal, relative to it, up to which a foot of a perpendicular is measured with it: the distance is then
 * off by half of the square of this. Beyond, the polygon is narrower than 1e-10 of its length, and its edges stand for it.
 */
export const FACE_RELIABLE = 1e-5;

// ---- Bounds

/**
 * How far the farthest point may be outside of the ball around its support points, relative to the radius, for that ball to be the
 * smallest. Below it there is only the rounding of distances, 4e-16, and of the centre.
 */
export const BALL_GAP = 1e-14;

/** How negative the weight of a support point may be, of all that add up to 1: rounding of a centre on the edge of its simplex. */
export const BALL_WEIGHT = 1e-15;

/** The fast sphere's radius is rounded up by this, so that it is never below the exact one, which may be too large by BALL_GAP. */
export const BALL_FAST_OUTWARD = 1e-13;

/**
 * The factor for the radius of a sphere around points. More than the rounding of a distance, relative to it: three differences, three
 * squares and two sums leave at most 5 units of 2⁻⁵³ in the square, so 2.5 in the root, which adds one.
 */
export const BALL_OUTWARD = 1.0000000000000004; // 1 + 2 ** -51

/** More than what rounding the centre of a sphere to doubles adds to a distance, relative to the coordinates of the centre. */
export const BALL_CENTER_ROUNDING = 4.440892098500626e-16; // 2 ** -51

/** More than the rounding of a product of vectors, relative to the absolute values of what is added: four units of 2⁻⁵³. */
export const BOX_OUTWARD = 4.440892098500626e-16; // 2 ** -51

/** More than the rounding of a sum of three, relative to their absolute values: that of a bound of a k-DOP. */
export const DOP_ROUNDING = 4.440892098500626e-16; // 2 ** -51

/** From a double to the next one away from zero, or the one after it, relative. */
export const NEXT_DOUBLE = 2.220446049250313e-16; // 2 ** -52

/** An entry of a covariance below this, relative to the spreads along its two axes, is rounding: a cube has no principal axes. */
export const SPREAD_ROUNDING = 1e-15;

/**
 * Sides of an oriented box below this, relative to the extent and the largest coordinate, are rounding of a flat set, and count as
 * this long when volumes are compared: of flat sets the area is minimised, of those on a line the length.
 */
export const BOX_FLAT = 1e-14;

/** How far off the corners of a hull's shadow may be for rounding, relative to its size. */
export const CORNER_ROUNDING = 1e-13;

/** Squared sine of the angle between edges below which their vector product loses more than two digits. */
export const ACROSS_PARALLEL_SQ = 1e-4;

/** A step that turns a tight box makes its volume smaller by more than this, relative to it, or is the last one. */
export const BOX_GAIN = 1e-9;

/** The last steps by which a tight box is turned, in radians where its sides are equal: they change its volume by no more. */
export const BOX_STEP = 1e-5;

/** How many numbers are read, at most, to try directions for a tight box: 10 to 20 numbers take 10 ns. */
export const BOX_BUDGET = 20_000_000;

/**
 * How far beyond a triangle's box the cells reach that hold it, in cells. A ray's place in the grid is rounded by less than 1e-11
 * cells (1,000 cells a side, 16 sides away), so that it visits a cell that holds the triangle wherever it hits it.
 */
export const VOXEL_SLACK = 1e-6;

// ---- Trees of oriented boxes, and of planes

/**
 * What the half sizes of an oriented box grow by, relative to their sum and to the coordinates of its center, so that the box whose
 * center and axes are rounded to floats holds all that the box of doubles holds: twice what is derived in obb-layout.ts (2.5·2⁻²³
 * and 2⁻²⁴).
 */
export const OBB_HALF_ROUNDING = 4.76837158203125e-7; // 2 ** -21
export const OBB_CENTER_ROUNDING = 1.1920928955078125e-7; // 2 ** -23

/**
 * How far |MᵀM − s²I| may be from zero, relative to s², for two trees to be tested as turned and scaled boxes: matrices of floats
 * are nearer.
 */
export const OBB_PLACEMENT = 4.76837158203125e-7; // 2 ** -21

/**
 * What is added to the sizes of two boxes, relative to their sizes and distance, because their axes are orthonormal to float
 * precision only: more than four times the error of any of the fifteen tests, which is at most 3·(OBB_PLACEMENT + 2⁻²³) (see obb-
 * overlap.ts).
 */
export const OBB_AXES = 0.00000762939453125; // 2 ** -17

/**
 * How far apart the oriented boxes of two triangles that meet may seem to be, in units of TOUCH_MESH times the sum of the coordinates:
 * one for triangles that touch within rounding, one for carrying their vertices, and two for carrying the centres of the boxes.
 */
export const OBB_PLACES = 4;

/**
 * Half the thickness of the planes of a BSP tree, relative to the extent of the mesh. A hundred times the rounding of corners that
 * were computed where planes cut edges, through fifty cuts (1e-14), and a thousandth of what may be told apart near the surface
 * (1e-9).
 */
export const BSP_THICKNESS = 1e-12;

/** Rounding of the squared length of a unit vector, which a check of a BSP tree allows: a few ulps, 16 of 2⁻⁵². */
export const BSP_LENGTH_ROUNDING = 3.552713678800501e-15; // 2 ** -48

// ---- Broad phases

/**
 * The factor by which a box may be left later than computed. Each time of a slab comes from three operations that round, so two of
 * them may be out of order by six units of 2⁻⁵³, and this is eight. With it no box that is met is missed, and few are added.
 */
export const EXIT_SLACK = 1.0000000000000009; // 1 + 2 ** -50

/** What a moving box grows by when it is taken relative to a tree's origin, relative to the difference: four times its rounding. */
export const TREE_WALK_GROWTH = 4.440892098500626e-16; // 2 ** -51

/** Factors for times of a node of a tree: more than the rounding of those times and of those of a box below it. */
export const TREE_WALK_EARLIER = 0.9999999999999991; // 1 - 2 ** -50
export const TREE_WALK_LATER = 1.0000000000000018; // 1 + 2 ** -49

/** More than the rounding of a place on a way through a grid, relative to the coordinates that it is computed from: 16 ulps. */
export const GRID_PLACE_ROUNDING = 3.552713678800501e-15; // 2 ** -48

/** Cells of a grid are larger than its boxes by this factor: more than rounding can change the number of a cell, of which there are up to 2²⁶. */
export const CELL_SLACK = 1.0000009536743164; // 1 + 2 ** -20

/** More than what rounding takes from the largest corner of a level's boxes plus the largest size, relative to their magnitudes. */
export const LEVEL_ROUNDING = 8.881784197001252e-16; // 2 ** -50

// ---- Movers

/** Rounding of a plane's value for a displacement, relative to the largest displacement: 45 units of 2⁻⁵² for sums of a few products. */
export const PLANE_ROUNDING = 1e-14;

/** Squared sine of the angle between two planes below which the direction of their line is rounding, and they count as one. */
export const PLANE_PARALLEL_SQ = 1e-26;

/**
 * A displacement leads along a plane, not into it, up to this angle. Normals of contacts are off by 1e-11 and less; a corridor between
 * walls that face each other would otherwise narrow to nothing by rounding. Casts keep a motion out of both.
 */
export const PLANE_TILT = 1e-9;

/**
 * The accuracy of distances and casts of a mover. Finer than usual, so that the gap that it keeps, which is a thousand times this, can
 * be small.
 */
export const MOVER_ACCURACY = 1e-11;

/** The gap that a mover keeps to the skin of what it meets, relative to its extent, and relative to its coordinates, which are rounded. */
export const MOVER_GAP = 1e-8;
export const MOVER_GAP_ROUNDING = 1e-13;

/** Up to this many gaps something is a contact. A mover stops one gap away, and its next stops are rounded by far less. */
export const MOVER_BAND = 2;

/** A gap below this part of the one that is kept is widened on the way. */
export const MOVER_LEAST_PART = 0.25;

/** Below minus this part of the gap something is an overlap, out of which the mover is pushed: 3e-10 for a mover 2 units tall. */
export const MOVER_OVERLAP_PART = 0.015625; // 2 ** -6

/** A step may be higher than the limit by this many gaps: the foot is one above the ground, and comes to rest one above the step. */
export const MOVER_STEP_GAPS = 4;

/** How much smaller, in gaps, the distance along a face's normal may be than the distance itself for the face's normal to be taken. */
export const MOVER_FACE_SLACK = 0.25;

/** The part of a displacement that counts as none: rounding of what planes leave in a corner. */
export const MOVER_STILL = 1e-12;

/** One less the cosine of the angle up to which two normals count as one contact: 4e-5 radians, far above what rounding tilts them by. */
export const MOVER_NORMAL_SAME = 1e-9;

/** The same for what is reported as one hit: 1.8°. */
export const HIT_NORMAL_SAME = 5e-4;

/** One less the cosine of the angle between faces up to which they are one face, cut into triangles: 1.4e-3 radians. */
export const FACES_DIFFER = 1e-6;

/** A face that meets others at the nearest point does not look away from the body by more than this, as a cosine. */
export const FACE_BESIDE = 1e-6;

/** Rounding of the slope of a face, as a cosine: a slope of exactly the limit can be walked on. */
export const SLOPE_ROUNDING = 1e-9;

/** The least upward component of the normal at a rim that a mover rests on. Below it, it slides down along a wall. */
export const RIM_LEAST_RISE = 1e-3;

/** The least horizontal part of a normal that has a direction. */
export const WALL_LEAST = 1e-6;

// ---- Adapters

/** Changes of U up to this, relative to its size, are noise: that of ten nested rotations in single precision. */
export const MATRIX_NOISE = 1e-6;

// ---- Faces and manifolds

/**
 * The sine of the angle by which a face or edge may lean and still counts as level in a contact. A computed pose is never exactly level,
 * and what rests on the ground rocks by a little; a random pose comes this close to a face once in some hundred thousand.
 */
export const FACE_TILT = 1e-3;

/**
 * The same for a body with a radius: its surface is off from where a level core would have it by half the square of this, relative to the
 * radius.
 */
export const FACE_TILT_ROUNDED = 3e-5;

/** The same where points apart by up to `maxSeparation` are asked for, as far as the lower corners are within that. */
export const FACE_LEAN = 0.05;

/**
 * The same where the bodies overlap, as far as the lower corners overlap too. What was dropped leans by about this much before it lies
 * flat; a random pose does once in some ten thousand.
 */
export const FACE_SINK = 0.005;

/** Corners of a face closer than this to the line through their neighbours, relative to the face's size, are no corners. */
export const FACE_CORNER = 1e-12;

/**
 * What two faces seen along the normal miss each other by counts as touching up to this much, relative to the smaller of them. The
 * normal has an error, and over the size of the faces it moves the corners by that.
 */
export const PATCH_TOUCH = 1e-9;

/** Corners that are nearer than the error of the distance count as one, but not farther than this, relative to the smaller body. */
export const PATCH_MERGE = 1e-7;

/** Of two choices of corners the one found first stays, unless the other covers more by this part. Symmetric patches have many best ones. */
export const PATCH_EQUAL = 1e-6;

/** Corners chosen before stay chosen while they cover this part of the best choice. */
export const PATCH_KEEP = 0.96;

/** A piece goes on beyond a contact if it rises over the plane across the normal by more than this part of the way. */
export const CONTACT_LEAN = 1e-7;

/** Pieces closer than this, relative to the smaller body, are flush: at the same point, or in the same plane. */
export const CONTACT_FLUSH = 1e-7;

// ---- Many points at once

/** How much farther than the bound by the point before a search in a scene looks, relative to it: far more than the rounding of both. */
export const BULK_REACH_ROUNDING = 1e-12;
