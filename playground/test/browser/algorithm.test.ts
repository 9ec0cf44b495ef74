/** The Algorithm page: every example is walked through to its end. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface AlgorithmFacts {
  readonly steps: number;
  readonly step: number;
  readonly phase: 'gjk' | 'epa';
  readonly ended: boolean;
  readonly lower: number;
  readonly upper: number;
  readonly distance: number;
  readonly radius: number;
  readonly text: string;
}

test('the stepper reaches its end, and there the bounds have closed on the answer', async () => {
  const visit = await Visit.open<AlgorithmFacts>('algorithm', { size: 'small' });
  const examples = visit.page.locator('.panel select').first();
  const phases = new Set<string>();
  for (const key of await visit.options(examples)) {
    await examples.selectOption(key);
    const { steps } = await visit.until((facts) => facts.step === 0 && !facts.ended);
    expect(steps).toBeGreaterThan(1);
    for (let step = 1; step < steps; step++) {
      await visit.press('Step');
      const { phase, text } = await visit.until((facts) => facts.step === step);
      phases.add(phase);
      expect(text).not.toBe('');
    }
    const { ended, lower, upper, distance, radius } = await visit.facts();
    expect(ended).toBe(true);
    expect(lower - radius, key).toBeLessThanOrEqual(distance + 1e-6);
    expect(upper - radius, key).toBeGreaterThanOrEqual(distance - 1e-6);
    expect(upper - lower, key).toBeLessThan(1e-3);
    expect(await visit.page.getByRole('button', { name: 'Step', exact: true }).isDisabled()).toBe(true);
    const lines = run(await copied(visit));
    expect(lines[lines.length - 1].split(' ')[0], key).toBe(`${distance}`);
  }
  expect([...phases].sort()).toEqual(['epa', 'gjk']);
  expect(visit.problems).toEqual([]);
});

test('keys step, too, and back', async () => {
  const visit = await Visit.open<AlgorithmFacts>('algorithm', { size: 'small' });
  const { step } = await visit.facts();
  await visit.page.keyboard.press('ArrowRight');
  await visit.until((facts) => facts.step === step + 1);
  await visit.page.keyboard.press('ArrowLeft');
  await visit.until((facts) => facts.step === step);
});
