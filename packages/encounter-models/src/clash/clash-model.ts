/** What `clash` takes: any model that was read, and models made by hand of only what it looks at. */

import type { Model, Part } from '../model.ts';

/**
 * A part, of which `clash` needs the id, the place and the triangles. Without a `name` it is called by its id, without a `path` its path is
 * its name; `type` and `layer` are empty, and `shape` is null. `color`, `material` and `units` play no role.
 */
export type ClashPart = Pick<Part, 'id' | 'transform' | 'triangles'> & Partial<Part>;

/** A model, of which `clash` needs the name and the parts. Without `units` it is in those of the report: of the others, or metres if these differ. */
export type ClashModel = Partial<Omit<Model, 'parts'>> & Pick<Model, 'name'> & { readonly parts: readonly ClashPart[] };

export function nameOf({ name, id }: ClashPart): string {
  return name ?? id;
}

/** The names from the root of the file on, with slashes between. */
export function pathOf(part: ClashPart): string {
  return part.path?.join('/') ?? nameOf(part);
}
