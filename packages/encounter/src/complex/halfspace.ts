import { finite } from '../check.ts';
import { Aabb } from '../math/aabb.ts';
import { readVec3 } from '../math/read.ts';
import { formatVec3, length, Vec3, type Vec3Input } from '../math/vec3.ts';
import { HalfspacePair } from '../pairs/halfspace-pair.ts';
import { Shape, ShapeKind } from '../shapes/shape.ts';

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
    this.offset = offset / l;
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
