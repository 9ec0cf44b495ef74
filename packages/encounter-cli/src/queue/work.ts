/** A process that takes part in runs: takes jobs off the queue, reads the models it needs once, and sends the findings. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, isAbsolute, join, normalize } from 'node:path';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Model } from 'encounter-models';
import type { Redis } from 'ioredis';
import { oneLine } from '../cli-error.ts';
import { isAddress, type ModelSource } from '../input/model-source.ts';
import { ThreadPool } from '../run/pool.ts';
import { versionTag } from '../versions.ts';
import { connect } from './connection.ts';
import {
  LOCK_DURATION,
  MAX_STALLED,
  type Manifest,
  PREFIX,
  queueName,
  type RangeJob,
  type RangeResult,
  RUNS_KEY,
  runKeys,
  STORE_SCRIPT,
  sweep,
} from './protocol.ts';

/** Models that are kept in memory, the last ones used, by their hashes. */
const MODELS_KEPT = 16;

/** Runs that are kept ready, the last ones used. */
const RUNS_KEPT = 2;

/** Milliseconds between looks for runs of other versions. */
const LOOK_INTERVAL = 5000;

export interface WorkOptions {
  /** Threads. */
  readonly threads: number;
  /** The folder in which models are looked for. Without it, where the submitter read them. */
  readonly models?: string;
  /** Milliseconds. */
  readonly lockDuration?: number;
  /** A line for the log. */
  say(line: string): void;
  /** Ends the work: jobs in hand are done first. */
  readonly signal: AbortSignal;
}

export async function workOnQueue(url: string, options: WorkOptions): Promise<void> {
  const redis = await connect(url);
  const taker = new Taker(redis, options);
  try {
    await taker.work();
  } finally {
    await taker.end();
    redis.disconnect();
  }
}

class Taker {
  readonly #name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #redis: Redis;
  readonly #options: WorkOptions;
  readonly #pool: ThreadPool;
  readonly #versions = versionTag();
  readonly #runs = new Map<string, Promise<void>>();
  readonly #models = new Map<string, Promise<Model>>();
  readonly #refused = new Set<string>();

  constructor(redis: Redis, options: WorkOptions) {
    this.#redis = redis;
    this.#options = options;
    this.#pool = new ThreadPool(options.threads);
  }

  async work(): Promise<void> {
    const { signal, threads, lockDuration = LOCK_DURATION, say } = this.#options;
    const worker = new Worker<RangeJob>(queueName(this.#versions), (job) => this.#do(job), {
      connection: this.#redis,
      prefix: PREFIX,
      concurrency: threads,
      lockDuration,
      stalledInterval: lockDuration / 2,
      maxStalledCount: MAX_STALLED,
      removeOnComplete: { count: 0 },
      drainDelay: 1,
    });
    // Such as: the lock of a job is gone, because this process stood still. Its result is then dropped, or was the first.
    worker.on('error', () => {});
    worker.on('failed', (job, error) => {
      if (job !== undefined)
        say(`Pairs ${job.data.from} to ${job.data.to - 1} of run ${job.data.run}: ${oneLine(error)}`);
    });
    await worker.waitUntilReady();
    say(`Ready: ${threads} threads, versions ${this.#versions}.`);
    await this.#lookForOthers();
    const looking = setInterval(() => void this.#lookForOthers().catch(() => {}), LOOK_INTERVAL);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    clearInterval(looking);
    await worker.close();
    // Idle workers have BullMQ write a line about the queue again and again.
    await sweep(this.#redis, this.#versions);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** A run of other versions is not ours. Say so once, for somebody is waiting. */
  async #lookForOthers(): Promise<void> {
    const runs = Object.entries(await this.#redis.hgetall(RUNS_KEY));
    if (runs.length === 0) await sweep(this.#redis, this.#versions);
    for (const [run, versions] of runs)
      if (versions !== this.#versions && !this.#refused.has(run)) {
        this.#refused.add(run);
        this.#options.say(
          `Run ${run} has versions ${versions}; this worker has ${this.#versions} and does not take part.`,
        );
      }
  }

  async #do(job: Job<RangeJob>): Promise<void> {
    const { run, from, to } = job.data;
    const keys = runKeys(run);
    // The run is over: its submitter ended, or was killed some time ago.
    if ((await this.#redis.exists(keys.manifest)) === 0) return;
    await this.#ready(run);
    const findings = await this.#pool.work(run, from, to);
    const result: RangeResult = { worker: this.#name, from, to, findings };
    await this.#redis.eval(STORE_SCRIPT, 3, keys.manifest, keys.results, keys.done, from, JSON.stringify(result));
  }

  /** The first job of a run reads its models; those that come meanwhile wait for that. */
  #ready(run: string): Promise<void> {
    const found = this.#runs.get(run) ?? this.#prepare(run);
    // A Map keeps the order of insertion: the last one used goes to the end.
    this.#runs.delete(run);
    this.#runs.set(run, found);
    found.catch(() => this.#runs.delete(run));
    for (const old of [...this.#runs.keys()].slice(0, -RUNS_KEPT)) {
      this.#runs.delete(old);
      this.#pool.close(old);
    }
    return found;
  }

  async #prepare(run: string): Promise<void> {
    const text = await this.#redis.get(runKeys(run).manifest);
    if (text === null) throw new Error('the run is over');
    const manifest: Manifest = JSON.parse(text);
    const started = performance.now();
    const models: Model[] = [];
    for (const source of manifest.sources) models.push(await this.#model(source));
    this.#pool.open(run, { models, rules: manifest.rules, options: manifest.options });
    const pairs = await this.#pool.pairCount(run);
    if (pairs !== manifest.pairCount)
      throw new UnrecoverableError(`This worker finds ${pairs} pairs, the submitter ${manifest.pairCount}.`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.#options.say(`Run ${run}: ${models.length} models, ${pairs} pairs; ready after ${seconds} s.`);
  }

  #model(source: ModelSource): Promise<Model> {
    const key = JSON.stringify([source.name, source.sha256, source.units, source.files]);
    const found = this.#models.get(key) ?? this.#pool.load(source, this.#places(source));
    this.#models.delete(key);
    this.#models.set(key, found);
    found.catch(() => this.#models.delete(key));
    for (const old of [...this.#models.keys()].slice(0, -MODELS_KEPT)) this.#models.delete(old);
    return found;
  }

  /** With a folder of models, nothing else is read: who can write to Redis must not choose files. */
  #places({ location, given, sha256 }: ModelSource): string[] {
    if (isAddress(location)) return [location];
    const folder = this.#options.models;
    if (folder === undefined) return [location];
    const inside = isAbsolute(given) || normalize(given).startsWith('..') ? [] : [join(folder, given)];
    return [...new Set([...inside, join(folder, basename(location)), join(folder, sha256)])];
  }
}
