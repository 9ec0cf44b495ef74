import { readVec3 } from '../check.ts';
import { formatVec3, Vec3, type Vec3Input } from '../math/vec3.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A single point. */
export class Point extends Shape {
  readonly polyhedral = true;
  readonly position: Vec3;

  constructor(position: Vec3Input) {
    super(ShapeKind.point);
    this.position = readVec3('position', position, new Vec3());
  }

  support(_dir: Vec3, out: Vec3): Vec3 {
    return out.copy(this.position);
  }

  override toString(): string {
    return `new Point(${formatVec3(this.position)})`;
  }
}
