import type { PageModule } from './page.ts';

export interface PageEntry {
  readonly name: string;
  readonly title: string;
  load(): Promise<PageModule>;
}

/** The order of the tabs. */
const TITLES: readonly (readonly [name: string, title: string])[] = [
  ['pair', 'Pair'],
  ['primitives', 'Primitives'],
  ['motion', 'Motion'],
  ['algorithm', 'Algorithm'],
  ['scene', 'Scene'],
  ['stack', 'Stack'],
  ['walk', 'Walk'],
  ['deform', 'Deform'],
  ['game', 'Game'],
  ['model', 'Your model'],
];

const modules: Partial<Record<string, () => Promise<PageModule>>> = import.meta.glob<PageModule>('../pages/*/index.ts');

/** The pages that there are: a folder makes a page, and each is loaded when it is opened. */
export const PAGES: readonly PageEntry[] = TITLES.flatMap(([name, title]) => {
  const load = modules[`../pages/${name}/index.ts`];
  return load ? [{ name, title, load }] : [];
});
