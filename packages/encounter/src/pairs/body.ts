import type { Cso } from '../convex/cso.ts';
import { type Affine, LinearKind } from '../math/affine.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';

/** A placed convex shape as the pair functions see it: world = frame·core ⊕ ball(radius). A Collider is one. */
export interface Body {
  readonly shape: Shape;
  readonly core: Shape;
  readonly frame: Affine;
  readonly radius: number;
  /** The longest side of its box, as far as tolerances care. */
  readonly extent: number;
}

/** Sets the query up: B in A's frame when A is rigid, otherwise both in the world's axes centred on A. */
export function place(cso: Cso, a: Body, b: Body): void {
  const p = a.frame.m;
  const q = b.frame.m;
  const { mB, t } = cso;
  const x = q[9] - p[9];
  const y = q[10] - p[10];
  const z = q[11] - p[11];
  if (a.frame.kind === LinearKind.rigid) {
    cso.rigidA = true;
    t.x = p[0] * x + p[1] * y + p[2] * z;
    t.y = p[3] * x + p[4] * y + p[5] * z;
    t.z = p[6] * x + p[7] * y + p[8] * z;
    for (let c = 0; c < 9; c += 3) {
      const u = q[c];
      const v = q[c + 1];
      const w = q[c + 2];
      mB[c] = p[0] * u + p[1] * v + p[2] * w;
      mB[c + 1] = p[3] * u + p[4] * v + p[5] * w;
      mB[c + 2] = p[6] * u + p[7] * v + p[8] * w;
    }
  } else {
    const { mA } = cso;
    cso.rigidA = false;
    t.x = x;
    t.y = y;
    t.z = z;
    for (let i = 0; i < 9; i++) {
      mA[i] = p[i];
      mB[i] = q[i];
    }
  }
  cso.rigidB = b.frame.kind === LinearKind.rigid;
  cso.shapeA = a.core;
  cso.shapeB = b.core;
  cso.radiusA = a.radius;
  cso.radiusB = b.radius;
  cso.size = Math.max(a.extent, b.extent);
}

/** A point from the query frame of a pair whose first body is `a` to the world. */
export function pointToWorld(a: Body, p: Vec3, out: Vec3): Vec3 {
  const m = a.frame.m;
  if (a.frame.kind === LinearKind.rigid) return a.frame.transformPoint(p, out);
  return out.set(p.x + m[9], p.y + m[10], p.z + m[11]);
}

/** A direction or difference from the query frame of a pair whose first body is `a` to the world. */
export function vectorToWorld(a: Body, v: Vec3, out: Vec3): Vec3 {
  return a.frame.kind === LinearKind.rigid ? a.frame.transformVector(v, out) : out.copy(v);
}

/** The other way: a world difference in the query frame. */
export function vectorToQuery(a: Body, v: Vec3, out: Vec3): Vec3 {
  return a.frame.kind === LinearKind.rigid ? a.frame.transposeVector(v, out) : out.copy(v);
}
