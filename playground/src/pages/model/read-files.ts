/** From files that were dropped together to models: which of them are models, and which only belong to one. */
import { type Model, ModelError, type ReadOptions, readModel } from 'encounter-models';
import type { GivenFile } from './protocol.ts';

/** For the file picker: models, and what they name. */
export const ACCEPTED = '.glb,.gltf,.obj,.stl,.ply,.wrl,.vrml,.ifc,.bin,.png,.jpg,.jpeg,.webp';

/** What stands beside a model, and is none. */
const BESIDES = /\.(bin|png|jpe?g|webp|ktx2|basis|mtl|txt|md|license)$/i;

/** A single file is always meant; of several, those that only go with others are not. */
export function modelFiles<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  if (files.length === 1) return files;
  const found = files.filter(({ path }) => !BESIDES.test(path) && !fileName(path).startsWith('.'));
  return found.length > 0 ? found : files.slice(0, 1);
}

export async function readFiles(
  files: readonly GivenFile[],
  wasm: ReadOptions['wasm'],
): Promise<{ models: Model[]; failures: string[] }> {
  const models: Model[] = [];
  const failures: string[] = [];
  for (const { path, bytes } of modelFiles(files)) {
    const name = fileName(path);
    try {
      const model = await readModel(bytes, name, { wasm, resolve: async (uri) => beside(files, path, uri) });
      if (model.parts.length === 0) throw new ModelError(name, 'there are no parts in it.');
      models.push(model);
    } catch (error) {
      failures.push(error instanceof ModelError ? error.message : `${name}: ${String(error)}`);
    }
  }
  return { models, failures };
}

/** The file that a model names: where it says so if a folder was dropped, else by its name alone. */
function beside(files: readonly GivenFile[], from: string, uri: string): Uint8Array {
  const wanted = joined(from, uri);
  const found = files.find(({ path }) => path === wanted) ?? files.find(({ path }) => fileName(path) === fileName(uri));
  if (found === undefined) throw new Error('drop it together with the model');
  return new Uint8Array(found.bytes);
}

/** The path that `uri` means in a file at `from`. */
export function joined(from: string, uri: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of uri.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
