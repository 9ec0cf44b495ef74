/** The HTML report in a browser, from the disk: a click flies to a clash and shows two parts in colour; keys, filters, both themes; axe. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../src/report/find-browser.ts';
import { encounter } from './support/command.ts';
import { glb, PIPES, WALLS, workplace } from './support/fixtures.ts';

const program = findBrowser();
if (program === undefined && process.env['ENCOUNTER_BROWSER_TESTS'] === 'required')
  throw new Error('ENCOUNTER_BROWSER_TESTS is required, and there is no Chromium');

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const pictures = fileURLToPath(new URL('../../../playground/screenshots', import.meta.url));

interface State {
  readonly selected: string | null;
  readonly rows: number;
  readonly eye: number[];
  readonly target: number[];
  readonly flying: boolean;
}

describe.runIf(program !== undefined)('the HTML report', () => {
  const place = workplace();
  let browser: Browser;

  beforeAll(async () => {
    const files = [place.write('walls.glb', glb(WALLS)), place.write('pipes.glb', glb(PIPES))];
    const made = await encounter(
      'clash',
      ...files,
      '--clearance',
      '0.05',
      '--html',
      place.path('report.html'),
      '--quiet',
    );
    expect(made.stderr).toBe('');
    browser = await chromium.launch({
      executablePath: program!,
      args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
    });
  });

  afterAll(async () => {
    await browser?.close();
    place.remove();
  });

  async function open(
    options: Parameters<Browser['newContext']>[0] = {},
    hash = '',
  ): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 600 },
      reducedMotion: 'reduce',
      ...options,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || problems.push(request.url()));
    await page.goto(`${pathToFileURL(place.path('report.html')).href}${hash}`);
    await page.evaluate(() => (window as never as { encounterReport: { ready: Promise<void> } }).encounterReport.ready);
    return { page, problems };
  }

  const stateOf = (page: Page): Promise<State> =>
    page.evaluate(() => (window as never as { encounterReport: { state(): State } }).encounterReport.state());

  /** How many pixels of the view are about as orange and as blue as the two parts, and how many are not grey at all. */
  const colours = (page: Page): Promise<{ orange: number; blue: number; all: number }> =>
    page.evaluate(() => {
      const view = document.getElementById('view') as HTMLCanvasElement;
      const copy = document.createElement('canvas');
      copy.width = view.width;
      copy.height = view.height;
      const context = copy.getContext('2d')!;
      context.drawImage(view, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const found = { orange: 0, blue: 0, all: data.length / 4 };
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] > data[i + 2] + 80) found.orange++;
        if (data[i + 2] > data[i] + 80) found.blue++;
      }
      return found;
    });

  const twoFrames = (page: Page): Promise<unknown> =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

  test('a click on a clash flies there and shows the two parts in colour', async () => {
    const { page, problems } = await open({ reducedMotion: 'no-preference' });
    const before = await stateOf(page);
    await twoFrames(page);
    const grey = await colours(page);
    expect(grey.orange + grey.blue).toBe(0);
    const row = page.locator('#rows tr', { hasText: 'Pipe 2' }).filter({ hasText: 'hard' });
    await row.click();
    await page.waitForFunction(
      () => !(window as never as { encounterReport: { state(): State } }).encounterReport.state().flying,
    );
    await twoFrames(page);
    const after = await stateOf(page);
    expect(after.selected).not.toBeNull();
    expect(Math.hypot(...after.eye.map((x, i) => x - before.eye[i]))).toBeGreaterThan(1);
    // Relative to the middle of all parts; the pipe meets the eastern wall at x from 7.8 to 8.
    expect(after.target[0] - before.target[0]).toBeCloseTo(7.9 - 25.5, 0);
    const { orange, blue, all } = await colours(page);
    expect(orange / all).toBeGreaterThan(0.003);
    expect(blue / all).toBeGreaterThan(0.02);
    await expect(page.locator('#details').textContent()).resolves.toContain('Wall <b>&"east"');
    expect(await row.locator('button').getAttribute('aria-current')).toBe('true');
    expect(page.url()).toContain(`#clash=${after.selected}`);
    await page.keyboard.press('Escape');
    expect((await stateOf(page)).selected).toBeNull();
    expect(problems).toEqual([]);
  });

  test('an address with a clash opens there', async () => {
    const first = await open();
    await first.page.locator('#rows button').nth(3).click();
    const { selected, eye } = await stateOf(first.page);
    const again = await open({}, `#clash=${selected}`);
    expect(await stateOf(again.page)).toMatchObject({ selected, eye });
  });

  test('keys go through the table and turn the view', async () => {
    const { page } = await open();
    await page.locator('#rows button').first().focus();
    await page.keyboard.press('Enter');
    const first = await stateOf(page);
    await page.keyboard.press('ArrowDown');
    const second = await stateOf(page);
    expect(second.selected).not.toBe(first.selected);
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.classList.contains('selected'))).toBe(true);
    await page.locator('#view').focus();
    await page.keyboard.press('ArrowLeft');
    const turned = await stateOf(page);
    expect(turned.selected).toBe(second.selected);
    expect(turned.eye).not.toEqual(second.eye);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect((await stateOf(page)).selected).toBeNull();
  });

  test('filters and sorts', async () => {
    const { page } = await open();
    const rows = page.locator('#rows tr');
    expect(await rows.count()).toBe(7);
    await page.getByLabel('Kind').selectOption('touch');
    expect(await rows.count()).toBe(2);
    await page.getByLabel('Kind').selectOption('');
    await page.getByLabel('Search').fill('pipe 1');
    expect(await rows.count()).toBe(2);
    expect(await page.locator('#count').textContent()).toBe('2 of 7 clashes');
    await page.getByLabel('Search').fill('');
    await page.getByRole('button', { name: 'Size' }).click();
    expect(await page.locator('th[data-sort=size]').getAttribute('aria-sort')).toBe('ascending');
    expect(await rows.first().textContent()).toContain('clearance');
    await page.getByRole('button', { name: 'Size' }).click();
    expect(await rows.first().textContent()).toContain('1 m deep');
  });

  test.each([
    ['desktop', 1280, 800, 'light'],
    ['desktop', 1280, 800, 'dark'],
    ['phone', 390, 844, 'light'],
    ['phone', 390, 844, 'dark'],
  ] as const)('%s, %i × %i, %s: axe finds nothing, nothing sticks out', async (name, width, height, colorScheme) => {
    const { page, problems } = await open({ viewport: { width, height }, colorScheme, bypassCSP: true });
    await page.locator('#rows button').first().click();
    await twoFrames(page);
    await page.addScriptTag({ path: axe });
    const violations = await page.evaluate(async () => {
      const run = (
        window as never as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
      ).axe.run;
      return (await run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    });
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `report-${name}-${colorScheme}.png`) });
  });

  test('BCF has pictures from it', async () => {
    const file = place.path('pictures.bcfzip');
    const { code, stderr } = await encounter(
      'clash',
      place.path('walls.glb'),
      place.path('pipes.glb'),
      '--kinds',
      'contained',
      '--bcf',
      file,
      '--quiet',
    );
    expect([code, stderr]).toEqual([0, '']);
    const inside = unzipSync(readFileSync(file));
    const [picture] = Object.keys(inside).filter((name) => name.endsWith('/snapshot.png'));
    const png = inside[picture];
    expect([...png.subarray(1, 4)].map((n) => String.fromCharCode(n)).join('')).toBe('PNG');
    const view = new DataView(png.buffer, png.byteOffset);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([800, 600]);
    expect(strFromU8(inside[picture.replace('snapshot.png', 'markup.bcf')])).toContain(
      '<Snapshot>snapshot.png</Snapshot>',
    );
    // One colour would pack into far less.
    expect(png.length).toBeGreaterThan(3000);
  });
});
