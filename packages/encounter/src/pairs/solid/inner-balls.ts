/**
 * Balls inside solids. Where a ball in A and a ball in B overlap, so do the solids. For two solids that are not convex this is the
 * cheapest proof that they meet, and the only lower bound of their depth.
 *
 * The balls of a mesh are found by rays from its triangles straight inward to the other side. The middle of such a ray is a centre,
 * and its distance from the surface is the radius. The balls are kept for the triangles until these change. A mesh with gaps, whose inside
 * is told by winding numbers, has none: it may end anywhere in a gap.
 */

import type { Body } from '../../bodies/body.ts';
import { instanceOf, toLocal } from '../../bodies/mesh-body.ts';
import { Probe } from '../../bodies/probe.ts';
import { Goal } from '../../convex/penetration.ts';
import { Vec3 } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { BALLS_PER_MESH, BALLS_RAY_OFFSET, BALLS_SAME_SCALE, TOUCH } from '../../tolerances.ts';
import { PointInside } from '../../tree/inside.ts';
import { TriangleRay } from '../../tree/ray.ts';
import type { Triangles } from '../../tree/triangles.ts';
import { reachOf } from '../mesh/mesh-mesh.ts';
import { NearestTriangle } from '../mesh/nearest-triangle.ts';
import { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import type { PairSolver } from '../solver.ts';

/** Balls are tried at the middle of a convex body, and in six directions at these fractions of the way to the sides of its box. */
const CONVEX_STEPS: readonly number[] = [0, 0.4, 0.8];
const CONVEX_BALLS = 13;

/** The balls of a mesh: centre and radius in the frame of the triangles, four numbers each. */
interface MeshBalls {
  count: number;
  readonly balls: Float64Array;
  version: number;
  /** The scale in the placement that the balls were made for. */
  readonly scale: Float64Array;
}

export class InnerBalls {
  /** The point of the surface nearest to the point last given to `distance`, in the world. */
  readonly touch: Vec3 = new Vec3();
  readonly #known: WeakMap<Triangles, MeshBalls> = new WeakMap();
  readonly #inside: PointInside = new PointInside();
  readonly #nearest: NearestTriangle = new NearestTriangle();
  readonly #ray: TriangleRay = new TriangleRay();
  readonly #corners: Float64Array = new Float64Array(9);
  readonly #scale: Float64Array = new Float64Array(9);
  readonly #probe: Probe = new Probe();
  readonly #found: PairGeometry = new PairGeometry();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #point: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #middle: Float64Array = new Float64Array(3);
  readonly #half: Float64Array = new Float64Array(3);

  /** The radius of a ball around a world point that a convex body or a solid mesh contains; −1 when the point is outside. */
  radius(solver: PairSolver, body: Body, point: Vec3): number {
    if (body.kind !== ShapeKind.mesh) {
      this.#probe.frame.setOrigin(point);
      const { convex } = solver;
      if (!convex.solve(body, this.#probe, Goal.depth, this.#settings, this.#found)) return -1;
      return Math.max(0, -convex.found.signed - convex.found.error);
    }
    if (!this.isInside(body, point)) return -1;
    const { triangles, margin } = instanceOf(body);
    // A solid with gaps may end before its surface does. Only the point itself is certain.
    return (triangles.moments === null ? this.distance(body, point) : 0) + margin;
  }

  isInside(body: Body, point: Vec3): boolean {
    const mesh = instanceOf(body);
    const p = toLocal(mesh, point, this.#point);
    return body.shape.solid && this.#inside.test(mesh.triangles, p.x, p.y, p.z);
  }

  /** The distance of a world point from the surface of a mesh, margin aside. */
  distance(body: Body, point: Vec3): number {
    const mesh = instanceOf(body);
    const p = toLocal(mesh, point, this.#point);
    const { found } = this.#nearest;
    this.#nearest.find(mesh.triangles, p.x, p.y, p.z, Infinity);
    mesh.frame.transformPoint(this.touch.set(found[1], found[2], found[3]), this.touch);
    return Math.sqrt(found[0]);
  }

  /**
   * Writes up to `most` balls of a convex body or solid mesh to `out`, from ball number `from` on, as far as there is room: centre in
   * the world and radius, four numbers each. Returns the number after the last ball.
   */
  add(solver: PairSolver, body: Body, most: number, out: Float64Array, from: number): number {
    if (!body.shape.solid) return from;
    const end = Math.min(from + most, out.length >> 2);
    if (body.kind !== ShapeKind.mesh) return this.#addConvex(solver, body, out, from, end);
    const { count, balls } = this.#of(body);
    const { frame, margin } = instanceOf(body);
    const p = this.#point;
    const step = Math.max(1, count / Math.max(1, end - from));
    let to = from;
    for (let i = 0; i < count && to < end; i += step) {
      const k = 4 * Math.floor(i);
      frame.transformPoint(p.set(balls[k], balls[k + 1], balls[k + 2]), p);
      put(out, to++, p.x, p.y, p.z, balls[k + 3] + margin);
    }
    return to;
  }

  /** Adds balls around the middle of a convex body's own box, and between there and its sides. A centre outside gives no ball. */
  #addConvex(solver: PairSolver, body: Body, out: Float64Array, from: number, end: number): number {
    const { core, frame } = body;
    const middle = this.#middle;
    const half = this.#half;
    const dir = this.#dir;
    const p = this.touch;
    for (let i = 0; i < 3; i++) {
      const x = i === 0 ? 1 : 0;
      const y = i === 1 ? 1 : 0;
      const z = i === 2 ? 1 : 0;
      core.support(dir.set(x, y, z), p);
      const high = x * p.x + y * p.y + z * p.z;
      core.support(dir.set(-x, -y, -z), p);
      const low = x * p.x + y * p.y + z * p.z;
      middle[i] = 0.5 * (low + high);
      half[i] = 0.5 * (high - low);
    }
    let to = from;
    for (let i = 0; i < CONVEX_BALLS && to < end; i++) {
      const part = CONVEX_STEPS[Math.floor((i + 5) / 6)] * (i % 2 === 0 ? 1 : -1);
      const axis = Math.floor(i / 2) % 3;
      p.set(middle[0], middle[1], middle[2]);
      if (axis === 0) p.x += part * half[0];
      else if (axis === 1) p.y += part * half[1];
      else p.z += part * half[2];
      frame.transformPoint(p, p);
      const radius = this.radius(solver, body, p);
      if (radius > 0) put(out, to++, p.x, p.y, p.z, radius);
    }
    return to;
  }

  #of(body: Body): MeshBalls {
    const mesh = instanceOf(body);
    const { triangles } = mesh;
    const { version } = body.shape;
    // The part of the placement that is not in the rigid frame of the triangles.
    const scale = this.#scale;
    const l = body.frame.m;
    const q = mesh.frame.m;
    let size = 0;
    for (let c = 0; c < 9; c += 3)
      for (let r = 0; r < 3; r++) {
        scale[c + r] = q[3 * r] * l[c] + q[3 * r + 1] * l[c + 1] + q[3 * r + 2] * l[c + 2];
        size = Math.max(size, Math.abs(scale[c + r]));
      }
    let known = this.#known.get(triangles);
    if (known !== undefined && known.version === version) {
      let off = 0;
      for (let i = 0; i < 9; i++) off = Math.max(off, Math.abs(known.scale[i] - scale[i]));
      if (off <= BALLS_SAME_SCALE * size) return known;
    }
    if (known === undefined) {
      known = { count: 0, balls: new Float64Array(4 * BALLS_PER_MESH), version, scale: new Float64Array(9) };
      this.#known.set(triangles, known);
    }
    known.version = version;
    known.scale.set(scale);
    this.#fill(triangles, known);
    return known;
  }

  #fill(triangles: Triangles, out: MeshBalls): void {
    const { balls } = out;
    out.count = 0;
    // The distance from the surface proves nothing where the surface has gaps.
    if (triangles.moments !== null) return;
    const p = this.#corners;
    const ray = this.#ray;
    const reach = reachOf(triangles);
    // The ray starts a little off the surface, so that it does not hit its own triangle.
    const off = BALLS_RAY_OFFSET * reach;
    const step = Math.max(1, triangles.count / BALLS_PER_MESH);
    // A solid may be inside out, as a whole or in some triangles. Then inward is the other way, and both are tried.
    let inward = -1;
    let count = 0;
    for (let s = 0; s < triangles.count && count < BALLS_PER_MESH; s += step) {
      triangles.load(Math.floor(s), p);
      const ux = p[3] - p[0];
      const uy = p[4] - p[1];
      const uz = p[5] - p[2];
      const vx = p[6] - p[0];
      const vy = p[7] - p[1];
      const vz = p[8] - p[2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const l = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (!(l > 0)) continue;
      const cx = (p[0] + p[3] + p[6]) / 3;
      const cy = (p[1] + p[4] + p[7]) / 3;
      const cz = (p[2] + p[5] + p[8]) / 3;
      for (let way = 0; way < 2; way++, inward = -inward) {
        const x = (inward * nx) / l;
        const y = (inward * ny) / l;
        const z = (inward * nz) / l;
        ray.from[0] = cx + off * x;
        ray.from[1] = cy + off * y;
        ray.from[2] = cz + off * z;
        ray.dir[0] = x;
        ray.dir[1] = y;
        ray.dir[2] = z;
        ray.limit[0] = 4 * reach;
        if (!ray.cast(triangles)) continue;
        const half = 0.5 * (ray.limit[0] + off);
        const mx = cx + half * x;
        const my = cy + half * y;
        const mz = cz + half * z;
        if (!this.#inside.test(triangles, mx, my, mz)) continue;
        this.#nearest.find(triangles, mx, my, mz, Infinity);
        const radius = Math.sqrt(this.#nearest.found[0]) - (BALLS_SAME_SCALE + TOUCH) * 4 * reach;
        if (radius > 0) put(balls, count++, mx, my, mz, radius);
        break;
      }
    }
    out.count = count;
  }
}

function put(balls: Float64Array, i: number, x: number, y: number, z: number, radius: number): void {
  balls[4 * i] = x;
  balls[4 * i + 1] = y;
  balls[4 * i + 2] = z;
  balls[4 * i + 3] = radius;
}
