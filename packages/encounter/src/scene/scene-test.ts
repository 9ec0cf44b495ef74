/**
 * One pass over the encounters of a scene. Each pair is tested and its responses run at once, so a callback that ends the test saves
 * the rest of the work. But changes by a callback must not affect this test: before the first change, all remaining pairs are tested,
 * and their results kept.
 */

import type { Collider } from '../bodies/collider.ts';
import { PenetrationResult } from '../pairs/result.ts';
import { commonPoint, intersects, penetration } from '../query.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { Encounters } from './encounters.ts';
import { type ContactManifold, ManifoldContact, type PairManifolds } from './pair-manifolds.ts';
import { ResponseContact } from './response-contact.ts';
import type {
  Resolution,
  ResponseCallback,
  ResponseClass,
  ResponseTable,
  ResponseType,
  TableUser,
} from './response-table.ts';

/** The result for a pair that is reported. */
class Outcome<T> {
  a: Collider<T> | null = null;
  b: Collider<T> | null = null;
  /** Their classes at the time of the test. A callback may change them before the next callback. */
  classA: ResponseClass | null = null;
  classB: ResponseClass | null = null;
  resolution: Resolution<T> | null = null;
  /** Whether the two meet. If not, only responses to manifolds apply, which may also want to know of pairs that are apart. */
  meets = false;
  readonly found: PenetrationResult = new PenetrationResult();
  /** What each response of the type `manifold` gets, in the order of the responses. */
  readonly manifolds: PairManifolds[] = [];
}

export class SceneTest<T> implements TableUser {
  running = false;
  readonly #encounters: Encounters<T>;
  readonly #debug: boolean;
  readonly #contact: ResponseContact = new ResponseContact();
  readonly #manifoldContact: ManifoldContact = new ManifoldContact();
  readonly #now: Outcome<T> = new Outcome();
  readonly #options: { cache?: ReturnType<Encounters<T>['cache']> } = {};
  /** The outcomes computed by `freeze`; reused by the next test. */
  readonly #kept: Outcome<T>[] = [];
  #keptCount = 0;
  /** Whether all outcomes are known, so that changes no longer matter. */
  frozen = false;
  #next = 0;
  #table: ResponseTable<T> | null = null;

  constructor(encounters: Encounters<T>, debug: boolean) {
    this.#encounters = encounters;
    this.#debug = debug;
  }

