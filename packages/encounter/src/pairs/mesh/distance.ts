/** The distance of a mesh and a convex shape or another mesh. */
import type { Body } from '../../bodies/body.ts';
import { instanceOf, numberOf } from '../../bodies/mesh-body.ts';
import { Goal } from '../../convex/penetration.ts';
import { Vec3 } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { MESH_CLOSE } from '../../tolerances.ts';
import type { PairQuery } from '../pair-query.ts';
import type { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import type { MeshDecision } from './decide.ts';
import { TrianglePair } from './triangle-pair.ts';

export class MeshDistance {
  readonly #decision: MeshDecision;
  readonly #triangles: TrianglePair = new TrianglePair();
  readonly #plain: QuerySettings = new QuerySettings();
  readonly #point: Vec3 = new Vec3();
  readonly #reaches: Float64Array = new Float64Array(1);

  constructor(decision: MeshDecision) {
    this.#decision = decision;
    this.#plain.maxDistance = 0;
  }

  /** Finds the distance or a common point. Returns whether the two intersect. */
  find(query: PairQuery, out: PairGeometry): boolean {
    if (this.#nearest(query, out)) return true;
    if (!this.#decision.oneHolds(query)) return false;
    const { held } = this.#decision;
    query.signed = 0;
    out.error = 0;
    out.pointA.copy(held);
    out.pointB.copy(held);
    out.primitiveA = -1;
    out.primitiveB = -1;
    return true;
  }

  /** The distance of two bodies that are known to be apart. */
  findApart(query: PairQuery, out: PairGeometry): void {
    this.#nearest(query, out);
  }

  #nearest(query: PairQuery, out: PairGeometry): boolean {
    return query.b.kind === ShapeKind.mesh ? this.#toMesh(query, out) : this.#toConvex(query, out);
  }

  #toConvex(query: PairQuery, out: PairGeometry): boolean {
    const convex = this.#decision.placeConvex(query);
    if (!convex.nearest(query.settings)) {
      this.#beyond(query, out);
      return false;
    }
    out.copy(convex.best);
    out.iterations = convex.iterations;
    out.error = convex.error;
    out.primitiveA = numberOf(query.a, convex.slot);
    out.primitiveB = -1;
    query.signed = convex.signed;
    return convex.signed <= 0;
  }

  #toMesh(query: PairQuery, out: PairGeometry): boolean {
    const { a, b, settings } = query;
    const { meshes } = this.#decision;
    const ia = instanceOf(a);
    const ib = instanceOf(b);
    const radius = ia.margin + ib.margin;
    const reaches = this.#reaches;
    ia.triangles.tree.findReach(reaches);
    let reach = reaches[0];
    ib.triangles.tree.findReach(reaches);
    reach += reaches[0];
    // A little farther than asked: the search finds only what is nearer than the limit, and must find what touches, even if
    // maxDistance is 0.
    meshes.limit[0] = settings.maxDistance + radius + MESH_CLOSE * reach + Number.MIN_VALUE;
    if (!meshes.distance(ia, ib, settings.cache)) {
      this.#beyond(query, out);
      return false;
    }
    const { nearest } = meshes;
    const gap = Math.sqrt(nearest[0]);
    const close = gap <= radius + MESH_CLOSE * reach;
    let { slotA, slotB } = meshes;
    const together = close && meshes.meet(ia, ib);
    if (together) {
      slotA = meshes.slotA;
      slotB = meshes.slotB;
    } else if (gap - radius > settings.maxDistance) {
      this.#beyond(query, out);
      return false;
    }
    // The points are so near that their difference has no direction, or the triangles meet: solve these as two convex shapes.
    if (close) this.#asConvex(query, slotA, slotB, together, out);
    else {
      const p = ia.frame.transformPoint(out.pointA.set(nearest[1], nearest[2], nearest[3]), out.pointA);
      const n = out.normal.set(nearest[4] - nearest[1], nearest[5] - nearest[2], nearest[6] - nearest[3]);
      ia.frame.transformVector(n, n);
      const l = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
      n.set(n.x / l, n.y / l, n.z / l);
      p.set(p.x + ia.margin * n.x, p.y + ia.margin * n.y, p.z + ia.margin * n.z);
      const signed = gap - radius;
      query.signed = signed;
      out.pointB.set(p.x + signed * n.x, p.y + signed * n.y, p.z + signed * n.z);
      out.iterations = 1;
    }
    // Up to rounding, all other pairs of triangles are farther apart.
    out.error = Math.max(close ? out.error : 0, meshes.rounding[0]);
    out.primitiveA = numberOf(a, slotA);
    out.primitiveB = numberOf(b, slotB);
    return together;
  }

  #asConvex(query: PairQuery, slotA: number, slotB: number, together: boolean, out: PairGeometry): void {
    this.#triangles.load(query, slotA, slotB).solve(query, Goal.distance, out);
    query.signed = together ? 0 : query.solver.convex.found.signed;
    if (together) out.pointB.copy(out.pointA);
  }

  /** The result beyond `maxDistance`: the normal separates the hulls, or, if these meet, points from the middle of A to that of B. */
  #beyond(query: PairQuery, out: PairGeometry): void {
    const { a, b } = query;
    if (query.solver.convex.solve(a, b, Goal.distance, this.#plain, out)) {
      const p = middleOf(a, this.#point);
      const q = middleOf(b, out.normal);
      const x = q.x - p.x;
      const y = q.y - p.y;
      const z = q.z - p.z;
      const l = Math.sqrt(x * x + y * y + z * z);
      out.normal.set(l > 0 ? x / l : 1, l > 0 ? y / l : 0, l > 0 ? z / l : 0);
    }
    query.signed = Infinity;
    out.error = 0;
    out.pointA.set(0, 0, 0);
    out.pointB.set(0, 0, 0);
    out.primitiveA = -1;
    out.primitiveB = -1;
  }
}

/** The middle of a mesh's box, or the origin of another body. */
function middleOf(body: Body, out: Vec3): Vec3 {
  if (body.kind === ShapeKind.mesh) {
    const { origin } = instanceOf(body).source.tree;
    out.x = origin[0];
    out.y = origin[1];
    out.z = origin[2];
    return body.frame.transformPoint(out, out);
  }
  const { m } = body.frame;
  out.x = m[9];
  out.y = m[10];
  out.z = m[11];
  return out;
}
