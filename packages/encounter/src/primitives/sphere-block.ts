/**
 * How deep a ball is in a box along the axes of its frame (§3.2.2): from outside by the point of the box nearest to the center; with the
 * center inside, through the nearest face.
 *
 * The library's spheres and boxes have `pairs/exact/point-block.ts`, for half sizes around the origin and also for distances.
 * test/primitives/basic-penetration.test.ts compares the two.
 */
import { normalizeAt } from './length.ts';
import { POINT_B } from './results.ts';

/**
 * For the center c and a box, min and max: out[0…2] becomes the unit vector from the ball to the box, out[3] how far the center is outside
 * the box, or minus how deep inside, and out[7…9] the point of the box that out[0…2] leads to: as a penetration, but for the point of the ball.
 */
export function towardsBlock(c: Float64Array, box: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    out[POINT_B + i] = c[i] < box[i] ? box[i] : c[i] > box[3 + i] ? box[3 + i] : c[i];
    out[i] = out[POINT_B + i] - c[i];
  }
  normalizeAt(out, 0);
  if (out[3] > 0) return;
  // The face to leave through; the first of several that are as near.
  let nearest = Infinity;
  let face = 0;
  for (let k = 0; k < 6; k++) {
    // Upper faces first, as the library has it.
    const i = k >> 1;
    const depth = (k & 1) === 0 ? box[3 + i] - c[i] : c[i] - box[i];
    if (depth < nearest) {
      nearest = depth;
      face = k;
    }
  }
  const axis = face >> 1;
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  // The box goes the other way than the ball.
  out[axis] = (face & 1) === 0 ? -1 : 1;
  out[3] = -nearest;
  out[POINT_B + axis] = (face & 1) === 0 ? box[3 + axis] : box[axis];
}
