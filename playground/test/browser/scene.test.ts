/** The Scene page: its pairs are those of brute force, and what a frame costs is printed. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';

interface SceneFacts {
  readonly frame: number;
  readonly objects: number;
  readonly encounters: number;
  readonly touching: number;
  readonly collisionMs: number;
  readonly checked: number;
  readonly mismatches: number;
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

test('what 1,000 objects cost', async () => {
  const visit = await Visit.open<SceneFacts>('scene', { size: 'small', state: 'count=1000' });
  const { objects, encounters, touching, collisionMs } = await visit.until(({ frame }) => frame >= 120);
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
