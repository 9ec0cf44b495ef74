/**
 * Where GJK starts when nothing is known of a pair.
 *
 * The line between the origins of two shapes is a poor guess of the direction between their nearest points when they are long
 * or flat. Where a core has a cheap nearest point (segment, box, cylinder, cone), projecting from one core to the other and back
 * again (alternating projections: Cheney and Goldstein 1959) costs as much as one or two steps of GJK and saves up to half of the
 * steps that curved shapes take. It remains a guess: no decision rests on it.
 */
import type { Vec3 } from '../math/vec3.ts';
import type { Box } from '../shapes/box.ts';
import type { ConeShape } from '../shapes/cone.ts';
import type { CylinderShape } from '../shapes/cylinder.ts';
import type { SegmentShape } from '../shapes/segment.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { START_MET } from '../tolerances.ts';
import type { Cso } from './cso.ts';

/** How often to project from one core to the other and back: each round saves less than the one before. */
const ROUNDS = 2;

/**
 * Writes a − b into `axis`, where a and b are roughly the nearest points, and returns true. Returns false for cores without a cheap
 * nearest point, and when the two points have met. `a` and `b` are scratch.
 */
export function approach(cso: Cso, axis: Vec3, a: Vec3, b: Vec3): boolean {
  const { kindA, kindB, t, mB: m } = cso;
  if (!(cso.rigidA && cso.rigidB && hasNearest(kindA) && hasNearest(kindB))) return false;
  // The point b, in the query frame.
  let x = t.x;
  let y = t.y;
  let z = t.z;
  for (let k = 0; k < ROUNDS; k++) {
    a.x = x;
    a.y = y;
    a.z = z;
    nearest(kindA, cso.shapeA, a);
    x = a.x - t.x;
    y = a.y - t.y;
    z = a.z - t.z;
    b.x = m[0] * x + m[1] * y + m[2] * z;
    b.y = m[3] * x + m[4] * y + m[5] * z;
    b.z = m[6] * x + m[7] * y + m[8] * z;
    nearest(kindB, cso.shapeB, b);
    x = m[0] * b.x + m[3] * b.y + m[6] * b.z + t.x;
    y = m[1] * b.x + m[4] * b.y + m[7] * b.z + t.y;
    z = m[2] * b.x + m[5] * b.y + m[8] * b.z + t.z;
  }
  x = a.x - x;
  y = a.y - y;
  z = a.z - z;
  const met = START_MET * cso.size;
  if (!(x * x + y * y + z * z > met * met)) return false;
  axis.x = x;
  axis.y = y;
  axis.z = z;
  return true;
}

function hasNearest(kind: ShapeKind): boolean {
  return kind >= ShapeKind.segment && kind <= ShapeKind.cone;
}

/**
 * Moves p to the nearest point of a core. A number x is clamped to [−h, h] as (|x + h| − |x − h|)/2: right to rounding, and without
 * branches, which the processor could not predict.
 */
function nearest(kind: ShapeKind, shape: Shape, p: Vec3): void {
  if (kind === ShapeKind.box) {
    const h = (shape as Box).half;
    p.x = 0.5 * (Math.abs(p.x + h.x) - Math.abs(p.x - h.x));
    p.y = 0.5 * (Math.abs(p.y + h.y) - Math.abs(p.y - h.y));
    p.z = 0.5 * (Math.abs(p.z + h.z) - Math.abs(p.z - h.z));
  } else if (kind === ShapeKind.segment) {
    const { halfHeight: h } = shape as SegmentShape;
    p.x = 0;
    p.y = 0.5 * (Math.abs(p.y + h) - Math.abs(p.y - h));
    p.z = 0;
  } else {
    const { baseRadius: r, halfHeight: h } = shape as CylinderShape | ConeShape;
    const across = Math.sqrt(p.x * p.x + p.z * p.z);
    let y = 0.5 * (Math.abs(p.y + h) - Math.abs(p.y - h));
    let reach = r;
    if (kind === ShapeKind.cone && p.y > -h) {
      // In the plane through the axis and p: the nearest point of the slope from the rim (r, −h) to the apex (0, h).
      const slope = Math.max(0, Math.min(1, (2 * h * (p.y + h) - r * (across - r)) / (4 * h * h + r * r)));
      const rim = r * (1 - slope);
      if (across * 2 * h > r * (h - p.y)) {
        y = h * (2 * slope - 1);
        reach = rim;
      }
    }
    const s = across > reach ? reach / across : 1;
    p.x *= s;
    p.y = y;
    p.z *= s;
  }
}
