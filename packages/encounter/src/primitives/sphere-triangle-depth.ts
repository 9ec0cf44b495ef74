/** How deep a sphere is in a triangle. */
import { TOUCH } from '../tolerances.ts';
import { normalizeAt } from './length.ts';
import { nearestOnSegment } from './point-segment.ts';
import { readSphere, readTriangle } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import type { Penetration, SphereValue, TriangleValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const edge: Float64Array = /* #__PURE__ */ new Float64Array(4);
const side: Float64Array = /* #__PURE__ */ new Float64Array(6);
const q: Float64Array = /* #__PURE__ */ new Float64Array(3);
const way: Float64Array = /* #__PURE__ */ new Float64Array(10);
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(3);

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
  // Everything from the center, where nothing is lost far from the origin.
  let size = ball[3];
  for (let i = 0; i < 9; i++) {
    t[i] -= ball[i % 3];
    size += Math.abs(t[i]);
  }
  nearestToOrigin();
  for (let i = 0; i < 3; i++) way[i] = nearest[i];
  normalizeAt(way, 0);
  if (way[3] > ball[3] + TOUCH * size) return null;
  // Within rounding of the triangle the way there is none.
  if (way[3] <= TOUCH * size) across();
  else straighten();
  way[DEPTH] = ball[3] - way[3];
  for (let i = 0; i < 3; i++) {
    way[POINT_A + i] = ball[i] + ball[3] * way[i];
    way[POINT_B + i] = ball[i] + nearest[i];
  }
  return fillPenetration(way, out);
}

/**
 * The unit normal of t into n[0…2], and the longest edge into edge[0…2] and its squared length into edge[3]. n[3] is 0 for a segment or
 * a point.
 *
 * The normal of a sliver is off by ε over its width, in units of its length. Made perpendicular to the longest edge it is so only about
 * that edge: all of the sliver is within ε of the plane that it is taken for.
 */
function normalOf(): void {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = (vx - ux) * (vx - ux) + (vy - uy) * (vy - uy) + (vz - uz) * (vz - uz);
  const longest = uu >= vv && uu >= ww ? 0 : vv >= ww ? 1 : 2;
  edge[0] = longest === 0 ? ux : longest === 1 ? vx : vx - ux;
  edge[1] = longest === 0 ? uy : longest === 1 ? vy : vy - uy;
  edge[2] = longest === 0 ? uz : longest === 1 ? vz : vz - uz;
  const ee = edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2];
  edge[3] = ee;
  n[0] = uy * vz - uz * vy;
  n[1] = uz * vx - ux * vz;
  n[2] = ux * vy - uy * vx;
  normalizeAt(n, 0);
  if (n[3] === 0) return;
  const tilt = (n[0] * edge[0] + n[1] * edge[1] + n[2] * edge[2]) / ee;
  for (let i = 0; i < 3; i++) n[i] -= tilt * edge[i];
  normalizeAt(n, 0);
}

/** The point of t nearest to the origin: its projection, if that is inside of all edges, or the best on them. */
function nearestToOrigin(): void {
  normalOf();
  let inside = n[3] > 0;
  let best = Infinity;
  for (let e = 0; e < 9; e += 3) {
    const f = e === 6 ? 0 : e + 3;
    for (let i = 0; i < 3; i++) {
      side[i] = t[e + i];
      side[3 + i] = t[f + i];
      q[i] = 0;
    }
    // The origin on the inner side: (to − from) × (−from)·n > 0.
    const x = side[2] * side[4] - side[1] * side[5];
    const y = side[0] * side[5] - side[2] * side[3];
    const z = side[1] * side[3] - side[0] * side[4];
    if (!(x * n[0] + y * n[1] + z * n[2] < 0)) inside = false;
    nearestOnSegment(q, 0, side, q);
    const distance = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    if (distance >= best) continue;
    best = distance;
    for (let i = 0; i < 3; i++) nearest[i] = q[i];
  }
  if (!inside) return;
  // From the point on the edges, so that little is left to round.
  const height = n[0] * nearest[0] + n[1] * nearest[1] + n[2] * nearest[2];
  for (let i = 0; i < 3; i++) nearest[i] = height * n[i];
}

/**
 * Makes `way` perpendicular to what it leads to, for the reason given in pairs/exact/point-block.ts: of a center close to the triangle it
 * is the difference of two close points, and all of the triangle must be beyond the nearest one.
 */
function straighten(): void {
  const length = way[3];
  for (let v = 0; v < 9; v += 3) {
    const x = t[v] - nearest[0];
    const y = t[v + 1] - nearest[1];
    const z = t[v + 2] - nearest[2];
    const beyond = way[0] * x + way[1] * y + way[2] * z;
    if (!(beyond < 0)) continue;
    const back = beyond / (x * x + y * y + z * z);
    way[0] -= back * x;
    way[1] -= back * y;
    way[2] -= back * z;
  }
  normalizeAt(way, 0);
  way[3] = length;
}

/** A unit vector across t, whose plane the center is in: its normal, or anything across a segment. */
function across(): void {
  const length = way[3];
  if (n[3] > 0) for (let i = 0; i < 3; i++) way[i] = n[i];
  else {
    // Crossed with the axis that it is least along.
    const ax = Math.abs(edge[0]);
    const ay = Math.abs(edge[1]);
    const az = Math.abs(edge[2]);
    const flat = edge[3] > 0;
    const first = ax <= ay && ax <= az;
    way[0] = !flat ? 1 : first ? 0 : ay <= az ? -edge[2] : edge[1];
    way[1] = !flat ? 0 : first ? edge[2] : ay <= az ? 0 : -edge[0];
    way[2] = !flat ? 0 : first ? -edge[1] : ay <= az ? edge[0] : 0;
    normalizeAt(way, 0);
  }
  way[3] = length;
}
