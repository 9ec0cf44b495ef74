import { type Affine, LinearKind } from '../math/affine.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import { bodyFrame } from './layout.ts';

/** A convex solid mesh as a convex body. It shares the array `m` of the mesh's body, because a mesh and its hull have the same box. */
export class HullBody implements Body {
  shape: Shape = undefined as unknown as Shape;
  core: Shape = this.shape;
  readonly kind: ShapeKind = ShapeKind.polytope;
  readonly polyhedral = true;
  frame: Affine = bodyFrame();
  m: readonly number[] = this.frame.m;
  linear: LinearKind = LinearKind.rigid;
  radius = 0;
  extent = 0;
  readonly instance = null;

  /** Returns the body itself if its shape is convex, this one if it is a convex mesh, and null otherwise. */
  of(body: Body): Body | null {
    if (body.kind !== ShapeKind.mesh) return body;
    const { hull } = body.shape as MeshShape;
    if (hull === null) return null;
    this.shape = hull;
    this.core = hull;
    this.frame = body.frame;
    this.radius = body.radius;
    this.extent = body.extent;
    this.m = body.m;
    this.linear = body.linear;
    return this;
  }
}
