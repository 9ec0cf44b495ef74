/** Every live scene of the guide, at the width of a desk and of a phone, by day and by night. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { violations } from '../../playground/test/browser/axe.ts';
import { browser, SIZES, watch } from '../../playground/test/browser/harness.ts';
import { SCENES } from './scenes.ts';

const PATIENCE = 60_000;
const THEMES = ['light', 'dark'] as const;
const folder = join(import.meta.dirname, '../../playground/screenshots');
mkdirSync(folder, { recursive: true });

type Facts = Readonly<Record<string, number>>;

class Scene {
  readonly page: Page;
  readonly figure: Locator;
  readonly problems: readonly string[];

  private constructor(page: Page, name: string) {
    this.page = page;
    this.figure = page.locator(`[data-scene="${name}"]`);
    this.problems = watch(page, inject('site'));
  }

  /** Opens the page that has the scene, and scrolls to it. */
  static async open([name, guide]: readonly [string, string], options: BrowserContextOptions): Promise<Scene> {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const scene = new Scene(await context.newPage(), name);
    scene.page.setDefaultTimeout(PATIENCE);
    await scene.page.goto(`${inject('site')}docs/${guide}.html`);
    await scene.figure.scrollIntoViewIfNeeded();
    return scene;
  }

  async live(): Promise<void> {
    await this.page.locator('[data-state="live"][data-facts]').waitFor();
  }

  async facts(): Promise<Facts> {
    return JSON.parse((await this.figure.getAttribute('data-facts'))!);
  }

  /** The facts, once something holds for them. */
  async until(holds: (facts: Facts) => boolean): Promise<Facts> {
    await expect.poll(async () => holds(await this.facts()), { timeout: PATIENCE }).toBe(true);
    return this.facts();
  }

  async slide(label: string, value: number): Promise<void> {
    await this.figure.getByLabel(label).fill(String(value));
  }

  /** Presses keys on the view. */
  async keys(...keys: readonly string[]): Promise<void> {
    await this.figure.locator('canvas').focus();
    for (const key of keys) await this.page.keyboard.press(key);
  }
}

test('the scenes that there should be', () => {
  expect(SCENES.map(([name]) => name).sort()).toEqual([
    'deform',
    'distance',
    'encounters',
    'impact',
    'manifold',
    'mover',
  ]);
});

/** What a visitor does to each, and what must follow. */
const USES: Readonly<Record<string, (at: Scene) => Promise<void>>> = {
  async distance(at) {
    await at.keys('e', ...Array<string>(16).fill('ArrowLeft'));
    const { distance, error } = await at.until(({ distance }) => distance < 0);
    expect(distance).toBeGreaterThan(-2);
    expect(error).toBeLessThan(1e-7);
  },
  async impact(at) {
    const { impact } = await at.facts();
    await at.slide('Time t', 0.99 * impact);
    expect((await at.until(({ t }) => t > 0.5)).distance).toBeGreaterThan(0);
    await at.slide('Time t', impact + 0.02);
    await at.until(({ distance }) => distance < 0);
    await at.slide('Spin, radians', 1);
    await at.until((facts) => facts['impact'] !== impact);
  },
  async manifold(at) {
    expect((await at.facts())['points']).toBe(4);
    await at.slide('Tilt, °', 20);
    await at.until(({ points }) => points > 0 && points < 4);
    await at.keys('c', ...Array<string>(10).fill('ArrowUp'));
    await at.until(({ points }) => points === 0);
  },
  async deform(at) {
    expect((await at.facts())['pairs']).toBeGreaterThan(0);
    await at.keys('k', ...Array<string>(15).fill('ArrowUp'));
    await at.until(({ pairs, triangles }) => pairs === 0 && triangles === 0);
  },
  async mover(at) {
    const [x] = (await at.facts())['position'] as unknown as number[];
    await at.figure.getByRole('button', { name: 'Play' }).click();
    await at.until(({ position }) => (position as unknown as number[])[1] > 1.7);
    const [now] = (await at.facts())['position'] as unknown as number[];
    expect(now).toBeGreaterThan(x);
  },
  async encounters(at) {
    await at.slide('Objects', 200);
    const { encounters, pairs } = await at.until(({ count }) => count === 200);
    expect(pairs).toBeGreaterThan(0);
    expect(encounters).toBeGreaterThanOrEqual(pairs);
    await at.figure.getByRole('button', { name: 'Play' }).click();
    await at.until((facts) => facts['encounters'] !== encounters);
  },
};

describe.each(SCENES)('%s, in %s', (...scene) => {
  test.each(['desktop', 'phone'] as const)('on a %s', async (size) => {
    const at = await Scene.open(scene, { ...SIZES[size], reducedMotion: 'reduce', colorScheme: THEMES[0] });
    await at.live();
    const before = await at.facts();
    for (const theme of THEMES) {
      await at.page.emulateMedia({ colorScheme: theme });
      await at.page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await at.page.screenshot({ path: join(folder, `live-${scene[0]}-${size}-${theme}.png`) });
      expect(await violations(at.page, '.live-scene, .live-links')).toEqual([]);
    }
    const wider = await at.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    // Nothing moves by itself for who prefers that.
    expect(await at.facts()).toEqual(before);
    if (size === 'desktop') await USES[scene[0]](at);
    expect(at.problems).toEqual([]);
  });
});

test('without WebGL there is the still picture, and nothing is loaded', async () => {
  const context = await browser.newContext(SIZES.small);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems = watch(page, inject('site'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(`${inject('site')}docs/contact.html`);
  const figure = page.locator('.live-scene');
  await figure.scrollIntoViewIfNeeded();
  await expect
    .poll(() => figure.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(300);
  await page.waitForLoadState('networkidle');
  expect(await figure.getAttribute('data-state')).toBe('still');
  expect(asked.filter((url) => /\/open\.|\/manifold\.\w+\.js/.test(url))).toEqual([]);
  expect(problems).toEqual([]);
});
