/** How deep a compound and another body are in each other: as deep as their deepest part, or as the whole where that is solid. */
import type { Body } from '../../bodies/body.ts';
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { PairQuery } from '../pair-query.ts';
import { PairGeometry } from '../result.ts';
import { SolidDepth } from '../solid-depth.ts';
import { PartVisitor } from './level.ts';

export class CompoundDepth extends PartVisitor {
  readonly #trial: PairGeometry = new PairGeometry();
  #out: PairGeometry = this.#trial;
  #signed = 0;
  /** Made when first needed. */
  #search: SolidDepth | undefined;

  /** The depth of two that intersect. */
  find(query: PairQuery, out: PairGeometry): void {
    const { a, b, solver, settings } = query;
    const { walk, instance, plain } = this.level;
    this.#search ??= new SolidDepth();
    const search = this.#search;
    search.directions.length = 0;
    this.#out = out;
    this.#signed = Infinity;
    out.iterations = 0;
    walk.overlapping(instance.tree, this);
    query.signed = Math.min(this.#signed, 0);
    // One part alone is as deep as the whole, and so is what a halfspace is deepest in; of soups the deepest primitive counts.
    if (instance.compound.parts.length === 1 || !a.shape.solid || !b.shape.solid) return;
    if (b.kind === ShapeKind.halfspace) return;
    plain.accuracy = settings.accuracy;
    plain.maxDistance = Infinity;
    // What takes the deepest part out is the least there can be. Often it takes everything out.
    if (search.separates(solver, a, b, plain, out.normal, -query.signed)) return;
    const { primitiveA, primitiveB } = out;
    search.run(solver, a, b, plain, out);
    query.signed = -search.depth;
    if (out.primitiveA < 0) out.primitiveA = primitiveA;
    if (out.primitiveB < 0) out.primitiveB = primitiveB;
  }

  /** Looks for the part deepest in the other body, and offers the normals of all parts in it as ways out. */
  protected visit(part: Body, child: number): boolean {
    const trial = this.#trial;
    const out = this.#out;
    if (!this.level.ask(part, Goal.depth, trial)) return false;
    const { signed } = this.level.solver;
    const { x, y, z } = trial.normal;
    (this.#search as SolidDepth).offer(x, y, z);
    const iterations = out.iterations + trial.iterations;
    if (signed < this.#signed) {
      this.#signed = signed;
      out.copy(trial);
      out.primitiveA = child;
    }
    out.iterations = iterations;
    return false;
  }
}
