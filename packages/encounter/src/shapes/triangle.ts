import { readVec3 } from '../math/read.ts';
import { formatVec3, Vec3, type Vec3Input } from '../math/vec3.ts';
import { Shape } from './shape.ts';

/** A triangle without thickness. Its corners may be collinear or coincide. */
export class Triangle extends Shape {
  readonly polyhedral = true;
  readonly a: Vec3;
  readonly b: Vec3;
  readonly c: Vec3;

  constructor(a: Vec3Input, b: Vec3Input, c: Vec3Input) {
    super();
    this.a = readVec3('a', a, new Vec3());
    this.b = readVec3('b', b, new Vec3());
    this.c = readVec3('c', c, new Vec3());
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const { a, b, c } = this;
    // Products with differences of corners: these round relative to the triangle's size, not to its distance from the origin.
    const alongB = dir.x * (b.x - a.x) + dir.y * (b.y - a.y) + dir.z * (b.z - a.z);
    const alongC = dir.x * (c.x - a.x) + dir.y * (c.y - a.y) + dir.z * (c.z - a.z);
    if (alongB > alongC) return out.copy(alongB > 0 ? b : a);
    return out.copy(alongC > 0 ? c : a);
  }

  override toString(): string {
    return `new Triangle(${formatVec3(this.a)}, ${formatVec3(this.b)}, ${formatVec3(this.c)})`;
  }
}