  run(table: ResponseTable<T>): number {
    this.running = true;
    this.#table = table;
    table.enter(this);
    this.#next = 0;
    this.frozen = false;
    this.#keptCount = 0;
    let reported = 0;
    try {
      while (!this.frozen && this.#next < this.#encounters.count) {
        if (!this.#decide(this.#next++, this.#now)) continue;
        reported++;
        if (this.#respond(this.#now)) return reported;
      }
      for (let i = 0; i < this.#keptCount; i++) {
        reported++;
        if (this.#respond(this.#kept[i])) return reported;
      }
      return reported;
    } finally {
      table.leave(this);
      this.running = false;
      this.#table = null;
    }
  }

  /** Called before something changes: tests all remaining pairs in their present state. */
  freeze(): void {
    if (this.frozen) return;
    this.frozen = true;
    for (; this.#next < this.#encounters.count; this.#next++) {
      if (this.#keptCount === this.#kept.length) this.#kept.push(new Outcome());
      if (this.#decide(this.#next, this.#kept[this.#keptCount])) this.#keptCount++;
    }
  }

  /** Whether pair i is to be reported: it meets, or is as near as a response asks. Fills the outcome as far as the responses ask. */
  #decide(i: number, outcome: Outcome<T>): boolean {
    const table = this.#table as ResponseTable<T>;
    const a = this.#encounters.first[i];
    const b = this.#encounters.second[i];
    const classA = table.classOf(a);
    if (classA === null) return false;
    const classB = table.classOf(b);
    if (classB === null) return false;
    const resolution = table.resolve(classA, classB);
    if (resolution.responses.length === 0) return false;
    // A floor and a wall, for example: no query handles two halfspaces.
    if (a.kind === ShapeKind.halfspace && b.kind === ShapeKind.halfspace) return false;
    outcome.meets = resolution.strongest !== null && this.#meet(i, a, b, resolution.strongest, outcome);
    const near = resolution.manifolds && this.#findManifolds(i, a, b, resolution, classA, classB, outcome);
    if (!outcome.meets && !near) return false;
    outcome.a = a;
    outcome.b = b;
    outcome.classA = classA;
    outcome.classB = classB;
    outcome.resolution = resolution;
    return true;
  }

  /** Whether the two meet. If so, fills the outcome as far as a type of response asks. */
  #meet(i: number, a: Collider<T>, b: Collider<T>, strongest: ResponseType, { found }: Outcome<T>): boolean {
    const options = this.#options;
    options.cache = this.#encounters.cache(i);
    if (strongest === 'simple') return intersects(a, b, options);
    if (strongest === 'witnessed') {
      if (commonPoint(a, b, found.pointA, options) === null) return false;
      found.pointB.copy(found.pointA);
      // Clear the fields that were not asked for: they may hold results of an earlier pair.
      found.normal.set(0, 0, 0);
      found.depth = 0;
      found.primitiveA = -1;
      found.primitiveB = -1;
      found.converged = true;
      found.exact = true;
      return true;
    }
    return penetration(a, b, found, options) !== null;
  }

  /** Finds the manifolds for each response that asks for them, in its order of the two. Returns whether there are any. */
  #findManifolds(
    i: number,
    a: Collider<T>,
    b: Collider<T>,
    { responses }: Resolution<T>,
    classA: ResponseClass,
    classB: ResponseClass,
    outcome: Outcome<T>,
  ): boolean {
    let near = false;
    let count = 0;
    for (let k = 0; k < responses.length; k++) {
      const { response, first } = responses[k];
      if (response.type !== 'manifold') continue;
      const swapped = isSwapped(first, classA, classB);
      const p = swapped ? b : a;
      const q = swapped ? a : b;
      const kept = this.#encounters.manifolds(i, response);
      if (kept.find(p, q, swapped, response.options)) near = true;
      outcome.manifolds[count++] = kept;
    }
    return near;
  }

  /** Runs the responses of a pair. Returns true when one of them ended the test. */
  #respond({ a, b, classA, classB, resolution, meets, found, manifolds }: Outcome<T>): boolean {
    const low = a as Collider<T>;
    const high = b as Collider<T>;
    const { responses } = resolution as Resolution<T>;
    const contact = this.#contact;
    let next = 0;
    for (let i = 0; i < responses.length; i++) {
      const { response, first } = responses[i];
      const swapped = isSwapped(first, classA, classB);
      const p = swapped ? high : low;
      const q = swapped ? low : high;
      if (response.type === 'manifold') {
        const { list } = manifolds[next++];
        if (list.length > 0 && this.#tellManifolds(response.callback, p, q, list)) return true;
        continue;
      }
      if (!meets) continue;
      if (response.type === 'simple') {
        if (response.callback(p, q, null) === true) return true;
        continue;
      }
      contact.fill(low, high, found, found.depth, swapped);
      try {
        if (response.callback(p, q, contact) === true) return true;
      } finally {
        contact.release(this.#debug);
      }
    }
    return false;
  }

  #tellManifolds(
    callback: ResponseCallback<T>,
    p: Collider<T>,
    q: Collider<T>,
    list: readonly ContactManifold[],
  ): boolean {
    const contact = this.#manifoldContact;
    contact.manifolds = list;
    try {
      return (callback as ResponseCallback<T, 'manifold'>)(p, q, contact) === true;
    } finally {
      contact.release();
    }
  }
}

/** Whether the collider with the higher id comes first, because it has the class that comes first. */
function isSwapped(first: ResponseClass | null, classA: ResponseClass | null, classB: ResponseClass | null): boolean {
  return first !== null && classA !== first && classB === first;
}
