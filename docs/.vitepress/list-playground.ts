import type { MarkdownRenderer } from 'vitepress';
import { CONTENTS } from '../../playground/src/shell/contents.ts';
import { guidePages } from './headings.ts';

const MARK = '<!-- the pages of the playground -->';

/** Writes the pages of the playground where a page of the guide has the mark: for readers, and for the search, which finds headings. */
export function listPlayground(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'list-playground', (state) => {
    if (state.src.includes(MARK)) state.src = state.src.replace(MARK, list());
  });
}

function list(): string {
  const titles = new Map(guidePages().map(({ name, title }) => [name, title]));
  return CONTENTS.map(({ name, title, about, docs }) => {
    const links = docs.map((page) => `[${titles.get(page)}](./${page}.md)`).join(', ');
    return `## ${title}\n\n${about} <a href="../#/${name}" target="_self">Open ${title}</a>\n\nExplained in ${links}.\n`;
  }).join('\n');
}
