/**
 * Whether two closed triangles have a point in common, decided exactly for the doubles given: coplanar, touching,
 * degenerate to segments or points, identical (§3.4.4; O. Devillers and P. Guigue, "Faster Triangle-Triangle Intersection
 * Tests", INRIA RR-4488, 2002).
 *
 * Only signs of determinants decide. With above(a, b, c, d) = (b − a) × (c − a) · (d − a):
 *   1. all of P strictly on one side of Q's plane, or the other way round: apart;
 *   2. else each triangle cuts the line in which the planes meet in an interval. Let p0 be the vertex of P that is alone
 *      on its side, q0 that of Q, and order the other two so that p0 and q0 are above. The edges p0p1, p0p2 and q0q1, q0q2 contain
 *      the ends of the intervals, and these overlap iff above(p0, p1, q0, q1) ≤ 0 ≤ above(p0, p2, q0, q2).
 *
 * First all this in plain doubles, each determinant with its error bound. Where a sign is not certain, which takes a contact
 * within rounding, `trianglesMeetExactly` starts anew with exact signs (determinant.ts). It knows more cases than the paper: vertices
 * in the other plane need no table there, since "alone" means: on another side than both others, which are not on opposite sides.
 */
import { DETERMINANT_ROUNDING } from '../tolerances.ts';
import { above, turn } from './determinant.ts';

/** The vertices of P and Q for `trianglesMeetExactly`, x, y, z each. Nothing called from there comes back here. */
const v: Float64Array = /* #__PURE__ */ new Float64Array(18);

/** Whether the triangles with the vertices p[0…8] and q[0…8] have a point in common. Touching counts. */
export function trianglesMeet(p: Float64Array, q: Float64Array): boolean {
  const relation = relate(p, q, EXACT);
  return relation === UNCERTAIN ? trianglesMeetExactly(p, q) : relation === MEET;
}

/** What plain doubles can decide for certain, even if vertices are off by the tolerance. */
const APART = 0;
export const MEET = 1;
export const UNCERTAIN = 2;

/** No tolerance. */
export const EXACT: Float64Array = /* #__PURE__ */ new Float64Array(1);

/** Sets of vertices of a triangle are numbers from 0 to 7: bit k says whether vertex k belongs to the set. */
const ALL = 7;

/** Where the coordinates of the vertex start that is alone on its side, for each set of vertices above. */
const ALONE: Int32Array = /* #__PURE__ */ new Int32Array([0, 0, 3, 6, 6, 3, 0, 0]);

/**
 * MEET or APART where that is certain even if vertices are off by `tolerance[0]`, otherwise UNCERTAIN.
 *
 * Sides are collected as sets of vertices, without a branch for each vertex: on which side a vertex is cannot be predicted. The error
 * bound is one for three vertices, with the sum of their offsets instead of each. It is at most a few times larger, which makes a pair
 * uncertain only within rounding.
 */
