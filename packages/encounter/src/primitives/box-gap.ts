/**
 * The nearest points of two boxes that are apart.
 *
 * Of the 15 axes that may separate two boxes, the one that separates them most belongs to the features that the nearest points lie on, or
 * to neighbours of these. So the boxes are moved along it until they touch (`touchBoxes`), and the point where they do is carried to
 * the nearest point of A, then of B.
 *
 * That this leads to the nearest points is not proven, and need not be: the distance of any points of the boxes is an upper bound, and the
 * separation along any direction is a lower one. Here the direction is the axis if the points lie along it, to rounding, and otherwise the
 * line between the points. The bounds stay open for 1 in 100 random pairs, no aligned ones, and 1 in 10 that share the vertical: for faces
 * that are level, or nearly so, and beside each other.
 */
import { TOUCH } from '../tolerances.ts';
import { touchBoxes } from './box-axes.ts';
import type { BoxContact, BoxPair } from './box-pair.ts';
import { clamp } from './box-touch.ts';

/**
 * Writes the nearest points of two boxes as `axis` leads to them: the axis that separates them most, by `out.signed`. Returns whether the
 * points lie along it, to rounding; then `out.error` becomes the difference of the bounds. Otherwise the normal is the line between the
 * points, and the separation along it is the other bound. Where they differ by more than rounding, nearer points may exist.
 */
export function nearestOfBoxes(pair: BoxPair, out: BoxContact & { error: number }, axis: number): boolean {
  const { mB: m, t } = pair;
  const { half: a } = pair.shapeA;
  const { half: b } = pair.shapeB;
  const { normal: n, pointA: p } = out;
  touchBoxes(pair, out, axis);
  const lower = out.signed;
  // A face of B has found a point of B, moved to where the boxes touch.
  const back = axis > 2 && axis < 6 ? lower : 0;
  p.x = clamp(p.x + back * n.x, a.x);
  p.y = clamp(p.y + back * n.y, a.y);
  p.z = clamp(p.z + back * n.z, a.z);
  let x = t.x - p.x;
  let y = t.y - p.y;
  let z = t.z - p.z;
  const u = clamp(-(x * m[0] + y * m[1] + z * m[2]), b.x);
  const v = clamp(-(x * m[3] + y * m[4] + z * m[5]), b.y);
  const w = clamp(-(x * m[6] + y * m[7] + z * m[8]), b.z);
  x += m[0] * u + m[3] * v + m[6] * w;
  y += m[1] * u + m[4] * v + m[7] * w;
  z += m[2] * u + m[5] * v + m[8] * w;
  const upper = Math.sqrt(x * x + y * y + z * z);
  out.signed = upper;
  out.error = Math.abs(upper - lower);
  if (Math.abs(x - lower * n.x) + Math.abs(y - lower * n.y) + Math.abs(z - lower * n.z) <= TOUCH * pair.size)
    return true;
  n.x = x / upper;
  n.y = y / upper;
  n.z = z / upper;
  return false;
}
