/** The live scenes, and the page of the guide that each is on, as the pages say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');

export const SCENES: readonly (readonly [name: string, page: string])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/<LiveScene name="(\w+)">/g),
      ([, name]) => [name, file.slice(0, -3)] as const,
    ),
  );
