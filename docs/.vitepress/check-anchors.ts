import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * VitePress refuses links to pages that are not there, but not links to headings that are not there. Reads the built pages and
 * throws with the list of these.
 */
export function checkAnchors(outDir: string): void {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const text = new Map(files.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(outDir, name), 'utf8')]));
  const ids = new Map([...text].map(([name, html]) => [name, new Set(all(html, /\sid="([^"]+)"/g))]));

  const dead: string[] = [];
  for (const [name, html] of text) {
    for (const href of all(html, /\shref="([^"]*#[^"]+)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `site:/docs/${name}`);
      // What is beside the documentation is the playground.
      if (url.protocol !== 'site:' || !url.pathname.startsWith('/docs/')) continue;
      const target = ids.get(url.pathname.slice('/docs/'.length).replace(/^$|\/$/, '$&index.html'));
      if (target !== undefined && !target.has(decodeURIComponent(url.hash.slice(1)))) dead.push(`${name}: ${href}`);
    }
  }
  if (dead.length > 0) throw new Error(`links to headings that are not there:\n${dead.join('\n')}`);
}

function all(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[1]);
}
