/** The Scene page: its pairs are those of brute force, and what a frame costs is printed. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface SceneFacts {
  readonly frame: number;
  readonly objects: number;
  readonly encounters: number;
  readonly touching: number;
  readonly collisionMs: number;
  readonly checked: number;
  readonly mismatches: number;
  readonly chosen: { readonly object: number; readonly speed: number } | null;
}

test.each(['tree', 'sweep', 'grid'])('100 frames have the pairs of brute force: %s', async (broad) => {
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', state: `check=1&count=200&broad=${broad}` });
  const facts = await visit.until(({ checked }) => checked >= 100);
  expect(facts.objects).toBe(200);
  expect(facts.frame).toBeGreaterThanOrEqual(100);
  expect(facts.encounters).toBeGreaterThan(0);
  expect(facts.touching).toBeGreaterThan(0);
  expect(facts.mismatches).toBe(0);
  expect(visit.problems).toEqual([]);
});

test('the copied program has the pairs of the page, frame by frame, turning and bouncing', async () => {
  const state = 'count=200&seed=7&response=depth&spin=1&bounce=1&broad=sweep';
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', motion: false, state });
  const lines = run(await copied(visit));
  const at = (frame: number): Promise<SceneFacts> => visit.until((facts) => facts.frame === frame);
  const line = ({ frame, encounters, touching }: SceneFacts): string => `${frame} ${encounters} ${touching}`;
  expect(lines[0]).toBe(line(await at(0)));
  await visit.page.locator('canvas').first().focus();
  for (const i of [1, 2]) {
    for (let step = 0; step < 10; step++) await visit.page.keyboard.press('s');
    expect(lines[i]).toBe(line(await at(10 * i)));
  }
  expect(visit.problems).toEqual([]);
});

test('a number beyond the limits becomes the limit', async () => {
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', motion: false, state: 'count=200' });
  const field = visit.page.getByLabel('Objects, as a number');
  for (const [typed, taken] of [
    ['1', 100],
    ['-5', 100],
    ['99999', 5000],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await visit.until(({ objects }) => objects === taken);
    expect(await field.inputValue()).toBe(`${taken}`);
  }
});

test('a click chooses an object; a drag takes one along and throws it, and so does a key', async () => {
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', motion: false, state: 'count=1000' });
  const { page } = visit;
  const box = (await page.locator('canvas').first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  const { chosen } = await visit.until((facts) => facts.chosen !== null);
  expect(chosen!.speed).toBeLessThan(3);
  await page.locator('canvas').first().focus();
  await page.keyboard.press('t');
  await visit.until((facts) => Math.abs((facts.chosen?.speed ?? 0) - 14) < 1e-9);
  await page.keyboard.press('Escape');
  await visit.until((facts) => facts.chosen === null);

  await visit.press('Throw');
  await visit.drag([x, y], [60, -20]);
  // How fast depends on how fast the machine is; it is not the speed that the key gave.
  const thrown = await visit.until((facts) => facts.chosen !== null && Math.abs(facts.chosen.speed - 14) > 1e-6);
  expect(thrown.chosen!.object).toBe(chosen!.object);
  // Moved out of the middle.
  await page.keyboard.press('c');
  await visit.until((facts) => facts.chosen?.object !== chosen!.object);
  expect(visit.problems).toEqual([]);
});

test('what 1,000 objects cost', async () => {
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', state: 'count=1000' });
  const { objects, encounters, touching, collisionMs } = await visit.until(
    (facts) => facts.frame >= 120 && facts.collisionMs > 0,
  );
  expect(objects).toBe(1000);
  console.log(
    `Scene page, ${objects} objects, ${encounters} encounters, ${touching} touching: ` +
      `${collisionMs.toFixed(2)} ms a frame for collisions in headless Chromium`,
  );
});

test('under reduced motion nothing moves by itself, and Play starts it', async () => {
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', motion: false, state: 'count=200' });
  expect((await visit.facts()).frame).toBe(0);
  await visit.press('Play');
  await visit.until(({ frame }) => frame > 5);
});
