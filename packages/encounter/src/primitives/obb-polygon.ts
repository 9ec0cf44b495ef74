/** An oriented box and a polygon. */
import { boxMeetsOutline } from './box-polygon.ts';
import { toObbFrame } from './obb-coordinates.ts';
import { OTHERS, Outline, readOutline } from './outline.ts';
import { readObb } from './read.ts';
import type { ObbValue, PolygonValue } from './values.ts';

const box: Float64Array = /* #__PURE__ */ new Float64Array(15);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether an oriented box and a polygon have a point in common; the box may be flat.
 *
 * §3.4.7, as `intersectsBoxPolygon` in the box's own axes. The polygon's points round on the way there, and rounding counts as
 * touching; what follows is exact. Linear time.
 */
export function intersectsObbPolygon(obb: ObbValue, polygon: PolygonValue): boolean {
  readObb(obb, box, 'obb');
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  toObbFrame(box, v, o.from, o.to, b);
  return boxMeetsOutline(b, v, o);
}
