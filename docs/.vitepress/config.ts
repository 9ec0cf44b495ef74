import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { checkAnchors } from './check-anchors.ts';
import { slugify } from './headings.ts';
import { highlightOnce } from './highlight-once.ts';
import { inlinePictures } from './inline-pictures.ts';
import { listPlayground } from './list-playground.ts';
import { makeRelative, PLACEHOLDER } from './relative-base.ts';

const docs = new URL('..', import.meta.url);
const ICON = readFileSync(new URL('.vitepress/icon.svg', docs), 'utf8').trim();
const source = fileURLToPath(new URL('../packages/encounter/src/', docs));
const has = (path: string) => existsSync(new URL(path, docs));

/** A page of `docs/`; one that is not written yet has no place in the sidebar. */
const page = (text: string, name: string): DefaultTheme.SidebarItem[] =>
  has(`${name}.md`) ? [{ text, link: `/${name}` }] : [];

/** Typedoc writes its navigation beside the pages, with links relative to `docs/`. */
interface ApiItem {
  title: string;
  path?: string | null;
  children?: ApiItem[];
}
const apiItem = ({ title, path, children }: ApiItem): DefaultTheme.SidebarItem => ({
  text: title,
  ...(path ? { link: `/api/${path}` } : {}),
  ...(children?.length ? { items: children.map(apiItem), collapsed: true } : {}),
});
const api: ApiItem[] = has('api/sidebar.json')
  ? JSON.parse(readFileSync(new URL('api/sidebar.json', docs), 'utf8'))
  : [];

const guide: DefaultTheme.SidebarItem[] = [
  {
    text: 'Guide',
    items: [
      ...page('Getting started', 'getting-started'),
      ...page('Concepts', 'concepts'),
      ...page('Queries', 'queries'),
      ...page('Meshes and deformation', 'meshes'),
      ...page('Motion', 'motion'),
      ...page('Contact', 'contact'),
      ...page('Primitives', 'primitives'),
      ...page('Bounds and other structures', 'bounds'),
      ...page('Scenes and responses', 'scenes'),
      ...page('A physics loop', 'physics-loop'),
      ...page('Broad phases', 'broad-phases'),
      ...page('Moving a character', 'moving-a-character'),
      ...page('Models', 'models'),
      ...page('Finding clashes', 'clashes'),
      ...page('three.js', 'three'),
      ...page('Babylon.js', 'babylon'),
      ...page('React', 'react'),
      ...page('The command line', 'command-line'),
      ...page('Clashes at scale', 'clash-at-scale'),
      ...page('Many at once', 'bulk'),
      ...page('Recipes', 'recipes'),
      ...page('A robot arm', 'robot'),
      ...page('Examples', 'examples'),
      ...page('Playground', 'playground'),
    ],
  },
  {
    text: 'Reference',
    items: [
      ...page('Conventions', 'conventions'),
      ...page('Packages and versions', 'versions'),
      ...page('Accuracy and tolerances', 'accuracy'),
      ...page('Performance', 'performance'),
      ...page('Benchmarks', 'benchmarks'),
      ...page('Algorithms', 'algorithms'),
      ...page('The book, measured again', 'book'),
      ...page('Debugging', 'debugging'),
      ...page('Working on Encounter', 'contributing'),
      { text: 'API reference', link: '/api/' },
    ],
  },
  {
    text: 'Coming from',
    items: [
      ...page('SOLID', 'solid-map'),
      ...page('rapier', 'from-rapier'),
      ...page('three-mesh-bvh', 'from-three-mesh-bvh'),
      ...page('cannon-es', 'from-cannon-es'),
    ],
  },
];

export default defineConfig({
  title: 'Encounter',
  description: 'Exact collision detection for interactive 3D',
  lang: 'en',
  // `npm start` serves it at /docs/; a built site finds out where it is.
  base: PLACEHOLDER,
  // In the page itself: an address would be another one in each folder.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  // Otherwise every page loads all that its sidebar leads to, a megabyte.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify },
    // The default colours of keywords are too pale on the background of code: 4.2 : 1 where 4.5 is asked.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      highlightOnce(md);
      inlinePictures(md);
      listPlayground(md);
    },
  },
  vite: {
    // The live scenes run on the sources: nothing has to be built before.
    resolve: {
      alias: [
        { find: /^encounter$/, replacement: `${source}index.ts` },
        { find: /^encounter\/(core|bounds)$/, replacement: `${source}$1.ts` },
        { find: /^encounter\/(\w+)$/, replacement: `${source}$1/index.ts` },
      ],
    },
    // While developing these are bundled before the first scene asks for one, which would reload the page.
    optimizeDeps: {
      include: ['three', 'three/addons/controls/OrbitControls.js', 'three/addons/utils/BufferGeometryUtils.js'],
    },
    build: { chunkSizeWarningLimit: 1500 },
  },
  buildEnd: ({ outDir }) => {
    makeRelative(outDir);
    checkAnchors(outDir);
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'API', link: '/api/' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: {
      '/api/': [
        { text: 'API reference', link: '/api/', items: api.map(apiItem) },
        ...guide.map((part) => ({ ...part, collapsed: true })),
      ],
      '/': guide,
    },
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
