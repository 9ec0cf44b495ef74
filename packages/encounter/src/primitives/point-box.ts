/** A point and a box along the axes, which is solid. */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { readBox, readPoint, writePoint } from './read.ts';
import type { BoxValue } from './values.ts';

const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether a point is in a box or on it. Exact: only given numbers are compared.
 *
 * Cost: six comparisons.
 */
export function intersectsPointBox(point: Vec3Input, box: BoxValue): boolean {
  readPoint(point, p, 0, 'point');
  readBox(box, b, 'box');
  return p[0] >= b[0] && p[0] <= b[3] && p[1] >= b[1] && p[1] <= b[4] && p[2] >= b[2] && p[2] <= b[5];
}

/**
 * The point of a box nearest to a point (§3.2.2, slide 11-106): the point itself where it is inside. Exact, as it copies given numbers.
 *
 * Cost: six comparisons.
 */
export function closestPointBox(point: Vec3Input, box: BoxValue, out: Vec3 = new Vec3()): Vec3 {
  readPoint(point, p, 0, 'point');
  readBox(box, b, 'box');
  clampToBox(p, b, p);
  return writePoint(p, 0, out);
}

/** The point of a box, min and max, nearest to p, into q, which may be p. */
export function clampToBox(p: Float64Array, b: Float64Array, q: Float64Array): void {
  for (let i = 0; i < 3; i++) q[i] = p[i] < b[i] ? b[i] : p[i] > b[3 + i] ? b[3 + i] : p[i];
}
