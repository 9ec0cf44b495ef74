import { nonNegative } from '../math/read.ts';
import { Vec3 } from '../math/vec3.ts';
import { Axis } from './axis.ts';
import { rim } from './cylinder.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A cone of given base radius and full height around the y axis, apex at +height/2, base at −height/2. */
export class ConeShape extends Shape {
  readonly polyhedral = false;
  readonly baseRadius: number;
  readonly halfHeight: number;
  readonly #axis: Axis = new Axis(new Vec3(0, 0, 0), new Vec3(0, 1, 0));

  constructor(radius: number, height: number) {
    super(ShapeKind.cone);
    this.baseRadius = nonNegative('radius', radius);
    this.halfHeight = nonNegative('height', height) / 2;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    // The apex wins when its value h·y is at least that of the rim, r·|(x, z)| − h·y: the book's sin θ test without
    // its division (§4.3.4). Both sides are compared as products of full precision.
    const rise = 2 * this.halfHeight * dir.y;
    const reach = this.baseRadius * Math.sqrt(dir.x * dir.x + dir.z * dir.z);
    if (rise > reach) {
      out.x = 0;
      out.y = this.halfHeight;
      out.z = 0;
      return out;
    }
    out.y = -this.halfHeight;
    return rim(dir, this, out);
  }

  /** The distance of the origin from the slant. The base is farther away. */
  override get inner(): number {
    const { baseRadius: r, halfHeight: h } = this;
    return r > 0 ? (r * h) / Math.sqrt(r * r + 4 * h * h) : 0;
  }

  override get axis(): Axis {
    return this.#axis;
  }

  override toString(): string {
    return `new Cone(${this.baseRadius}, ${2 * this.halfHeight})`;
  }
}
