/** The Motion page: what is dragged changes the first contact, time can be scrubbed and played, and the code gives the same answer. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

type Triple = readonly [number, number, number];

interface Moving {
  readonly kind: string;
  readonly position: Triple;
  readonly turn: Triple;
  readonly move: Triple;
  readonly spin: Triple;
  readonly screen: readonly [number, number];
  readonly end: readonly [number, number];
}

interface MotionFacts {
  readonly t: number;
  readonly playing: boolean;
  readonly distance: number;
  readonly impact: { readonly t: number; readonly gap: number; readonly converged: boolean } | null;
  readonly steps: readonly number[];
  readonly code: string;
  readonly a: Moving;
  readonly b: Moving;
}

const BALLS = 'a=sphere,0.5&ap=-2,0,0&am=1.5,0,0&b=sphere,0.5&bp=1.5,0,0';

test('the example shows the first contact, with the steps that lead to it', async () => {
  const visit = await Visit.open<MotionFacts>('motion');
  const { impact, t, distance, steps } = await visit.facts();
  expect(t).toBe(impact!.t);
  expect(distance).toBeLessThan(1e-8);
  expect(Number(await visit.page.locator('.number').textContent())).toBeCloseTo(impact!.t, 4);
  expect(steps[0]).toBe(0);
  expect(steps[steps.length - 1]).toBe(impact!.t);
  expect(await visit.page.locator('.motion-steps tbody tr').count()).toBe(steps.length);
  // Each step is nearer to the contact than the one before.
  let before = Infinity;
  for (const [i, time] of steps.entries()) {
    await visit.press(`Show step ${i + 1}`);
    const facts = await visit.until((now) => now.t === time);
    expect(facts.distance).toBeLessThan(before);
    before = facts.distance;
  }
  expect(visit.problems).toEqual([]);
});

test('the copied code of every example prints the answer of the page', async () => {
  const visit = await Visit.open<MotionFacts>('motion', { size: 'small' });
  const examples = visit.page.getByLabel('Motion', { exact: true });
  const answers = new Map<string, number | null>();
  for (const key of await visit.options(examples)) {
    await examples.selectOption(key);
    const { impact, code } = await visit.facts();
    expect(impact?.converged ?? true).toBe(true);
    const text = await copied(visit);
    expect(text).toBe(code);
    expect(`${key} ${run(text)[0]}`).toBe(`${key} ${impact?.t ?? 'no impact'}`);
    answers.set(key, impact?.t ?? null);
  }
  // What rolls on the floor touches it all the time, and is no impact.
  expect(answers.get('cone')).toBeNull();
  expect(answers.get('between')).toBeNull();
  expect([...answers.values()].filter((t) => t !== null && t > 0 && t < 1).length).toBe(answers.size - 2);
  expect(visit.problems).toEqual([]);
});

test('a drag of the end lengthens the motion until it hits, and a drag of the start moves both', async () => {
  const visit = await Visit.open<MotionFacts>('motion', { state: BALLS });
  const before = await visit.facts();
  expect(before.impact).toBeNull();
  const [x, y] = before.a.end;
  await visit.drag([x, y], [before.b.screen[0] - x, before.b.screen[1] - y]);
  const hit = await visit.until((facts) => facts.impact !== null);
  expect(hit.a.position).toEqual(before.a.position);
  expect(hit.a.move[0]).toBeGreaterThan(before.a.move[0]);
  expect(hit.t).toBe(hit.impact!.t);
  await visit.drag(hit.a.screen, [0, -60]);
  const moved = await visit.until((facts) => facts.a.position.join() !== hit.a.position.join());
  expect(moved.a.move).toEqual(hit.a.move);
  expect(visit.problems).toEqual([]);
});

test('so does a finger', async () => {
  const visit = await Visit.open<MotionFacts>('motion', { size: 'phone', state: BALLS });
  const before = await visit.facts();
  const [x, y] = before.a.end;
  const session = await visit.page.context().newCDPSession(visit.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (let i = 1; i <= 4; i++) await touch('touchMove', { x: x + ((before.b.screen[0] - x) * i) / 4, y });
  await touch('touchEnd');
  const after = await visit.until((facts) => facts.impact !== null);
  expect(after.a.position).toEqual(before.a.position);
});

test('so do keys, also at the end of what stands still', async () => {
  const visit = await Visit.open<MotionFacts>('motion', { size: 'small', state: BALLS });
  const before = await visit.facts();
  const { keyboard } = visit.page;
  await visit.page.locator('canvas').focus();
  await keyboard.press('2');
  await keyboard.press('ArrowLeft');
  const moved = await visit.until((facts) => facts.b.move[0] !== 0);
  expect(moved.b.move[0]).toBeCloseTo(-0.05, 9);
  expect(moved.b.position).toEqual(before.b.position);
  await keyboard.press('Shift+PageDown');
  const turned = await visit.until((facts) => facts.b.spin[2] !== 0);
  expect(turned.b.spin).toEqual([0, 0, 5]);
  expect(turned.b.move[0]).toBeCloseTo(-0.05, 9);
  await keyboard.press('b');
  await keyboard.press('ArrowUp');
  const start = await visit.until((facts) => facts.b.position[1] !== 0);
  expect(start.b.move).toEqual(turned.b.move);
  expect(visit.problems).toEqual([]);
});

test('in the mode for it, rings turn the end, and whole turns are kept', async () => {
  const state = 'a=box,2,0.4,0.4&as=0,0,400&b=sphere,0.5&bp=0,3,0';
  const visit = await Visit.open<MotionFacts>('motion', { state });
  const before = await visit.facts();
  await visit.press('Turn');
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.press('1');
  // Inside the outermost ring, which faces the camera: a drag there turns freely.
  const [x, y] = before.a.end;
  await visit.drag([x + 14, y + 22], [25, 0]);
  const after = await visit.until((facts) => facts.a.spin.join() !== before.a.spin.join());
  expect(Math.hypot(...after.a.spin)).toBeGreaterThan(300);
  expect(after.a.turn).toEqual(before.a.turn);
  expect(after.a.position).toEqual(before.a.position);
});

test('time is scrubbed, played to its end, and comes back to the contact', async () => {
  const visit = await Visit.open<MotionFacts>('motion', { size: 'small' });
  const { impact } = await visit.facts();
  const time = visit.page.getByLabel('Time t', { exact: true });
  await time.focus();
  await visit.page.keyboard.press('Shift+ArrowRight');
  const scrubbed = await visit.until((facts) => facts.t !== impact!.t);
  expect(scrubbed.t).toBeCloseTo(impact!.t + 0.05, 3);
  expect(scrubbed.impact).toEqual(impact);
  await visit.press('Play');
  await visit.until((facts) => facts.playing && facts.t > scrubbed.t);
  const ended = await visit.until((facts) => !facts.playing);
  expect(ended.t).toBe(1);
  expect(ended.distance).toBeGreaterThan(0.5);
  await visit.press('Contact');
  expect((await visit.until((facts) => facts.t !== 1)).t).toBe(impact!.t);
  expect(visit.problems).toEqual([]);
});

test('a reload keeps the answer and the time', async () => {
  const visit = await Visit.open<MotionFacts>('motion');
  const { page } = visit;
  await page.getByLabel('Motion', { exact: true }).selectOption('hammer');
  await page.getByLabel('Time t', { exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  const before = await visit.facts();
  await page.waitForURL((url) => decodeURIComponent(url.hash).includes(`t=${before.t}`));
  await page.reload();
  await visit.ready('motion');
  const { t, impact, distance } = await visit.facts();
  expect([t, impact, distance]).toEqual([before.t, before.impact, before.distance]);
});

test('two halfspaces have no query, and the page says so', async () => {
  const visit = await Visit.open<MotionFacts>('motion', { size: 'small' });
  for (const section of [0, 1])
    await visit.page.getByLabel('Shape', { exact: true }).nth(section).selectOption('halfspace');
  await visit.page.waitForFunction(() => /alfspace/.test(document.querySelector('.verdict')?.textContent ?? ''));
  expect(visit.problems).toEqual([]);
});
