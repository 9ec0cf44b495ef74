/** A ball and a polygon. What belongs to a polygon is said in outline.ts. */
import { DIRECTION, OTHERS, Outline, prepareOutline, readOutline } from './outline.ts';
import { linePasses } from './outline-meets.ts';
import { readSphere } from './read.ts';
import { ballReachesPlane, ballReachesSegment, tameLengths } from './sphere-reach.ts';
import type { PolygonValue, SphereValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(4);
const o: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether a ball and a polygon have a point in common; the ball may be a point.
 *
 * §3.4.7: the ball reaches an edge, or it reaches the plane and its centre is in front of the face. The text moves the centre into
 * the plane, which rounds; here squares and signs are compared. Linear time.
 */
export function intersectsSpherePolygon(sphere: SphereValue, polygon: PolygonValue): boolean {
  readSphere(sphere, s, 'sphere');
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  tameLengths(s, v, o.from, o.to);
  for (let b = o.from, a = o.to - 3; b < o.to; a = b, b += 3) if (ballReachesSegment(s, v, a, b)) return true;
  prepareOutline(v, o);
  if (o.axis < 0 || !ballReachesPlane(s, v, o.a, o.b, o.c)) return false;
  // The edges are out of reach, so rounding of the normal does not matter.
  for (let k = 0; k < 3; k++) {
    v[k] = s[k];
    v[DIRECTION + k] = o.normal[k];
  }
  return linePasses(v, o, 0, DIRECTION, true);
}
