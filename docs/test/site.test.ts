/** Playground and documentation as one site, served from a folder that it was not built for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { CONTENTS } from '../../playground/src/shell/contents.ts';
import { violations } from '../../playground/test/browser/axe.ts';
import { browser, SIZES, watch } from '../../playground/test/browser/harness.ts';
import { PAGES } from '../../playground/test/browser/pages.ts';
import { guidePages } from '../.vitepress/headings.ts';

const PATIENCE = 60_000;
const site = join(import.meta.dirname, '../../site');
/** What a page of the guide may weigh before its first live scene, in bytes as they are sent. */
const MOST = 300_000;

interface Visit {
  readonly page: Page;
  readonly problems: readonly string[];
}

async function open(path: string, webgl = true): Promise<Visit> {
  const context = await browser.newContext({ ...SIZES.desktop, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (!webgl)
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
  const problems = watch(page, inject('site'));
  await page.goto(inject('site') + path);
  return { page, problems };
}

const ready = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) => window.__encounter?.['page'] === wanted && window.__encounter['ready'] === true,
    name,
  );

test('every page of the playground is in the list, and the list names pages of the guide', () => {
  expect(CONTENTS.map(({ name }) => name).sort()).toEqual([...PAGES].sort());
  const guide = new Set(guidePages().map(({ name }) => name));
  expect(CONTENTS.flatMap(({ docs }) => docs.filter((page) => !guide.has(page)))).toEqual([]);
});

test('every heading that the playground finds is there', () => {
  const pages = guidePages();
  expect(pages.flatMap(({ headings }) => headings).length).toBeGreaterThan(150);
  const missing = pages.flatMap(({ name, headings }) => {
    const html = readFileSync(join(site, 'docs', `${name}.html`), 'utf8');
    return headings.filter(({ id }) => !html.includes(` id="${id}"`)).map(({ id }) => `${name}#${id}`);
  });
  expect(missing).toEqual([]);
});

test('from the playground to its docs and back, to its source and back', async () => {
  const { page, problems } = await open('#/stack');
  await ready(page, 'stack');
  const about = page.getByRole('navigation', { name: 'About this page' });
  await about.getByRole('link', { name: 'A physics loop', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'A physics loop' }).waitFor();
  await page.getByRole('navigation', { name: 'In the playground' }).getByRole('link', { name: 'Stack' }).click();
  await ready(page, 'stack');
  await about.getByRole('link', { name: 'Source' }).click();
  await page.getByRole('heading', { name: 'playground/src/pages/stack/index.ts' }).waitFor();
  await page.getByRole('link', { name: 'the page' }).click();
  await ready(page, 'stack');
  expect(problems).toEqual([]);
});

test('inside the docs, from a page to one two folders down and back, without loading anew', async () => {
  const { page, problems } = await open('docs/', false);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'encounter', exact: true }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'signedDistance', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'signedDistance' }).waitFor();
  expect(page.url()).toContain('/deep/er/docs/api/encounter/functions/signedDistance.html');
  await page.getByRole('link', { name: 'Guide', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
  expect(page.url()).toBe(`${inject('site')}docs/getting-started.html`);
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
  // Loaded anew where it lies deep.
  await page.goto(`${inject('site')}docs/api/encounter/functions/signedDistance.html`);
  await page.getByRole('link', { name: 'Recipes', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Recipes' }).waitFor();
  expect(problems).toEqual([]);
});

test('each search finds what is on the other side', async () => {
  const { page, problems } = await open('docs/queries.html', false);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByPlaceholder('Search').fill('stand, fall and rest');
  await page.getByRole('option').getByLabel('Playground > Stack').click();
  await page.getByRole('heading', { level: 2, name: 'Stack' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Open Stack' }).click();
  await page.waitForFunction(() => window.__encounter?.['page'] === 'stack');
  await page.getByRole('button', { name: 'Search pages and docs' }).click();
  const box = page.getByRole('dialog', { name: 'Search' });
  await box.getByLabel('Search pages and docs').fill('resting contact');
  await box.getByRole('link', { name: /Resting contact.*Motion/ }).click();
  await page.getByRole('heading', { level: 2, name: 'Resting contact' }).waitFor();
  expect(page.url()).toBe(`${inject('site')}docs/motion.html#resting-contact`);
  expect(problems).toEqual([]);
});

/** With tables, code, pictures, charts and long lists. All pages would take a minute. */
const LOOKED_AT = ['index', 'getting-started', 'motion', 'primitives', 'benchmarks', 'react', 'command-line'];

test('axe finds nothing on the pages of the guide, on a phone, nor by night', async () => {
  const found: string[] = [];
  for (const [theme, size, some] of [
    ['light', 'phone', LOOKED_AT],
    ['dark', 'desktop', ['index', 'queries', 'clashes', 'api/index']],
  ] as const) {
    const context = await browser.newContext({ ...SIZES[size], reducedMotion: 'reduce', colorScheme: theme });
    const page = await context.newPage();
    // Live scenes have tests of their own.
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      // axe measures colours with a context of its own.
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
        return kind === '2d' ? getContext.call(this, kind) : null;
      } as never;
    });
    for (const name of some) {
      await page.goto(`${inject('site')}docs/${name}.html`);
      // On a desk without VitePress's own bars: a button in a button beside the API reference, and one whose name leaves out its keys.
      const list = await violations(page, size === 'phone' ? 'html' : '.VPContent');
      found.push(...list.map((one) => `${name}, ${theme}: ${one}`));
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

test('a page of the guide is light before its first live scene', async () => {
  const lines = [];
  for (const name of ['index', 'queries', 'motion', 'scenes']) {
    // With nothing in the cache.
    const { page } = await open('source/live.html', false);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`${inject('site')}docs/${name}.html`);
    await page.waitForLoadState('networkidle');
    lines.push(`${name} ${(bytes / 1000).toFixed(0)} kB`);
    expect(bytes, name).toBeGreaterThan(20_000);
    expect(bytes, name).toBeLessThan(MOST);
  }
  console.log(`sent for a page of the guide, without live scenes: ${lines.join(', ')}`);
});

test('how soon the playground can be used', async () => {
  const { page, problems } = await open('');
  await ready(page, 'pair');
  const { now, busy } = await page.evaluate(
    () =>
      new Promise<{ now: number; busy: number }>((resolve) => {
        const now = performance.now();
        // Tasks longer than 50 ms keep a page from answering: the part beyond that is what Lighthouse adds up.
        new PerformanceObserver((list) => {
          resolve({ now, busy: list.getEntries().reduce((sum, { duration }) => sum + duration - 50, 0) });
        }).observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve({ now, busy: 0 }), 500);
      }),
  );
  const sent = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  );
  console.log(
    `the playground shows its first answer after ${now.toFixed(0)} ms, blocked for ${busy.toFixed(0)} ms, ${(sent / 1000).toFixed(0)} kB sent`,
  );
  expect(problems).toEqual([]);
});
