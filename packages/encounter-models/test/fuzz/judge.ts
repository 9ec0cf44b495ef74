/** Reads one damaged file, and says how it ended. */
import { Rng } from '../../../encounter/test/support/rng.ts';
import type { Model, ModelError as ModelErrorClass, readModel as readModelFunction } from '../../src/index.ts';
import type { Fixture } from './fixtures.ts';
import { mutate } from './mutations.ts';

export interface Library {
  readonly readModel: typeof readModelFunction;
  readonly ModelError: typeof ModelErrorClass;
}

export interface Outcome {
  /** `read`: a model without faults. `refused`: a ModelError. `unforeseen`: one that wraps an error nobody wrote a sentence for. */
  readonly kind: 'read' | 'refused' | 'unforeseen' | 'wrong';
  readonly text: string;
}

/** Case `number` of a seed: always the same file. */
export function damaged(fixtures: readonly Fixture[], seed: number, number: number): Fixture {
  const rng = new Rng(seed, number);
  return mutate(rng.pick(fixtures), rng);
}

export async function judge({ readModel, ModelError }: Library, { name, bytes, files }: Fixture): Promise<Outcome> {
  const resolve = async (uri: string): Promise<Uint8Array> => files?.[uri] ?? Promise.reject(new Error('no such file'));
  try {
    const fault = faultOf(await readModel(bytes, name, { resolve }));
    return fault ? { kind: 'wrong', text: fault } : { kind: 'read', text: '' };
  } catch (error) {
    if (!(error instanceof ModelError)) return { kind: 'wrong', text: String((error as Error)?.stack ?? error) };
    if (!error.message.startsWith(`${name}: `) || !/^[^\n]*\.$/.test(error.message) || error.message.length > 600)
      return { kind: 'wrong', text: `no clear sentence: ${error.message}` };
    const unforeseen = error.message.includes(' could not be read as ');
    return { kind: unforeseen ? 'unforeseen' : 'refused', text: error.message };
  }
}

/** What a model promises and does not keep, or null. */
function faultOf({ parts }: Model): string | null {
  if (new Set(parts.map(({ id }) => id)).size < parts.length) return 'two parts have one id';
  for (const { id, path, name, transform, triangles } of parts) {
    const { positions, indices, segments, points } = triangles;
    if (path.length === 0 || path.at(-1) !== name) return `${id} has the path ${path} and the name ${name}`;
    if (transform.length !== 16 || !transform.every(Number.isFinite)) return `${id} is placed at ${transform}`;
    if (!positions.every(Number.isFinite)) return `${id} has coordinates that are no numbers`;
    if (positions.length % 3 !== 0 || indices.length % 3 !== 0 || (segments?.length ?? 0) % 2 !== 0)
      return `${id} has half a triangle`;
    for (const list of [indices, segments, points])
      if (list?.some((vertex) => vertex >= positions.length / 3)) return `${id} names a vertex that is not there`;
  }
  return null;
}
