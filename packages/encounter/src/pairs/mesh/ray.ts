/** Rays against a mesh. */
import type { Body } from '../../bodies/body.ts';
import { instanceOf, numberOf, primitiveOf, toLocal } from '../../bodies/mesh-body.ts';
import type { MeshInstance } from '../../bodies/mesh-instance.ts';
import { Probe } from '../../bodies/probe.ts';
import { Goal } from '../../convex/penetration.ts';
import { against, length, scale, Vec3 } from '../../math/vec3.ts';
import { RAY_END_NEAR } from '../../tolerances.ts';
import { weigh } from '../../tree/barycentric.ts';
import { isOutside, TriangleRay } from '../../tree/ray.ts';
import type { Triangles } from '../../tree/triangles.ts';
import type { Caster, RayQuery } from '../caster.ts';
import type { RayHit } from '../result.ts';
import type { QuerySettings } from '../settings.ts';
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
  readonly #probe: Probe = new Probe();
  readonly #point: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  /** The point hit, in the frame of the triangles. */
  readonly #onRay: Float64Array = new Float64Array(3);

  constructor(decision: MeshDecision, faces: FaceFinder, cast: MeshCast) {
    this.#decision = decision;
    this.#faces = faces;
    this.#cast = cast;
  }

  find(caster: Caster, query: RayQuery): boolean {
    const { body, from, dir, to, settings, hit } = query;
    const mesh = instanceOf(body);
    const { triangles, frame } = mesh;
    const { side } = settings;
    const p = toLocal(mesh, from, this.#point);
    const rounded = mesh.margin > 0;
    // From behind only triangles are met: neither the inside of a solid nor triangles with a margin, which are solids, too.
    if (side >= 0) {
      const within = rounded && this.#nearest.find(triangles, p.x, p.y, p.z, mesh.margin);
      if (within || (body.shape.solid && this.#decision.contains(body, from))) {
        hit.t = 0;
        hit.normal.set(0, 0, 0);
        hit.primitive = within ? numberOf(body, this.#nearest.slot) : -1;
        hit.noTriangle();
        return true;
      }
    } else if (rounded) return false;
    if (rounded) {
      hit.noTriangle();
      if (this.#cast.ray(caster, body, from, dir, settings, hit)) return true;
      if (hit.t < 1 || !this.#touches(caster, body, to, settings)) return false;
      this.#hitMargin(body, query);
      return true;
    }
    const ray = this.#ray;
    ray.from[0] = p.x;
    ray.from[1] = p.y;
    ray.from[2] = p.z;
    const d = frame.transposeVector(dir, this.#dir);
    ray.dir[0] = d.x;
    ray.dir[1] = d.y;
    ray.dir[2] = d.z;
    ray.limit[0] = hit.t;
    ray.side = side;
    if (dir.x === 0 && dir.y === 0 && dir.z === 0) {
      // A ray without length is a point, and has no side that it comes from.
      if (side < 0 || !this.#touches(caster, body, from, settings)) return false;
      this.#take(this.#nearest.slot, triangles, 0);
    } else if (!ray.cast(triangles)) {
      // A ray that ends on a triangle, to rounding, hits at its end. If something else is hit before, that is of no interest.
      if (hit.t < 1 || !this.#touches(caster, body, to, settings)) return false;
      this.#take(this.#nearest.slot, triangles, 1);
      if (side !== 0) {
        const n = this.#faces.normal(mesh, ray.slot, hit.normal);
        if (side * (n.x * dir.x + n.y * dir.y + n.z * dir.z) > 0) return false;
      }
    }
    hit.t = ray.limit[0];
    hit.primitive = primitiveOf(body, ray.number);
    this.#describe(mesh, triangles, dir, hit);
    return true;
  }

  /**
   * Fills in normal, side, corners and weights of the triangle hit. As `FaceFinder.against` and `weigh` do, with the same bits, but the
   * triangle is read once and its product is computed once: 3 % of a ray.
   */
  #describe(mesh: MeshInstance, { corners, vertices }: Triangles, dir: Vec3, hit: RayHit): void {
    const { from, dir: way, limit, slot } = this.#ray;
    const { array, offset, stride } = vertices;
    const a = corners[3 * slot];
    const b = corners[3 * slot + 1];
    const c = corners[3 * slot + 2];
    hit.vertices[0] = a;
    hit.vertices[1] = b;
    hit.vertices[2] = c;
    const i = offset + stride * a;
    const j = offset + stride * b;
    const k = offset + stride * c;
    const px = array[i];
    const py = array[i + 1];
    const pz = array[i + 2];
    const ux = array[j] - px;
    const uy = array[j + 1] - py;
    const uz = array[j + 2] - pz;
    const vx = array[k] - px;
    const vy = array[k + 1] - py;
    const vz = array[k + 2] - pz;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const { m } = mesh.frame;
    const nx = m[0] * x + m[3] * y + m[6] * z;
    const ny = m[1] * x + m[4] * y + m[7] * z;
    const nz = m[2] * x + m[5] * y + m[8] * z;
    const area = x * x + y * y + z * z;
    const nn = nx * nx + ny * ny + nz * nz;
    if (!(area > 0 && nn > 0)) {
      this.#describeFlat(mesh, dir, hit);
      return;
    }
    const facing = nx * dir.x + ny * dir.y + nz * dir.z;
    const s = (facing > 0 ? -1 : 1) / Math.sqrt(nn);
    hit.normal.x = nx * s;
    hit.normal.y = ny * s;
    hit.normal.z = nz * s;
    hit.front = !(facing > 0);
    const t = limit[0];
    const qx = from[0] + t * way[0] - px;
    const qy = from[1] + t * way[1] - py;
    const qz = from[2] + t * way[2] - pz;
    let second = (x * (qy * vz - qz * vy) + y * (qz * vx - qx * vz) + z * (qx * vy - qy * vx)) / area;
    let third = (x * (uy * qz - uz * qy) + y * (uz * qx - ux * qz) + z * (ux * qy - uy * qx)) / area;
    second = Math.max(second, 0);
    third = Math.max(third, 0);
    const sum = second + third;
    if (sum > 1) {
      second /= sum;
      third = 1 - second;
    }
    hit.barycentric.x = 1 - second - third;
    hit.barycentric.y = second;
    hit.barycentric.z = third;
  }

  /** Fills in normal, side and weights of a triangle without an area. */
  #describeFlat(mesh: MeshInstance, dir: Vec3, hit: RayHit): void {
    const { from, dir: way, limit, slot } = this.#ray;
    hit.front = this.#faces.against(mesh, slot, dir, hit.normal);
    const x = this.#onRay;
    for (let i = 0; i < 3; i++) x[i] = from[i] + limit[0] * way[i];
    weigh(this.#faces.corners, x, hit.barycentric);
  }

  /** Says that the ray hits a triangle, by its slot, at t. */
  #take(slot: number, { numbers }: Triangles, t: number): void {
    const ray = this.#ray;
    ray.slot = slot;
    ray.number = numbers[slot];
    ray.limit[0] = t;
  }

  /** Whether a mesh touches a world point, as other queries decide it. The triangle is that of #nearest. */
  #touches({ solver }: Caster, body: Body, point: Vec3, settings: QuerySettings): boolean {
    const mesh = instanceOf(body);
    const p = toLocal(mesh, point, this.#point);
    const size = Math.abs(point.x) + Math.abs(point.y) + Math.abs(point.z) + reachOf(mesh.triangles);
    const near = mesh.margin + RAY_END_NEAR * size;
    // Few points are this near. Only these need the decision.
    if (isOutside(mesh.triangles, p, near)) return false;
    if (!this.#nearest.find(mesh.triangles, p.x, p.y, p.z, near)) return false;
    const probe = this.#probe;
    probe.frame.setOrigin(point);
    return solver.solve(body, probe, Goal.decide, settings, null);
  }

  /** Fills in the hit of a ray that ends within the margin of a mesh, in the triangle of #nearest. */
  #hitMargin(body: Body, { dir, to, hit }: RayQuery): void {
    const mesh = instanceOf(body);
    const p = toLocal(mesh, to, this.#point);
    const { found, slot } = this.#nearest;
    const n = hit.normal.set(p.x - found[1], p.y - found[2], p.z - found[3]);
    mesh.frame.transformVector(n, n);
    const l = length(n);
    if (l > 0 && n.x * dir.x + n.y * dir.y + n.z * dir.z <= 0) scale(n, 1 / l, n);
    else against(dir, n);
    hit.t = 1;
    hit.primitive = numberOf(body, slot);
  }
}
