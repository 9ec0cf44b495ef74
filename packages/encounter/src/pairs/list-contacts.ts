import type { Body } from '../bodies/body.ts';
import { isConvex } from '../shapes/shape.ts';
import { addContact, type ContactList } from './contact.ts';
import { pairOf } from './dispatch.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** Lists the contacts of any two bodies. */
export function listContacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void {
  if (isConvex(a.kind) && isConvex(b.kind)) {
    addContact(solver, a, b, settings, list);
    return;
  }
  a.freshen?.();
  b.freshen?.();
  pairOf(a, b).contacts(solver, a, b, settings, list);
}
