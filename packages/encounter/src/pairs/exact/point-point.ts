/** Two points, the cores of two spheres (§3). Coincident points get the normal (1, 0, 0). */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import { finish, measure } from './frame.ts';

export function pointPoint(cso: Cso, out: Proximity): void {
  out.pointA.set(0, 0, 0);
  out.normal.copy(cso.t);
  measure(out);
  if (out.signed === 0) out.normal.set(1, 0, 0);
  finish(out);
}
