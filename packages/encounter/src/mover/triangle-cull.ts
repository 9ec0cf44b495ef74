/**
 * Leaves out triangles that are too far from a body, by a few support points each.
 *
 * A round foot on a hill of small triangles has hundreds of them in its box, and touches one or two. Of any direction the gap along it is
 * a lower bound of the distance. Three kinds of directions are tried. Those that have separated a triangle before mostly separate its
 * neighbours, too. The normal of the triangle separates all but those that lie in nearly one plane. The last one leads from the nearest
 * point of the triangle to the support point along that normal: with this the triangles around the foot of a capsule are left out. (More
 * steps of this kind, as in the method of E. G. Gilbert, 1966, leave out hardly any more.) What is left must be solved.
 */
import type { Body } from '../bodies/body.ts';
import { supportOf } from '../convex/cso.ts';
import type { Affine } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import { nearestOnTriangle } from '../tree/nearest-point.ts';
import { SweepAxes } from '../tree/sweep-axes.ts';

/** The body is at rest while triangles are left out. */
const REST: Float64Array = /* #__PURE__ */ new Float64Array(3);

export class TriangleCull {
  #body!: Body;
  #frame!: Affine;
  /** Carries directions from the frame of the mesh to that of the body's core: its rows one after the other. */
  readonly #turn: Float64Array = new Float64Array(9);
  /** The origin of the core in the frame of the mesh. */
  readonly #at: Float64Array = new Float64Array(3);
  /** Up to which distance from the body's core triangles are kept. */
  readonly #reach: Float64Array = new Float64Array(1);
  readonly #axes: SweepAxes = new SweepAxes();
  readonly #low: Float64Array = new Float64Array(1);
  readonly #axis: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #far: Vec3 = new Vec3();
  /** The last support point, in the frame of the mesh. */
  readonly #point: Float64Array = new Float64Array(3);
  readonly #nearest: Float64Array = new Float64Array(4);

  /** Sets the body, the rigid frame of the mesh, and the distance reach[0] up to which triangles are kept. */
  begin(body: Body, frame: Affine, reach: Float64Array): void {
    this.#body = body;
    this.#frame = frame;
    this.#axes.clear();
    const turn = this.#turn;
    const at = this.#at;
    const { m: b, extent, radius } = body;
    const { m } = frame;
    const x = b[9] - m[9];
    const y = b[10] - m[10];
    const z = b[11] - m[11];
    for (let j = 0; j < 3; j++) {
      const u = m[3 * j];
      const v = m[3 * j + 1];
      const w = m[3 * j + 2];
      at[j] = u * x + v * y + w * z;
      for (let i = 0; i < 3; i++) turn[3 * i + j] = b[3 * i] * u + b[3 * i + 1] * v + b[3 * i + 2] * w;
    }
    const far = Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]);
    const here = Math.abs(at[0]) + Math.abs(at[1]) + Math.abs(at[2]);
    this.#reach[0] = reach[0] + radius + 8 * TOUCH * (far + here + extent);
  }

  /** Whether the body is farther from the triangle with these corners, in the frame of the mesh, than the reach. */
  isFar(p: Float64Array): boolean {
    const axes = this.#axes;
    if (axes.separate(p, REST)) return true;
    const at = this.#at;
    const n = this.#axis;
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    n.x = uy * vz - uz * vy;
    n.y = uz * vx - ux * vz;
    n.z = ux * vy - uy * vx;
    // Towards the body: the other side of the plane separates nothing.
    if (n.x * (at[0] - p[0]) + n.y * (at[1] - p[1]) + n.z * (at[2] - p[2]) < 0) {
      n.x = -n.x;
      n.y = -n.y;
      n.z = -n.z;
    }
    if (!this.#write()) return false;
    if (axes.keepIfSeparate(p, REST)) return true;
    const point = this.#point;
    const nearest = this.#nearest;
    const reach = this.#reach[0];
    nearestOnTriangle(p, point, nearest);
    // A point of the body is near.
    if (!(nearest[0] > reach * reach)) return false;
    n.x = point[0] - nearest[1];
    n.y = point[1] - nearest[2];
    n.z = point[2] - nearest[3];
    return this.#write() && axes.keepIfSeparate(p, REST);
  }

  /** Keeps a direction in the world, from the body to a triangle that has turned out to be farther than the reach. */
  keep(direction: Vec3): void {
    const n = this.#frame.transposeVector(direction, this.#axis);
    n.x = -n.x;
    n.y = -n.y;
    n.z = -n.z;
    if (this.#write()) this.#axes.keep();
  }

  /** Makes #axis the one to be tried, and finds the body's support point. Returns false if it has no direction. */
  #write(): boolean {
    const n = this.#axis;
    const turn = this.#turn;
    const at = this.#at;
    const dir = this.#dir;
    const far = this.#far;
    const point = this.#point;
    const l = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(l > 0 && l < Infinity)) return false;
    const x = n.x / l;
    const y = n.y / l;
    const z = n.z / l;
    n.x = x;
    n.y = y;
    n.z = z;
    dir.x = -(turn[0] * x + turn[1] * y + turn[2] * z);
    dir.y = -(turn[3] * x + turn[4] * y + turn[5] * z);
    dir.z = -(turn[6] * x + turn[7] * y + turn[8] * z);
    supportOf(this.#body.kind, this.#body.core, dir, far);
    point[0] = at[0] + turn[0] * far.x + turn[3] * far.y + turn[6] * far.z;
    point[1] = at[1] + turn[1] * far.x + turn[4] * far.y + turn[7] * far.z;
    point[2] = at[2] + turn[2] * far.x + turn[5] * far.y + turn[8] * far.z;
    this.#low[0] = x * point[0] + y * point[1] + z * point[2] - this.#reach[0];
    this.#axes.write(n, this.#low, REST, REST);
    return true;
  }
}
