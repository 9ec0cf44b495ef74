/** How deep a sphere is in a triangle. */
import { TOUCH } from '../tolerances.ts';
import { normalizeAt } from './length.ts';
import { readSphere, readTriangle } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import { findPlane, normal, setSides } from './triangle-plane.ts';
import type { Penetration, SphereValue, TriangleValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
/** The center as seen from each corner. */
const from: Float64Array = /* #__PURE__ */ new Float64Array(9);
const plane: Float64Array = /* #__PURE__ */ new Float64Array(4);
const way: Float64Array = /* #__PURE__ */ new Float64Array(10);

/**
 * How deep a sphere and a triangle overlap (§3.4.6): radius minus the distance of the center. pointB is the point of the triangle nearest
 * to the center. A center in the triangle is pushed out along the triangle's normal, the one of (b − a) × (c − a); where the triangle is a
 * segment or a point, across it. Null where they are apart; a gap of rounding (TOUCH times the coordinates, seen from the center) counts as
 * touching.
 *
 * Cost: about 100 multiplications, two roots and some divisions.
 */
export function penetrationSphereTriangle(
  sphere: SphereValue,
  triangle: TriangleValue,
  out?: Penetration,
): Penetration | null {
  readSphere(sphere, ball, 'sphere');
  readTriangle(triangle, t, 'triangle');
  setSides(t);
  let size = ball[3];
  for (let i = 0; i < 9; i++) {
    from[i] = ball[i % 3] - t[i];
    size += Math.abs(from[i]);
  }
  findPlane(from, plane);
  const touch = TOUCH * size;
  if (plane[3] > ball[3] + touch) return null;
  const distance = Math.max(0, plane[3]);
  for (let i = 0; i < 3; i++) {
    way[i] = -plane[i];
    way[POINT_B + i] = ball[i] - distance * plane[i];
  }
  // Within rounding of the triangle the way there is none.
  if (distance <= touch) setAcross();
  normalizeAt(way, 0);
  way[DEPTH] = ball[3] - distance;
  for (let i = 0; i < 3; i++) way[POINT_A + i] = ball[i] + ball[3] * way[i];
  return fillPenetration(way, out);
}

/** Makes `way` a vector across the triangle, whose plane the center is in: its normal, or anything across a segment. */
function setAcross(): void {
  const { 0: x, 1: y, 2: z, 3: ex, 4: ey, 5: ez } = normal;
  const isFlat = x === 0 && y === 0 && z === 0;
  // Crossed with the axis that it is least along; a point may be left along any.
  const least = Math.abs(ex) <= Math.abs(ey) && Math.abs(ex) <= Math.abs(ez) ? 0 : Math.abs(ey) <= Math.abs(ez) ? 1 : 2;
  way[0] = !isFlat ? x : least === 0 ? 0 : least === 1 ? -ez : ey;
  way[1] = !isFlat ? y : least === 0 ? ez : least === 1 ? 0 : -ex;
  way[2] = !isFlat ? z : least === 0 ? -ey : least === 1 ? ex : 0;
  if (way[0] === 0 && way[1] === 0 && way[2] === 0) way[0] = 1;
}
