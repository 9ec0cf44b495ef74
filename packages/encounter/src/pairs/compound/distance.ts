/** The part of a compound nearest to the other body. */
import type { Body } from '../../bodies/body.ts';
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { PairQuery } from '../pair-query.ts';
import { PairGeometry } from '../result.ts';
import { PartVisitor } from './level.ts';

export class CompoundDistance extends PartVisitor {
  readonly #trial: PairGeometry = new PairGeometry();
  #out: PairGeometry = this.#trial;
  #found = false;
  #signed = 0;
  /** The largest error of any part: each may be the nearest. */
  #error = 0;

  /** Finds the nearest part. Returns whether a part meets the other body. */
  find(query: PairQuery, out: PairGeometry): boolean {
    const { walk, instance } = this.level;
    const limit = query.settings.maxDistance;
    this.#out = out;
    this.#found = false;
    this.#signed = limit;
    walk.best[0] = limit * limit;
    out.iterations = 0;
    this.#error = 0;
    walk.nearest(instance.tree, this);
    if (this.#found) {
      query.signed = this.#signed;
      out.error = this.#error;
      return this.#signed <= 0;
    }
    query.signed = Infinity;
    this.#separate(limit, out);
    out.error = 0;
    out.pointA.set(0, 0, 0);
    out.pointB.set(0, 0, 0);
    out.primitiveA = -1;
    out.primitiveB = -1;
    return false;
  }

  protected visit(part: Body, child: number): boolean {
    const { level } = this;
    const trial = this.#trial;
    const out = this.#out;
    level.plain.maxDistance = this.#signed;
    const together = level.ask(part, Goal.distance, trial);
    const { signed } = level.solver;
    this.#error = Math.max(this.#error, trial.error);
    const iterations = out.iterations + trial.iterations;
    if (signed < this.#signed || (!this.#found && signed <= this.#signed && signed < Infinity)) {
      this.#signed = signed;
      this.#found = true;
      level.walk.best[0] = signed * signed;
      out.copy(trial);
      out.primitiveA = child;
    }
    out.iterations = iterations;
    return together;
  }

  /** Writes an axis that separates the hulls if there is one, otherwise an axis that separates the first part from the other body. */
  #separate(limit: number, out: PairGeometry): void {
    const { solver, compound, other, plain, instance } = this.level;
    plain.maxDistance = 0;
    const bounded = other.kind !== ShapeKind.halfspace;
    if (bounded && !solver.convex.solve(compound, other, Goal.distance, plain, out)) return;
    plain.maxDistance = limit;
    this.level.ask(instance.bodies[0], Goal.distance, out);
  }
}
