import { CONTENTS, type Content } from './contents.ts';
import type { PageModule } from './page.ts';

export interface PageEntry extends Content {
  load(): Promise<PageModule>;
}

const modules: Partial<Record<string, () => Promise<PageModule>>> = import.meta.glob<PageModule>('../pages/*/index.ts');

/** The pages that there are: a folder makes a page, and each is loaded when it is opened. */
export const PAGES: readonly PageEntry[] = CONTENTS.flatMap((content) => {
  const load = modules[`../pages/${content.name}/index.ts`];
  return load ? [{ ...content, load }] : [];
});
