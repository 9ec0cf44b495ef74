/** An oriented box and a triangle. */
import { boxMeetsTriangle } from './box-triangle.ts';
import { toObbFrame } from './obb-coordinates.ts';
import { readObb, readTriangle } from './read.ts';
import type { ObbValue, TriangleValue } from './values.ts';

const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);

/**
 * Whether an oriented box and a triangle have a point in common; the box may be flat, the triangle a segment or a point.
 *
 * §3.3, as `intersectsBoxTriangle` in the box's own axes. The triangle's corners round on the way there, and rounding counts as
 * touching; what follows is exact.
 */
export function intersectsObbTriangle(obb: ObbValue, triangle: TriangleValue): boolean {
  readObb(obb, o, 'obb');
  readTriangle(triangle, t, 'triangle');
  toObbFrame(o, t, 0, 9, b);
  return boxMeetsTriangle(b, t);
}
