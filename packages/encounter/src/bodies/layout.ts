/**
 * The layout of the numbers of a body: one plain array per body with the frame first (see `Affine.m`), then the numbers below.
 * Numbers in fields lie anywhere in memory, and loading them would take longer than computing with them.
 */
import { Affine } from '../math/affine.ts';

/** The origin of the frame: three numbers. */
export const ORIGIN = 9;
/** The radius that the core is swept with. */
export const RADIUS = 12;
/** The longest side of the body's box, precise enough for tolerances. */
export const EXTENT = 13;
/** Half the size of a box around the origin of the core's frame that contains the core: three numbers, Infinity where unknown. */
export const REACH = 14;
/** The radius of a ball around the origin of the frame that the body contains; −Infinity where none is known. */
export const INNER = 17;
/** In a placement: the world box relative to its origin, min then max, once `boxFromOrigin` has measured it. */
export const BOX = 18;
/** In a frame that is not the placement: its origin relative to that of the placement, all that a change of position needs. */
export const CENTER = 18;
/**
 * How far the origin of the frame may be off because it is the sum of a position and an offset, rounding of that sum aside; 0 where it is
 * the position that was set.
 */
export const BLUR = 24;

/** A frame with room for the other numbers; reach, inner ball and box are unknown. */
export function bodyFrame(): Affine {
  return new Affine([
    0.5,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    Infinity,
    Infinity,
    Infinity,
    -Infinity,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
}
