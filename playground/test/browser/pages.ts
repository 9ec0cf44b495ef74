import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../src/pages');

/** The pages that there are: a folder with an index.ts makes a page, as in `src/shell/pages.ts`. */
export const PAGES: readonly string[] = readdirSync(folder).filter((name) =>
  existsSync(join(folder, name, 'index.ts')),
);
