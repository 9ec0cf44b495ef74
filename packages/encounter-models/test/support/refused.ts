import { expect } from 'vitest';
import { ModelError, type ReadOptions, readModel } from '../../src/index.ts';

/** The sentence with which a file is refused, with the name of the file cut off. */
export async function refused(bytes: Uint8Array, name: string, options: ReadOptions = {}): Promise<string> {
  const error = await readModel(bytes, name, options).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  const { message, file } = error as ModelError;
  expect(file).toBe(name);
  expect(message.startsWith(`${name}: `)).toBe(true);
  expect(message).toMatch(/^[^\n]*\.$/);
  return message.slice(name.length + 2);
}
