/**
 * Whether a point is farther from a mesh than a limit. A pair query beyond its limit still owes a separating axis, which takes several
 * searches of the whole tree. Among many points nobody asks for that axis.
 */
import type { Collider } from '../bodies/collider.ts';
import { instanceOf } from '../bodies/mesh-body.ts';
import type { Vec3 } from '../math/vec3.ts';
import { containsPoint } from '../query.ts';
import { MESH_CLOSE } from '../tolerances.ts';
import { NearestPoint } from '../tree/nearest-point.ts';

export class FarFromMesh {
  readonly #search: NearestPoint = new NearestPoint();

  /** True is certain, up to the rounding that the query for a pair allows; false says that this query must decide. */
  test(collider: Collider, at: Vec3, limit: number): boolean {
    const { triangles, margin, frame } = instanceOf(collider);
    const { m } = frame;
    const x = at.x - m[9];
    const y = at.y - m[10];
    const z = at.z - m[11];
    const { point, found } = this.#search;
    point[0] = m[0] * x + m[1] * y + m[2] * z;
    point[1] = m[3] * x + m[4] * y + m[5] * z;
    point[2] = m[6] * x + m[7] * y + m[8] * z;
    const size = Math.abs(at.x) + Math.abs(at.y) + Math.abs(at.z) + Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]);
    const reach = limit + margin + MESH_CLOSE * (size + triangles.tree.reach);
    found[0] = reach * reach;
    return !this.#search.find(triangles) && !(collider.shape.solid && containsPoint(collider, at));
  }
}
