/** Which version of IFC a file has, and how many attributes its classes have there. */
import type { WebIfc } from './engine.ts';

/** web-ifc reads at most so many attributes of what is no relation. Some programs leave out later ones, which does no harm. */
const ATTRIBUTES_READ = 7;

/** How much of the file the header may be. */
const HEAD = 65_536;

/** The name that the header gives, such as `IFC4` or `IFC4X3_ADD2`; an empty string if it gives none. */
export function schemaOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  return /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(head)?.[1].trim().toUpperCase() ?? '';
}

/** How many attributes an entity must have for web-ifc to read it safely, by its class in capitals; null for a version that is not known. */
export function leastAttributes(webIfc: WebIfc, schema: string): ((type: string) => number) | null {
  const classes = classesOf(webIfc, schema);
  if (classes === null) return null;
  const counts = new Map<string, number>();
  // The constructor of a class has a parameter for each attribute.
  for (const [name, value] of Object.entries(classes))
    if (typeof value === 'function') counts.set(name.toUpperCase(), value.length);
  return (type) => {
    const count = counts.get(type) ?? 0;
    return type.startsWith('IFCREL') ? count : Math.min(count, ATTRIBUTES_READ);
  };
}

function classesOf(webIfc: WebIfc, schema: string): object | null {
  if (schema.startsWith('IFC2X3')) return webIfc.IFC2X3;
  if (schema.startsWith('IFC4X3')) return webIfc.IFC4X3;
  return schema === 'IFC4' || /^IFC4_?(ADD|TC)\d/.test(schema) ? webIfc.IFC4 : null;
}
