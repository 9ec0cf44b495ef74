/** Whether two triangles meet, rounding in their vertices allowed for. */
import { ROUNDING } from '../tolerances.ts';
import { MEET, relate, trianglesMeetExactly, UNCERTAIN } from './triangle-triangle.ts';
import { distanceTriangleTriangle } from './triangle-triangle-distance.ts';

const nearest: Float64Array = /* #__PURE__ */ new Float64Array(7);

/** As `trianglesMeet`, or whether they are no farther apart than `tolerance[0]`, which is meant for rounding. */
export function touchesTriangleTriangle(p: Float64Array, q: Float64Array, tolerance: Float64Array): boolean {
  const relation = relate(p, q, tolerance);
  if (relation !== UNCERTAIN) return relation === MEET;
  if (trianglesMeetExactly(p, q)) return true;
  nearest[0] = tolerance[0] * tolerance[0] * (1 + ROUNDING);
  return distanceTriangleTriangle(p, q, nearest);
}
