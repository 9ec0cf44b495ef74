/**
 * Whether a contact is with the outside of a body that has parts, or with a seam between them.
 *
 * Where two bodies are nearest, no point of either goes on beyond the contact along the normal. So a contact (p, n) of one piece is
 * none of the whole if another piece at p reaches beyond p along n: the nearest points are there, and the normal that leans over the
 * seam is a ghost. This needs no neighbours: it is the same for triangles with a common edge, for T-junctions, for soups, and for the
 * parts of a compound that lie flush.
 */
import type { Body } from '../bodies/body.ts';
import type { CompoundInstance } from '../bodies/compound-instance.ts';
import { instanceOf, toLocal } from '../bodies/mesh-body.ts';
import { Probe } from '../bodies/probe.ts';
import { pointTriangleSq } from '../bounds/point-triangle.ts';
import { Goal } from '../convex/penetration.ts';
import { Vec3 } from '../math/vec3.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { CONTACT_LEAN } from '../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../tree/box.ts';
import type { Triangles } from '../tree/triangles.ts';
import { NearParts } from './near-pairs.ts';

export class Outward implements LeafVisitor {
  readonly #walk: TreeBox = new TreeBox();
  readonly #near: NearParts = new NearParts();
  readonly #probe: Probe = new Probe();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #p: Vec3 = new Vec3();
  readonly #n: Vec3 = new Vec3();
  readonly #far: Vec3 = new Vec3();
  readonly #corners: Float64Array = new Float64Array(9);
  /** How near a piece must be to the point to be at it. */
  readonly slack: Float64Array = new Float64Array(1);
  readonly #at: Float64Array = new Float64Array(3);
  readonly #away: Float64Array = new Float64Array(1);
  readonly #facing: Float64Array = new Float64Array(1);
  #triangles: Triangles | null = null;
  /** How many triangles at the point were looked at, and how many of them have their front along the normal. */
  #touched = 0;
  #faces = 0;
  /** −1 if the front of the triangles is inside. */
  #front = 1;

  /** Whether no piece of the body at the world point `point`, on its surface, goes on along `normal`. */
  isOutward(solver: PairSolver, body: Body, point: Vec3, normal: Vec3): boolean {
    if (body.kind === ShapeKind.mesh) return this.#mesh(body, point, normal);
    if (body.kind !== ShapeKind.compound) return true;
    const instance = body.instance as CompoundInstance;
    this.#probe.frame.setOrigin(point);
    const near = this.#near;
    near.find(instance, this.#probe, this.slack);
    for (let i = 0; i < near.count; i++) {
      const piece = instance.bodies[near.parts[i]];
      if (
        piece.kind === ShapeKind.mesh ? !this.#mesh(piece, point, normal) : this.#reaches(solver, piece, point, normal)
      )
        return false;
    }
    return true;
  }

  /** Whether a convex part is at the point and goes on along the normal. */
  #reaches(solver: PairSolver, part: Body, point: Vec3, normal: Vec3): boolean {
    const slack = this.slack[0];
    this.#settings.maxDistance = slack;
    solver.solve(part, this.#probe, Goal.distance, this.#settings, null);
    if (!(solver.signed <= slack)) return false;
    const far = this.#far;
    part.core.support(part.frame.transposeVector(normal, far), this.#n);
    part.frame.transformPoint(this.#n, far);
    const x = far.x - point.x;
    const y = far.y - point.y;
    const z = far.z - point.z;
    const beyond = normal.x * x + normal.y * y + normal.z * z + part.radius;
    return beyond > slack + CONTACT_LEAN * Math.sqrt(x * x + y * y + z * z);
  }

  #mesh(body: Body, point: Vec3, normal: Vec3): boolean {
    const instance = instanceOf(body);
    const { triangles, frame, margin } = instance;
    const p = toLocal(instance, point, this.#p);
    frame.transposeVector(normal, this.#n);
    const n = this.#n;
    // The triangle is inside its margin.
    p.x -= margin * n.x;
    p.y -= margin * n.y;
    p.z -= margin * n.z;
    const { box } = this.#walk;
    const slack = this.slack[0];
    box[0] = p.x - slack;
    box[1] = p.y - slack;
    box[2] = p.z - slack;
    box[3] = p.x + slack;
    box[4] = p.y + slack;
    box[5] = p.z + slack;
    this.#triangles = triangles;
    this.#faces = 0;
    this.#touched = 0;
    this.#front = (body.shape as MeshShape).insideOut ? -1 : 1;
    if (this.#walk.overlapping(triangles.tree, this)) return false;
    // A solid is met from outside: a normal that its faces span is ahead of one of them at least.
    return !body.shape.solid || this.#touched === 0 || this.#faces > 0;
  }

  leaf(first: number, last: number): boolean {
    const p = this.#p;
    const n = this.#n;
    const q = this.#corners;
    const slack = this.slack[0];
    for (let slot = first; slot < last; slot++) {
      (this.#triangles as Triangles).load(slot, q);
      let reaches = false;
      for (let i = 0; i < 9; i += 3) {
        const x = q[i] - p.x;
        const y = q[i + 1] - p.y;
        const z = q[i + 2] - p.z;
        const beyond = n.x * x + n.y * y + n.z * z;
        reaches ||= beyond > slack + CONTACT_LEAN * Math.sqrt(x * x + y * y + z * z);
      }
      if (!reaches && this.#faces > 0) continue;
      const at = this.#at;
      at[0] = p.x;
      at[1] = p.y;
      at[2] = p.z;
      pointTriangleSq(at, q, this.#away);
      if (this.#away[0] > slack * slack) continue;
      if (reaches) return true;
      this.#touched++;
      findFacing(q, n, this.#facing);
      if (this.#front * this.#facing[0] > CONTACT_LEAN) this.#faces++;
    }
    return false;
  }
}

/** Writes the cosine of the angle between the front of a triangle and a direction to out[0]; 0 for a triangle without area. */
function findFacing(q: Float64Array, n: Vec3, out: Float64Array): void {
  const ux = q[3] - q[0];
  const uy = q[4] - q[1];
  const uz = q[5] - q[2];
  const vx = q[6] - q[0];
  const vy = q[7] - q[1];
  const vz = q[8] - q[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const l = Math.sqrt(x * x + y * y + z * z);
  out[0] = 0;
  if (l > 0) out[0] = (n.x * x + n.y * y + n.z * z) / l;
}
