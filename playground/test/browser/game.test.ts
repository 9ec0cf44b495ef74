/** The Game page: it starts, it is played, and the table of responses fires. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';

interface GameFacts {
  readonly running: boolean;
  readonly score: number;
  readonly lives: number;
  readonly fired: number;
  readonly objects: number;
}

test('a game starts, and responses fire', async () => {
  const visit = await Visit.open<GameFacts>('game');
  const before = await visit.facts();
  expect(before.objects).toBeGreaterThan(0);
  if (!before.running) await visit.press(/^(Start|Play)/);
  await visit.until(({ running }) => running);
  await visit.page.locator('canvas').focus();
  await visit.until(({ fired }) => fired > before.fired);
  expect(visit.problems).toEqual([]);
});
