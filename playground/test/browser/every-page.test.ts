/** What holds for every page, at the width of a desk and of a phone, by day and by night. */
import { describe, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { Visit } from './harness.ts';
import { PAGES } from './pages.ts';
import { copied, run } from './program.ts';

test('there are pages', () => {
  expect(PAGES).toContain('pair');
});

describe.each(PAGES)('%s', (name) => {
  // Each is loaded by day or by night and then sees the other: half as many loads as one for each would take.
  test.each([
    ['desktop', 'light', 'dark'],
    ['phone', 'dark', 'light'],
  ] as const)(
    'on a %s, %s and then %s: nothing on the console, nothing cut off, axe finds nothing',
    async (size, first, second) => {
      const visit = await Visit.open(name, { size, theme: first });
      await visit.screenshot(`${name}-${size}-${first}`);
      await switchTo(visit, second);
      await visit.screenshot(`${name}-${size}-${second}`);
      await unfold(visit);
      expect(await violations(visit.page)).toEqual([]);
      await switchTo(visit, first);
      expect(await violations(visit.page)).toEqual([]);
      expect(await overflow(visit)).toBeLessThanOrEqual(0);
      expect(await cutTabs(visit)).toEqual([]);
      expect(visit.problems).toEqual([]);
    },
  );

  test.each(['desktop', 'phone'] as const)('on a %s every control is reached by Tab and has a name', async (size) => {
    const visit = await Visit.open(name, { size, motion: false });
    await unfold(visit);
    expect(await nameless(visit)).toEqual([]);
    expect(await unreached(visit)).toEqual([]);
    if (size === 'phone') return;
    // What the code prints is compared with the page in the tests of each page.
    await visit.page.locator('.code pre').filter({ hasText: 'import' }).waitFor();
    expect((await visit.page.locator('.panel summary').allTextContents()).join()).toContain('The code of this');
    expect(run(await copied(visit)).join('')).not.toBe('');
    expect(visit.problems).toEqual([]);
  });
});

test('on a phone the pages are a list that a button opens; it names the page that is open', async () => {
  const visit = await Visit.open('pair', { size: 'phone', motion: false });
  const { page } = visit;
  await page.getByRole('button', { name: 'Pages: Pair' }).tap();
  expect(await page.locator('.tabs a:visible').count()).toBe(PAGES.length);
  expect(await violations(visit.page)).toEqual([]);
  await page.getByRole('link', { name: 'Walk' }).tap();
  await visit.ready('walk');
  await page.getByRole('button', { name: 'Pages: Walk' }).waitFor();
  expect(await page.locator('.tabs a:visible').count()).toBe(0);
  expect(visit.problems).toEqual([]);
});

/** The tabs that do not wholly fit into the bar. */
function cutTabs({ page }: Visit<unknown>): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const { left, right } = document.querySelector('.tabs-room')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.tabs-room a, .tabs-room button')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < left - 1 || box.right > right + 1;
      })
      .map(({ textContent }) => textContent);
  });
}

/** By how many pixels the document is wider than the window. */
function overflow({ page }: Visit<unknown>): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** As if the system changed from day to night, or back. */
async function switchTo({ page }: Visit<unknown>, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`:root[data-theme="${theme}"]`).waitFor();
}

/** Opens the panel and all of its parts, so that their controls are seen. */
async function unfold({ page }: Visit<unknown>): Promise<void> {
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.handle[aria-expanded="false"]')?.click();
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

/** What can have the focus and has no name, as the browser tells it to screen readers. */
async function nameless({ page }: Visit<unknown>): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const focusable = nodes.filter(
    ({ ignored, properties }) => !ignored && properties?.some(({ name, value }) => name === 'focusable' && value.value),
  );
  expect(focusable.length).toBeGreaterThan(3);
  return focusable.filter(({ name }) => !name?.value).map(({ role, nodeId }) => `${role?.value} ${nodeId}`);
}

/** Controls to which Tab does not come, walking once through the whole page. Of a group of radio buttons it comes to one. */
async function unreached({ page }: Visit<unknown>): Promise<string[]> {
  const count = await page.evaluate(() => {
    const usable = 'button, input, select, textarea, summary, a[href], [tabindex="0"]';
    const controls = [...document.querySelectorAll<HTMLElement>(usable)].filter(
      (element) => element.checkVisibility() && !element.matches(':disabled'),
    );
    for (const control of controls) control.dataset['walk'] = 'unreached';
    return controls.length;
  });
  expect(count).toBeGreaterThan(3);
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      target.dataset['walk'] = 'reached';
      if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
      for (const other of document.querySelectorAll<HTMLInputElement>('input[type="radio"]'))
        if (other.name === target.name) other.dataset['walk'] = 'reached';
    });
  });
  for (let i = 0; i < count + 2; i++) await page.keyboard.press('Tab');
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-walk="unreached"]')].map((element) => element.outerHTML),
  );
}
