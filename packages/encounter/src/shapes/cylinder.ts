import { nonNegative } from '../math/read.ts';
import { Vec3 } from '../math/vec3.ts';
import { SQUARABLE } from '../tolerances.ts';
import { Axis } from './axis.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A cylinder of given radius and full height around the y axis, centred on the origin. */
export class CylinderShape extends Shape {
  readonly polyhedral = false;
  readonly baseRadius: number;
  readonly halfHeight: number;
  readonly #axis: Axis = new Axis(new Vec3(0, 0, 0), new Vec3(0, 1, 0));

  constructor(radius: number, height: number) {
    super(ShapeKind.cylinder);
    this.baseRadius = nonNegative('radius', radius);
    this.halfHeight = nonNegative('height', height) / 2;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    out.y = dir.y < 0 ? -this.halfHeight : this.halfHeight;
    return rim(dir, this, out);
  }

  override get inner(): number {
    return Math.min(this.baseRadius, this.halfHeight);
  }

  override get axis(): Axis {
    return this.#axis;
  }

  override toString(): string {
    return `new Cylinder(${this.baseRadius}, ${2 * this.halfHeight})`;
  }
}

/**
 * Sets x and z of `out` to the point of a circle around the y axis that is farthest along `dir`. The radius is passed in an object: a
 * number passed to a function that is not inlined is allocated on the heap.
 */
export function rim(dir: Vec3, circle: { readonly baseRadius: number }, out: Vec3): Vec3 {
  const { x, z } = dir;
  const radius = circle.baseRadius;
  const sq = x * x + z * z;
  if (sq > SQUARABLE * SQUARABLE && sq < 1 / (SQUARABLE * SQUARABLE)) {
    const s = radius / Math.sqrt(sq);
    out.x = x * s;
    out.z = z * s;
    return out;
  }
  // Components too small or too large to square. The zero vector gives a point of the rim: it must lie on the boundary (§4.3.4).
  const m = Math.max(Math.abs(x), Math.abs(z));
  const u = m > 0 ? x / m : 1;
  const v = m > 0 ? z / m : 0;
  const s = radius / Math.sqrt(u * u + v * v);
  out.x = u * s;
  out.z = v * s;
  return out;
}
