import { type Affine, LinearKind } from '../math/affine.ts';
import { cross, length, type Vec3 } from '../math/vec3.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { Triangle } from '../shapes/triangle.ts';
import { SQUARABLE } from '../tolerances.ts';
import { type Body, fillLayout } from './body.ts';
import { bodyFrame, EXTENT, ORIGIN } from './layout.ts';
import type { MeshInstance } from './mesh-instance.ts';

/**
 * A triangle of a placed mesh as a convex body; one object serves one triangle after the other. The origin of its frame is the
 * triangle's first corner, which gives GJK a good first axis and coordinates of the size of the triangle.
 */
export class TriangleBody implements Body {
  readonly #triangle: Triangle = new Triangle([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  readonly shape: Shape = this.#triangle;
  readonly core: Shape = this.#triangle;
  readonly kind: ShapeKind = ShapeKind.general;
  readonly polyhedral = true;
  readonly frame: Affine = bodyFrame();
  readonly m: readonly number[] = this.frame.m;
  linear: LinearKind = LinearKind.rigid;
  readonly instance = null;
  radius = 0;
  extent = 0;
  /** The corners in the frame of the mesh. */
  readonly corners: Float64Array = new Float64Array(9);
  #instance: MeshInstance | null = null;

  /** Sets the mesh whose triangles will be loaded. */
  of(instance: MeshInstance): void {
    this.#instance = instance;
    const { m, kind } = instance.frame;
    for (let i = 0; i < 9; i++) this.frame.m[i] = m[i];
    this.frame.kind = kind;
    this.linear = kind;
    this.radius = instance.margin;
    // No core: the reach of one triangle does not hold for the next.
    fillLayout(this, null);
  }

  load(slot: number): void {
    const { triangles } = this.#instance as MeshInstance;
    triangles.load(slot, this.corners);
    this.take();
  }

  /** Makes the triangle in `corners` the body. */
  take(): void {
    const { m } = (this.#instance as MeshInstance).frame;
    const p = this.corners;
    const o = this.frame.m;
    const x = p[0];
    const y = p[1];
    const z = p[2];
    o[ORIGIN] = m[0] * x + m[3] * y + m[6] * z + m[9];
    o[ORIGIN + 1] = m[1] * x + m[4] * y + m[7] * z + m[10];
    o[ORIGIN + 2] = m[2] * x + m[5] * y + m[8] * z + m[11];
    const { b, c } = this.#triangle;
    b.set(p[3] - x, p[4] - y, p[5] - z);
    c.set(p[6] - x, p[7] - y, p[8] - z);
    this.extent = Math.max(
      Math.abs(b.x),
      Math.abs(b.y),
      Math.abs(b.z),
      Math.abs(c.x),
      Math.abs(c.y),
      Math.abs(c.z),
      Math.abs(b.x - c.x),
      Math.abs(b.y - c.y),
      Math.abs(b.z - c.z),
    );
    o[EXTENT] = this.extent;
  }

  /**
   * Writes the unit vector across the front of the triangle, in the world. Returns false if it has no area. The frame of a mirrored mesh
   * mirrors, and so keeps what is the front.
   */
  across(out: Vec3): boolean {
    const { b, c } = this.#triangle;
    cross(b, c, out);
    // Written out where squares neither overflow nor underflow: a number that a call returns may be allocated on the heap.
    const square = out.x * out.x + out.y * out.y + out.z * out.z;
    const s = 1 / (square > SQUARABLE * SQUARABLE && square < Infinity ? Math.sqrt(square) : length(out));
    if (!(s < Infinity)) return false;
    out.x *= s;
    out.y *= s;
    out.z *= s;
    this.frame.transformVector(out, out);
    return true;
  }

  /** Twice the area. */
  area(): number {
    const { b, c } = this.#triangle;
    const x = b.y * c.z - b.z * c.y;
    const y = b.z * c.x - b.x * c.z;
    const z = b.x * c.y - b.y * c.x;
    return Math.sqrt(x * x + y * y + z * z);
  }

  /**
   * Writes to out[0] the |cosine| of the angle between a world direction of unit length and the triangle's normal; 0 if the triangle has
   * no normal. To an array, because a number that is returned may be allocated on the heap.
   */
  facing(dir: Vec3, out: Float64Array): void {
    const { b, c } = this.#triangle;
    const x = b.y * c.z - b.z * c.y;
    const y = b.z * c.x - b.x * c.z;
    const z = b.x * c.y - b.y * c.x;
    const l = Math.sqrt(x * x + y * y + z * z);
    out[0] = 0;
    if (!(l > 0)) return;
    const { m } = this.frame;
    const along =
      dir.x * (m[0] * x + m[3] * y + m[6] * z) +
      dir.y * (m[1] * x + m[4] * y + m[7] * z) +
      dir.z * (m[2] * x + m[5] * y + m[8] * z);
    out[0] = Math.abs(along) / l;
  }
}
