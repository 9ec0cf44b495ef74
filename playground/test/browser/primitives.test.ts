/** The Primitives page: every function is offered, what is dragged changes the answer, and the call that is copied gives it. */
import * as primitives from 'encounter/primitives';
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface Thing {
  readonly kind: string;
  readonly position: readonly [number, number, number];
  readonly turn: readonly [number, number, number];
  readonly move: readonly [number, number, number];
  readonly screen: readonly [number, number];
  readonly end: readonly [number, number] | null;
}

interface PrimitivesFacts {
  readonly function: string;
  readonly answer: unknown;
  readonly code: string;
  readonly a: Thing;
  readonly b: Thing;
}

const distanceOf = ({ answer }: PrimitivesFacts): number => (answer as { distance: number }).distance;

test('the selects lead to every function of the library, and each shows an answer', async () => {
  const visit = await Visit.open<PrimitivesFacts>('primitives', { size: 'small' });
  const { page } = visit;
  const select = (label: string) => page.getByLabel(label, { exact: true });
  const seen = new Set<string>();
  for (const query of await visit.options(select('Query'))) {
    await select('Query').selectOption(query);
    for (const a of await visit.options(select('A'))) {
      await select('A').selectOption(a);
      for (const b of await visit.options(select('B'))) {
        await select('B').selectOption(b);
        const facts = await visit.facts();
        expect([facts.a.kind, facts.b.kind]).toEqual([a, b]);
        expect(facts.answer).toBeDefined();
        seen.add(facts.function);
      }
    }
  }
  const all = Object.keys(primitives).filter((name) =>
    /^(intersects|closest|rayCast|penetration|impact)[A-Z]/.test(name),
  );
  expect([...seen].sort()).toEqual(all.sort());
  expect(visit.problems).toEqual([]);
});

test('a drag moves a thing and changes the answer', async () => {
  const visit = await Visit.open<PrimitivesFacts>('primitives');
  const before = await visit.facts();
  await visit.drag(before.a.screen, [-60, -50]);
  const after = await visit.until((facts) => distanceOf(facts) !== distanceOf(before));
  expect(after.a.position[0]).toBeLessThan(before.a.position[0]);
  expect(after.b).toEqual(before.b);
  expect(after.a.screen[0]).toBeCloseTo(before.a.screen[0] - 60, -1);
  expect(Number(await visit.page.locator('.number').textContent())).toBeCloseTo(distanceOf(after), 3);
  expect(visit.problems).toEqual([]);
});

test('a finger drags the end of a way', async () => {
  const state = 'q=impact&a=sphere&b=sphere&ap=-1.5,0,0&am=0,1.5,0&bp=1.2,0,0&bm=0,0,0';
  const visit = await Visit.open<PrimitivesFacts>('primitives', { size: 'phone', state });
  const before = await visit.facts();
  expect(before.answer).toBe(null);
  const [x, y] = before.a.end!;
  const session = await visit.page.context().newCDPSession(visit.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [dx, dy] = [before.b.screen[0] - x, before.b.screen[1] - y];
  await touch('touchStart', { x, y });
  for (let i = 1; i <= 4; i++) await touch('touchMove', { x: x + (dx * i) / 4, y: y + (dy * i) / 4 });
  await touch('touchEnd');
  const after = await visit.until((facts) => typeof facts.answer === 'number');
  expect(after.a.move).not.toEqual(before.a.move);
  expect(after.a.position).toEqual(before.a.position);
});

test('keys move and turn', async () => {
  const visit = await Visit.open<PrimitivesFacts>('primitives', { size: 'small' });
  const before = await visit.facts();
  const { keyboard } = visit.page;
  await visit.page.locator('canvas').focus();
  await keyboard.press('b');
  await keyboard.press('ArrowRight');
  const moved = await visit.until((facts) => facts.b.position[0] !== before.b.position[0]);
  expect(moved.b.position[0]).toBeCloseTo(before.b.position[0] + 0.05, 9);
  await keyboard.press('Shift+ArrowRight');
  const turned = await visit.until((facts) => facts.b.turn.join() !== moved.b.turn.join());
  expect(turned.b.position).toEqual(moved.b.position);
  expect(turned.answer).not.toEqual(moved.answer);
  // What is flat stays in its plane.
  await visit.page.getByLabel('Query', { exact: true }).selectOption('penetration');
  await visit.page.getByLabel('A', { exact: true }).selectOption('polygon2');
  await visit.page.locator('canvas').focus();
  await keyboard.press('a');
  const flat = await visit.facts();
  await keyboard.press('PageUp');
  await keyboard.press('ArrowUp');
  const up = await visit.until((facts) => facts.a.position[1] !== flat.a.position[1]);
  expect(up.a.position[2]).toBe(0);
  await keyboard.press('Shift+ArrowRight');
  const spun = await visit.until((facts) => facts.a.turn[2] !== up.a.turn[2]);
  expect(spun.a.turn.slice(0, 2)).toEqual([0, 0]);
  expect(visit.problems).toEqual([]);
});

test('in the mode for it, rings turn what is chosen', async () => {
  const visit = await Visit.open<PrimitivesFacts>('primitives');
  const before = await visit.facts();
  await visit.press('Turn');
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.press('b');
  // Beside the letter in the middle, inside the outermost ring, which faces the camera: a drag there turns freely.
  const [x, y] = before.b.screen;
  await visit.drag([x + 12, y + 22], [60, 0]);
  const after = await visit.until((facts) => facts.b.turn.join() !== before.b.turn.join());
  expect(after.b.position).toEqual(before.b.position);
  expect(after.a).toEqual(before.a);
});

test('a reload keeps the answer', async () => {
  const visit = await Visit.open<PrimitivesFacts>('primitives');
  const first = await visit.facts();
  await visit.drag(first.b.screen, [-30, 55]);
  const before = await visit.until((facts) => distanceOf(facts) !== distanceOf(first));
  await visit.page.waitForURL((url) => decodeURIComponent(url.hash).includes(before.b.position.join()));
  await visit.page.reload();
  await visit.ready('primitives');
  expect(await visit.facts()).toEqual(before);
});

test.each(['q=closest&a=segment&b=obb', 'q=impact&a=segment&b=segment', 'q=penetration&a=polygon2&b=polygon2'])(
  'the copied call runs as it is, and prints the answer: %s',
  async (state) => {
    const visit = await Visit.open<PrimitivesFacts>('primitives', { size: 'small', state });
    await visit.page.locator('canvas').focus();
    await visit.page.keyboard.press('a');
    await visit.page.keyboard.press('Shift+ArrowRight');
    const { answer, code } = await visit.facts();
    const text = await copied(visit);
    expect(text).toBe(code);
    expect(text).toContain("from 'encounter/primitives';");
    // console.log of an object is for people; JSON has all the digits, in one line.
    const input = text.replace('console.log(answer)', 'console.log(JSON.stringify(answer))');
    expect(JSON.parse(run(input).join(''))).toEqual(answer);
    expect(visit.problems).toEqual([]);
  },
);
