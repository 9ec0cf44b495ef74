/** The Deform page: surfaces are written anew and refitted, and what they touch changes with them. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface DeformFacts {
  readonly triangles: number;
  readonly contacts: number;
  readonly marked: number;
  readonly time: number;
  readonly playing: boolean;
  readonly ball: { readonly position: readonly number[]; readonly screen: readonly [number, number] };
}

test('contacts come and go as time passes', async () => {
  const visit = await Visit.open<DeformFacts>('deform');
  const counts = new Set<number>();
  await visit.until(({ time, contacts }) => {
    counts.add(contacts);
    return time > 1 && counts.size > 3;
  });
  const { triangles, playing } = await visit.facts();
  expect(triangles).toBeGreaterThan(100);
  expect(playing).toBe(true);
  expect(visit.problems).toEqual([]);
});

test('a moment, opened again, has the same contacts; what is moved away has none', async () => {
  const visit = await Visit.open<DeformFacts>('deform', { size: 'small', motion: false });
  const [canvas, slider] = [visit.page.locator('canvas'), visit.page.getByLabel('Time in seconds')];
  await slider.fill('1.5');
  const before = await visit.until(({ time }) => time === 1.5);
  expect(before.marked > 0).toBe(before.contacts > 0);
  await visit.page.waitForURL(/1\.5/);
  await visit.page.reload();
  await visit.ready('deform');
  const { contacts, triangles } = await visit.facts();
  expect([contacts, triangles]).toEqual([before.contacts, before.triangles]);
  const lines = run(await copied(visit));
  expect(lines[0]).toBe(`0 ${contacts}`);
  await slider.fill('2');
  const later = await visit.until(({ time }) => time === 2);
  expect(lines[3]).toBe(`30 ${later.contacts}`);

  for (const [thing, key] of [
    ['1', 'PageDown'],
    ['2', 'PageDown'],
    ['3', 'PageUp'],
  ]) {
    await canvas.focus();
    await visit.page.keyboard.press(thing);
    for (let i = 0; i < 40; i++) await visit.page.keyboard.press(key);
  }
  await visit.until((facts) => facts.contacts === 0 && facts.marked === 0);
});
