/**
 * Polygons, as all tests with them see them: an outline, and the plane it is in.
 *
 * **What belongs to a polygon.** Its edges, as they are given, and what they surround in its plane. The plane is that through three
 * of its points that are well apart. A point of it is surrounded if a half line from there crosses the outline an odd number
 * of times (§3.4.3, the crossings test, Alg. 3.5), seen along the axis nearest to the plane's normal; a line that crosses
 * the plane, if that is so in any plane through the line. So polygons need not be convex. A hole is joined to the outside by
 * two opposite edges, which cancel out, and whose points belong to the polygon anyhow. Points may be repeated. An outline on one
 * line, or in one place, surrounds nothing and is its edges.
 *
 * All decisions are signs of determinants of the points given, and exact. If computed coordinates round, so that the points are not
 * quite in one plane, each sign still is: two polygons that share an edge let no ray through between them.
 *
 * Deviations from the book: it computes where an edge or a ray meets the plane, which rounds, and leaves points on the outline to
 * chance; here they count.
 */
import { requireLength, wrong } from '../check.ts';
import type { Vec3Input } from '../math/vec3.ts';
import { DETERMINANT_ROUNDING, FACE_RELIABLE } from '../tolerances.ts';
import { turn } from './determinant.ts';
import { largestComponent } from './ray-edge.ts';
import { readPoint } from './read.ts';
import type { PolygonValue } from './values.ts';

/** A polygon in an array of doubles, and what is known of its plane. */
export class Outline {
  /** Its points start here and end before there. */
  from = 0;
  to = 0;
  /** Where three of its points are that span its plane. */
  a = 0;
  b = 0;
  c = 0;
  /** The axis along which the outline is seen best; −1 if it is on a line. */
  axis = -1;
  /** The normal, of any length, then how much each component may be off. */
  readonly normal: Float64Array = new Float64Array(6);
  /** In the first place: how far points of the outline are off the plane, rounding included, times the length of the normal. */
  readonly thickness: Float64Array = new Float64Array(1);
}

/** The points of the polygons of one call. Grows with the largest polygon; the first OTHERS numbers are for what is not a polygon. */
let points: Float64Array = /* #__PURE__ */ new Float64Array(192);

/** Where the polygons start: before that is room for a triangle, a segment or a ray, and for a direction. */
export const OTHERS = 12;
export const DIRECTION = 9;

/** Reads a polygon to the places behind `from`. Returns the array, which may be another one than before: what is there is kept. */
export function readOutline(value: PolygonValue, name: string, from: number, out: Outline): Float64Array {
  const list: ArrayLike<Vec3Input> | undefined = value?.points;
  if (Object(list) !== list) wrong(name, 'be { points }', value);
  const count = list.length;
  if (!(count > 0 && list[count - 1] !== undefined)) refuseList(list, `${name}.points`);
  out.from = from;
  out.to = from + 3 * count;
  if (out.to > points.length) {
    const more = new Float64Array(2 * out.to);
    more.set(points);
    points = more;
  }
  let i = 0;
  try {
    for (; i < count; i++) readPoint(list[i], points, from + 3 * i, name);
  } catch {
    // The error that says which; a name made for every point would be garbage.
    readPoint(list[i], points, from + 3 * i, name, `.points[${i}]`);
  }
  return points;
}

/** Puts a triangle behind `from`, where there is room for two, and returns the array. */
export function outlineOfTriangle(triangle: Float64Array, from: number, out: Outline): Float64Array {
  points.set(triangle, from);
  out.from = from;
  out.to = from + 9;
  return points;
}

function refuseList(list: ArrayLike<Vec3Input>, name: string): never {
  requireLength(name, list);
  wrong(name, 'have at least 1 point', list, RangeError);
}

