import { nonNegative } from '../math/read.ts';
import { Vec3 } from '../math/vec3.ts';
import { Axis } from './axis.ts';
import { addRadial } from './radial.ts';
import { SegmentShape } from './segment.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A segment along the y axis, `height` long and centred on the origin, swept by a ball. The caps add a radius at each end. */
export class CapsuleShape extends Shape {
  readonly polyhedral: boolean;
  readonly halfHeight: number;
  readonly #axis: Axis = new Axis(new Vec3(0, 0, 0), new Vec3(0, 1, 0));

  constructor(radius: number, height: number) {
    const half = nonNegative('height', height) / 2;
    super(ShapeKind.general, new SegmentShape([0, -half, 0], [0, half, 0]), nonNegative('radius', radius));
    this.polyhedral = radius === 0;
    this.halfHeight = half;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    return addRadial(dir, this, this.core.support(dir, out));
  }

  override get axis(): Axis {
    return this.#axis;
  }

  override toString(): string {
    return `new Capsule(${this.radius}, ${2 * this.halfHeight})`;
  }
}
