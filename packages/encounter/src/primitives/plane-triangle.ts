/** A plane and a triangle. */
import { planeSide } from './plane-side.ts';
import { readPlane, readTriangle } from './read.ts';
import type { PlaneValue, TriangleValue } from './values.ts';

const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const p: Float64Array = /* #__PURE__ */ new Float64Array(9);
const point: Float64Array = /* #__PURE__ */ new Float64Array(3);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * Whether a plane, which is a surface here, and a triangle have a point in common.
 *
 * Not all corners may be strictly on one side. Exact for the plane's normal and offset as they are given, of any length.
 */
export function intersectsPlaneTriangle(plane: PlaneValue, triangle: TriangleValue): boolean {
  readPlane(plane, n, 'plane');
  readTriangle(triangle, p, 'triangle');
  return planeMeetsPoints(n, p, 0, 9);
}

/** Whether the points from v[from] up to v[to] are not all strictly on one side of a plane. */
export function planeMeetsPoints(plane: Float64Array, v: Float64Array, from: number, to: number): boolean {
  let first = 0;
  for (let i = from; i < to; i += 3) {
    for (let k = 0; k < 3; k++) point[k] = v[i + k];
    const side = planeSide(plane, point, height);
    if (side === 0 || side === -first) return true;
    first = side;
  }
  return false;
}
