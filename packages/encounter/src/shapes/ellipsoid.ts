import { nonNegative, readVec3 } from '../check.ts';
import { formatVec3, Vec3, type Vec3Input } from '../math/vec3.ts';
import { Axis } from './axis.ts';
import { Point } from './point.ts';
import { Shape, ShapeKind } from './shape.ts';

/** An ellipsoid around the origin with semi-axes [rx, ry, rz] along x, y, z. */
export class Ellipsoid extends Shape {
  readonly polyhedral = false;
  readonly radii: Vec3;
  readonly #axis: Axis | null;

  constructor(radii: Vec3Input) {
    const r = readVec3('radii', radii, new Vec3());
    nonNegative('radii.x', r.x);
    nonNegative('radii.y', r.y);
    nonNegative('radii.z', r.z);
    // With three equal semi-axes it is a ball, and treated as one: a point with a radius.
    const ball = r.x === r.y && r.y === r.z;
    super(ShapeKind.general, ball ? new Point([0, 0, 0]) : undefined, ball ? r.x : 0);
    this.radii = r;
    const direction = ball
      ? [0, 0, 0]
      : r.x === r.z
        ? [0, 1, 0]
        : r.x === r.y
          ? [0, 0, 1]
          : r.y === r.z
            ? [1, 0, 0]
            : null;
    this.#axis = direction === null ? null : new Axis(new Vec3(), new Vec3(...direction));
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const r = this.radii;
    // The image of a unit ball under the scale S: S·(S·dir / |S·dir|), Theorem 4.6. Scaled by the largest component
    // so that squaring neither overflows nor underflows.
    let x = r.x * dir.x;
    let y = r.y * dir.y;
    let z = r.z * dir.z;
    const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (m === 0) {
      // Zero direction, or a flat ellipsoid seen along its missing axis: any point will do, but one on the boundary.
      return out.set(r.x, 0, 0);
    }
    x /= m;
    y /= m;
    z /= m;
    const s = 1 / Math.sqrt(x * x + y * y + z * z);
    return out.set(r.x * x * s, r.y * y * s, r.z * z * s);
  }

  override get axis(): Axis | null {
    return this.#axis;
  }

  override toString(): string {
    return `new Ellipsoid(${formatVec3(this.radii)})`;
  }
}
