import { Aabb } from '../math/aabb.ts';
import { finite, readVec3 } from '../math/read.ts';
import { formatVec3, length, Vec3, type Vec3Input } from '../math/vec3.ts';
import { Shape, ShapeKind } from './shape.ts';

/** A halfspace without its pair functions: see `Halfspace`. */
export class HalfspaceShape extends Shape {
  readonly polyhedral = true;
  /** Unit outward normal. */
  readonly normal: Vec3;
  readonly offset: number;

  /** `normal` need not be a unit vector; the set {x : normal·x ≤ offset} is meant as written. */
  constructor(normal: Vec3Input, offset: number) {
    super(ShapeKind.halfspace);
    const n = readVec3('normal', normal, new Vec3());
    finite('offset', offset);
    const l = length(n);
    if (l === 0) throw new RangeError(`normal must not be zero, got ${formatVec3(n)}`);
    this.normal = n.set(n.x / l, n.y / l, n.z / l);
    // With a short normal the plane may be too far away.
    this.offset = finite('offset / |normal|', offset / l);
  }

  /** A boundary point: the one nearest to the origin. A halfspace has no farthest point. */
  support(_dir: Vec3, out: Vec3): Vec3 {
    const n = this.normal;
    return out.set(n.x * this.offset, n.y * this.offset, n.z * this.offset);
  }

  override bounds(out: Aabb = new Aabb()): Aabb {
    out.min.set(-Infinity, -Infinity, -Infinity);
    out.max.set(Infinity, Infinity, Infinity);
    return out;
  }

  /** Refuses a flattening placement: the result would be a plane, half a plane, a line, half a line or a point. */
  override requireLinear(m: ArrayLike<number>): void {
    const volume =
      m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    if (volume === 0)
      throw new RangeError(
        'a Halfspace cannot be flattened: its scale must not be 0 along any axis, nor its matrix singular',
      );
  }

  override get extent(): number {
    return 0;
  }

  override extentUnder(): number {
    return 0;
  }

  override toString(): string {
    return `new Halfspace(${formatVec3(this.normal)}, ${this.offset})`;
  }
}
