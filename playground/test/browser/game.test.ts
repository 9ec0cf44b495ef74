/** The Game page: it starts, obeys, and its table of responses fires. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';

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
  expect(await visit.page.locator('.game-log li').count()).toBeGreaterThan(0);

  if (!hit.over) await keyboard.press('p');
  await visit.until(({ running }) => !running);
  expect(visit.problems).toEqual([]);
});
