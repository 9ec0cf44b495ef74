import type { Model } from '../model.ts';
import { ModelError } from '../model-error.ts';
import type { ReadContext } from './read-context.ts';

export async function readIfc(_bytes: Uint8Array, name: string, _context: ReadContext): Promise<Model> {
  throw new ModelError(name, 'this format is not read yet.');
}
