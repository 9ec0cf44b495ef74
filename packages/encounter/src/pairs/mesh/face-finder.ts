/** Faces of placed meshes: the face at a point, and the normal of a triangle. */
import type { Body } from '../../bodies/body.ts';
import { instanceOf, numberOf, toLocal } from '../../bodies/mesh-body.ts';
import type { MeshInstance } from '../../bodies/mesh-instance.ts';
import { against, Vec3 } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { NearestTriangle } from './nearest-triangle.ts';

export class FaceFinder {
  readonly #nearest: NearestTriangle = new NearestTriangle();
  readonly #point: Vec3 = new Vec3();
  /** The corners of the triangle of the last `normal`, in the frame of the triangles. */
  readonly corners: Float64Array = new Float64Array(9);

  /** The number of the face of `body` nearest to a world point; −1 if the body is not a mesh. */
  at(body: Body, point: Vec3): number {
    if (body.kind !== ShapeKind.mesh) return -1;
    const mesh = instanceOf(body);
    const p = toLocal(mesh, point, this.#point);
    return this.#nearest.find(mesh.triangles, p.x, p.y, p.z, Infinity) ? numberOf(body, this.#nearest.slot) : -1;
  }

  /** The normal of a triangle in the world, of any length. */
  normal(mesh: MeshInstance, slot: number, out: Vec3): Vec3 {
    const p = this.corners;
    mesh.triangles.load(slot, p);
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const { m } = mesh.frame;
    // Field by field: doubles passed to a call that is not inlined are allocated on the heap.
    out.x = m[0] * x + m[3] * y + m[6] * z;
    out.y = m[1] * x + m[4] * y + m[7] * z;
    out.z = m[2] * x + m[5] * y + m[8] * z;
    return out;
  }
  /** The unit normal of a triangle on the side that a ray along `dir` comes from. Returns whether that is its front. */
  against(mesh: MeshInstance, slot: number, dir: Vec3, out: Vec3): boolean {
    const n = this.normal(mesh, slot, out);
    const facing = n.x * dir.x + n.y * dir.y + n.z * dir.z;
    const nn = n.x * n.x + n.y * n.y + n.z * n.z;
    if (nn > 0) {
      const s = (facing > 0 ? -1 : 1) / Math.sqrt(nn);
      n.x *= s;
      n.y *= s;
      n.z *= s;
    } else against(dir, n);
    return !(facing > 0);
  }
}
