/**
 * Whether a mesh meets a convex shape or another mesh: either their triangles meet (by the same test in every query), or one of them
 * is solid and contains a part of the other.
 */
import type { Body } from '../../bodies/body.ts';
import { instanceOf, toLocal } from '../../bodies/mesh-body.ts';
import { Vec3 } from '../../math/vec3.ts';
import type { MeshShape } from '../../shapes/mesh-shape.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { PointInside } from '../../tree/inside.ts';
import type { PairQuery } from '../pair-query.ts';
import { ConvexMesh } from './convex-mesh.ts';
import { MeshMesh } from './mesh-mesh.ts';

export class MeshDecision {
  readonly meshes: MeshMesh = new MeshMesh();
  readonly #convex: ConvexMesh = new ConvexMesh();
  readonly #inside: PointInside = new PointInside();
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  /** A common point, found when one body contains a part of the other. */
  readonly held: Vec3 = new Vec3();
  /** How often the surface winds around that point; 0 if surfaces meet, or if it has gaps. */
  winding = 0;

  decide(query: PairQuery): boolean {
    this.winding = 0;
    return this.#touch(query) || this.oneHolds(query);
  }

  /** Whether a triangle of A meets B. */
  #touch(query: PairQuery): boolean {
    const { a, b, settings } = query;
    if (b.kind === ShapeKind.mesh) return this.meshes.meet(instanceOf(a), instanceOf(b), settings.cache);
    return this.placeConvex(query).meet();
  }

  /** The convex shape of the query, set up against the triangles of the mesh. */
  placeConvex({ solver, a, b, settings }: PairQuery): ConvexMesh {
    return this.#convex.place(solver.convex, b, instanceOf(a), true, settings);
  }

  /** Whether one body is a solid that contains a part of the other, given that their surfaces do not meet. `held` is then in both. */
  oneHolds({ a, b }: PairQuery): boolean {
    return this.#holds(a, b) || (b.kind === ShapeKind.mesh && this.#holds(b, a));
  }

  #holds(a: Body, b: Body): boolean {
    if (!a.shape.solid) return false;
    const { held } = this;
    if (b.kind !== ShapeKind.mesh) {
      b.core.support(this.#dir.set(1, 0, 0), held);
      b.frame.transformPoint(held, held);
      return this.contains(a, held);
    }
    // A part that does not cross the surface is inside or outside as a whole.
    const { vertices, parts } = b.shape as MeshShape;
    for (let i = 0; i < parts.length; i++) {
      vertices.read(parts[i], held);
      b.frame.transformPoint(held, held);
      if (this.contains(a, held)) return true;
    }
    return false;
  }

  /** Whether a world point is inside the surface of a solid mesh. */
  contains(a: Body, point: Vec3): boolean {
    const mesh = instanceOf(a);
    const p = toLocal(mesh, point, this.#point);
    const inside = this.#inside.test(mesh.triangles, p.x, p.y, p.z);
    this.winding = this.#inside.winding;
    return inside;
  }
}
