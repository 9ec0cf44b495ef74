/** The process that starts a run on the queue: puts the ranges there, gathers the results, and clears up. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';
import type { ClashRun, Finding } from 'encounter-models';
import type { Redis } from 'ioredis';
import { CliError } from '../cli-error.ts';
import type { ModelSource } from '../input/model-source.ts';
import { type RunSpec, ranges } from '../run/spec.ts';
import { versionTag } from '../versions.ts';
import { connect } from './connection.ts';
import {
  ATTEMPTS,
  jobId,
  type Manifest,
  PREFIX,
  queueName,
  type RangeJob,
  type RangeResult,
  RUN_EXPIRES,
  RUNS_KEY,
  runKeys,
  sweep,
} from './protocol.ts';

/** Nobody knows how many workers there will be: enough pieces for a few hundred. */
const PIECES = 4000;

/** So that a job that is taken over is not much work lost. Not tuned. */
const LARGEST_PIECE = 2048;

/** Milliseconds between looks for new results, signs of life, and looks for jobs that failed or are gone. */
const POLL_INTERVAL = 50;
const SIGN_OF_LIFE_INTERVAL = 5000;
const CHECK_INTERVAL = 2000;

/** Milliseconds that workers get to end the jobs in hand. */
const END_PATIENCE = 1000;

const JOBS_AT_ONCE = 1000;

export interface SubmitOptions {
  /** Pairs per job. */
  readonly batch?: number;
  onProgress(done: number, total: number, workers: number): void;
  /** Called once if after a few seconds no worker has sent anything. */
  onWaiting(): void;
  readonly signal?: AbortSignal;
}

export async function runOnQueue(
  url: string,
  run: ClashRun,
  spec: RunSpec,
  sources: readonly ModelSource[],
  options: SubmitOptions,
): Promise<Finding[]> {
  const redis = await connect(url);
  const submission = new Submission(redis, run.pairCount, options);
  try {
    const manifest = { sources, rules: spec.rules, options: spec.options, pairCount: run.pairCount };
    await submission.start(manifest);
    return await submission.gather();
  } finally {
    await submission.clear();
    redis.disconnect();
  }
}

class Submission {
  readonly #id = randomUUID();
  readonly #keys = runKeys(this.#id);
  readonly #versions = versionTag();
  readonly #redis: Redis;
  readonly #queue: Queue<RangeJob>;
  readonly #total: number;
  readonly #options: SubmitOptions;
  /** By the beginning of the range, until its result is there. */
  readonly #missing = new Map<number, RangeJob>();
  readonly #workers = new Set<string>();
  #manifest = '';

