/**
 * Compounds against anything: part by part, as far as the tree over their boxes lets it be. Which file of this room serves which
 * query; the compound comes first. Two compounds nest: the parts of the first meet the second as a whole, which takes itself apart in
 * turn. So what one query needs lives in a level of its own.
 */
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { Caster, RayQuery } from '../caster.ts';
import { ComplexPair, type RayTarget } from '../complex-pair.ts';
import type { ContactList } from '../contact.ts';
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
  readonly #levels: Queries[] = [];
  /** The parts of a compound are no compounds: rays do not nest. */
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
    // Apart, whatever rounding says in the search for the distance.
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
