/**
 * How long a query takes, honestly: browsers round their clock to as much as 100 µs, so a sample is a batch long enough to be
 * measured, and the median of samples is what a frame would see, without the collector's or the scheduler's worst.
 */

export interface Timing {
  /** Milliseconds a run. */
  readonly median: number;
  /** How many runs it is from. */
  readonly runs: number;
}

/** A glance may be off by a tenth where the clock is coarsest. */
const GLANCE = 1;

/** A batch takes at least this long, in milliseconds: many times what the clock rounds to. */
const BATCH = 2.5;
const SAMPLES = 11;
const FEWEST = 3;
/** Runs before anything counts, in milliseconds: code that runs every frame is compiled, and so should this be. */
const WARM_UP = 30;
/** After as many milliseconds, the fewest samples do. */
const BUDGET = 40;

/** Milliseconds a run, from a single short batch: good enough while things move. Runs at least once. */
export function glance(run: () => void): number {
  let batch = 1;
  let elapsed = time(run, batch);
  while (elapsed < GLANCE) {
    batch *= 4;
    elapsed = time(run, batch);
  }
  return elapsed / batch;
}

/** The median of many runs, for something at rest: takes up to a tenth of a second. */
export function measure(run: () => void): Timing {
  const started = performance.now();
  while (performance.now() - started < WARM_UP) time(run, 1);
  let batch = 1;
  while (time(run, batch) < BATCH) batch *= 2;
  const samples: number[] = [];
  while (samples.length < FEWEST || (samples.length < SAMPLES && performance.now() - started < WARM_UP + BUDGET))
    samples.push(time(run, batch) / batch);
  samples.sort((x, y) => x - y);
  return { median: samples[samples.length >> 1], runs: samples.length * batch };
}

function time(run: () => void, batch: number): number {
  const start = performance.now();
  for (let i = 0; i < batch; i++) run();
  return performance.now() - start;
}
