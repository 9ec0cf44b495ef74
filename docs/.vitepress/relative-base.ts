/**
 * Makes a built site work from any folder. VitePress wants to know at build time where it will be served. It is given a name that occurs
 * nowhere else, and here that name is replaced: in pages by the way up from the page, in programs by what the page found out about its own
 * address.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What VitePress is told. */
export const PLACEHOLDER = '/__docs__/';

const VARIABLE = 'window.__docsBase';

export function makeRelative(outDir: string): void {
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css)$/.test(name)) continue;
    const path = join(outDir, name);
    const old = readFileSync(path, 'utf8');
    if (!old.includes(PLACEHOLDER)) continue;
    const up = '../'.repeat(name.split(/[\\/]/).length - 1) || './';
    const text = name.endsWith('.html') ? relativePage(old, up) : relativeProgram(old);
    if (text.includes(PLACEHOLDER)) throw new Error(`${name} still says where the site is served`);
    writeFileSync(path, text);
  }
}

function relativePage(html: string, up: string): string {
  // Links are made whole, because one in the navigation stays while the address changes below it.
  const find = `${VARIABLE}=new URL("${up}",location.href).pathname;for(const a of document.querySelectorAll('a[href]:not([href^="#"])'))a.href=a.href;`;
  return html
    .replace(/( (?:href|src)=")\/__docs__\//g, `$1${up}`)
    .replace('<script>window.__VP_HASH_MAP__', () => `<script>${find}window.__VP_HASH_MAP__`)
    .replaceAll(`\\"base\\":\\"${PLACEHOLDER}\\",`, '')
    .replace(
      /(window\.__VP_SITE_DATA__=JSON\.parse\(.*\);)(?=<\/script>)/,
      `$1window.__VP_SITE_DATA__.base=${VARIABLE};`,
    );
}

/** Strings that are, or begin with, the base. In brackets: a word may stand right before the quote. */
function relativeProgram(code: string): string {
  // The index of the search is one string, of JSON in which the addresses of pages are strings.
  const quote = /(["'`])\{\\?"documentCount\\?"/.exec(code)?.[1];
  if (quote !== undefined) return code.replaceAll(PLACEHOLDER, `${quote}+${VARIABLE}+${quote}`);
  return code.replace(/(["'`])\/__docs__\/((?:(?!\1)[^\\\n])*)\1/g, `(${VARIABLE}+$1$2$1)`);
}
