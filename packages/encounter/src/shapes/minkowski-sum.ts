import { add, Vec3 } from '../math/vec3.ts';
import { Axis, areParallel, tiltOf } from './axis.ts';
import { requireConvex, Shape, ShapeKind } from './shape.ts';

/** All sums of a point of `a` and a point of `b` (§2.2.4): `a` swept over `b`. */
export class MinkowskiSum extends Shape {
  readonly polyhedral: boolean;
  readonly a: Shape;
  readonly b: Shape;
  readonly #axis: Axis | null;
  readonly #term: Vec3 = new Vec3();

  constructor(a: Shape, b: Shape) {
    requireConvex('a', a);
    requireConvex('b', b);
    const radius = a.radius + b.radius;
    super(ShapeKind.general, radius > 0 ? new MinkowskiSum(a.core, b.core) : undefined, radius);
    this.a = a;
    this.b = b;
    const u = a.axis;
    const v = b.axis;
    this.#axis =
      u !== null && v !== null && areParallel(u, v)
        ? new Axis(add(u.point, v.point, new Vec3()), u.free ? v.direction : u.direction, u.off + v.off + tiltOf(u, v))
        : null;
    this.polyhedral = a.polyhedral && b.polyhedral;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const term = this.b.support(dir, this.#term);
    this.a.support(dir, out);
    out.x += term.x;
    out.y += term.y;
    out.z += term.z;
    return out;
  }

  override get axis(): Axis | null {
    return this.#axis;
  }

  override get inner(): number {
    return this.a.inner + this.b.inner;
  }

  override toString(): string {
    return `new MinkowskiSum(${this.a}, ${this.b})`;
  }
}
