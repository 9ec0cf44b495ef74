/** A run on this machine: in this thread, or in several. The findings are the same, and the report does not depend on their order. */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { ClashRun, Finding } from 'encounter-models';
import { ThreadPool } from './pool.ts';
import { shareModels } from './share.ts';
import { type RunSpec, ranges } from './spec.ts';

/** Pieces per thread, so that the last one to end does not keep the others waiting. */
const PIECES_PER_THREAD = 64;

const LARGEST_PIECE = 1024;

/** For this long the calling thread works alone. Most runs are done by then, and the others have shown how long they will take. */
const HEAD_START_MS = 300;

/**
 * Further threads start if the rest would take the calling thread longer than this, and longer than this many times what setting up the
 * run took: each of them has to do that again. On 10,000 boxes two threads had taken 1.8 times as long as one.
 */
const WORTH_MS = 1500;
const WORTH_SETUPS = 4;

type Progress = (done: number, total: number) => void;

/** The pieces of a run that nobody has taken yet, and what was found in the others. */
class Work {
  readonly found: Finding[][] = [];
  readonly #pieces: readonly { readonly from: number; readonly to: number }[];
  readonly #total: number;
  readonly #onProgress: Progress;
  #next = 0;
  #done = 0;

  constructor(total: number, threads: number, onProgress: Progress) {
    this.#pieces = ranges(total, threads * PIECES_PER_THREAD, LARGEST_PIECE);
    this.#total = total;
    this.#onProgress = onProgress;
    onProgress(0, total);
  }

  take(): { readonly from: number; readonly to: number } | undefined {
    return this.#pieces[this.#next++];
  }

  note(findings: Finding[], { from, to }: { readonly from: number; readonly to: number }): void {
    this.found.push(findings);
    this.#done += to - from;
    this.#onProgress(this.#done, this.#total);
  }

  /** How long the rest takes if it goes on as it did. */
  rest(elapsed: number): number {
    return this.#done === 0 ? Infinity : (elapsed * (this.#total - this.#done)) / this.#done;
  }
}

/**
 * Tests all pairs of a run. `setup` is how long making the run took, in ms. With a number of `workers` so many threads do the work;
 * without one, as many as pay.
 */
export async function runHere(
  run: ClashRun,
  spec: RunSpec,
  setup: number,
  workers: number | undefined,
  onProgress: Progress,
): Promise<Finding[]> {
  const threads = workers ?? availableParallelism();
  const work = new Work(run.pairCount, threads, onProgress);
  const here = (until: number): boolean => {
    for (let piece = work.take(); piece !== undefined; piece = work.take()) {
      work.note(run.run(piece.from, piece.to), piece);
      if (performance.now() >= until) return false;
    }
    return true;
  };
  if (threads === 1) here(Infinity);
  else if (workers !== undefined) await share(work, spec, workers);
  else {
    const start = performance.now();
    const isDone = here(start + HEAD_START_MS);
    const pays = work.rest(performance.now() - start) > Math.max(WORTH_MS, WORTH_SETUPS * setup);
    if (!isDone && !pays) here(Infinity);
    if (!isDone && pays) {
      const others = share(work, spec, threads - 1);
      // An error of the others is theirs to report, at the end.
      others.catch(() => {});
      // Between two pieces this thread looks for what the others have sent.
      while (!here(0)) await setImmediate();
      await others;
    }
  }
  return work.found.flat();
}

/** Lets other threads take pieces until none are left. */
async function share(work: Work, spec: RunSpec, threads: number): Promise<void> {
  const pool = new ThreadPool(threads);
  try {
    pool.open('here', { ...spec, models: shareModels(spec.models) });
    const loop = async (): Promise<void> => {
      for (let piece = work.take(); piece !== undefined; piece = work.take())
        work.note(await pool.work('here', piece.from, piece.to), piece);
    };
    await Promise.all(Array.from({ length: threads }, loop));
  } finally {
    await pool.end();
  }
}
