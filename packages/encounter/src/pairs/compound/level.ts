/** One level of nested compounds: a compound against one other body, and what the queries on such a pair share. */
import { type Body, boxIn } from '../../bodies/body.ts';
import type { CompoundInstance } from '../../bodies/compound-instance.ts';
import type { Goal } from '../../convex/penetration.ts';
import { Affine } from '../../math/affine.ts';
import { COMPOUND_SLACK } from '../../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../../tree/box.ts';
import type { PairQuery } from '../pair-query.ts';
import type { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import type { PairSolver } from '../solver.ts';

const WORLD: Affine = /* #__PURE__ */ new Affine();

export class Level {
  solver!: PairSolver;
  compound!: Body;
  instance!: CompoundInstance;
  other!: Body;
  /** Settings for the pairs of a part and the other body. They have no cache: it belongs to the whole. */
  readonly plain: QuerySettings = new QuerySettings();
  /** Walks the tree with the box of the other body, widened for rounding. */
  readonly walk: TreeBox = new TreeBox();
  readonly #box: Float64Array = new Float64Array(6);

  place({ solver, a: compound, b: other, settings }: PairQuery): void {
    this.solver = solver;
    this.compound = compound;
    this.instance = compound.instance as CompoundInstance;
    this.other = other;
    this.plain.accuracy = settings.accuracy;
    this.plain.maxDistance = Infinity;
    this.plain.resting = settings.resting;
    this.plain.whole = settings.whole;
    const tight = this.#box;
    boxIn(other, WORLD, tight);
    // The tree's boxes are rounded outward, but the box of the other body is not, and positions far away are rounded. So widen it.
    const { m } = compound.frame;
    const { box } = this.walk;
    for (let i = 0; i < 3; i++) {
      const reach = Math.abs(tight[i]) + Math.abs(tight[3 + i]) + Math.abs(m[9 + i]);
      const slack = COMPOUND_SLACK * Math.min(1e300, reach);
      box[i] = tight[i] - slack;
      box[3 + i] = tight[3 + i] + slack;
    }
  }

  /** Solves a part against the other body. */
  ask(part: Body, goal: Goal, out: PairGeometry | null): boolean {
    return this.solver.solve(part, this.other, goal, this.plain, out);
  }
}

/** Visits the parts in a leaf of a compound's tree one after the other. */
export abstract class PartVisitor implements LeafVisitor {
  protected readonly level: Level;

  constructor(level: Level) {
    this.level = level;
  }

  /** Does what the query asks with a part of the child with this number. Returning true ends the walk. */
  protected abstract visit(part: Body, child: number): boolean;

  leaf(first: number, last: number): boolean {
    const { instance } = this.level;
    const { tree, bodies } = instance;
    for (let slot = first; slot < last; slot++) {
      const part = tree.items[slot];
      if (this.visit(bodies[part], instance.childOf(part))) return true;
    }
    return false;
  }
}
