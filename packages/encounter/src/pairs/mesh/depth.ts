/** How deep a mesh and a convex shape, or another mesh, are in each other. What depth means is said in docs/meshes.md. */
import type { Body } from '../../bodies/body.ts';
import { HullBody } from '../../bodies/hull-body.ts';
import { instanceOf, numberOf } from '../../bodies/mesh-body.ts';
import { Goal } from '../../convex/penetration.ts';
import { Vec3 } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { PairQuery } from '../pair-query.ts';
import type { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import { SolidDepth } from '../solid-depth.ts';
import type { MeshDecision } from './decide.ts';
import type { FaceFinder } from './face-finder.ts';
import type { SlotPairs } from './mesh-mesh.ts';
import { TrianglePair } from './triangle-pair.ts';

/** Normals of contacts that are tried as directions of a separation, at most. */
const MAX_NORMALS = 64;

export class MeshDepth implements SlotPairs {
  readonly #decision: MeshDecision;
  readonly #faces: FaceFinder;
  readonly #triangles: TrianglePair = new TrianglePair();
  readonly #hullA: HullBody = new HullBody();
  readonly #hullB: HullBody = new HullBody();
  readonly #plain: QuerySettings = new QuerySettings();
  readonly #dir: Vec3 = new Vec3();
  readonly #slots: number[] = [];
  /** Made when first needed: it asks the solver again, which comes back to the decision. */
  #search: SolidDepth | undefined;

  constructor(decision: MeshDecision, faces: FaceFinder) {
    this.#decision = decision;
    this.#faces = faces;
  }

  /** The depth of two that intersect. */
  find(query: PairQuery, out: PairGeometry): void {
    if (query.a.shape.solid && query.b.shape.solid) this.#solids(query, out);
    // Where nothing of one crosses anything of the other, it lies inside.
    else if (!this.#soups(query, out)) this.#searchOut(query, out);
  }

  /** The deepest pair of primitives; false when none meet. */
  #soups(query: PairQuery, out: PairGeometry): boolean {
    const { a, b } = query;
    if (b.kind === ShapeKind.mesh) {
      const { meshes } = this.#decision;
      if (!meshes.deepest(instanceOf(a), instanceOf(b))) return false;
      const { slotA, slotB } = meshes;
      this.#settle(query, this.#triangles.load(query, slotA, slotB).solve(query, Goal.signed, out), out);
      out.primitiveA = numberOf(a, slotA);
      out.primitiveB = numberOf(b, slotB);
      return true;
    }
    const convex = this.#decision.placeConvex(query);
    if (!convex.deepest()) return false;
    out.copy(convex.best);
    out.iterations = convex.iterations;
    query.signed = convex.signed;
    out.primitiveA = numberOf(a, convex.slot);
    out.primitiveB = -1;
    return true;
  }

  /** Exact when both are convex, which a closed mesh may be. */
  #solids(query: PairQuery, out: PairGeometry): void {
    const hullA = this.#hullA.of(query.a);
    const hullB = this.#hullB.of(query.b);
    if (hullA === null || hullB === null) {
      this.#searchOut(query, out);
      return;
    }
    this.#plain.accuracy = query.settings.accuracy;
    this.#settle(query, query.solver.convex.solve(hullA, hullB, Goal.signed, this.#plain, out), out);
    this.#nameFaces(query, out);
  }

  /** The surfaces meet by exact predicates. Where rounding sees a gap between the convex shapes they are of: no depth. */
  #settle(query: PairQuery, together: boolean, out: PairGeometry): void {
    query.signed = together ? query.solver.convex.found.signed : 0;
    if (!together) out.pointB.copy(out.pointA);
  }

  #searchOut(query: PairQuery, out: PairGeometry): void {
    this.#search ??= new SolidDepth();
    const search = this.#search;
    this.#offerNormals(query, search);
    this.#plain.accuracy = query.settings.accuracy;
    search.run(query.solver, query.a, query.b, this.#plain, out);
    query.signed = -search.depth;
    this.#nameFaces(query, out);
  }

  #nameFaces({ a, b }: PairQuery, out: PairGeometry): void {
    out.primitiveA = this.#faces.at(a, out.pointA);
    out.primitiveB = this.#faces.at(b, out.pointB);
  }

  /** The normals of faces where the surfaces cross, as directions in which B may leave A. */
  #offerNormals(query: PairQuery, search: SolidDepth): void {
    const { a, b } = query;
    const slots = this.#slots;
    slots.length = 0;
    if (b.kind === ShapeKind.mesh) {
      this.#decision.meshes.all(instanceOf(a), instanceOf(b), this);
      const step = 2 * Math.max(1, Math.floor(slots.length / (2 * MAX_NORMALS)));
      for (let i = 0; i < slots.length; i += step) {
        this.#offerNormal(a, slots[i], 1, search);
        this.#offerNormal(b, slots[i + 1], -1, search);
      }
      return;
    }
    this.#decision.placeConvex(query).all(slots);
    const step = Math.max(1, Math.floor(slots.length / MAX_NORMALS));
    for (let i = 0; i < slots.length; i += step) this.#offerNormal(a, slots[i], 1, search);
  }

  /** Keeps a pair of triangles that cross. */
  add(slotA: number, slotB: number): void {
    this.#slots.push(slotA, slotB);
  }

  #offerNormal(body: Body, slot: number, sign: number, search: SolidDepth): void {
    const n = this.#faces.normal(instanceOf(body), slot, this.#dir);
    // Both ways: an odd number of mirrorings turns faces over.
    search.offer(sign * n.x, sign * n.y, sign * n.z);
    search.offer(-sign * n.x, -sign * n.y, -sign * n.z);
  }
}
