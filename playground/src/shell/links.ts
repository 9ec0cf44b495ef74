/** From a page to what explains it, and to its source. */
import './links.css';
import titles from 'virtual:docs-titles';
import type { Content } from './contents.ts';
import { el } from './dom.ts';

/** Where a page of the documentation is, seen from the playground. */
export function docsAddress(page: string, heading?: string): string {
  return `./docs/${page}.html${heading === undefined ? '' : `#${heading}`}`;
}

export function pageLinks({ name, docs }: Content): HTMLElement {
  const links = docs.slice(0, 3).map((page) => el('a', { href: docsAddress(page) }, titles[page]));
  const source = el('a', { href: `./source/${name}.html` }, 'Source');
  return el('nav', { class: 'page-links', 'aria-label': 'About this page' }, 'Docs: ', ...links, source);
}
