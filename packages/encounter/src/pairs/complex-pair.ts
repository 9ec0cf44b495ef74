/**
 * The entrance for pairs of which at least one shape is not convex. Such a shape brings along the functions that test it against any
 * other.
 *
 * The order of a pair is swapped here and nowhere else. The pair functions always get the body of their own kind first; if the caller
 * asked in the other order, the result is swapped back. A pair within a pair enters here again, so queries are kept in a stack.
 */
import type { Body } from '../bodies/body.ts';
import { Goal } from '../convex/penetration.ts';
import { fitSign } from '../convex/proximity.ts';
import { addScaled, Vec3 } from '../math/vec3.ts';
import type { ShapeKind } from '../shapes/shape.ts';
import type { Caster, RayQuery } from './caster.ts';
import { type ContactList, swapSides } from './contact.ts';
import type { FlatMover } from './flat-mover.ts';
import { PairQuery } from './pair-query.ts';
import { findAllowedError } from './place.ts';
import { type CastHit, carryPoint, type PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

export abstract class ComplexPair {
  /** The signed distance found by the last `solve`, as far as its goal asked. */
  signed = 0;
  /** For casts of flat bodies against shapes with parts. */
  readonly flat: FlatMover | null = null;
  readonly #kind: ShapeKind;
  readonly #queries: PairQuery[] = [];
  #depth = 0;
  readonly #allowed: Float64Array = new Float64Array(1);

  /** Pair functions of this kind with itself and with all kinds before it. */
  constructor(kind: ShapeKind) {
    this.#kind = kind;
  }

  /** Whether the two bodies intersect. Fills `query.out` and `query.signed` as far as the goal asks. */
  protected abstract answer(query: PairQuery): boolean;

  /** Adds the contacts of the pair to the list. */
  protected abstract list(query: PairQuery, list: ContactList): void;

  /** Whether the two bodies meet in a cast. Fills `query.hit`. */
  protected abstract sweep(query: PairQuery): boolean;

  /** As `PairSolver.solve`, for a pair with at least one shape of this kind and none of a higher kind. */
  solve(solver: PairSolver, a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const query = this.#enter(solver, a, b, settings);
    query.goal = goal;
    query.out = out;
    try {
      const together = this.answer(query);
      fitSign(together, query);
      this.signed = query.signed;
      if (out !== null) {
        findAllowedError(a, b, settings, this.#allowed);
        out.converged = out.error <= this.#allowed[0];
      }
      if (query.a !== a && out !== null && (together || goal !== Goal.depth)) {
        const { pointA: p, pointB: q } = out;
        const { x, y, z } = p;
        p.copy(q);
        q.set(x, y, z);
        swapSides(out);
      }
      return together;
    } finally {
      this.#depth--;
    }
  }

  /** Lists the contacts of such a pair. */
  contacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void {
    const query = this.#enter(solver, a, b, settings);
    const from = list.count;
    try {
      this.list(query, list);
      if (query.a !== a) list.swapSides(from);
    } finally {
      this.#depth--;
    }
  }

  /** First contact while B moves by `motion` and A is at rest. They are apart or touch at the start. */
  cast(caster: Caster, a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const query = this.#enter(caster.solver, a, b, settings);
    const swapped = query.a !== a;
    addScaled(ZERO, motion, swapped ? -1 : 1, query.motion);
    query.caster = caster;
    query.hit = out;
    try {
      const met = this.sweep(query);
      if (met && swapped) {
        // The point was found with B at rest, but it is A that is at rest.
        carryPoint(out, motion);
        swapSides(out);
      }
      return met;
    } finally {
      this.#depth--;
    }
  }

  #enter(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): PairQuery {
    const queries = this.#queries;
    const depth = this.#depth++;
    if (depth === queries.length) queries.push(new PairQuery(depth));
    const query = queries[depth];
    const swapped = a.kind !== this.#kind;
    query.solver = solver;
    query.a = swapped ? b : a;
    query.b = swapped ? a : b;
    query.settings = settings;
    return query;
  }
}

const ZERO: Vec3 = /* #__PURE__ */ new Vec3();

/** Pair functions of a kind that also answers rays by itself. */
export interface RayTarget {
  /** As `Caster.rayBody`. */
  ray(caster: Caster, ray: RayQuery): boolean;
}
