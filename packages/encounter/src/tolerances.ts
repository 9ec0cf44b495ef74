/**
 * Every numerical constant of the library: value, unit, what it buys.
 *
 * Lengths are relative: multiplied by the size of the pair, so that a scene in millimetres and one in kilometres get
 * the same answers scaled.
 */

/**
 * Default `accuracy` of distances and depths, relative to the larger extent of the pair. The bound is on the duality
 * gap, so results of curved shapes are within it and results of polytopes usually far better.
 */
export const ACCURACY = 1e-9;

/**
 * Rounding allowance of a decision "apart or touching", relative to the size of the coordinates that enter it: a gap
 * below this cannot be told from rounding in the support points themselves (a few ulps of two transforms) and counts
 * as touching.
 */
export const TOUCH = 4e-15;
