import { defineConfig } from 'vitest/config';
import { findChromium } from './playground/test/browser/chromium.ts';
import { PAGES } from './playground/test/browser/pages.ts';

/**
 * Files with a worker of their own. Judges of judges spoil what they import on purpose. The others make a decoder in WebAssembly for each of a
 * thousand damaged files: late in a worker that is shared, with much on its heap, that took ten times as long.
 */
const ALONE = [
  'packages/*/test/**/judge-itself.test.ts',
  'packages/encounter-models/test/{fuzz/fuzz,read/gltf-packed}.test.ts',
];

const inNode = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: '100%',
  sequence: { groupOrder: 0 },
};

/** Test files share the modules of their worker: loading them anew for each file took a sixth of the time of all. */
const node = {
  test: {
    ...inNode,
    name: 'node',
    include: ['packages/*/test/**/*.test.ts', 'playground/test/*.test.ts'],
    exclude: ALONE,
    isolate: false,
  },
};

const alone = { test: { ...inNode, name: 'alone', include: ALONE } };

/** What holds for every page, and what holds for a page that there is. One file at a time, as a browser without a graphics card draws slowly. */
const browser = {
  test: {
    name: 'browser',
    include: ['every-page', 'golden', ...PAGES].map((name) => `playground/test/browser/${name}.test.ts`),
    globalSetup: './playground/test/browser/serve.ts',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
};

/** Playground and documentation as they are published. */
const site = {
  test: {
    name: 'site',
    include: ['docs/test/*.test.ts'],
    globalSetup: './docs/test/serve.ts',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
};

/** `tools/test.mjs` runs both parts side by side. */
const part = process.env['ENCOUNTER_TESTS'] ?? 'all';
const inBrowser = part !== 'node';
const found = findChromium() !== undefined;
if (inBrowser && !found) {
  const text = 'no Chromium found (ENCOUNTER_CHROMIUM can name one): the browser tests do not run';
  if (process.env['ENCOUNTER_BROWSER_TESTS'] === 'required') throw new Error(text);
  console.log(`\n${text}`);
}

const projects = [...(part === 'browser' ? [] : [node, alone]), ...(inBrowser && found ? [browser, site] : [])];

export default defineConfig({
  test: projects.length > 0 ? { projects } : { include: [], passWithNoTests: true },
});
