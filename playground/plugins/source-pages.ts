/** `source/<name>.html`: the files that a page of the playground, or a live scene of the documentation, is made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'playground/src/pages');
const scenes = join(root, 'docs/live');

const STYLE = `:root{color-scheme:light dark}body{max-width:76rem;margin:0 auto;padding:1rem;font:15px/1.5 system-ui,sans-serif}
nav{columns:16rem;margin:1rem 0}nav a{display:block}a{color:light-dark(#2450b4,#8ab0ff)}h2{font-size:1.05rem;margin:2rem 0 .5rem}
pre{margin:0;padding:.8rem 1rem;overflow-x:auto;border:1px solid light-dark(#dde2ea,#2c3440);border-radius:8px;
background:light-dark(#f6f8fa,#171b23);font:13px/1.55 ui-monospace,Menlo,Consolas,monospace;tab-size:2}
i{font-style:normal;color:light-dark(#5b6472,#a3adbd)}b{font-weight:400;color:light-dark(#0b6b3a,#7ed3a4)}`;

/** The names of the pages, and the files of each by their paths. */
function sources(): Map<string, string[]> {
  const all = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|css)$/.test(name))
      // The one that the page begins with comes first.
      .sort((a, b) => Number(b === 'index.ts') - Number(a === 'index.ts') || a.localeCompare(b))
      .map((name) => join(folder, name));
  const folders = readdirSync(pages, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map([
    ...folders.map(({ name }) => [name, all(join(pages, name))] as const),
    ['live', all(scenes)] as const,
  ]);
}

function page(name: string, files: readonly string[]): string {
  const paths = files.map((file) => relative(root, file).split(sep).join('/'));
  const links = paths.map((path) => `<a href="#${path}">${path}</a>`).join('');
  const parts = files.map(
    (file, i) => `<h2 id="${paths[i]}">${paths[i]}</h2><pre tabindex="0">${marked(readFileSync(file, 'utf8'))}</pre>`,
  );
  const back = name === 'live' ? '<a href="../docs/">the documentation</a>' : `<a href="../#/${name}">the page</a>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Source of ${name} · Encounter</title><style>${STYLE}</style><body><main><h1>The source of <em>${name}</em></h1>
<p>Back to ${back}. ${paths.length} files:</p><nav aria-label="Files">${links}</nav>${parts.join('')}</main>`;
}

/** Comments and strings in colours of their own. */
function marked(code: string): string {
  const escaped = code.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return escaped.replace(
    /\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gs,
    (text) => (text.startsWith('/') ? `<i>${text}</i>` : `<b>${text}</b>`),
  );
}

export function sourcePages(): Plugin {
  return {
    name: 'source-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = /^\/source\/([\w-]+)\.html/.exec(request.url ?? '')?.[1];
        const files = name === undefined ? undefined : sources().get(name);
        if (name === undefined || files === undefined) next();
        else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(name, files));
      });
    },
    generateBundle() {
      for (const [name, files] of sources())
        this.emitFile({ type: 'asset', fileName: `source/${name}.html`, source: page(name, files) });
    },
  };
}
