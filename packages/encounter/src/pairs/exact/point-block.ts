/**
 * A point and a block, the cores of a sphere and a box, a capsule or another sphere (§3). A block is a box of which some half extents
 * may be zero, as those of an upright segment and of a point are.
 *
 * A point outside is clamped to the block. The difference has, in each component, how far the point is beyond the half extent, and an
 * exact zero along each axis where it is within. So the normal is in the normal cone of its feature however close the point is;
 * a tilted normal would make a capsule reach farther than its radius. For a point inside, and for one on a block without an inside,
 * the normal is that of the nearest face.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import { clamp } from '../../primitives/box-touch.ts';
import type { Shape } from '../../shapes/shape.ts';
import { measure } from './frame.ts';

/** What points, upright segments and boxes have in common. */
interface Block extends Shape {
  /** Half extents. */
  readonly half: Vec3;
}

export function pointBlock(cso: Cso, out: Proximity): boolean {
  const { half } = cso.shapeA as Block;
  const { normal, pointA } = out;
  const { x, y, z } = cso.t;
  pointA.x = clamp(x, half.x);
  pointA.y = clamp(y, half.y);
  pointA.z = clamp(z, half.z);
  subtract(cso.t, pointA, normal);
  measure(out);
  if (out.signed === 0) {
    const beyondX = Math.abs(x) - half.x;
    const beyondY = Math.abs(y) - half.y;
    const beyondZ = Math.abs(z) - half.z;
    if (beyondX >= beyondY && beyondX >= beyondZ) {
      out.signed = beyondX;
      normal.set(x < 0 ? -1 : 1, 0, 0);
      pointA.x = x < 0 ? -half.x : half.x;
    } else if (beyondY >= beyondZ) {
      out.signed = beyondY;
      normal.set(0, y < 0 ? -1 : 1, 0);
      pointA.y = y < 0 ? -half.y : half.y;
    } else {
      out.signed = beyondZ;
      normal.set(0, 0, z < 0 ? -1 : 1);
      pointA.z = z < 0 ? -half.z : half.z;
    }
  }
  return true;
}
