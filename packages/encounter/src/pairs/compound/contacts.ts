/** The contacts of a compound: those of its parts, each with the number of the child that the part belongs to. */
import type { Body } from '../../bodies/body.ts';
import type { ContactList } from '../contact.ts';
import { listContacts } from '../list-contacts.ts';
import { PartVisitor } from './level.ts';

export class CompoundContacts extends PartVisitor {
  #list: ContactList | null = null;

  list(list: ContactList): void {
    const { walk, instance } = this.level;
    const from = list.count;
    this.#list = list;
    walk.overlapping(instance.tree, this);
    // A child counts as one primitive, even if it has several parts or triangles.
    list.merge(from);
  }

  protected visit(part: Body, child: number): boolean {
    const list = this.#list as ContactList;
    const { solver, other, plain } = this.level;
    const from = list.count;
    listContacts(solver, part, other, plain, list);
    for (let i = from; i < list.count; i++) list.at(i).primitiveA = child;
    return false;
  }
}
