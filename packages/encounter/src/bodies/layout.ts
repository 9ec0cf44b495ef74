/**
 * Where a query finds the numbers of a body: in one plain array for each body, the frame first (see `Affine.m`), then what
 * follows here. Numbers in fields lie anywhere in memory, and fetching them takes longer than working with them.
 */
import { Affine } from '../math/affine.ts';

/** The origin of the frame: three numbers. */
export const ORIGIN = 9;
/** The radius that the core is swept with. */
export const RADIUS = 12;
/** The longest side of the body's box, as far as tolerances care. */
export const EXTENT = 13;
/** Half the size of a box around the origin of the core's frame that contains the core: three numbers, Infinity where unknown. */
export const REACH = 14;
/** The radius of a ball around the origin of the frame that the body contains; −Infinity where none is known. */
export const INNER = 17;

/** A frame with room for the rest. */
export function bodyFrame(): Affine {
  return new Affine([0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, Infinity, Infinity, Infinity, -Infinity]);
}
