/** The contacts of a mesh with anything but a compound: one for each triangle, or pair of triangles, that meets the other. */
import type { Body } from '../../bodies/body.ts';
import { facesOf, instanceOf, numberOf } from '../../bodies/mesh-body.ts';
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { addContact, type ContactList } from '../contact.ts';
import type { PairQuery } from '../pair-query.ts';
import { PairGeometry } from '../result.ts';
import type { MeshDecision } from './decide.ts';
import { TrianglePair } from './triangle-pair.ts';

export class MeshContacts {
  readonly #decision: MeshDecision;
  readonly #triangles: TrianglePair = new TrianglePair();
  readonly #near: PairGeometry = new PairGeometry();
  readonly #slots: number[] = [];
  readonly #numbers: NumberSink = new NumberSink();

  constructor(decision: MeshDecision) {
    this.#decision = decision;
  }

  list(query: PairQuery, list: ContactList): void {
    const { a, b } = query;
    const from = list.count;
    if (b.kind === ShapeKind.mesh) this.#withMesh(query, list);
    else this.#withConvex(query, list);
    // Triangles of one face are one primitive.
    if (facesOf(a) !== null || facesOf(b) !== null) list.merge(from);
  }

  #withMesh(query: PairQuery, list: ContactList): void {
    const { a, b } = query;
    const { meshes } = this.#decision;
    if (!list.witness) {
      this.#numbers.begin(a, b, list);
      meshes.all(instanceOf(a), instanceOf(b), this.#numbers);
      return;
    }
    const slots = this.#slots;
    slots.length = 0;
    meshes.all(instanceOf(a), instanceOf(b), { add: (slotA, slotB) => void slots.push(slotA, slotB) });
    for (let i = 0; i < slots.length; i += 2) this.#addPair(query, slots[i], slots[i + 1], list);
  }

  #addPair(query: PairQuery, slotA: number, slotB: number, list: ContactList): void {
    const { solver, settings } = query;
    const { a, b } = this.#triangles.load(query, slotA, slotB);
    let contact = addContact(solver, a, b, settings, list);
    if (contact === null) {
      // Exact predicates say that the triangles touch; in the convex solver they miss each other by rounding.
      contact = list.add(-1, -1);
      const near = this.#near;
      solver.convex.solve(a, b, Goal.signed, settings, near);
      contact.depth = 0;
      contact.normal?.copy(near.normal);
      contact.pointA?.copy(near.pointA);
      contact.pointB?.copy(near.pointA);
      contact.point?.copy(near.pointA);
    }
    contact.primitiveA = numberOf(query.a, slotA);
    contact.primitiveB = numberOf(query.b, slotB);
  }

  #withConvex(query: PairQuery, list: ContactList): void {
    const { solver, a, b, settings } = query;
    const triangle = this.#triangles.a;
    const slots = this.#slots;
    slots.length = 0;
    triangle.of(instanceOf(a));
    if (b.kind === ShapeKind.halfspace) {
      const { count } = instanceOf(a).triangles;
      for (let slot = 0; slot < count; slot++) slots.push(slot);
    } else this.#decision.placeConvex(query).all(slots);
    for (const slot of slots) {
      triangle.load(slot);
      const contact = addContact(solver, triangle, b, settings, list);
      if (contact !== null) contact.primitiveA = numberOf(a, slot);
    }
  }
}

/** Adds contacts without witness to a list as they are found. */
class NumberSink {
  #list: ContactList | null = null;
  #a: Body | null = null;
  #b: Body | null = null;

  begin(a: Body, b: Body, list: ContactList): void {
    this.#a = a;
    this.#b = b;
    this.#list = list;
  }

  add(slotA: number, slotB: number): void {
    (this.#list as ContactList).add(numberOf(this.#a as Body, slotA), numberOf(this.#b as Body, slotB));
  }
}
