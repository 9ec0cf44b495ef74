/** A ball and a triangle. */
import { OTHERS, Outline, outlineOfTriangle } from './outline.ts';
import { readSphere, readTriangle } from './read.ts';
import { ballMeetsOutline } from './sphere-polygon.ts';
import type { SphereValue, TriangleValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(4);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether a ball and a triangle have a point in common; the ball may be a point, the triangle a segment or a point.
 *
 * §3.4.6 finds the nearest point and measures its distance. Here no division rounds: see `intersectsSpherePolygon`.
 */
export function intersectsSphereTriangle(sphere: SphereValue, triangle: TriangleValue): boolean {
  readSphere(sphere, s, 'sphere');
  readTriangle(triangle, t, 'triangle');
  return ballMeetsOutline(s, outlineOfTriangle(t, OTHERS, o), o);
}
