/**
 * A point and an upright segment, the cores of a sphere and a capsule (§3): the height clamped. In front of the inside the
 * normal has no height at all, however close the point is; a tilted one would make a capsule reach farther than its radius.
 *
 * A point within TOUCH of the segment counts as on it and gets the normal (1, 0, 0).
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { Segment } from '../../shapes/segment.ts';
import { TOUCH } from '../../tolerances.ts';
import { finish, measure } from './frame.ts';

export function pointSegment(cso: Cso, out: Proximity): void {
  const { halfHeight: h } = cso.shapeA as Segment;
  const { normal, pointA } = out;
  const { x, y, z } = cso.t;
  const above = y > h ? y - h : y < -h ? y + h : 0;
  normal.x = x;
  normal.y = above;
  normal.z = z;
  measure(out);
  pointA.x = 0;
  pointA.y = y - above;
  pointA.z = 0;
  if (!(out.signed > TOUCH * (Math.abs(x) + Math.abs(y) + Math.abs(z) + h))) {
    out.signed = 0;
    normal.set(1, 0, 0);
  }
  finish(out);
}
