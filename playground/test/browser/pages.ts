import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The pages that there are: a folder makes a page, as in `src/shell/pages.ts`. */
export const PAGES: readonly string[] = readdirSync(join(import.meta.dirname, '../../src/pages'));
