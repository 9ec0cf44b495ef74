/** Two triangles, one of each mesh, as convex shapes with the margins of the meshes. */
import { instanceOf } from '../../bodies/mesh-body.ts';
import { TriangleBody } from '../../bodies/triangle-body.ts';
import type { Goal } from '../../convex/penetration.ts';
import type { PairQuery } from '../pair-query.ts';
import type { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';

export class TrianglePair {
  readonly a: TriangleBody = new TriangleBody();
  readonly b: TriangleBody = new TriangleBody();
  readonly #settings: QuerySettings = new QuerySettings();

  load(query: PairQuery, slotA: number, slotB: number): this {
    this.a.of(instanceOf(query.a));
    this.a.load(slotA);
    this.b.of(instanceOf(query.b));
    this.b.load(slotB);
    return this;
  }

  /** As `ConvexPair.solve`. */
  solve(query: PairQuery, goal: Goal, out: PairGeometry): boolean {
    this.#settings.accuracy = query.settings.accuracy;
    return query.solver.convex.solve(this.a, this.b, goal, this.#settings, out);
  }
}
