import { nonNegative } from '../math/read.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Axis } from './axis.ts';
import { addRadial } from './radial.ts';
import { requireConvex, Shape, ShapeKind } from './shape.ts';

/** A convex shape grown by a radius: all points within `radius` of it. */
export class Inflated extends Shape {
  readonly polyhedral: boolean;
  readonly shape: Shape;
  readonly inflation: number;

  constructor(shape: Shape, radius: number) {
    requireConvex('shape', shape);
    super(ShapeKind.general, shape.core, shape.radius + nonNegative('radius', radius));
    this.shape = shape;
    this.inflation = radius;
    this.polyhedral = shape.polyhedral && radius === 0;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    return addRadial(dir, this, this.core.support(dir, out));
  }

  override get axis(): Axis | null {
    return this.shape.axis;
  }

  override toString(): string {
    return `new Inflated(${this.shape}, ${this.inflation})`;
  }
}