export function relate(p: Float64Array, q: Float64Array, tolerance: Float64Array): number {
  const near = tolerance[0];
  // P against the plane of Q.
  let ox = q[0];
  let oy = q[1];
  let oz = q[2];
  let ex = q[3] - ox;
  let ey = q[4] - oy;
  let ez = q[5] - oz;
  let fx = q[6] - ox;
  let fy = q[7] - oy;
  let fz = q[8] - oz;
  let l = ey * fz;
  let r = ez * fy;
  let nx = l - r;
  let mx = Math.abs(l) + Math.abs(r);
  l = ez * fx;
  r = ex * fz;
  let ny = l - r;
  let my = Math.abs(l) + Math.abs(r);
  l = ex * fy;
  r = ey * fx;
  let nz = l - r;
  let mz = Math.abs(l) + Math.abs(r);
  let dx = p[0] - ox;
  let dy = p[1] - oy;
  let dz = p[2] - oz;
  const p0 = nx * dx + ny * dy + nz * dz;
  let sx = Math.abs(dx);
  let sy = Math.abs(dy);
  let sz = Math.abs(dz);
  dx = p[3] - ox;
  dy = p[4] - oy;
  dz = p[5] - oz;
  const p1 = nx * dx + ny * dy + nz * dz;
  sx += Math.abs(dx);
  sy += Math.abs(dy);
  sz += Math.abs(dz);
  dx = p[6] - ox;
  dy = p[7] - oy;
  dz = p[8] - oz;
  const p2 = nx * dx + ny * dy + nz * dz;
  sx += Math.abs(dx);
  sy += Math.abs(dy);
  sz += Math.abs(dz);
  let error =
    DETERMINANT_ROUNDING * (mx * sx + my * sy + mz * sz) + near * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz));
  const pAbove = Number(p0 > error) + 2 * Number(p1 > error) + 4 * Number(p2 > error);
  const pBelow = Number(p0 < -error) + 2 * Number(p1 < -error) + 4 * Number(p2 < -error);
  if (pAbove === ALL || pBelow === ALL) return APART;

  // Q against the plane of P.
  ox = p[0];
  oy = p[1];
  oz = p[2];
  ex = p[3] - ox;
  ey = p[4] - oy;
  ez = p[5] - oz;
  fx = p[6] - ox;
  fy = p[7] - oy;
  fz = p[8] - oz;
  l = ey * fz;
  r = ez * fy;
  nx = l - r;
  mx = Math.abs(l) + Math.abs(r);
  l = ez * fx;
  r = ex * fz;
  ny = l - r;
  my = Math.abs(l) + Math.abs(r);
  l = ex * fy;
  r = ey * fx;
  nz = l - r;
  mz = Math.abs(l) + Math.abs(r);
  dx = q[0] - ox;
  dy = q[1] - oy;
  dz = q[2] - oz;
  const q0 = nx * dx + ny * dy + nz * dz;
  sx = Math.abs(dx);
  sy = Math.abs(dy);
  sz = Math.abs(dz);
  dx = q[3] - ox;
  dy = q[4] - oy;
  dz = q[5] - oz;
  const q1 = nx * dx + ny * dy + nz * dz;
  sx += Math.abs(dx);
  sy += Math.abs(dy);
  sz += Math.abs(dz);
  dx = q[6] - ox;
  dy = q[7] - oy;
  dz = q[8] - oz;
  const q2 = nx * dx + ny * dy + nz * dz;
  sx += Math.abs(dx);
  sy += Math.abs(dy);
  sz += Math.abs(dz);
  error = DETERMINANT_ROUNDING * (mx * sx + my * sy + mz * sz) + near * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz));
  const qAbove = Number(q0 > error) + 2 * Number(q1 > error) + 4 * Number(q2 > error);
  const qBelow = Number(q0 < -error) + 2 * Number(q1 < -error) + 4 * Number(q2 < -error);
  if (qAbove === ALL || qBelow === ALL) return APART;

  if ((pAbove | pBelow) !== ALL || (qAbove | qBelow) !== ALL) return UNCERTAIN;

  // All six signs are certain and none is zero. Offsets of the vertices: i0 is alone on its side, the others follow in cyclic order.
  const i0 = ALONE[pAbove];
  const j0 = ALONE[qAbove];
  const iNext = i0 === 6 ? 0 : i0 + 3;
  const iLast = 9 - i0 - iNext;
  const jNext = j0 === 6 ? 0 : j0 + 3;
  const jLast = 9 - j0 - jNext;
  // Whether i0 and j0 are above: then they are the only ones there.
  const iAbove = (pAbove & (pAbove - 1)) === 0;
  const jAbove = (qAbove & (qAbove - 1)) === 0;
  const i1 = jAbove ? iNext : iLast;
  const i2 = jAbove ? iLast : iNext;
  const j1 = iAbove ? jNext : jLast;
  const j2 = iAbove ? jLast : jNext;

  ox = p[i0];
  oy = p[i0 + 1];
  oz = p[i0 + 2];
  ex = q[j0] - ox;
  ey = q[j0 + 1] - oy;
  ez = q[j0 + 2] - oz;
  fx = q[j1] - ox;
  fy = q[j1 + 1] - oy;
  fz = q[j1 + 2] - oz;
  dx = p[i1] - ox;
  dy = p[i1 + 1] - oy;
  dz = p[i1 + 2] - oz;
  const first = (ey * fz - ez * fy) * dx + (ez * fx - ex * fz) * dy + (ex * fy - ey * fx) * dz;
  const firstError =
    DETERMINANT_ROUNDING *
      ((Math.abs(ey * fz) + Math.abs(ez * fy)) * Math.abs(dx) +
        (Math.abs(ez * fx) + Math.abs(ex * fz)) * Math.abs(dy) +
        (Math.abs(ex * fy) + Math.abs(ey * fx)) * Math.abs(dz)) +
    near * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) * (Math.abs(fx - ex) + Math.abs(fy - ey) + Math.abs(fz - ez));
  if (first > firstError) return APART;

  fx = q[j2] - ox;
  fy = q[j2 + 1] - oy;
  fz = q[j2 + 2] - oz;
  dx = p[i2] - ox;
  dy = p[i2 + 1] - oy;
  dz = p[i2 + 2] - oz;
  const second = (ey * fz - ez * fy) * dx + (ez * fx - ex * fz) * dy + (ex * fy - ey * fx) * dz;
  const secondError =
    DETERMINANT_ROUNDING *
      ((Math.abs(ey * fz) + Math.abs(ez * fy)) * Math.abs(dx) +
        (Math.abs(ez * fx) + Math.abs(ex * fz)) * Math.abs(dy) +
        (Math.abs(ex * fy) + Math.abs(ey * fx)) * Math.abs(dz)) +
    near * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) * (Math.abs(fx - ex) + Math.abs(fy - ey) + Math.abs(fz - ez));
  if (second < -secondError) return APART;
  if (first < -firstError && second > secondError) return MEET;
  return UNCERTAIN;
}

