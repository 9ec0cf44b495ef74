import { Affine, LinearKind, type Placement, readPlacement } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { Axis, carryAxis } from './axis.ts';
import { requireConvex, Shape, ShapeKind } from './shape.ts';

/** The image of a convex shape under an affine placement: position, orientation and scale, or a 4×4 matrix. */
export class Placed extends Shape {
  readonly polyhedral: boolean;
  readonly shape: Shape;
  readonly placement: Affine;
  readonly #axis: Axis | null;
  readonly #dir: Vec3 = new Vec3();

  constructor(shape: Shape, placement: Placement | ArrayLike<number> | Affine) {
    requireConvex('shape', shape);
    const affine = placement instanceof Affine ? new Affine().copy(placement) : readPlacement('placement', placement);
    // A ball stays a ball only under rotation and uniform scale.
    const round = shape.radius > 0 && affine.kind !== LinearKind.general;
    super(
      ShapeKind.general,
      round ? new Placed(shape.core, affine) : undefined,
      round ? shape.radius * affine.factor : 0,
    );
    this.shape = shape;
    this.placement = affine;
    const axis = new Axis();
    const turned = shape.axis !== null && carryAxis(shape.axis, affine.m, axis);
    axis.point.set(axis.point.x + affine.m[9], axis.point.y + affine.m[10], axis.point.z + affine.m[11]);
    this.#axis = turned ? axis : null;
    this.polyhedral = shape.polyhedral;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    this.placement.transposeVector(dir, this.#dir);
    return this.placement.transformPoint(this.shape.support(this.#dir, out), out);
  }

  override get axis(): Axis | null {
    return this.#axis;
  }

  override get placed(): Placed {
    return this;
  }

  override toString(): string {
    return `new Placed(${this.shape}, [${Array.from(this.placement.getMatrix()).join(', ')}])`;
  }
}
