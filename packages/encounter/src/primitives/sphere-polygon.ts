/** A ball and a polygon. What belongs to a polygon is said in outline.ts. */
import { compareSquares } from './determinant.ts';
import { DIRECTION, faceNormal, OTHERS, Outline, prepareOutline, readOutline } from './outline.ts';
import { linePasses } from './outline-meets.ts';
import { readSphere } from './read.ts';
import type { PolygonValue, SphereValue } from './values.ts';

const s: Float64Array = /* #__PURE__ */ new Float64Array(4);
const o: Outline = /* #__PURE__ */ new Outline();
/** The square of a distance is that of x over that of y. */
const x: Float64Array = /* #__PURE__ */ new Float64Array(3);
const y: Float64Array = /* #__PURE__ */ new Float64Array(3);

/** 2¹⁴⁰, about 1.4e42: sixth powers of lengths below it and above its inverse are doubles. */
const MUCH: number = 2 ** 140;

/**
 * Whether a ball and a polygon have a point in common; the ball may be a point.
 *
 * §3.4.7: the ball reaches an edge, or it reaches the plane and its centre is in front of the face. The text moves the centre into
 * the plane, which rounds; here squares of what is not divided are compared, exactly. Linear time.
 */
export function intersectsSpherePolygon(sphere: SphereValue, polygon: PolygonValue): boolean {
  readSphere(sphere, s, 'sphere');
  return ballMeetsOutline(s, readOutline(polygon, 'polygon', OTHERS, o), o);
}

/** Whether the ball around s[0…2] of radius s[3] and a polygon, which is not prepared yet, have a point in common. */
export function ballMeetsOutline(s: Float64Array, v: Float64Array, o: Outline): boolean {
  tame(s, v, o);
  for (let b = o.from, a = o.to - 3; b < o.to; a = b, b += 3) if (reachesSegment(s, v, a, b)) return true;
  prepareOutline(v, o);
  if (!faceNormal(v, o)) return false;
  x[0] = 0;
  x[1] = 0;
  x[2] = 0;
  for (let k = 0; k < 3; k++) {
    y[k] = v[DIRECTION + k];
    x[0] += y[k] * (s[k] - v[o.a + k]);
    v[k] = s[k];
  }
  // The edges are out of reach, so rounding of the normal does not decide whether its foot is inside.
  return compareSquares(x, s[3], y) <= 0 && linePasses(v, o, 0, DIRECTION, true);
}

/** Scales all by a power of two, which rounds nothing, if sixth powers of lengths might over- or underflow. */
function tame(s: Float64Array, v: Float64Array, { from, to }: Outline): void {
  let length = s[3];
  for (let i = from; i < to; i++) length = Math.max(length, Math.abs(v[i] - s[(i - from) % 3]));
  if (length < MUCH && length > 1 / MUCH) return;
  const by = length < 1 ? MUCH : 1 / MUCH;
  for (let k = 0; k < 4; k++) s[k] *= by;
  for (let i = from; i < to; i++) v[i] *= by;
}

/** Whether the ball reaches the segment from v[a] to v[b], which may be a point. */
function reachesSegment(s: Float64Array, v: Float64Array, a: number, b: number): boolean {
  const ex = v[b] - v[a];
  const ey = v[b + 1] - v[a + 1];
  const ez = v[b + 2] - v[a + 2];
  const along = ex * (s[0] - v[a]) + ey * (s[1] - v[a + 1]) + ez * (s[2] - v[a + 2]);
  const isPast = along >= ex * ex + ey * ey + ez * ez;
  const from = isPast ? b : a;
  x[0] = s[0] - v[from];
  x[1] = s[1] - v[from + 1];
  x[2] = s[2] - v[from + 2];
  y[0] = 1;
  y[1] = 0;
  y[2] = 0;
  if (!isPast && along > 0) {
    // The distance from the line, times the length of the segment.
    const { 0: px, 1: py, 2: pz } = x;
    x[0] = py * ez - pz * ey;
    x[1] = pz * ex - px * ez;
    x[2] = px * ey - py * ex;
    y[0] = ex;
    y[1] = ey;
    y[2] = ez;
  }
  return compareSquares(x, s[3], y) <= 0;
}