/** Finds the plane. */
export function prepareOutline(v: Float64Array, o: Outline): void {
  const { from, to, normal } = o;
  o.a = from;
  o.b = from;
  let most = 0;
  for (let i = from + 3; i < to; i += 3) {
    const x = v[i] - v[from];
    const y = v[i + 1] - v[from + 1];
    const z = v[i + 2] - v[from + 2];
    const distanceSq = x * x + y * y + z * z;
    if (distanceSq > most) {
      most = distanceSq;
      o.b = i;
    }
  }
  o.c = from;
  most = 0;
  for (let i = from + 3; i < to; i += 3) {
    if (i === o.b) continue;
    setNormal(v, o, i);
    const areaSq = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    if (areaSq > most) {
      most = areaSq;
      o.c = i;
    }
  }
  o.axis = bestAxis(v, o, o.c);
  // What is an area may be rounding, and an area be lost to rounding: then each point is asked exactly.
  for (let i = from + 3; o.axis < 0 && i < to; i += 3) {
    o.axis = bestAxis(v, o, i);
    o.c = i;
  }
  let thickness = 0;
  // Three points are in their plane.
  for (let i = to - from > 9 ? from : to; i < to; i += 3) {
    measureHeight(v, o, i);
    thickness = Math.max(thickness, Math.abs(height[0]) + height[1]);
  }
  o.thickness[0] = thickness;
}

/** The normal with the point at `c`, and its rounding. */
function setNormal(v: Float64Array, { a, b, normal }: Outline, c: number): void {
  for (let k = 0; k < 3; k++) {
    const x = k === 2 ? 0 : k + 1;
    const y = 3 - k - x;
    const left = (v[b + x] - v[a + x]) * (v[c + y] - v[a + y]);
    const right = (v[b + y] - v[a + y]) * (v[c + x] - v[a + x]);
    normal[k] = left - right;
    normal[3 + k] = DETERMINANT_ROUNDING * (Math.abs(left) + Math.abs(right));
  }
}

/** The axis nearest to the normal with the point at `c`; −1 if the three points are on a line. */
function bestAxis(v: Float64Array, o: Outline, c: number): number {
  setNormal(v, o, c);
  const first = largestComponent(o.normal, 0);
  for (let k = 0; k < 3; k++) {
    const axis = (first + k) % 3;
    if (turn(v, axis, o.a, o.b, c) !== 0) return axis;
  }
  return -1;
}

/** What `measureHeight` found: a number that a call returns would be garbage where the call is not inlined. */
export const height: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** How far a point is off the plane, times the length of the normal, to height[0], and what rounding may have made of it to height[1]. */
export function measureHeight(v: Float64Array, { a, normal }: Outline, point: number): void {
  const x = v[point] - v[a];
  const y = v[point + 1] - v[a + 1];
  const z = v[point + 2] - v[a + 2];
  height[0] = normal[0] * x + normal[1] * y + normal[2] * z;
  height[1] = normal[3] * Math.abs(x) + normal[4] * Math.abs(y) + normal[5] * Math.abs(z);
}

/**
 * Writes the normal to v[DIRECTION], made perpendicular to the long side of the outline: in a needle it may be turned about that, which
 * moves no foot by much, but not tilted along it. False if it is more rounding than direction; then all points are near the edges.
 */
export function faceNormal(v: Float64Array, { a, b, axis, normal }: Outline): boolean {
  if (axis < 0) return false;
  let along = 0;
  let lengthSq = 0;
  let size = 0;
  let rounding = 0;
  for (let k = 0; k < 3; k++) {
    const e = v[b + k] - v[a + k];
    along += e * normal[k];
    lengthSq += e * e;
    size += Math.abs(normal[k]);
    rounding += normal[3 + k];
  }
  for (let k = 0; k < 3; k++) v[DIRECTION + k] = normal[k] - (along / lengthSq) * (v[b + k] - v[a + k]);
  return rounding < FACE_RELIABLE * size;
}

/** On which side of the whole polygon a point is for certain: 1 or −1; 0 if it may be level with some of it. */
export function sideOfOutline(v: Float64Array, o: Outline, x: number): number {
  measureHeight(v, o, x);
  const error = height[1] + o.thickness[0];
  return height[0] > error ? 1 : height[0] < -error ? -1 : 0;
}
