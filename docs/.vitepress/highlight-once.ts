import type { MarkdownRenderer } from 'vitepress';

const done = new Map<string, string>();

/** Colouring code is half of the work of a build, and VitePress does it twice: for the page and for the search. */
export function highlightOnce(md: MarkdownRenderer): void {
  const { highlight } = md.options;
  if (!highlight) return;
  md.options.highlight = (code, lang, attributes) => {
    const key = JSON.stringify([code, lang, attributes]);
    const html = done.get(key) ?? highlight(code, lang, attributes);
    done.set(key, html);
    return html;
  };
}