/** The same by exact signs, for any input. Vertices 0, 1, 2 are P's and 3, 4, 5 are Q's. */
export function trianglesMeetExactly(p: Float64Array, q: Float64Array): boolean {
  for (let k = 0; k < 9; k++) {
    v[k] = p[k];
    v[k + 9] = q[k];
  }
  if (boxesApart()) return false;
  if (shareCoordinate()) return decideFlat();
  const p0 = side(3, 4, 5, 0);
  const p1 = side(3, 4, 5, 1);
  const p2 = side(3, 4, 5, 2);
  if (p0 !== 0 && p0 === p1 && p0 === p2) return false;
  const q0 = side(0, 1, 2, 3);
  const q1 = side(0, 1, 2, 4);
  const q2 = side(0, 1, 2, 5);
  if (q0 !== 0 && q0 === q1 && q0 === q2) return false;

  const pInPlane = p0 === 0 && p1 === 0 && p2 === 0;
  const qInPlane = q0 === 0 && q1 === 0 && q2 === 0;
  if (pInPlane && qInPlane) return decideFlat();
  // All vertices of one triangle lie in the plane of the other, but not the other way round. So the other one has no area; the first
  // has area, and the other crosses its plane.
  if (pInPlane) return pierces(3, q0, q1, 0);
  if (qInPlane) return pierces(0, p0, p1, 3);

  const i0 = alone(p0, p1, p2);
  const j0 = alone(q0, q1, q2);
  const iNext = (i0 + 1) % 3;
  const jNext = (j0 + 1) % 3;
  const pAbove = i0 === 0 ? p0 > p1 : i0 === 1 ? p1 > p2 : p2 > p0;
  const qAbove = j0 === 0 ? q0 > q1 : j0 === 1 ? q1 > q2 : q2 > q0;
  const i1 = qAbove ? iNext : 3 - i0 - iNext;
  const i2 = 3 - i0 - i1;
  const j1 = pAbove ? jNext : 3 - j0 - jNext;
  const j2 = 3 - j0 - j1;
  return side(i0, i1, j0 + 3, j1 + 3) <= 0 && side(i0, i2, j0 + 3, j2 + 3) >= 0;
}

/** Whether the bounding boxes are disjoint. This decides most neighbours in one plane, and all pairs on one line. */
function boxesApart(): boolean {
  for (let k = 0; k < 3; k++) {
    const a = v[k];
    const b = v[k + 3];
    const c = v[k + 6];
    const d = v[k + 9];
    const e = v[k + 12];
    const f = v[k + 15];
    if (Math.max(a, b, c) < Math.min(d, e, f) || Math.max(d, e, f) < Math.min(a, b, c)) return true;
  }
  return false;
}

