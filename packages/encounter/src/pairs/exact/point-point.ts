/** Two points, the cores of two spheres (§3). Coincident points get the normal (1, 0, 0). */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import { subtract } from '../../math/vec3.ts';
import type { Point } from '../../shapes/point.ts';
import { fromFrameB, measure } from './frame.ts';

export function pointPoint(cso: Cso, out: Proximity): void {
  const { normal, pointA, pointB } = out;
  pointA.copy((cso.shapeA as Point).position);
  fromFrameB(cso, (cso.shapeB as Point).position, pointB);
  subtract(pointB, pointA, normal);
  measure(out);
  if (out.signed === 0) normal.set(1, 0, 0);
  out.converged = true;
  out.iterations = 0;
}
