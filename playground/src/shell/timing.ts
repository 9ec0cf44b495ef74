/**
 * How long things take, honestly. Browsers round their clock to as much as 100 µs, so a sample is a batch long enough to be measured, and
 * the median of samples is what a frame would see, without the collector's or the scheduler's worst. And an engine runs code slowly until it
 * has compiled it for the types that it sees: that time does not count, and the page says so.
 */
import { count, duration } from './format.ts';

export interface Timing {
  /** Milliseconds a run. */
  readonly median: number;
  /** How many runs it is from. */
  readonly runs: number;
}

/**
 * Milliseconds that code runs before anything counts. Moves of a character, the slowest to be compiled, took 11.5 µs in the first 230 ms,
 * 2.9 µs in the next 60 and 1 µs from then on.
 */
export const WARM_UP = 250;

/** A glance may be off by a tenth where the clock is coarsest. */
const GLANCE = 1;

/** A batch takes at least this long, in milliseconds: many times what the clock rounds to. */
const BATCH = 2.5;
const SAMPLES = 11;
const FEWEST = 3;
/** Samples are taken for as many milliseconds, or until there are the fewest. */
const BUDGET = 40;
/** Milliseconds at a time, so that the page still answers. */
const SLICE = 12;

/** Milliseconds a run, from a single short batch, of code that is warm. Runs at least once. */
export function glance(run: () => void): number {
  let batch = 1;
  let elapsed = time(run, batch);
  while (elapsed < GLANCE) {
    batch *= 4;
    elapsed = time(run, batch);
  }
  return elapsed / batch;
}

/** Measures something that is at rest: the median of many runs after a warm-up, done in slices between which the page may answer. */
export class RestTimer {
  #next = 0;

  /** Begins, and calls back when it is done; what was under way is given up. `run` must do the same each time. */
  start(run: () => void, done: (timing: Timing) => void): void {
    this.stop();
    let left = WARM_UP;
    let spent = 0;
    let batch = 1;
    const samples: number[] = [];
    const slice = (): void => {
      const started = performance.now();
      while (left > 0 && performance.now() - started < SLICE) left -= this.#warm(run);
      while (left <= 0 && performance.now() - started < SLICE) {
        const elapsed = time(run, batch);
        if (elapsed < BATCH && samples.length === 0) {
          batch *= 2;
          continue;
        }
        spent += elapsed;
        samples.push(elapsed / batch);
        if (samples.length >= FEWEST && (samples.length >= SAMPLES || spent >= BUDGET)) {
          samples.sort((x, y) => x - y);
          done({ median: samples[samples.length >> 1], runs: samples.length * batch });
          return;
        }
      }
      this.#next = window.setTimeout(slice);
    };
    this.#next = window.setTimeout(slice);
  }

  stop(): void {
    clearTimeout(this.#next);
  }

  /** Milliseconds that a few runs took: at least a little, as the clock may not have moved. */
  #warm(run: () => void): number {
    return Math.max(0.01, time(run, 4));
  }
}

/** A measurement in two lines, for a readout. */
export function timingText({ median, runs }: Timing): string {
  return `${duration(median)}, warmed up\nmedian of ${count(runs)} runs`;
}

/** Says from when on the frames of a loop count: from so much work on, or so many frames, whichever is first. */
export class WarmUp {
  #frames = 0;
  #ms = 0;

  get over(): boolean {
    return this.#ms >= WARM_UP || this.#frames >= WARM_UP_FRAMES;
  }

  /** A frame took so many milliseconds; whether it counts. */
  add(ms: number): boolean {
    const counts = this.over;
    this.#frames++;
    this.#ms += ms;
    return counts;
  }

  reset(): void {
    this.#frames = 0;
    this.#ms = 0;
  }
}

const WARM_UP_FRAMES = 120;

function time(run: () => void, batch: number): number {
  const start = performance.now();
  for (let i = 0; i < batch; i++) run();
  return performance.now() - start;
}
