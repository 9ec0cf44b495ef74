/** A plane and a polygon. */
import { OTHERS, Outline, readOutline } from './outline.ts';
import { planeMeetsPoints } from './plane-triangle.ts';
import { readPlane } from './read.ts';
import type { PlaneValue, PolygonValue } from './values.ts';

const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether a plane, which is a surface here, and a polygon have a point in common.
 *
 * Not all of its points may be strictly on one side. Exact for the plane's normal and offset as they are given, of any length. Linear
 * time.
 */
export function intersectsPlanePolygon(plane: PlaneValue, polygon: PolygonValue): boolean {
  readPlane(plane, n, 'plane');
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  return planeMeetsPoints(n, v, o.from, o.to);
}
