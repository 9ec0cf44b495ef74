import { readVec3 } from '../math/read.ts';
import { formatVec3, Vec3, type Vec3Input } from '../math/vec3.ts';
import { Axis } from './axis.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A single point. */
export class Point extends Shape {
  readonly polyhedral = true;
  readonly position: Vec3;
  /** Half extents of the point as a box: zero. @internal */
  readonly half: Vec3 = new Vec3();
  readonly #axis: Axis;

  constructor(position: Vec3Input) {
    super(ShapeKind.point);
    this.position = readVec3('position', position);
    this.#axis = new Axis(this.position.clone());
  }

  support(_dir: Vec3, out: Vec3): Vec3 {
    return out.copy(this.position);
  }

  override get inner(): number {
    const { x, y, z } = this.position;
    return x === 0 && y === 0 && z === 0 ? 0 : -Infinity;
  }

  override get axis(): Axis {
    return this.#axis;
  }

  override toString(): string {
    return `new Point(${formatVec3(this.position)})`;
  }
}
