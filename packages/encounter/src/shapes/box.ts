import { readSizes } from '../math/read.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { Shape, ShapeKind } from './shape.ts';

const NORMALS: Float64Array = /* #__PURE__ */ Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1);

/** A box of full size [width, height, depth], centred on the origin, sides along the axes. */
export class Box extends Shape {
  readonly polyhedral = true;
  /** Half of each side. */
  readonly half: Vec3;

  constructor(size: Vec3Input) {
    super(ShapeKind.box);
    const s = readSizes('size', size);
    this.half = new Vec3(s.x / 2, s.y / 2, s.z / 2);
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const h = this.half;
    out.x = dir.x < 0 ? -h.x : h.x;
    out.y = dir.y < 0 ? -h.y : h.y;
    out.z = dir.z < 0 ? -h.z : h.z;
    return out;
  }

  override stretched(x: number, y: number, z: number): Shape {
    const h = this.half;
    return new Box([2 * h.x * x, 2 * h.y * y, 2 * h.z * z]);
  }

  override get facetNormals(): Float64Array {
    return NORMALS;
  }

  override get inner(): number {
    return Math.min(this.half.x, this.half.y, this.half.z);
  }

  override toString(): string {
    const h = this.half;
    return `new Box([${2 * h.x}, ${2 * h.y}, ${2 * h.z}])`;
  }
}
