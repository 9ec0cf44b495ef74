/**
 * What submitter and workers keep in Redis.
 *
 * Jobs are BullMQ's: one for each range of candidate pairs, in a queue that only programs of the same versions share. A worker that dies or
 * hangs loses the lock on its job, and BullMQ gives the job to another. So a range may be worked on twice; its result is stored once, by a
 * script that does all or nothing, and what comes later is dropped.
 *
 *     encounter:runs               hash: run → versions                       who is there, for workers that must say no
 *     encounter:run:ID             what the run is about (Manifest); expires if the submitter is gone
 *     encounter:run:ID:results     hash: range → findings                     each written once
 *     encounter:run:ID:done        list of ranges in the order they came      so that the submitter reads only what is new
 *     encounter:clash-VERSIONS:…   BullMQ's own
 */
import type { ClashOptions, ClashRules, Finding } from 'encounter-models';
import type { Redis } from 'ioredis';
import type { ModelSource } from '../input/model-source.ts';

export const PREFIX = 'encounter';

export const RUNS_KEY = `${PREFIX}:runs`;

/** Seconds after which a run without its submitter is over. The submitter says every few seconds that it is there. */
export const RUN_EXPIRES = 300;

/** Milliseconds after which a job is taken from a worker that says nothing any more. */
export const LOCK_DURATION = 15_000;

/** How often a job may be taken from a worker. A job that kills each worker that takes it must end some time. */
export const MAX_STALLED = 20;

/** How often a worker may fail with an error before the run does. */
export const ATTEMPTS = 4;

export interface Manifest {
  readonly versions: string;
  readonly sources: readonly ModelSource[];
  readonly rules: ClashRules | undefined;
  readonly options: Omit<ClashOptions, 'onProgress'>;
  /** A worker that counts other pairs has not the same run. */
  readonly pairCount: number;
}

export interface RangeJob {
  readonly run: string;
  readonly from: number;
  readonly to: number;
}

export interface RangeResult {
  /** Who found it. */
  readonly worker: string;
  readonly from: number;
  readonly to: number;
  readonly findings: readonly Finding[];
}

export function queueName(versions: string): string {
  return `clash-${versions}`;
}

/** Within one queue no two jobs have the same id: adding a range again changes nothing. */
export function jobId({ run, from }: RangeJob): string {
  return `${run}-${from}`;
}

export function runKeys(run: string): { manifest: string; results: string; done: string } {
  const manifest = `${PREFIX}:run:${run}`;
  return { manifest, results: `${manifest}:results`, done: `${manifest}:done` };
}

/** Keys: manifest, results, done. Arguments: range, result. The answer is 1 if it was stored, 0 if it was there, −1 if the run is over. */
export const STORE_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('RPUSH', KEYS[3], ARGV[1])
return 1
`;

/** Where BullMQ has jobs, and what it keeps besides. */
const JOB_LISTS = ['wait', 'active', 'delayed', 'failed', 'prioritized', 'paused', 'waiting-children', 'completed'];
const BOOKKEEPING = ['meta', 'events', 'id', 'marker', 'stalled', 'pc'];

/** Keys: runs, lists of jobs, bookkeeping. Argument: how many lists. A run that starts now is among the runs already. */
const SWEEP_SCRIPT = `
if redis.call('HLEN', KEYS[1]) > 0 then return 0 end
for i = 2, 1 + ARGV[1] do if redis.call('EXISTS', KEYS[i]) == 1 then return 0 end end
for i = 2 + ARGV[1], #KEYS do redis.call('DEL', KEYS[i]) end
return 1
`;

/** If there are no runs and no jobs, nothing stays in Redis. */
export async function sweep(redis: Redis, versions: string): Promise<void> {
  const keys = [...JOB_LISTS, ...BOOKKEEPING].map((name) => `${PREFIX}:${queueName(versions)}:${name}`);
  await redis.eval(SWEEP_SCRIPT, 1 + keys.length, RUNS_KEY, ...keys, JOB_LISTS.length);
}
