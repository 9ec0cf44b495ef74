import type { Cso } from '../convex/cso.ts';
import type { PairCache } from '../convex/pair-cache.ts';
import type { ClosedForm } from '../convex/proximity.ts';
import { type Affine, LinearKind, multiply } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { type Instance, type Shape, ShapeKind } from '../shapes/shape.ts';
import { ACCURACY, ACCURACY_CURVED } from '../tolerances.ts';

/** A placed convex shape as the pair functions see it: world = frame·core ⊕ ball(radius). A Collider is one. */
export interface Body {
  readonly shape: Shape;
  /** One that is a point is at its origin. */
  readonly core: Shape;
  /** That of `core`, here so that dispatch need not touch shapes of many classes. */
  readonly kind: ShapeKind;
  /** Those of `core`, for the same reason. */
  readonly polyhedral: boolean;
  readonly pointForm: ClosedForm | undefined;
  readonly frame: Affine;
  /**
   * The numbers of `frame` (see `Affine.m`), then radius and extent, then the reach of the core along its axes, then the radius of
   * a ball around the origin of `frame` that the body contains, −Infinity where none is known: what queries read, in one place. Numbers in fields lie anywhere in memory, and to fetch them takes longer than to work with them.
   */
  readonly m: readonly number[];
  /** The kind of `frame`. */
  readonly linear: LinearKind;
  readonly radius: number;
  /** The longest side of its box, as far as tolerances care. */
  readonly extent: number;
  /** What a complex shape needs besides. */
  readonly instance: Instance | null;
  /** Takes over what has changed in a complex shape since. */
  freshen?(): void;
}

/** Options of a query with the defaults filled in: an object, as numbers passed through many calls get allocated. */
export class QuerySettings {
  /** Relative to the larger extent of the pair; zero for the default. */
  accuracy = 0;
  maxDistance: number = Infinity;
  cache: PairCache | undefined;
  /** Of a cast: whether the two touch at the start, without approaching each other. */
  sliding = false;
}

/** Sets the query up: B in A's frame when A is rigid, otherwise both in the world's axes centred on A. */
export function place(cso: Cso, a: Body, b: Body, settings: QuerySettings): void {
  const p = a.m;
  const q = b.m;
  const { mB, t } = cso;
  const x = q[9] - p[9];
  const y = q[10] - p[10];
  const z = q[11] - p[11];
  if (a.linear === LinearKind.rigid) {
    cso.rigidA = true;
    t.x = p[0] * x + p[1] * y + p[2] * z;
    t.y = p[3] * x + p[4] * y + p[5] * z;
    t.z = p[6] * x + p[7] * y + p[8] * z;
  } else {
    t.x = x;
    t.y = y;
    t.z = z;
    cso.rigidA = a.linear === LinearKind.identity;
    if (!cso.rigidA) for (let i = 0; i < 9; i++) cso.mA[i] = p[i];
  }
  if (b.kind === ShapeKind.point) {
    // At the origin of any axes. Not by `fill`, which is a call.
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
  cso.rigidB = b.linear <= LinearKind.rigid;
  cso.shapeA = a.core;
  cso.shapeB = b.core;
  cso.kindA = a.kind;
  cso.kindB = b.kind;
  cso.radiusA = p[12];
  cso.radiusB = q[12];
  cso.size = Math.max(p[13], q[13]);
  cso.polyhedral = a.polyhedral && b.polyhedral;
  // Extents are measured in the shapes' own frames: a box in the world may be shorter, by a factor of √3 at most.
  const accuracy = settings.accuracy > 0 ? 0.577 * settings.accuracy : cso.polyhedral ? ACCURACY : ACCURACY_CURVED;
  cso.gap = accuracy * cso.size;
  cso.maxDistance = settings.maxDistance;
}

/** A point from the query frame of a pair whose first body is `a` to the world. `out` may be `p`. */
export function pointToWorld(a: Body, p: Vec3, out: Vec3): Vec3 {
  const { m } = a;
  vectorToWorld(a, p, out);
  out.x += m[9];
  out.y += m[10];
  out.z += m[11];
  return out;
}

/** A direction or difference from the query frame of a pair whose first body is `a` to the world. `out` may be `v`. */
export function vectorToWorld(a: Body, v: Vec3, out: Vec3): Vec3 {
  if (a.linear !== LinearKind.rigid) return out.copy(v);
  return multiply(a.m, v, out);
}

/** The other way: a world difference in the query frame. */
export function vectorToQuery(a: Body, v: Vec3, out: Vec3): Vec3 {
  return a.linear === LinearKind.rigid ? a.frame.transposeVector(v, out) : out.copy(v);
}

/** A direction and the farthest point along it: scratch of `boxIn`, null while in use. */
let spare: readonly [Vec3, Vec3] | null = null;

/**
 * The box of a body along the axes of a rigid frame, seen from its origin: min then max, tight, radius included. The columns of
 * the frame, seen from the core, are the directions to look in (§5.3.1).
 */
export function boxIn({ core, kind, frame, radius }: Body, axes: Affine, out: Float64Array): void {
  if (kind === ShapeKind.halfspace) {
    out.fill(-Infinity, 0, 3);
    out.fill(Infinity, 3, 6);
    return;
  }
  // `support` of a shape of the caller's may ask for another box: that one makes scratch of its own.
  const scratch = spare ?? [new Vec3(), new Vec3()];
  const [axis, farthest] = scratch;
  spare = null;
  const m = frame.m;
  const a = axes.m;
  const x = m[9] - a[9];
  const y = m[10] - a[10];
  const z = m[11] - a[11];
  for (let i = 0; i < 3; i++) {
    const ax = a[3 * i];
    const ay = a[3 * i + 1];
    const az = a[3 * i + 2];
    const dx = m[0] * ax + m[1] * ay + m[2] * az;
    const dy = m[3] * ax + m[4] * ay + m[5] * az;
    const dz = m[6] * ax + m[7] * ay + m[8] * az;
    const base = ax * x + ay * y + az * z;
    // Field by field: doubles passed to a call that is not inlined are garbage.
    axis.x = -dx;
    axis.y = -dy;
    axis.z = -dz;
    core.support(axis, farthest);
    out[i] = dx * farthest.x + dy * farthest.y + dz * farthest.z + base - radius;
    axis.x = dx;
    axis.y = dy;
    axis.z = dz;
    core.support(axis, farthest);
    out[3 + i] = dx * farthest.x + dy * farthest.y + dz * farthest.z + base + radius;
  }
  spare = scratch;
}
