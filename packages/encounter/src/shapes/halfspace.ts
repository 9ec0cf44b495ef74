import { finite, readVec3 } from '../check.ts';
import { Aabb } from '../math/aabb.ts';
import { formatVec3, length, Vec3, type Vec3Input } from '../math/vec3.ts';
import { HalfspacePair } from '../pairs/convex-halfspace.ts';
import { Shape, ShapeKind } from './shape.ts';

const PAIR: HalfspacePair = /* #__PURE__ */ new HalfspacePair();

/** All points x with normal·x ≤ offset. Unbounded: it has no support mapping, and pairs with it go by the normal. */
export class Halfspace extends Shape {
  readonly polyhedral = true;
  /** Unit outward normal. */
  readonly normal: Vec3;
  readonly offset: number;
  /** How it is tested against convex shapes. @internal */
  readonly pair: HalfspacePair = PAIR;

  /** `normal` need not be a unit vector; the set {x : normal·x ≤ offset} is meant as written. */
  constructor(normal: Vec3Input, offset: number) {
    super(ShapeKind.halfspace);
    const n = readVec3('normal', normal, new Vec3());
    finite('offset', offset);
    const l = length(n);
    if (l === 0) throw new RangeError(`normal must not be zero, got ${formatVec3(n)}`);
    this.normal = n.set(n.x / l, n.y / l, n.z / l);
    // Of a short normal the plane is far away.
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

  /** Flattened, it would be a plane, half a plane, a line, half a line or a point. */
  override requireMatrix(m: ArrayLike<number>): void {
    const volume =
      m[0] * (m[5] * m[10] - m[6] * m[9]) + m[1] * (m[6] * m[8] - m[4] * m[10]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
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
