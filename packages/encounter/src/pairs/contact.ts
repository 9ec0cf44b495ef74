/** Lists of contacts, whose elements are reused by the next query. */

import type { Body } from '../bodies/body.ts';
import { Goal } from '../convex/penetration.ts';
import { Vec3 } from '../math/vec3.ts';
import { PenetrationResult } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** One pair of primitives that meet. The vectors and the depth are there when `witness` was asked for. */
export interface Contact {
  /** Which face or part of A and of B; −1 for a convex shape. */
  primitiveA: number;
  primitiveB: number;
  /** A common point of both primitives. */
  point?: Vec3;
  /** Unit, from A to B: moving B's primitive by depth·normal brings the two into touching contact. */
  normal?: Vec3;
  depth?: number;
  pointA?: Vec3;
  pointB?: Vec3;
}

class ContactRecord implements Contact {
  primitiveA = -1;
  primitiveB = -1;
  point: Vec3 | undefined = undefined;
  normal: Vec3 | undefined = undefined;
  depth: number | undefined = undefined;
  pointA: Vec3 | undefined = undefined;
  pointB: Vec3 | undefined = undefined;
}

/** A contact with its vectors. */
export type WitnessedContact = Required<Contact>;

const trial: PenetrationResult = /* #__PURE__ */ new PenetrationResult();

/** Swaps a normal and primitives found for (b, a) into those of (a, b). */
export function swapSides(found: { primitiveA: number; primitiveB: number; readonly normal?: Vec3 | undefined }): void {
  const { primitiveA, normal } = found;
  found.primitiveA = found.primitiveB;
  found.primitiveB = primitiveA;
  normal?.set(-normal.x, -normal.y, -normal.z);
}

/** Adds a contact of two bodies without parts, with its witness if asked for. Returns null if they do not meet. */
export function addContact(
  solver: PairSolver,
  a: Body,
  b: Body,
  settings: QuerySettings,
  list: ContactList,
): Contact | null {
  if (!solver.solve(a, b, list.witness ? Goal.depth : Goal.decide, settings, list.witness ? trial : null)) return null;
  const contact = list.add(-1, -1);
  if (!list.witness) return contact;
  contact.depth = -solver.signed + 0;
  contact.normal?.copy(trial.normal);
  contact.pointA?.copy(trial.pointA);
  contact.pointB?.copy(trial.pointB);
  solver.solve(a, b, Goal.distance, settings, trial);
  contact.point?.copy(trial.pointA);
  return contact;
}

/** Fills a caller's list from the start. Records that are left over from a longer list are kept for the next one. */
export class ContactList {
  #list: Contact[] = [];
  #count = 0;
  witness = false;
  readonly #spare: Contact[] = [];

  get count(): number {
    return this.#count;
  }

  begin(list: Contact[], witness: boolean): void {
    this.#list = list;
    this.#count = 0;
    this.witness = witness;
  }

  add(primitiveA: number, primitiveB: number): Contact {
    const list = this.#list;
    const i = this.#count++;
    let contact = list[i];
    if (contact === undefined) {
      contact = this.#spare.pop() ?? new ContactRecord();
      list.push(contact);
    }
    contact.primitiveA = primitiveA;
    contact.primitiveB = primitiveB;
    if (this.witness) {
      contact.point ??= new Vec3();
      contact.normal ??= new Vec3();
      contact.pointA ??= new Vec3();
      contact.pointB ??= new Vec3();
      contact.depth = 0;
    } else if (contact.point !== undefined) {
      contact.point = undefined;
      contact.normal = undefined;
      contact.depth = undefined;
      contact.pointA = undefined;
      contact.pointB = undefined;
    }
    return contact;
  }

  at(i: number): Contact {
    return this.#list[i];
  }

  #swap(i: number, j: number): void {
    const list = this.#list;
    const contact = list[i];
    list[i] = list[j];
    list[j] = contact;
  }

  /** Swaps the contacts from `from` on, found for (b, a), into those of (a, b). */
  swapSides(from: number): void {
    for (let i = from; i < this.#count; i++) {
      const contact = this.#list[i];
      const { pointA } = contact;
      contact.pointA = contact.pointB;
      contact.pointB = pointA;
      swapSides(contact);
    }
  }

  /** Among the contacts from `from` on, keeps only the deepest one of each pair of primitives. */
  merge(from = 0): void {
    const seen = new Map<number, Map<number, number>>();
    const count = this.#count;
    let kept = from;
    for (let i = from; i < count; i++) {
      const contact = this.#list[i];
      let row = seen.get(contact.primitiveA);
      if (row === undefined) {
        row = new Map();
        seen.set(contact.primitiveA, row);
      }
      const known = row.get(contact.primitiveB);
      if (known === undefined) {
        row.set(contact.primitiveB, kept);
        this.#swap(kept++, i);
      } else if ((contact.depth ?? 0) > (this.#list[known].depth ?? 0)) this.#swap(known, i);
    }
    this.#count = kept;
  }

  end(): Contact[] {
    const list = this.#list;
    while (list.length > this.#count) this.#spare.push(list.pop() as Contact);
    this.#list = [];
    return list;
  }
}
