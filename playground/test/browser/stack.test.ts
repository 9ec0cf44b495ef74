/** The Stack page: what stands stands, what is hit falls, and points last from frame to frame. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface StackFacts {
  readonly what: string;
  readonly frame: number;
  readonly bodies: number;
  readonly pairs: number;
  readonly points: number;
  readonly lasting: number;
  readonly deepest: number;
  readonly tilt: number;
  readonly drift: number;
  readonly fallen: number;
  readonly thrown: number;
  readonly last: readonly [number, number, number];
}

test.each([
  ['tower', 10, 40],
  ['pyramid', 55, 300],
])('%s stands, on points that last', async (what, bodies, points) => {
  const visit = await Visit.open<StackFacts>('stack', { size: 'small', state: `what=${what}` });
  const facts = await visit.until(({ frame }) => frame >= 120);
  expect(facts.bodies).toBe(bodies);
  expect(facts.tilt).toBeLessThan(0.5);
  expect(facts.drift).toBeLessThan(0.03);
  expect(facts.points).toBeGreaterThanOrEqual(points);
  expect(facts.lasting).toBeGreaterThan(0.8 * facts.points);
  expect(visit.problems).toEqual([]);
});

test('dominoes fall', async () => {
  const visit = await Visit.open<StackFacts>('stack', { size: 'small', state: 'what=dominoes' });
  await visit.until(({ fallen }) => fallen === 20);
  expect(visit.problems).toEqual([]);
});

test('Step makes one frame, and Restart goes back to the first', async () => {
  const visit = await Visit.open<StackFacts>('stack', { size: 'small', motion: false, state: 'what=pit' });
  expect(await visit.facts()).toMatchObject({ frame: 0, bodies: 80 });
  await visit.press('Step');
  await visit.until(({ frame }) => frame === 1);
  await visit.press('Step');
  await visit.until(({ frame }) => frame === 2);
  await visit.press('Restart');
  await visit.until(({ frame }) => frame === 0);
});

test.each(['dominoes', 'pit'])('the copied program, with its solver, goes the way of the page: %s', async (what) => {
  const visit = await Visit.open<StackFacts>('stack', { size: 'small', motion: false, state: `what=${what}` });
  const [line] = run(await copied(visit));
  await visit.page.locator('canvas').focus();
  for (let i = 0; i < 10; i++) await visit.page.keyboard.press('s');
  const { points, last } = await visit.until(({ frame }) => frame === 10);
  expect(line).toBe(`10 ${points} ${last.join(' ')}`);
  expect(visit.problems).toEqual([]);
});

test('a click throws a ball, a drag does not; what it hits falls', async () => {
  const visit = await Visit.open<StackFacts>('stack', { size: 'small' });
  const box = (await visit.page.locator('canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await visit.page.mouse.move(x, y);
  await visit.page.mouse.down();
  await visit.page.mouse.move(x + 30, y);
  await visit.page.mouse.move(x, y);
  await visit.page.mouse.move(x + 20, y + 5);
  await visit.page.mouse.up();
  expect((await visit.facts()).thrown).toBe(0);
  await visit.page.mouse.click(x, y);
  await visit.until(({ thrown, bodies }) => thrown === 1 && bodies === 11);
  await visit.until(({ drift }) => drift > 0.1);
  await visit.press('Throw');
  await visit.until(({ thrown }) => thrown === 2);
  expect(visit.problems).toEqual([]);
});
