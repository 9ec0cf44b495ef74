/**
 * Two segments, the cores of two capsules: the closest points of their lines, then clamped one after the other, which is
 * exact for two segments (§3; Ericson, Real-Time Collision Detection, 5.1.9).
 *
 * The usual solution of the 2×2 normal equations loses digits with the *square* of the sine of the angle between the
 * lines. Here the shorter direction s is first made perpendicular to the longer one l,
 *
 *   w = s − (s·l / l·l)·l   (done twice, so that what remains is perpendicular however small),
 *
 * and the point on the shorter segment is where r + σw is shortest, r being the vector between the starts: σ = −r·w/w·w.
 * An error of ε|r| in r·w/|w| moves the point by that much across the longer line whatever the angle is, so the distance
 * is good to rounding of the coordinates also for nearly parallel segments. Parallel segments start from the middle of
 * the shorter one: any point would do.
 *
 * A distance within TOUCH of the coordinates is zero. The normal is then the unit vector of u × v, the directions of A
 * and B in this order; for parallel segments any perpendicular, for two points (1, 0, 0). In front of a segment's inside
 * the normal is made perpendicular to it explicitly, for the reason given in point-segment.ts.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import { perpendicular } from '../../math/vec3.ts';
import type { Segment } from '../../shapes/segment.ts';
import { finish, fromFrameB, isApart, measure } from './frame.ts';

/** Square of the sine of an angle between lines below which the direction across both is rounding alone. */
const PARALLEL_SQ = 1e-30;

/** Square of the distance, relative to the longer segment, from which the difference of the nearest points is normal enough. */
const CLEAR_SQ = 1e-6;

export function segmentSegment(cso: Cso, out: Proximity): void {
  const a = cso.shapeA as Segment;
  const b = cso.shapeB as Segment;
  const m = cso.mB;
  const { normal, pointA } = out;
  fromFrameB(cso, b.p, pointA);

  const bx = b.q.x - b.p.x;
  const by = b.q.y - b.p.y;
  const bz = b.q.z - b.p.z;
  let lx = a.q.x - a.p.x;
  let ly = a.q.y - a.p.y;
  let lz = a.q.z - a.p.z;
  let sx = m[0] * bx + m[3] * by + m[6] * bz;
  let sy = m[1] * bx + m[4] * by + m[7] * bz;
  let sz = m[2] * bx + m[5] * by + m[8] * bz;
  let ll = lx * lx + ly * ly + lz * lz;
  let ss = sx * sx + sy * sy + sz * sz;
  // −1 when the longer segment is B's.
  let side = 1;
  if (ss > ll) {
    let swap = lx;
    lx = sx;
    sx = swap;
    swap = ly;
    ly = sy;
    sy = swap;
    swap = lz;
    lz = sz;
    sz = swap;
    swap = ll;
    ll = ss;
    ss = swap;
    side = -1;
  }
  const rx = side * (pointA.x - a.p.x);
  const ry = side * (pointA.y - a.p.y);
  const rz = side * (pointA.z - a.p.z);

  let lambda = 0;
  let sigma = 0;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  let across = false;
  if (ll > 0) {
    let k = (sx * lx + sy * ly + sz * lz) / ll;
    wx = sx - k * lx;
    wy = sy - k * ly;
    wz = sz - k * lz;
    k = (wx * lx + wy * ly + wz * lz) / ll;
    wx -= k * lx;
    wy -= k * ly;
    wz -= k * lz;
    const ww = wx * wx + wy * wy + wz * wz;
    across = ww > PARALLEL_SQ * ss;
    if (across) sigma = Math.max(0, Math.min(1, -(rx * wx + ry * wy + rz * wz) / ww));
    else if (ss > 0) sigma = 0.5;
    lambda = ((rx + sigma * sx) * lx + (ry + sigma * sy) * ly + (rz + sigma * sz) * lz) / ll;
    if (lambda < 0 || lambda > 1) {
      lambda = lambda < 0 ? 0 : 1;
      if (ss > 0) {
        const back = (lambda * lx - rx) * sx + (lambda * ly - ry) * sy + (lambda * lz - rz) * sz;
        sigma = Math.max(0, Math.min(1, back / ss));
      }
    }
  }

  let dx = rx + sigma * sx - lambda * lx;
  let dy = ry + sigma * sy - lambda * ly;
  let dz = rz + sigma * sz - lambda * lz;
  const insideL = lambda > 0 && lambda < 1;
  const insideS = sigma > 0 && sigma < 1;
  if (insideL) {
    const k = (dx * lx + dy * ly + dz * lz) / ll;
    dx -= k * lx;
    dy -= k * ly;
    dz -= k * lz;
  } else if (insideS) {
    const k = (dx * sx + dy * sy + dz * sz) / ss;
    dx -= k * sx;
    dy -= k * sy;
    dz -= k * sz;
  }
  normal.x = side * dx;
  normal.y = side * dy;
  normal.z = side * dz;
  measure(out);

  const ofA = side > 0 ? lambda : sigma;
  pointA.x = a.p.x + ofA * (side > 0 ? lx : sx);
  pointA.y = a.p.y + ofA * (side > 0 ? ly : sy);
  pointA.z = a.p.z + ofA * (side > 0 ? lz : sz);
  const distance = out.signed;
  const touching = !isApart(out, a.p, a.q, b.p, b.q, cso.t);
  if (across && (touching || (insideL && insideS && distance * distance < CLEAR_SQ * ll))) {
    const { x, y, z } = normal;
    normal.x = side * (ly * wz - lz * wy);
    normal.y = side * (lz * wx - lx * wz);
    normal.z = side * (lx * wy - ly * wx);
    measure(out);
    const cos = normal.x * x + normal.y * y + normal.z * z;
    out.signed = distance * Math.abs(cos);
    if (cos < 0 && !touching) {
      normal.x = -normal.x;
      normal.y = -normal.y;
      normal.z = -normal.z;
    }
  } else if (touching && ll > 0) perpendicular(normal.set(lx, ly, lz), normal);
  else if (touching) normal.set(1, 0, 0);
  if (touching) out.signed = 0;
  finish(out);
}
