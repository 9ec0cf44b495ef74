/** A run on this machine: in this thread, or in several. The findings are the same, and the report does not depend on their order. */
import type { ClashRun, Finding } from 'encounter-models';
import { ThreadPool } from './pool.ts';
import { shareModels } from './share.ts';
import { type RunSpec, ranges } from './spec.ts';

/** A thread builds the run anew: fewer pairs than this are not worth one. Not tuned on a quiet machine. */
const PAIRS_PER_THREAD = 200;

/** Pieces per thread, so that the last one to end does not keep the others waiting. */
const PIECES_PER_THREAD = 64;

const LARGEST_PIECE = 1024;

export async function runHere(
  run: ClashRun,
  spec: RunSpec,
  workers: number,
  onProgress: (done: number, total: number) => void,
): Promise<Finding[]> {
  const total = run.pairCount;
  const threads = Math.min(workers, Math.ceil(total / PAIRS_PER_THREAD));
  const pieces = ranges(total, threads * PIECES_PER_THREAD, LARGEST_PIECE);
  const found: Finding[][] = [];
  let done = 0;
  onProgress(0, total);
  const note = (findings: Finding[], from: number, to: number): void => {
    found.push(findings);
    done += to - from;
    onProgress(done, total);
  };
  if (threads <= 1) {
    for (const { from, to } of pieces) note(run.run(from, to), from, to);
    return found.flat();
  }
  const pool = new ThreadPool(threads);
  try {
    pool.open('here', { ...spec, models: shareModels(spec.models) });
    await Promise.all(pieces.map(async ({ from, to }) => note(await pool.work('here', from, to), from, to)));
  } finally {
    await pool.end();
  }
  return found.flat();
}
