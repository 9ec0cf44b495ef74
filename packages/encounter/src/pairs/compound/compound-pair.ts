/**
 * Compounds against anything, part by part; the tree over the boxes of the parts leaves out those that are too far away. This file says
 * which file of this room serves which query. The compound comes first. Two compounds nest: each part of the first is solved against
 * the second as a whole, whose parts are then visited in turn. So each nested query has a level with scratch of its own.
 */
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { Caster, RayQuery } from '../caster.ts';
import { ComplexPair, type RayTarget } from '../complex-pair.ts';
import type { ContactList } from '../contact.ts';
import { FlatMover } from '../flat-mover.ts';
import type { PairQuery } from '../pair-query.ts';
import { CompoundCast } from './cast.ts';
import { CompoundContacts } from './contacts.ts';
import { CompoundDecision } from './decide.ts';
import { CompoundDepth } from './depth.ts';
import { CompoundDistance } from './distance.ts';
import { Level } from './level.ts';
import { CompoundRay } from './ray.ts';

/** The queries of one level. */
class Queries {
  readonly level: Level = new Level();
  readonly decision: CompoundDecision = new CompoundDecision(this.level);
  readonly distance: CompoundDistance = new CompoundDistance(this.level);
  readonly depth: CompoundDepth = new CompoundDepth(this.level);
  readonly contacts: CompoundContacts = new CompoundContacts(this.level);
  readonly cast: CompoundCast = new CompoundCast(this.level);
}

export class CompoundPair extends ComplexPair implements RayTarget {
  override readonly flat: FlatMover = new FlatMover();
  readonly #levels: Queries[] = [];
  /** One is enough: the parts of a compound are not compounds, so rays do not nest. */
  readonly #ray: CompoundRay = new CompoundRay(new Level());

  constructor() {
    super(ShapeKind.compound);
  }

  #place(query: PairQuery): Queries {
    const levels = this.#levels;
    if (query.depth === levels.length) levels.push(new Queries());
    const queries = levels[query.depth];
    queries.level.place(query);
    return queries;
  }

  protected answer(query: PairQuery): boolean {
    const { goal, out } = query;
    const { decision, distance, depth } = this.#place(query);
    if (out === null || goal === Goal.decide) return decision.decide();
    if (goal === Goal.distance) return distance.find(query, out);
    if (decision.decide()) {
      depth.find(query, out);
      return true;
    }
    // The decision stands: apart, even if rounding in the search for the distance says otherwise.
    if (goal === Goal.signed) distance.find(query, out);
    return false;
  }

  protected list(query: PairQuery, list: ContactList): void {
    this.#place(query).contacts.list(list);
  }

  protected sweep(query: PairQuery): boolean {
    return this.#place(query).cast.find(query);
  }

  ray(caster: Caster, ray: RayQuery): boolean {
    return this.#ray.find(caster, ray);
  }
}
