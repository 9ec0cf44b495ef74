/** What the playground knows of the documentation: `virtual:docs-titles` for its links, `virtual:docs-headings` for its search. */
import type { Plugin } from 'vite';
import { guidePages } from '../../docs/.vitepress/headings.ts';

const MODULES: Readonly<Record<string, () => unknown>> = {
  'virtual:docs-titles': () => Object.fromEntries(guidePages().map(({ name, title }) => [name, title])),
  'virtual:docs-headings': guidePages,
};

export function docsIndex(): Plugin {
  return {
    name: 'docs-index',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => {
      const make = MODULES[id.slice(1)];
      return id.startsWith('\0') && make !== undefined ? `export default ${JSON.stringify(make())};` : undefined;
    },
  };
}
