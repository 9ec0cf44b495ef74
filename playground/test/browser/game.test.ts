/** The Game page: it starts, obeys, and its table of responses fires. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface GameFacts {
  readonly running: boolean;
  readonly over: boolean;
  readonly score: number;
  readonly lives: number;
  readonly fired: number;
  readonly objects: number;
  readonly ship: { readonly angle: number };
}

test('a game starts, the ship obeys, responses fire', async () => {
  const visit = await Visit.open<GameFacts>('game', { size: 'small' });
  const { keyboard } = visit.page;
  const before = await visit.facts();
  expect(before).toMatchObject({ running: false, over: false, score: 0, fired: 0 });
  await visit.press('Start');
  const { lives, ship } = await visit.until(({ running, objects }) => running && objects > 1);
  expect(lives).toBeGreaterThan(0);

  // Turning and firing all around, the ship meets something or shoots it.
  await keyboard.down('ArrowLeft');
  await keyboard.down(' ');
  await visit.until(({ ship: { angle } }) => angle !== ship.angle);
  const hit = await visit.until((facts) => facts.score > 0 || facts.lives < lives);
  expect(hit.fired).toBeGreaterThan(0);
  await keyboard.up(' ');
  await keyboard.up('ArrowLeft');
  // On a phone, or a window as small, the field has all the room: the table is under its handle.
  await visit.press('Pause');
  expect(await visit.page.locator('.game-matrix').isVisible()).toBe(false);
  await visit.page.getByRole('button', { name: 'The response table, and how to play' }).click();
  const cells = await visit.page.locator('.game-matrix tbody tr').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const cells = [...row.querySelectorAll('td:not(.empty)')].map(({ textContent }) => textContent);
      return cells.map((text, i) => `${row.querySelector('th')!.textContent} ${i} ${text}`);
    }),
  );
  const classes = ['ship', 'sweeper', 'mine', 'rock', 'shot', 'ring'];
  const printed = run(await copied(visit))
    .filter((line) => !line.includes('×') && line !== 'ring ring –')
    .map((line) => line.split(' '))
    .map(([row, column, ...rules]) => `${row} ${classes.indexOf(column)} ${rules.join(' ')}`);
  expect(printed).toEqual(cells);
  expect(await visit.page.locator('.game-log li').count()).toBeGreaterThan(0);

  await visit.until(({ running }) => !running);
  expect(visit.problems).toEqual([]);
});
