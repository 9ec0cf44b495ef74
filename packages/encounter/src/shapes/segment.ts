import { readVec3 } from '../math/read.ts';
import { formatVec3, length, normalize, Vec3, type Vec3Input } from '../math/vec3.ts';
import { Axis } from './axis.ts';
import { Shape, ShapeKind } from './shape.ts';

/** The line segment between two points, which may coincide. */
export class SegmentShape extends Shape {
  readonly polyhedral = true;
  readonly p: Vec3;
  readonly q: Vec3;
  /** Half the length of an upright segment (along the y axis, centred on the origin). Closed forms are for these. @internal */
  readonly halfHeight: number;
  /** Half extents of an upright segment as a box. @internal */
  readonly half: Vec3;
  readonly #axis: Axis;

  constructor(p: Vec3Input, q: Vec3Input) {
    const a = readVec3('p', p, new Vec3());
    const b = readVec3('q', q, new Vec3());
    const upright = a.x === 0 && a.z === 0 && b.x === 0 && b.z === 0 && a.y === -b.y;
    super(upright ? ShapeKind.segment : ShapeKind.general);
    this.p = a;
    this.q = b;
    this.halfHeight = upright ? Math.abs(b.y) : NaN;
    this.half = new Vec3(0, this.halfHeight, 0);
    const along = new Vec3(this.q.x - this.p.x, this.q.y - this.p.y, this.q.z - this.p.z);
    // A segment without length is a point: every line through it is an axis.
    this.#axis = new Axis(this.p.clone(), length(along) > 0 ? normalize(along, along) : along);
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const { p, q } = this;
    // The sign of one product with the difference is exact where comparing two large dot products is not.
    const along = dir.x * (q.x - p.x) + dir.y * (q.y - p.y) + dir.z * (q.z - p.z);
    return out.copy(along > 0 ? q : p);
  }

  override get inner(): number {
    const { p, q } = this;
    return p.x === -q.x && p.y === -q.y && p.z === -q.z ? 0 : -Infinity;
  }

  override get axis(): Axis {
    return this.#axis;
  }

  override toString(): string {
    return `new Segment(${formatVec3(this.p)}, ${formatVec3(this.q)})`;
  }
}
