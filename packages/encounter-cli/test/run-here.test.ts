/** How many threads a run takes when nobody says: one while that is enough. The threads run the build. */
import { ClashRun, type Finding, readModel } from 'encounter-models';
import { expect, test } from 'vitest';
import type { runHere as RunHere } from '../src/run/run-here.ts';
import { glb, rows } from './support/fixtures.ts';

const { runHere } = (await import(`${'../dist/run/run-here.js'}`)) as { runHere: typeof RunHere };

test('a run that would take long is shared with other threads, with the same findings; a short one is not', async () => {
  const model = await readModel(glb(rows(400, 'A', 0)), 'rows.glb');
  const spec = { models: [model], rules: undefined, options: { clearance: 0.1 } };
  const real = new ClashRun(spec.models, spec.rules, spec.options);
  const all = real.run(0, real.pairCount);
  let here = 0;
  const watched = (ms: number) => {
    here = 0;
    return {
      pairCount: real.pairCount,
      run(from: number, to: number): Finding[] {
        here += to - from;
        const end = performance.now() + ms;
        while (performance.now() < end);
        return real.run(from, to);
      },
    } as ClashRun;
  };
  const progress: number[] = [];
  const report = async (run: ClashRun) =>
    real.report(await runHere(run, spec, 0, undefined, (done) => void progress.push(done)));
  expect(await report(watched(0))).toEqual(real.report(all));
  expect(here).toBe(real.pairCount);
  // As if each of more than a hundred pieces took 100 ms.
  expect(await report(watched(100))).toEqual(real.report(all));
  expect(here).toBeLessThan(real.pairCount / 2);
  expect(progress.at(-1)).toBe(real.pairCount);
});
