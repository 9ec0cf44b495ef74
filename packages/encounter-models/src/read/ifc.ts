/**
 * IFC (`.ifc`, STEP files of IFC2X3, IFC4 and IFC4X3), by web-ifc. Every element with triangles is a part, with its openings cut out. Coordinates are those
 * of the file, z up, in metres. Spaces and openings are no parts.
 */
import type { FlatMesh } from 'web-ifc';
import type { Limits } from '../limits.ts';
import type { Model } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { type Engine, withEngine } from './ifc/engine.ts';
import { ElementGeometry, type Placed } from './ifc/geometry.ts';
import { leastAttributes, schemaOf } from './ifc/schema.ts';
import { checkStep } from './ifc/step.ts';
import { Structure } from './ifc/structure.ts';
import { ModelBuilder } from './model-builder.ts';
import type { ReadContext } from './read-context.ts';

export async function readIfc(bytes: Uint8Array, name: string, context: ReadContext): Promise<Model> {
  const model = new ModelBuilder(name, 'ifc', 'm', context.limits);
  await withEngine(context.wasm, (engine) => read(engine, bytes, model, context));
  return model.build();
}

function read({ api, webIfc }: Engine, bytes: Uint8Array, model: ModelBuilder, { limits }: ReadContext): void {
  const schema = schemaOf(bytes);
  const least = leastAttributes(webIfc, schema);
  const fail = (sentence: string): never => model.fail(sentence);
  checkStep(bytes, { depth: limits.depth, leastAttributes: least ?? (() => 0), fail });
  if (least === null)
    model.fail(`its schema ${JSON.stringify(schema.slice(0, 40))} is not read: IFC2X3, IFC4 and IFC4X3 are.`);
  const id = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: false });
  if (id < 0) model.fail('web-ifc does not open it.');
  try {
    readOpen({ api, webIfc }, id, model, limits);
  } catch (error) {
    if (error instanceof ModelError) api.CloseModel(id);
    throw error;
  }
  api.CloseModel(id);
}

function readOpen({ api, webIfc }: Engine, id: number, model: ModelBuilder, limits: Limits): void {
  const structure = new Structure(api, webIfc, id, limits.depth);
  if (!structure.hasLengthUnit()) model.units = '';
  const geometry = new ElementGeometry(api, id, (triangles) => model.geometry(triangles));
  const placed = new Map<number, Placed | null>();
  let failure: { readonly error: unknown } | null = null;
  // The geometries of an element are there during the call only. No error may cross the frames of WebAssembly.
  api.StreamAllMeshes(id, ({ expressID, geometries }: FlatMesh) => {
    if (failure !== null) return;
    try {
      const list = Array.from({ length: geometries.size() }, (_, k) => geometries.get(k));
      placed.set(expressID, geometry.place(list, structure.hasOpenings(expressID)));
    } catch (error) {
      failure = { error };
    }
  });
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  const ids = new Set<string>();
  // In the order of the file; web-ifc goes by classes.
  for (const element of [...placed.keys()].sort((a, b) => a - b)) {
    const made = placed.get(element);
    if (!made) continue;
    const { globalId, name, type, storey, path, material } = structure.element(element);
    model.add({
      ...made,
      id: unique(globalId || `${type}#${element}`, ids),
      name,
      type,
      layer: storey,
      path,
      material,
    });
  }
  for (const [type, count] of structure.countWithout((element) => Boolean(placed.get(element))))
    model.warn(`${count} of class ${type} have a shape of which no triangles can be made, and are left out.`);
}

/** The id, with a number after it if it is taken: GlobalIds should be unique, and are not in every file. */
function unique(id: string, taken: Set<string>): string {
  let found = id;
  for (let k = 2; taken.has(found); k++) found = `${id}#${k}`;
  taken.add(found);
  return found;
}
