import type { Body } from '../bodies/body.ts';
import { BLUR, EXTENT, ORIGIN, RADIUS } from '../bodies/layout.ts';
import type { Cso } from '../convex/cso.ts';
import { LinearKind, multiply } from '../math/affine.ts';
import type { Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { ACCURACY, ACCURACY_CURVED, ASKED_GAP, CURVED_GAP, HALF_ULP, TOUCH } from '../tolerances.ts';
import type { QuerySettings } from './settings.ts';

/** Sets the query up: B in A's frame when A is rigid, otherwise both in the world's axes centred on A. */
export function place(cso: Cso, a: Body, b: Body, settings: QuerySettings): void {
  const p = a.m;
  const q = b.m;
  const { mB, t } = cso;
  const x = q[ORIGIN] - p[ORIGIN];
  const y = q[ORIGIN + 1] - p[ORIGIN + 1];
  const z = q[ORIGIN + 2] - p[ORIGIN + 2];
  cso.rigidA = a.linear <= LinearKind.rigid;
  cso.rigidB = b.linear <= LinearKind.rigid;
  if (a.linear === LinearKind.rigid) {
    t.x = p[0] * x + p[1] * y + p[2] * z;
    t.y = p[3] * x + p[4] * y + p[5] * z;
    t.z = p[6] * x + p[7] * y + p[8] * z;
  } else {
    t.x = x;
    t.y = y;
    t.z = z;
    if (!cso.rigidA) for (let i = 0; i < 9; i++) cso.mA[i] = p[i];
  }
  if (b.kind === ShapeKind.point) {
    // A point at its own origin has no orientation. The identity is written out because `fill` is a call.
    mB[0] = 1;
    mB[1] = 0;
    mB[2] = 0;
    mB[3] = 0;
    mB[4] = 1;
    mB[5] = 0;
    mB[6] = 0;
    mB[7] = 0;
    mB[8] = 1;
  } else if (a.linear === LinearKind.rigid) {
    const p0 = p[0];
    const p1 = p[1];
    const p2 = p[2];
    const p3 = p[3];
    const p4 = p[4];
    const p5 = p[5];
    const p6 = p[6];
    const p7 = p[7];
    const p8 = p[8];
    let u = q[0];
    let v = q[1];
    let w = q[2];
    mB[0] = p0 * u + p1 * v + p2 * w;
    mB[1] = p3 * u + p4 * v + p5 * w;
    mB[2] = p6 * u + p7 * v + p8 * w;
    u = q[3];
    v = q[4];
    w = q[5];
    mB[3] = p0 * u + p1 * v + p2 * w;
    mB[4] = p3 * u + p4 * v + p5 * w;
    mB[5] = p6 * u + p7 * v + p8 * w;
    u = q[6];
    v = q[7];
    w = q[8];
    mB[6] = p0 * u + p1 * v + p2 * w;
    mB[7] = p3 * u + p4 * v + p5 * w;
    mB[8] = p6 * u + p7 * v + p8 * w;
  } else for (let i = 0; i < 9; i++) mB[i] = q[i];
  cso.shapeA = a.core;
  cso.shapeB = b.core;
  cso.kindA = a.kind;
  cso.kindB = b.kind;
  cso.radiusA = p[RADIUS];
  cso.radiusB = q[RADIUS];
  const extentA = p[EXTENT];
  const extentB = q[EXTENT];
  cso.size = extentA > extentB ? extentA : extentB;
  cso.polyhedral = a.polyhedral && b.polyhedral;
  // `smallerExtent`, written out: numbers passed to a call that is not inlined are allocated on the heap.
  const least = extentA < extentB ? extentA : extentB;
  const extent = settings.extent > 0 ? settings.extent : least > 0 ? least : cso.size;
  const { accuracy } = settings;
  cso.asked = accuracy > 0;
  // Three stores: V8 boxes a number that is either computed or one of two constants, 9 B per query on average.
  if (cso.asked) cso.gap = ASKED_GAP * accuracy * extent;
  else if (cso.polyhedral) cso.gap = ACCURACY * extent;
  else cso.gap = CURVED_GAP * ACCURACY_CURVED * extent;
  cso.maxDistance = settings.maxDistance;
  cso.blur = p[BLUR] + q[BLUR];
  if (cso.blur > 0) addRoundingOfOrigins(cso, p, q);
}

/** Origins that are sums of positions and offsets are rounded to the digits of the world's coordinates. */
function addRoundingOfOrigins(cso: Cso, p: readonly number[], q: readonly number[]): void {
  let far = 0;
  for (let i = ORIGIN; i < ORIGIN + 3; i++) far += Math.abs(p[i]) + Math.abs(q[i]);
  cso.blur += HALF_ULP * far;
}

/** The extent that the accuracy of a pair is relative to: the smaller one, unless that body is a point or unbounded. */
export function smallerExtent(a: number, b: number): number {
  return Math.min(a, b) || Math.max(a, b);
}

/** The same of two bodies, written to out[0]: numbers passed to a call that is not inlined, and what it returns, are allocated on the heap. */
export function findSmallerExtent({ m }: Body, { m: n }: Body, out: Float64Array): void {
  const p = m[EXTENT];
  const q = n[EXTENT];
  const least = p < q ? p : q;
  out[0] = least > 0 ? least : p + q - least;
}

/** Writes the error that the accuracy asked for allows to out[0], step by step: V8 boxes a number that is computed or one of two constants. */
export function findAllowedError(a: Body, b: Body, { accuracy, extent }: QuerySettings, out: Float64Array): void {
  findSmallerExtent(a, b, out);
  if (extent > 0) out[0] = extent;
  if (accuracy > 0) out[0] *= accuracy;
  else if (a.polyhedral && b.polyhedral && a.m[RADIUS] + b.m[RADIUS] === 0) out[0] *= ACCURACY;
  else out[0] *= ACCURACY_CURVED;
}

/**
 * How near or deep two bodies may be and count as touching: the accuracy, however coarse a caller's is, and the rounding of the
 * coordinates. A floor that is larger than what stands on it adds its own rounding, but not its own accuracy.
 *
 * It is written to out[0]: a number returned by a function that is not inlined is allocated on the heap.
 */
export function contactTolerance(a: Body, b: Body, settings: QuerySettings, out: Float64Array): Float64Array {
  const { accuracy, extent } = settings;
  let size = a.m[EXTENT] + b.m[EXTENT];
  for (let i = ORIGIN; i < ORIGIN + 3; i++) size += Math.abs(a.m[i]) + Math.abs(b.m[i]);
  findSmallerExtent(a, b, out);
  if (extent > 0) out[0] = extent;
  // Products, one after the other: V8 boxes a number that is either computed or one of two constants.
  const exact = a.polyhedral && b.polyhedral && a.m[RADIUS] + b.m[RADIUS] === 0;
  if (accuracy > 0 && accuracy < (exact ? ACCURACY : ACCURACY_CURVED)) out[0] *= accuracy;
  else if (exact) out[0] *= ACCURACY;
  else out[0] *= ACCURACY_CURVED;
  out[0] += TOUCH * size;
  return out;
}

/** Carries a point from the query frame of a pair whose first body is `a` to the world. `out` may be `p`. */
export function pointToWorld(a: Body, p: Vec3, out: Vec3): Vec3 {
  const { m } = a;
  vectorToWorld(a, p, out);
  out.x += m[9];
  out.y += m[10];
  out.z += m[11];
  return out;
}

/** Carries a direction or difference from the query frame of a pair whose first body is `a` to the world. `out` may be `v`. */
export function vectorToWorld(a: Body, v: Vec3, out: Vec3): Vec3 {
  if (a.linear !== LinearKind.rigid) return out.copy(v);
  return multiply(a.m, v, out);
}

/** Carries a difference from the world to the query frame of a pair whose first body is `a`. */
export function vectorToQuery(a: Body, v: Vec3, out: Vec3): Vec3 {
  return a.linear === LinearKind.rigid ? a.frame.transposeVector(v, out) : out.copy(v);
}
