import { Vec3 } from '../math/vec3.ts';

/** Result of `rayCast`. */
export class RayHit {
  /** Where along from → to, 0…1. */
  t = 0;
  /** from + t · (to − from). */
  readonly point: Vec3 = new Vec3();
  /** Unit, on the side the ray comes from; zero when the ray starts inside. */
  readonly normal: Vec3 = new Vec3();
  /** Which face or part of a complex shape; −1 for a convex one. */
  primitive = -1;
  /**
   * The weights of the corners of the triangle hit, in the order of `vertices`: none negative, their sum is 1. Zero where no triangle is
   * hit: on a convex shape, inside of a solid, on a mesh with a margin.
   */
  readonly barycentric: Vec3 = new Vec3();
  /**
   * The numbers of these corners in the mesh, in the order of its indices; −1 where no triangle is hit. A face of more corners is hit in
   * one of the triangles that it is cut into.
   */
  readonly vertices: [number, number, number] = [-1, -1, -1];
  /** False when a triangle is met from behind: from where its corners run clockwise. */
  front = true;

  copy(other: RayHit): this {
    this.t = other.t;
    this.point.copy(other.point);
    this.normal.copy(other.normal);
    this.primitive = other.primitive;
    this.barycentric.copy(other.barycentric);
    const { vertices } = other;
    this.vertices[0] = vertices[0];
    this.vertices[1] = vertices[1];
    this.vertices[2] = vertices[2];
    this.front = other.front;
    return this;
  }

  /** Says that no triangle is hit. @internal */
  noTriangle(): void {
    this.barycentric.set(0, 0, 0);
    this.vertices[0] = -1;
    this.vertices[1] = -1;
    this.vertices[2] = -1;
    this.front = true;
  }
}
