/** Many rays against one mesh: as `rayCast` answers them, without what is the same for all. */
import type { Collider } from '../bodies/collider.ts';
import { instanceOf, primitiveOf, toLocal } from '../bodies/mesh-body.ts';
import type { MeshInstance } from '../bodies/mesh-instance.ts';
import { Vec3 } from '../math/vec3.ts';
import { FaceFinder } from '../pairs/mesh/face-finder.ts';
import { reachOf } from '../pairs/mesh/mesh-mesh.ts';
import type { RayHit } from '../pairs/result.ts';
import { RAY_END_NEAR } from '../tolerances.ts';
import { isOutside, TriangleRay } from '../tree/ray.ts';
import type { Triangles } from '../tree/triangles.ts';

export class MeshRays {
  readonly #ray: TriangleRay = new TriangleRay();
  readonly #faces: FaceFinder = new FaceFinder();
  readonly #point: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #dirLocal: Vec3 = new Vec3();
  readonly #reach: Float64Array = new Float64Array(1);
  #collider: Collider | null = null;
  #mesh: MeshInstance | null = null;
  #triangles: Triangles | null = null;

  /**
   * Takes the rays of a mesh. Returns false for one with a margin or an inside, whose rays need more than the first triangle: `rayCast` must
   * answer these.
   */
  begin(collider: Collider, side: number): boolean {
    const mesh = instanceOf(collider);
    if (mesh.margin > 0 || (collider.shape.solid && side >= 0)) return false;
    const { triangles } = mesh;
    this.#collider = collider;
    this.#mesh = mesh;
    this.#triangles = triangles;
    this.#ray.side = side;
    this.#reach[0] = reachOf(triangles);
    return true;
  }

  /** Casts one ray. Returns 1 for a hit, 0 for none, and −1 if `rayCast` must decide: without length, or ending at the mesh. */
  cast(from: Vec3, to: Vec3, normals: boolean, hit: RayHit): number {
    const mesh = this.#mesh as MeshInstance;
    const triangles = this.#triangles as Triangles;
    const ray = this.#ray;
    const dir = this.#dir;
    dir.x = to.x - from.x;
    dir.y = to.y - from.y;
    dir.z = to.z - from.z;
    if (dir.x === 0 && dir.y === 0 && dir.z === 0) return -1;
    const p = toLocal(mesh, from, this.#point);
    ray.from[0] = p.x;
    ray.from[1] = p.y;
    ray.from[2] = p.z;
    const d = mesh.frame.transposeVector(dir, this.#dirLocal);
    ray.dir[0] = d.x;
    ray.dir[1] = d.y;
    ray.dir[2] = d.z;
    ray.limit[0] = 1;
    if (!ray.cast(triangles)) {
      const size = Math.abs(to.x) + Math.abs(to.y) + Math.abs(to.z) + this.#reach[0];
      return isOutside(triangles, toLocal(mesh, to, this.#point), RAY_END_NEAR * size) ? 0 : -1;
    }
    hit.t = ray.limit[0];
    hit.primitive = primitiveOf(this.#collider as Collider, ray.number);
    if (normals) this.#faces.against(mesh, ray.slot, dir, hit.normal);
    return 1;
  }
}
