/** Two boxes as `box-axes.ts` takes them. */
import { Vec3 } from '../math/vec3.ts';
import { DEPTH, POINT_A } from './results.ts';

/**
 * Two boxes in the frame of the first. What GJK has of a pair (`convex/cso.ts`) is one as it is: a copy made for each query would take
 * one twentieth of its time.
 */
export interface BoxPair {
  /** With half extents. */
  readonly shapeA: { readonly half: Vec3 };
  readonly shapeB: { readonly half: Vec3 };
  /** The centre of B, and its axes one after the other. */
  readonly t: Vec3;
  readonly mB: Float64Array;
  /** Of the coordinates that enter: what counts as touching is relative to it. */
  readonly size: number;
}

/** What is found: minus the depth, the unit vector from A to B, and the point of A. That of B is at pointA + signed·normal. */
export interface BoxContact {
  signed: number;
  readonly normal: Vec3;
  readonly pointA: Vec3;
}

/** The contact found by a pair, as a penetration in the frame of A, but for the point of B. */
export function writeContact({ signed, normal, pointA }: BoxContact, w: Float64Array): void {
  w[0] = normal.x;
  w[1] = normal.y;
  w[2] = normal.z;
  w[DEPTH] = -signed;
  w[POINT_A] = pointA.x;
  w[POINT_A + 1] = pointA.y;
  w[POINT_A + 2] = pointA.z;
}

/** A pair, and the contact found, of plain values. */
export class PlainBoxPair implements BoxPair, BoxContact {
  readonly shapeA: { readonly half: Vec3 } = { half: new Vec3() };
  readonly shapeB: { readonly half: Vec3 } = { half: new Vec3() };
  readonly t: Vec3 = new Vec3();
  readonly mB: Float64Array = new Float64Array(9);
  size = 0;
  signed = 0;
  readonly normal: Vec3 = new Vec3();
  readonly pointA: Vec3 = new Vec3();
}
