/**
 * A point and a segment, the cores of a sphere and a capsule: projection onto the segment's line, clamped (§3).
 *
 * A point within TOUCH of the segment's inside counts as on it and gets some normal across the segment. In front of
 * the inside the normal is made perpendicular to the segment explicitly: for a point close by, the rounding of the
 * projection would tilt it, and along a tilted normal a capsule reaches farther than its radius.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import { perpendicular, type Vec3 } from '../../math/vec3.ts';
import type { Segment } from '../../shapes/segment.ts';
import { TOUCH } from '../../tolerances.ts';
import { finish, measure } from './frame.ts';

export function pointSegment(cso: Cso, out: Proximity): void {
  const { p, q } = cso.shapeA as Segment;
  const { normal, pointA } = out;
  const { t } = cso;
  const dx = q.x - p.x;
  const dy = q.y - p.y;
  const dz = q.z - p.z;
  const rx = t.x - p.x;
  const ry = t.y - p.y;
  const rz = t.z - p.z;
  const along = rx * dx + ry * dy + rz * dz;
  // From q itself: along − d·d would be rounding where it matters, next to q.
  const beyond = (t.x - q.x) * dx + (t.y - q.y) * dy + (t.z - q.z) * dz;
  if (along <= 0 || beyond >= 0) {
    const end = along <= 0 ? p : q;
    normal.set(t.x - end.x, t.y - end.y, t.z - end.z);
    measure(out);
    if (out.signed === 0) perpendicular(normal.set(dx, dy, dz), normal);
    pointA.copy(end);
    finish(out);
    return;
  }
  const lenSq = dx * dx + dy * dy + dz * dz;
  const s = Math.min(along / lenSq, 1);
  let nx = rx - s * dx;
  let ny = ry - s * dy;
  let nz = rz - s * dz;
  const tilt = (nx * dx + ny * dy + nz * dz) / lenSq;
  nx -= tilt * dx;
  ny -= tilt * dy;
  nz -= tilt * dz;
  normal.set(nx, ny, nz);
  measure(out);
  // More than rounding in these.
  const size = sum(p) + sum(q) + sum(t);
  if (out.signed > TOUCH * size) pointA.set(p.x + s * dx, p.y + s * dy, p.z + s * dz);
  else {
    out.signed = 0;
    pointA.copy(t);
    perpendicular(normal.set(dx, dy, dz), normal);
  }
  finish(out);
}

function sum(v: Vec3): number {
  return Math.abs(v.x) + Math.abs(v.y) + Math.abs(v.z);
}
