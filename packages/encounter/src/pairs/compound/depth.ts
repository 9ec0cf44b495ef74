/** The depth of a compound and another body: the depth as a whole if both are solid, else that of the deepest part. */
import type { Body } from '../../bodies/body.ts';
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { PairQuery } from '../pair-query.ts';
import { PairGeometry } from '../result.ts';
import { SolidDepth } from '../solid/solid-depth.ts';
import { PartVisitor } from './level.ts';

export class CompoundDepth extends PartVisitor {
  readonly #trial: PairGeometry = new PairGeometry();
  #out: PairGeometry = this.#trial;
  #signed = 0;
  /** The largest error of any part: each may be the deepest. */
  #error = 0;
  /** Made when first needed. */
  #search: SolidDepth | undefined;

  /** The depth of two bodies that intersect. */
  find(query: PairQuery, out: PairGeometry): void {
    const { a, b, solver, settings } = query;
    const { walk, instance, plain } = this.level;
    // A single part is as deep as the whole, and a halfspace is as deep in the whole as in one part. If a body is not solid, the
    // deepest primitive counts.
    const alone = instance.compound.parts.length === 1 || b.kind === ShapeKind.halfspace;
    if (alone || !a.shape.solid || !b.shape.solid) {
      this.#out = out;
      this.#signed = Infinity;
      this.#error = 0;
      out.iterations = 0;
      walk.overlapping(instance.tree, this);
      query.signed = this.#signed;
      out.error = this.#error;
      return;
    }
    this.#search ??= new SolidDepth();
    plain.accuracy = settings.accuracy;
    plain.maxDistance = Infinity;
    this.#search.run(solver, a, b, plain, out);
    query.signed = -this.#search.depth;
  }

  /** Looks for the part deepest in the other body. */
  protected visit(part: Body, child: number): boolean {
    const trial = this.#trial;
    const out = this.#out;
    if (!this.level.ask(part, Goal.depth, trial)) return false;
    const { signed } = this.level.solver;
    this.#error = Math.max(this.#error, trial.error);
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
