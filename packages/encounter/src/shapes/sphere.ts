import { nonNegative } from '../math/read.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Axis } from './axis.ts';
import { Ellipsoid } from './ellipsoid.ts';
import { Point } from './point.ts';
import { addRadial } from './radial.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A ball around the origin. */
export class Sphere extends Shape {
  readonly polyhedral: boolean;

  constructor(radius: number) {
    super(ShapeKind.general, new Point([0, 0, 0]), nonNegative('radius', radius));
    this.polyhedral = radius === 0;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    return addRadial(dir, this, out.set(0, 0, 0));
  }

  override get axis(): Axis | null {
    return this.core.axis;
  }

  override stretched(x: number, y: number, z: number): Shape {
    return new Ellipsoid([this.radius * x, this.radius * y, this.radius * z]);
  }

  override toString(): string {
    return `new Sphere(${this.radius})`;
  }
}