/** Whether all vertices lie in one plane across an axis, like faces of adjacent boxes. It saves six determinants. */
function shareCoordinate(): boolean {
  for (let k = 0; k < 3; k++) {
    const x = v[k];
    if (v[k + 3] === x && v[k + 6] === x && v[k + 9] === x && v[k + 12] === x && v[k + 15] === x) return true;
  }
  return false;
}

/** The sign of (b − a) × (c − a) · (d − a) for the vertices of these numbers. */
function side(a: number, b: number, c: number, d: number): number {
  return above(v, 3 * a, 3 * b, 3 * c, 3 * d);
}

/** The sign of the turn of three vertices when coordinate `axis` is dropped, which is exact. */
function turns(axis: number, a: number, b: number, c: number): number {
  return turn(v, axis, 3 * a, 3 * b, 3 * c);
}

/** Of three sides, not all the same, the one that differs from both others, which are not opposite to each other. */
function alone(s0: number, s1: number, s2: number): number {
  if (s0 !== s1 && s0 !== s2 && s1 * s2 >= 0) return 0;
  return s0 === s1 ? 2 : 1;
}

/**
 * Whether a segment through the plane of a triangle with area meets the triangle. `s` is the first vertex of the triangle that is
 * flattened to the segment, `s0` and `s1` are the sides of its first two vertices (not all three are the same), and `t` is the first
 * vertex of the other triangle.
 */
function pierces(s: number, s0: number, s1: number, t: number): boolean {
  // Take two vertices on different sides: the segment passes the plane between them.
  const a = s0 !== s1 ? s : s + 2;
  const b = s + 1;
  const u0 = side(a, b, t, t + 1);
  const u1 = side(a, b, t + 1, t + 2);
  const u2 = side(a, b, t + 2, t);
  return (u0 >= 0 && u1 >= 0 && u2 >= 0) || (u0 <= 0 && u1 <= 0 && u2 <= 0);
}

/** Decides when all determinants vanish: the triangles lie in one plane or have no area. The bounding boxes overlap. */
function decideFlat(): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (turns(axis, 0, 1, 2) !== 0 || turns(axis, 3, 4, 5) !== 0) return meetInPlane(axis);
  }
  // Two segments. The lexicographic order of points on a line is their order along the line.
  let a = 0;
  let b = 0;
  let c = 3;
  let d = 3;
  for (let k = 1; k < 3; k++) {
    if (isBefore(k, a)) a = k;
    if (isBefore(b, k)) b = k;
    if (isBefore(k + 3, c)) c = k + 3;
    if (isBefore(d, k + 3)) d = k + 3;
  }
  if (side(a, b, c, d) !== 0) return false;
  for (let axis = 0; axis < 3; axis++) {
    if (turns(axis, a, b, c) !== 0 || turns(axis, a, b, d) !== 0) return meetInPlane(axis);
    if (turns(axis, c, d, a) !== 0 || turns(axis, c, d, b) !== 0) return meetInPlane(axis);
  }
  // All on one line, where segments overlap if their boxes do.
  return true;
}

function isBefore(i: number, j: number): boolean {
  i *= 3;
  j *= 3;
  if (v[i] !== v[j]) return v[i] < v[j];
  if (v[i + 1] !== v[j + 1]) return v[i + 1] < v[j + 1];
  return v[i + 2] < v[j + 2];
}

/**
 * Whether the triangles meet in the plane with coordinate `axis` dropped, where the six points are not all on a line. Triangles that
 * are apart have a separating line along an edge. The edges of a flattened triangle run both ways, so either winding serves for it.
 */
function meetInPlane(axis: number): boolean {
  return !hasSeparatingEdge(axis, 0, 3) && !hasSeparatingEdge(axis, 3, 0);
}

function hasSeparatingEdge(axis: number, p: number, q: number): boolean {
  const outside = turns(axis, p, p + 1, p + 2) > 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const a = p + k;
    const b = p + ((k + 1) % 3);
    if (
      turns(axis, a, b, q) === outside &&
      turns(axis, a, b, q + 1) === outside &&
      turns(axis, a, b, q + 2) === outside
    )
      return true;
  }
  return false;
}
