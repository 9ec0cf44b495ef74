/** A box and a polygon. What belongs to a polygon is said in outline.ts. */
import { OTHERS, Outline, prepareOutline, readOutline } from './outline.ts';
import { segmentMeetsOutline } from './outline-meets.ts';
import { readBox } from './read.ts';
import { boxMeetsEdge } from './segment-box.ts';
import type { BoxValue, PolygonValue } from './values.ts';

const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether a box and a polygon have a point in common; the box may be flat.
 *
 * §3.4.7: the box meets an edge, or what it has in common with the plane is wholly inside the polygon, so that one point tells: where
 * a diagonal meets the plane (D. Green and D. Hatch, 1995). All four diagonals are tried instead of that nearest to the normal, which
 * rounding might not find. Exact. Linear time.
 */
export function intersectsBoxPolygon(box: BoxValue, polygon: PolygonValue): boolean {
  readBox(box, b, 'box');
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  return boxMeetsOutline(b, v, o);
}

/** Whether the box from b[0…2] to b[3…5] and a polygon, which is not prepared yet, have a point in common. */
export function boxMeetsOutline(b: Float64Array, v: Float64Array, o: Outline): boolean {
  for (let k = 0; k < 3; k++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = o.from; i < o.to; i += 3) {
      least = Math.min(least, v[i + k]);
      most = Math.max(most, v[i + k]);
    }
    if (most < b[k] || least > b[3 + k]) return false;
  }
  for (let q = o.from, p = o.to - 3; q < o.to; p = q, q += 3) if (boxMeetsEdge(b, v, p, q, 0)) return true;
  prepareOutline(v, o);
  if (o.axis < 0) return false;
  for (let diagonal = 0; diagonal < 4; diagonal++) {
    for (let k = 0; k < 3; k++) {
      const isHigh = k < 2 && ((diagonal >> k) & 1) === 1;
      v[k] = b[isHigh ? 3 + k : k];
      v[3 + k] = b[isHigh ? k : 3 + k];
    }
    if (segmentMeetsOutline(v, 0, 3, o)) return true;
  }
  return false;
}