  constructor(redis: Redis, total: number, options: SubmitOptions) {
    this.#redis = redis;
    this.#total = total;
    this.#options = options;
    this.#queue = new Queue(queueName(this.#versions), {
      connection: redis,
      prefix: PREFIX,
      // Nobody listens to events; BullMQ would keep ten thousand of them.
      streams: { events: { maxLen: 1 } },
    });
    this.#queue.on('error', () => {});
    const { batch } = options;
    const list = batch === undefined ? ranges(total, PIECES, LARGEST_PIECE) : ranges(total, 1, batch);
    for (const { from, to } of list) this.#missing.set(from, { run: this.#id, from, to });
  }

  async start(manifest: Omit<Manifest, 'versions'>): Promise<void> {
    this.#manifest = JSON.stringify({ versions: this.#versions, ...manifest } satisfies Manifest);
    await this.#signOfLife();
    await this.#add([...this.#missing.values()]);
  }

  /** Says that this run is there, also after a Redis that was started anew has forgotten it. */
  async #signOfLife(): Promise<void> {
    const { manifest, results, done } = this.#keys;
    await this.#redis
      .multi()
      .set(manifest, this.#manifest, 'EX', RUN_EXPIRES)
      .expire(results, RUN_EXPIRES)
      .expire(done, RUN_EXPIRES)
      .hset(RUNS_KEY, this.#id, this.#versions)
      .exec();
  }

  async #add(jobs: readonly RangeJob[]): Promise<void> {
    for (let i = 0; i < jobs.length; i += JOBS_AT_ONCE)
      await this.#queue.addBulk(
        jobs.slice(i, i + JOBS_AT_ONCE).map((data) => ({
          name: 'range',
          data,
          opts: {
            jobId: jobId(data),
            attempts: ATTEMPTS,
            backoff: { type: 'exponential', delay: 300 },
            removeOnComplete: true,
            removeOnFail: { age: 3600 },
          },
        })),
      );
  }

  /** All findings, each range once. */
  async gather(): Promise<Finding[]> {
    const { signal } = this.#options;
    const found: Finding[] = [];
    let seen = 0;
    let done = 0;
    let lastSign = performance.now();
    let lastCheck = lastSign;
    let waiting = true;
    this.#options.onProgress(0, this.#total, 0);
    while (this.#missing.size > 0) {
      if (signal?.aborted) throw new CliError('Interrupted.');
      const now = performance.now();
      if (now - lastSign > SIGN_OF_LIFE_INTERVAL) {
        lastSign = now;
        await this.#signOfLife();
      }
      const names = await this.#redis.lrange(this.#keys.done, seen, -1);
      if (names.length === 0) {
        if (now - lastCheck > CHECK_INTERVAL) {
          lastCheck = now;
          if (waiting && this.#workers.size === 0) this.#options.onWaiting();
          waiting = false;
          // Jobs and results may be gone with a Redis that was started anew.
          if ((await this.#redis.llen(this.#keys.done)) < seen) seen = 0;
          await this.#check();
        }
        await pause(POLL_INTERVAL);
        continue;
      }
      seen += names.length;
      lastCheck = now;
      for (const text of await this.#redis.hmget(this.#keys.results, ...names)) {
        if (text === null) continue;
        const result: RangeResult = JSON.parse(text);
        if (!this.#missing.delete(result.from)) continue;
        for (const finding of result.findings) found.push(finding);
        this.#workers.add(result.worker);
        done += result.to - result.from;
      }
      this.#options.onProgress(done, this.#total, this.#workers.size);
    }
    return found;
  }

  /** Nothing came for a while: has a job failed for good, or is it gone? */
  async #check(): Promise<void> {
    const lost: RangeJob[] = [];
    for (const range of [...this.#missing.values()].slice(0, 100)) {
      const state = await this.#queue.getJobState(jobId(range));
      if (state === 'failed') {
        const job = await this.#queue.getJob(jobId(range));
        throw new CliError(`A worker could not do its part: ${job?.failedReason ?? 'nobody knows why'}`);
      }
      if (state === 'unknown') lost.push(range);
    }
    // The result may have come between the two looks.
    const stored =
      lost.length === 0 ? [] : await this.#redis.hmget(this.#keys.results, ...lost.map(({ from }) => String(from)));
    await this.#add(lost.filter((_, i) => stored[i] === null));
  }

  /** Nothing of this run stays behind, however it ended. */
  async clear(): Promise<void> {
    const { manifest, results, done } = this.#keys;
    await this.#redis.multi().del(manifest, results, done).hdel(RUNS_KEY, this.#id).exec();
    // A worker ends its job a moment after it has sent the result. One that stands still does not; others clear up after it.
    const end = performance.now() + END_PATIENCE;
    while ((await this.#removeJobs()) > 0 && performance.now() < end) await pause(POLL_INTERVAL);
    await this.#forgetDeadRuns();
    await sweep(this.#redis, this.#versions);
    await this.#queue.close();
  }

  /** Of submitters that were killed. */
  async #forgetDeadRuns(): Promise<void> {
    for (const run of await this.#redis.hkeys(RUNS_KEY))
      if ((await this.#redis.exists(runKeys(run).manifest)) === 0) await this.#redis.hdel(RUNS_KEY, run);
  }

  /** Removes the jobs that no worker holds. Returns how many are left. */
  async #removeJobs(): Promise<number> {
    const jobs = await this.#queue.getJobs(['waiting', 'active', 'delayed', 'failed', 'prioritized', 'completed']);
    const own = jobs.filter((job) => job?.data.run === this.#id);
    const removed = await Promise.all(
      own.map((job) =>
        job.remove().then(
          () => true,
          () => false,
        ),
      ),
    );
    return removed.filter((done) => !done).length;
  }
}
