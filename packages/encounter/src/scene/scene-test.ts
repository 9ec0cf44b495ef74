/**
 * One pass over the encounters of a scene. Each pair is tested and its responses run at once, so a callback that ends the test saves
 * the rest of the work. But changes by a callback must not affect this test: before the first change, all remaining pairs are tested,
 * and their results kept.
 */

import { PenetrationResult } from '../pairs/result.ts';
import { commonPoint, intersects, penetration } from '../query.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { Encounters } from './encounters.ts';
import type { Member } from './member.ts';
import { ResponseContact } from './response-contact.ts';
import type { Resolution, ResponseClass, ResponseTable, TableUser } from './response-table.ts';

/** The result for a pair that meets. */
class Outcome<T> {
  a: Member<T> | null = null;
  b: Member<T> | null = null;
  /** Their classes at the time of the test. A callback may change them before the next callback. */
  classA: ResponseClass | null = null;
  classB: ResponseClass | null = null;
  resolution: Resolution<T> | null = null;
  readonly found: PenetrationResult = new PenetrationResult();
}

export class SceneTest<T> implements TableUser {
  running = false;
  readonly #encounters: Encounters<T>;
  readonly #debug: boolean;
  readonly #contact: ResponseContact = new ResponseContact();
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

  /** Whether pair i meets and has responses. If so, fills the outcome as far as the responses ask. */
  #decide(i: number, outcome: Outcome<T>): boolean {
    const table = this.#table as ResponseTable<T>;
    const a = this.#encounters.first[i];
    const b = this.#encounters.second[i];
    const classA = table.classOf(a.collider);
    if (classA === null) return false;
    const classB = table.classOf(b.collider);
    if (classB === null) return false;
    const resolution = table.resolve(classA, classB);
    if (resolution.strongest === null) return false;
    // A floor and a wall, for example: no query handles two halfspaces.
    if (a.collider.kind === ShapeKind.halfspace && b.collider.kind === ShapeKind.halfspace) return false;
    const options = this.#options;
    options.cache = this.#encounters.cache(i);
    const { found } = outcome;
    if (resolution.strongest === 'simple') {
      if (!intersects(a.collider, b.collider, options)) return false;
    } else if (resolution.strongest === 'witnessed') {
      if (commonPoint(a.collider, b.collider, found.pointA, options) === null) return false;
      found.pointB.copy(found.pointA);
      // Clear the fields that were not asked for: they may hold results of an earlier pair.
      found.normal.set(0, 0, 0);
      found.depth = 0;
      found.primitiveA = -1;
      found.primitiveB = -1;
      found.converged = true;
      found.exact = true;
    } else if (penetration(a.collider, b.collider, found, options) === null) return false;
    outcome.a = a;
    outcome.b = b;
    outcome.classA = classA;
    outcome.classB = classB;
    outcome.resolution = resolution;
    return true;
  }

  /** Runs the responses of a pair. Returns true when one of them ended the test. */
  #respond({ a, b, classA, classB, resolution, found }: Outcome<T>): boolean {
    const low = (a as Member<T>).collider;
    const high = (b as Member<T>).collider;
    const { responses } = resolution as Resolution<T>;
    const contact = this.#contact;
    for (let i = 0; i < responses.length; i++) {
      const { response, first } = responses[i];
      const swapped = first !== null && classA !== first && classB === first;
      const p = swapped ? high : low;
      const q = swapped ? low : high;
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
}
