/** What holds for every page, at the width of a desk and of a phone, by day and by night. */
import { describe, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { THEMES, Visit } from './harness.ts';
import { PAGES } from './pages.ts';

test('there are pages', () => {
  expect(PAGES).toContain('pair');
});

describe.each(PAGES)('%s', (name) => {
  describe.each(['desktop', 'phone'] as const)('on a %s', (size) => {
    test.each(THEMES)('%s: loads without errors, and axe finds nothing', async (theme) => {
      const visit = await Visit.open(name, { size, theme });
      await visit.screenshot(`${name}-${size}-${theme}`);
      expect(await overflow(visit)).toBeLessThanOrEqual(0);
      await unfold(visit);
      expect(await violations(visit.page)).toEqual([]);
      expect(visit.problems).toEqual([]);
    });

    test('every control is reached by Tab and has a name', async () => {
      const visit = await Visit.open(name, { size, motion: false });
      await unfold(visit);
      expect(await nameless(visit)).toEqual([]);
      expect(await unreached(visit)).toEqual([]);
    });
  });
});

/** By how many pixels the document is wider than the window. */
function overflow({ page }: Visit<unknown>): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Opens all parts of the panel, so that their controls are seen. */
async function unfold({ page }: Visit<unknown>): Promise<void> {
  await page.evaluate(() => {
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
  for (let i = 0; i < count + 2; i++) {
    await page.keyboard.press('Tab');
    await page.evaluate(() => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement)) return;
      activeElement.dataset['walk'] = 'reached';
      if (!(activeElement instanceof HTMLInputElement) || activeElement.type !== 'radio') return;
      for (const other of document.querySelectorAll<HTMLInputElement>('input[type="radio"]'))
        if (other.name === activeElement.name) other.dataset['walk'] = 'reached';
    });
  }
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-walk="unreached"]')].map((element) => element.outerHTML),
  );
}
