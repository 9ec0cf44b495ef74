/** Rays against a mesh. */
import { instanceOf, numberOf, toLocal } from '../../bodies/mesh-body.ts';
import { length, Vec3 } from '../../math/vec3.ts';
import { RAY_PAST_END, TOUCH } from '../../tolerances.ts';
import { TriangleRay } from '../../tree/ray.ts';
import type { Caster, RayQuery } from '../caster.ts';
import type { MeshDecision } from './decide.ts';
import type { FaceFinder } from './face-finder.ts';
import type { MeshCast } from './mesh-cast.ts';
import { reachOf } from './mesh-mesh.ts';
import { NearestTriangle } from './nearest-triangle.ts';

export class MeshRay {
  readonly #decision: MeshDecision;
  readonly #faces: FaceFinder;
  readonly #cast: MeshCast;
  readonly #nearest: NearestTriangle = new NearestTriangle();
  readonly #ray: TriangleRay = new TriangleRay();
  readonly #point: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();

  constructor(decision: MeshDecision, faces: FaceFinder, cast: MeshCast) {
    this.#decision = decision;
    this.#faces = faces;
    this.#cast = cast;
  }

  find(caster: Caster, { body, from, dir, settings, hit }: RayQuery): boolean {
    const mesh = instanceOf(body);
    const { triangles, frame } = mesh;
    const p = toLocal(mesh, from, this.#point);
    const within = mesh.margin > 0 && this.#nearest.find(triangles, p.x, p.y, p.z, mesh.margin);
    if (within || (body.shape.solid && this.#decision.contains(body, from))) {
      hit.t = 0;
      hit.normal.set(0, 0, 0);
      hit.primitive = within ? numberOf(body, this.#nearest.slot) : -1;
      return true;
    }
    if (mesh.margin > 0) return this.#cast.ray(caster, body, from, dir, settings, hit);
    const ray = this.#ray;
    ray.from[0] = p.x;
    ray.from[1] = p.y;
    ray.from[2] = p.z;
    const d = frame.transposeVector(dir, this.#dir);
    ray.dir[0] = d.x;
    ray.dir[1] = d.y;
    ray.dir[2] = d.z;
    const end = hit.t;
    ray.limit[0] = end * (1 + RAY_PAST_END);
    if (dir.x === 0 && dir.y === 0 && dir.z === 0) {
      // A ray without length is a point.
      if (!this.#nearest.find(triangles, p.x, p.y, p.z, TOUCH * reachOf(triangles))) return false;
      ray.slot = this.#nearest.slot;
      ray.limit[0] = 0;
    } else if (!ray.cast(triangles)) return false;
    else if (ray.limit[0] > end) {
      // A triangle just past the end: rounding may have put it there.
      const { x, y, z } = p;
      const near = TOUCH * (reachOf(triangles) + Math.abs(x) + Math.abs(y) + Math.abs(z));
      if (!this.#nearest.find(triangles, x + end * d.x, y + end * d.y, z + end * d.z, near)) return false;
      ray.slot = this.#nearest.slot;
      ray.limit[0] = end;
    }
    hit.t = ray.limit[0];
    hit.primitive = numberOf(body, ray.slot);
    const n = this.#faces.normal(mesh, ray.slot, hit.normal);
    const nn = n.x * n.x + n.y * n.y + n.z * n.z;
    if (nn > 0) {
      const s = (n.x * dir.x + n.y * dir.y + n.z * dir.z > 0 ? -1 : 1) / Math.sqrt(nn);
      n.x *= s;
      n.y *= s;
      n.z *= s;
    } else against(dir, n);
    return true;
  }
}

/** The unit vector opposite to a direction. */
function against(dir: Vec3, out: Vec3): Vec3 {
  const l = length(dir);
  return l > 0 ? out.set(-dir.x / l, -dir.y / l, -dir.z / l) : out.set(1, 0, 0);
}
