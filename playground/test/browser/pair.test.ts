/** The Pair page: what is moved changes the numbers, and the numbers are those of the library. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface Body {
  readonly position: readonly [number, number, number];
  readonly turn: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
  readonly screen: readonly [number, number];
}

interface PairFacts {
  readonly distance: number;
  readonly uncertainty: number;
  readonly converged: boolean;
  readonly normal: readonly number[];
  /** Null until measured, when the pair rests. */
  readonly microseconds: number | null;
  readonly a: Body;
  readonly b: Body;
}

/** The large number over the view. */
const shown = async ({ page }: Visit<PairFacts>): Promise<number> =>
  Number(await page.locator('.number').textContent());

test('a drag moves a shape and changes the numbers', async () => {
  const visit = await Visit.open<PairFacts>('pair');
  const before = await visit.facts();
  expect(await shown(visit)).toBeCloseTo(Math.abs(before.distance), 3);
  await visit.drag(before.a.screen, [-80, -40]);
  const after = await visit.until((facts) => facts.distance !== before.distance);
  expect(after.a.position[0]).toBeLessThan(before.a.position[0]);
  expect(after.b.position).toEqual(before.b.position);
  // What was grabbed is nearer to the eye than the origin, and so moves by more pixels.
  expect(after.a.screen[0]).toBeLessThan(before.a.screen[0] - 50);
  expect(after.a.screen[1]).toBeLessThan(before.a.screen[1] - 25);
  expect(await shown(visit)).toBeCloseTo(Math.abs(after.distance), 3);
  expect(visit.problems).toEqual([]);
});

test('so does a finger', async () => {
  const visit = await Visit.open<PairFacts>('pair', { size: 'phone' });
  const before = await visit.facts();
  const [x, y] = before.b.screen;
  const session = await visit.page.context().newCDPSession(visit.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (let i = 1; i <= 4; i++) await touch('touchMove', { x: x + 10 * i, y });
  await touch('touchEnd');
  const after = await visit.until((facts) => facts.distance !== before.distance);
  expect(after.b.position[0]).toBeGreaterThan(before.b.position[0]);
  expect(after.a.position).toEqual(before.a.position);
});

test('so do keys', async () => {
  const visit = await Visit.open<PairFacts>('pair', { size: 'small' });
  const before = await visit.facts();
  const { keyboard } = visit.page;
  await visit.page.locator('canvas').focus();
  await keyboard.press('b');
  await keyboard.press('ArrowUp');
  const moved = await visit.until((facts) => facts.distance !== before.distance);
  expect(moved.b.position[1]).toBeCloseTo(before.b.position[1] + 0.05, 9);
  await keyboard.press('Shift+ArrowRight');
  const turned = await visit.until((facts) => facts.distance !== moved.distance);
  expect(turned.b.position).toEqual(moved.b.position);
  await keyboard.press('s');
  await keyboard.press('ArrowRight');
  const scaled = await visit.until(({ b: { scale } }) => scale[0] !== 1);
  expect(scaled.b).toMatchObject({ position: moved.b.position, turn: turned.b.turn, scale: [1.05, 1, 1] });
});

test('what is chosen has handles, which move it along one axis', async () => {
  const visit = await Visit.open<PairFacts>('pair', { state: 'a=box&b=sphere&bp=2,0,0' });
  const [x, y] = (await visit.facts()).a.screen;
  await visit.page.mouse.click(x, y);
  // The arrow along y points up on the screen.
  await visit.drag([x, y - 60], [30, -50]);
  const { a } = await visit.until((facts) => facts.a.position[1] !== 0);
  expect(a.position[0]).toBe(0);
  expect(a.position[1]).toBeGreaterThan(0.1);
  expect(a.position[2]).toBe(0);
  await visit.press('Turn');
  await visit.drag(a.screen, [40, 0]);
  const turned = await visit.until((facts) => facts.a.turn.some((angle) => angle !== 0));
  expect(turned.a.position).toEqual(a.position);
  expect(visit.problems).toEqual([]);
});

test('a reload keeps the numbers', async () => {
  const visit = await Visit.open<PairFacts>('pair');
  const first = await visit.facts();
  await visit.drag(first.a.screen, [-30, 55]);
  const before = await visit.until((facts) => facts.distance !== first.distance);
  const [x] = before.a.position;
  await visit.page.waitForURL((url) => decodeURIComponent(url.hash).includes(String(x)));
  await visit.page.reload();
  await visit.ready('pair');
  const { distance, normal, a, b } = await visit.facts();
  expect([distance, normal, a.position, b.position]).toEqual([
    before.distance,
    before.normal,
    before.a.position,
    before.b.position,
  ]);
});

test('the error stands beside the number, and in words where it is above the accuracy', async () => {
  const visit = await Visit.open<PairFacts>('pair', { size: 'small' });
  const bound = visit.page.locator('.bound');
  const proven = await visit.facts();
  expect(proven.converged).toBe(true);
  const [, digits] = /^± (\S+)$/.exec((await bound.textContent()) ?? '') ?? [];
  const shownError = Number(digits.replace('−', '-'));
  expect(shownError).toBeGreaterThanOrEqual(proven.uncertainty);
  expect(shownError).toBeLessThan(2.1 * proven.uncertainty);
  await visit.page.getByLabel('Pair', { exact: true }).selectOption('knots');
  const searched = await visit.until((facts) => facts.distance !== proven.distance);
  expect(searched.converged).toBe(false);
  expect(await bound.textContent()).toMatch(/^± \S+, not proven to the accuracy$/);
  expect(visit.problems).toEqual([]);
});

test('the copied code of every example prints the number of the page', async () => {
  const visit = await Visit.open<PairFacts>('pair', { size: 'small' });
  const { page } = visit;
  const examples = page.getByLabel('Pair', { exact: true });
  const keys = await visit.options(examples);
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys) {
    await examples.selectOption(key);
    // Off the even numbers of an example.
    await page.locator('canvas').focus();
    await page.keyboard.press('a');
    await page.keyboard.press('Shift+ArrowRight');
    // The code is written once the pair rests, and then its time is measured.
    const { distance } = await visit.until((facts) => facts.microseconds !== null);
    const [line] = run(await copied(visit));
    expect(`${key} ${line.split(' ')[0]}`).toBe(`${key} ${distance}`);
  }
  expect(visit.problems).toEqual([]);
});
