/**
 * A page of the playground in a browser: what it says of itself, and what went wrong. Each file of tests that imports this has a
 * browser of its own.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, inject, onTestFinished } from 'vitest';
import { findChromium } from './chromium.ts';

export const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  /** For what is not about looks: few pixels, which are drawn without a graphics card, leave time for the rest. */
  small: { viewport: { width: 400, height: 600 } },
} as const satisfies Record<string, BrowserContextOptions>;

export interface VisitOptions {
  readonly size?: keyof typeof SIZES;
  readonly theme?: 'light' | 'dark';
  /** Whether pages may move by themselves. Default true. */
  readonly motion?: boolean;
  /** The state in the address. */
  readonly state?: string;
}

/** How long a page may take for what it is asked, in milliseconds; a busy machine without a graphics card is slow. */
const PATIENCE = 100_000;

/** What a browser without a graphics card says of itself when a picture of it is taken: nothing that a page could change. */
const GRAPHICS = /GL Driver Message .* GPU stall due to ReadPixels/;

export const browser = await chromium.launch({
  executablePath: findChromium()!,
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
});
afterAll(() => browser.close());

/** Fills a list with what goes wrong on a page: whatever is said on the console, exceptions, requests that fail or that leave `home`. */
export function watch(page: Page, home: string): readonly string[] {
  const problems: string[] = [];
  // Once each: what goes wrong in a frame goes wrong in all of them.
  const note = (problem: string): void => {
    if (!problems.includes(problem)) problems.push(problem);
  };
  page.on('console', (message) => {
    if (!GRAPHICS.test(message.text())) note(`console, ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(home)) note(`elsewhere: ${request.url()}`);
  });
  return problems;
}

/** `Facts`: what the page exposes as `window.__encounter`, as the comment at the top of its index.ts says. */
export class Visit<Facts> {
  readonly page: Page;
  /** Whatever is said on the console, exceptions, requests that failed or that went elsewhere. */
  readonly problems: readonly string[];

  private constructor(page: Page, home: string) {
    this.page = page;
    this.problems = watch(page, home);
  }

  /** Opens a page and waits until it is ready. It is closed when the test ends. */
  static async open<Facts>(
    name: string,
    { size = 'desktop', theme = 'light', motion = true, state }: VisitOptions = {},
  ): Promise<Visit<Facts>> {
    const context = await browser.newContext({
      ...SIZES[size],
      colorScheme: theme,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    onTestFinished(() => context.close());
    const home = inject('playground');
    const visit = new Visit<Facts>(await context.newPage(), home);
    visit.page.setDefaultTimeout(PATIENCE);
    await visit.page.goto(`${home}#/${name}${state === undefined ? '' : `?${state}`}`);
    await visit.ready(name);
    return visit;
  }

  async ready(name: string): Promise<void> {
    await this.#until((facts) => facts.page === name && facts.ready === true, `page ${name} ready`);
  }

  facts(): Promise<Facts> {
    return this.page.evaluate(() => window.__encounter) as Promise<Facts>;
  }

  /** The facts, once something holds for them. */
  until(holds: (facts: Facts) => boolean): Promise<Facts> {
    return this.#until(holds as (facts: Readonly<Record<string, unknown>>) => boolean, String(holds)) as Promise<Facts>;
  }

  async #until(
    holds: (facts: Readonly<Record<string, unknown>>) => boolean,
    what: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const facts = (await this.page.evaluate(() => window.__encounter)) ?? {};
      if (holds(facts)) return facts;
      if (this.problems.length > 0 || facts['error'] || performance.now() > end)
        throw new Error(`waited for: ${what}\nfacts: ${JSON.stringify(facts)}\nproblems: ${this.problems.join('\n')}`);
      await pause(50);
    }
  }

  async screenshot(name: string): Promise<void> {
    const folder = join(import.meta.dirname, '../../screenshots');
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** Presses a button of the page by its name. */
  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** The values of a select, but for an empty one. */
  async options(select: Locator): Promise<string[]> {
    const values = await select.locator('option').evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value));
    return values.filter((value) => value !== '');
  }

  /** Drags with the mouse, in pixels of the page. */
  async drag([x, y]: readonly [number, number], [dx, dy]: readonly [number, number]): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + dx, y + dy, { steps: 5 });
    await mouse.up();
  }
}
