/**
 * A point and a box, the cores of a sphere and a (rounded) box (§3): the point clamped to the box, or the nearest face
 * from within. Clamping in the box's frame leaves exact zeros along the axes that are within, so the normal is in the
 * normal cone of its feature however close the point is.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { Box } from '../../shapes/box.ts';
import { finish, measure } from './frame.ts';

export function pointBox(cso: Cso, out: Proximity): void {
  const { half } = cso.shapeA as Box;
  const { normal, pointA } = out;
  const { x, y, z } = cso.t;
  pointA.x = Math.max(-half.x, Math.min(half.x, x));
  pointA.y = Math.max(-half.y, Math.min(half.y, y));
  pointA.z = Math.max(-half.z, Math.min(half.z, z));
  normal.set(x - pointA.x, y - pointA.y, z - pointA.z);
  measure(out);
  if (out.signed === 0) {
    const inX = half.x - Math.abs(x);
    const inY = half.y - Math.abs(y);
    const inZ = half.z - Math.abs(z);
    if (inX <= inY && inX <= inZ) {
      out.signed = -inX;
      normal.set(x < 0 ? -1 : 1, 0, 0);
      pointA.x = x < 0 ? -half.x : half.x;
    } else if (inY <= inZ) {
      out.signed = -inY;
      normal.set(0, y < 0 ? -1 : 1, 0);
      pointA.y = y < 0 ? -half.y : half.y;
    } else {
      out.signed = -inZ;
      normal.set(0, 0, z < 0 ? -1 : 1);
      pointA.z = z < 0 ? -half.z : half.z;
    }
  }
  finish(out);
}
