/** The page of one's own model: a file that is dropped is tested against itself. */
import { expect, test } from 'vitest';
import { CUBE, makeGlb } from '../fixtures/models.ts';
import { Visit } from './harness.ts';

interface Copy {
  readonly position: readonly [number, number, number];
}

interface ModelFacts {
  readonly models: readonly { readonly name: string; readonly triangles: number; readonly closed: boolean }[];
  readonly distance: number;
  readonly intersecting: boolean;
  readonly contacts: number;
  readonly error: string | null;
  readonly a: Copy;
  readonly b: Copy;
}

/** Drops a file onto the view, as a browser would on behalf of a visitor. */
async function drop({ page }: Visit<ModelFacts>, name: string, bytes: Uint8Array): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ name, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    { name, bytes: [...bytes] },
  );
  await page.dispatchEvent('canvas', 'dragover', { dataTransfer });
  await page.dispatchEvent('canvas', 'drop', { dataTransfer });
}

test('a dropped GLB is placed twice and tested', async () => {
  const visit = await Visit.open<ModelFacts>('model');
  await drop(visit, 'cube.glb', makeGlb([{ mesh: CUBE }]));
  const apart = await visit.until(({ models }) => models[0].name === 'cube.glb');
  const cube = { name: 'cube.glb', triangles: 12, closed: true };
  expect(apart).toMatchObject({ models: [cube, cube], intersecting: false, contacts: 0, error: null });
  expect(apart.distance).toBeCloseTo(apart.b.position[0] - apart.a.position[0] - 1, 9);
  await visit.screenshot('model-dropped');

  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.press('b');
  for (let i = 0; i < 40; i++) await visit.page.keyboard.press('ArrowLeft');
  const clash = await visit.until(({ intersecting }) => intersecting);
  expect(clash.distance).toBe(0);
  expect(clash.contacts).toBeGreaterThan(0);
  expect(visit.problems).toEqual([]);
});

test('a file that is no model is refused in words', async () => {
  const visit = await Visit.open<ModelFacts>('model');
  const { models } = await visit.facts();
  await drop(visit, 'notes.glb', new TextEncoder().encode('no triangles here'));
  await visit.page.getByRole('alert').filter({ hasText: 'notes.glb' }).waitFor();
  const facts = await visit.facts();
  expect(facts.error).toContain('notes.glb');
  expect(facts.models).toEqual(models);
  expect(visit.problems).toEqual([]);
});
