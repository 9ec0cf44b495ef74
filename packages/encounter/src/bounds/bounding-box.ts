import { Aabb } from '../math/aabb.ts';
import { readPoints } from '../math/read.ts';
import { Vec3 } from '../math/vec3.ts';
import { measure, type PointsInput } from './scaled-points.ts';

/**
 * The least box along the axes that holds all points, exactly (§5.3, "Axis-Aligned Bounding Boxes"). O(n).
 *
 * @example
 * boundingBox([[1, 2, 3], [0, 5, 3]]); // { min: (0, 2, 3), max: (1, 5, 3) }
 */
export function boundingBox(points: PointsInput): Aabb {
  const box = new Float64Array(6);
  measure(readPoints('points', points), box);
  return new Aabb(new Vec3(box[0], box[1], box[2]), new Vec3(box[3], box[4], box[5]));
}
