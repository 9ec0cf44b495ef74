/** The depth of a mesh and a convex shape or another mesh. docs/meshes.md says what depth means for meshes. */
import { HullBody } from '../../bodies/hull-body.ts';
import { instanceOf, numberOf } from '../../bodies/mesh-body.ts';
import { Goal } from '../../convex/penetration.ts';
import { scale } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { WayOut } from '../../tree/way-out.ts';
import type { PairQuery } from '../pair-query.ts';
import type { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import { SolidDepth } from '../solid/solid-depth.ts';
import type { MeshDecision } from './decide.ts';
import type { FaceFinder } from './face-finder.ts';
import { TrianglePair } from './triangle-pair.ts';

export class MeshDepth {
  readonly #decision: MeshDecision;
  readonly #faces: FaceFinder;
  readonly #triangles: TrianglePair = new TrianglePair();
  readonly #hullA: HullBody = new HullBody();
  readonly #hullB: HullBody = new HullBody();
  readonly #plain: QuerySettings = new QuerySettings();
  readonly #wayOut: WayOut = new WayOut();
  /** Made when first needed. It calls the solver, which calls the decision of this pair again. */
  #search: SolidDepth | undefined;

  constructor(decision: MeshDecision, faces: FaceFinder) {
    this.#decision = decision;
    this.#faces = faces;
  }

  /** The depth of two bodies that intersect. */
  find(query: PairQuery, out: PairGeometry): void {
    if (this.#point(query, out)) return;
    if (query.a.shape.solid && query.b.shape.solid) this.#solids(query, out);
    // If no primitives meet, one body lies inside the other.
    else if (!this.#soups(query, out)) this.#searchOut(query, out);
  }

  /**
   * The depth of a point, without a radius, in a closed mesh: the distance to the nearest point of the surface, if that is a way out.
   * Returns false if it is not, for points on the surface, and for other pairs.
   */
  #point(query: PairQuery, out: PairGeometry): boolean {
    const { a, b } = query;
    const { winding } = this.#decision;
    if (b.kind !== ShapeKind.point || b.radius > 0 || winding === 0) return false;
    const { margin, triangles } = instanceOf(a);
    const convex = this.#decision.placeConvex(query);
    if (margin > 0 || !convex.nearest(this.#plain) || !(convex.signed > 0)) return false;
    const { point, found, slot } = convex.search;
    if (!this.#wayOut.isOpen(triangles, point, winding, found, slot)) return false;
    out.copy(convex.best);
    scale(out.normal, -1, out.normal);
    out.error = convex.error;
    out.iterations = convex.iterations;
    out.primitiveA = numberOf(a, slot);
    out.primitiveB = -1;
    query.signed = -convex.signed;
    return true;
  }

  /** Finds the deepest pair of primitives. Returns false when none meet. */
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
    out.error = convex.error;
    out.iterations = convex.iterations;
    query.signed = convex.signed;
    out.primitiveA = numberOf(a, convex.slot);
    out.primitiveB = -1;
    return true;
  }

  /** The depth of two solids: exact when both are convex (a closed mesh may be), searched for otherwise. */
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

  /** Writes the signed distance. Exact predicates say that the surfaces meet, so where GJK sees a gap by rounding the depth is 0. */
  #settle(query: PairQuery, together: boolean, out: PairGeometry): void {
    query.signed = together ? query.solver.convex.found.signed : 0;
    if (!together) out.pointB.copy(out.pointA);
  }

  #searchOut(query: PairQuery, out: PairGeometry): void {
    this.#search ??= new SolidDepth();
    const search = this.#search;
    this.#plain.accuracy = query.settings.accuracy;
    search.run(query.solver, query.a, query.b, this.#plain, out);
    query.signed = -search.depth;
    this.#nameFaces(query, out);
  }

  #nameFaces({ a, b }: PairQuery, out: PairGeometry): void {
    out.primitiveA = this.#faces.at(a, out.pointA);
    out.primitiveB = this.#faces.at(b, out.pointB);
  }
}
