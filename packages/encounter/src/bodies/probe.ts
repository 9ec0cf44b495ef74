import { type Affine, LinearKind } from '../math/affine.ts';
import { Point } from '../shapes/point.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { type Body, fillLayout } from './body.ts';
import { bodyFrame } from './layout.ts';

/** A world point as a body. The point is the origin of `frame`. */
export class Probe implements Body {
  readonly shape: Shape = new Point([0, 0, 0]);
  readonly core: Shape = this.shape;
  readonly kind: ShapeKind = ShapeKind.point;
  readonly polyhedral = true;
  readonly frame: Affine = bodyFrame();
  readonly m: readonly number[] = this.frame.m;
  readonly linear: LinearKind = LinearKind.identity;
  readonly radius = 0;
  readonly extent = 0;
  readonly instance = null;

  constructor() {
    fillLayout(this, this.core);
  }
}
