import { type Polygon2, polygon2, readPolygon2 } from './polygon2.ts';
import { overlap } from './polygon2-overlap.ts';
import { Penetration2, type Polygon2Value } from './values.ts';

const polygonA: Polygon2 = /* #__PURE__ */ polygon2();
const polygonB: Polygon2 = /* #__PURE__ */ polygon2();
const best: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * The shortest way in which polygon b can be moved off polygon a, or null if they have no point in common (slides 11-55 to 11-65, the
 * minimum translation): moving b by depth·normal brings them into touching contact. Touching: depth 0, and the normal of a side at which
 * they touch.
 *
 * Whether it is null is the answer of {@link intersectsPolygon2Polygon2}, whose polygons these are. Where several ways are equally short
 * it is one of them. Cost: that of the decision, and a square root for each side.
 */
export function penetrationPolygon2Polygon2(
  a: Polygon2Value,
  b: Polygon2Value,
  out: Penetration2 = new Penetration2(),
): Penetration2 | null {
  readPolygon2(a, polygonA, 'a');
  readPolygon2(b, polygonB, 'b');
  if (!overlap(polygonA, polygonB, best)) return null;
  out.depth = best[0];
  out.normal[0] = best[1];
  out.normal[1] = best[2];
  return out;
}
