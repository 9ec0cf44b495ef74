/** What the closed forms share. `x` and `out` may be the same. */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { TOUCH } from '../../tolerances.ts';

/** The point `x` of B's frame in the query frame. */
export function fromFrameB(cso: Cso, x: Vec3, out: Vec3): Vec3 {
  const { mB: m, t } = cso;
  const { x: vx, y: vy, z: vz } = x;
  out.x = m[0] * vx + m[3] * vy + m[6] * vz + t.x;
  out.y = m[1] * vx + m[4] * vy + m[7] * vz + t.y;
  out.z = m[2] * vx + m[5] * vy + m[8] * vz + t.z;
  return out;
}

/**
 * Takes the length of `out.normal` for `out.signed` and makes it a unit vector; the zero vector stays. Any finite vector
 * will do, as for `length`, which is not called as the number it returns may have to be allocated.
 */
export function measure(out: Proximity): void {
  const n = out.normal;
  let { x, y, z } = n;
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  let unit = 1;
  if (m < 1e-140 || m > 1e140) {
    out.signed = 0;
    if (m === 0) return;
    unit = m;
    x /= m;
    y /= m;
    z /= m;
  }
  const l = Math.sqrt(x * x + y * y + z * z);
  out.signed = unit * l;
  n.x = x / l;
  n.y = y / l;
  n.z = z / l;
}

/** Whether `out.signed` is more than rounding in points made of these four, seen from the other's origin t. */
export function isApart(out: Proximity, p: Vec3, q: Vec3, r: Vec3, s: Vec3, t: Vec3): boolean {
  const x = Math.abs(p.x) + Math.abs(q.x) + Math.abs(r.x) + Math.abs(s.x) + Math.abs(t.x);
  const y = Math.abs(p.y) + Math.abs(q.y) + Math.abs(r.y) + Math.abs(s.y) + Math.abs(t.y);
  const z = Math.abs(p.z) + Math.abs(q.z) + Math.abs(r.z) + Math.abs(s.z) + Math.abs(t.z);
  return out.signed > TOUCH * (x + y + z);
}

/** Ends a query that has its answer. */
export function finish(out: Proximity): void {
  out.converged = true;
  out.iterations = 0;
}
