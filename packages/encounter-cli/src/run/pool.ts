/** Threads that share the models of a run. A thread that dies takes only its own task with it; another one takes its place. */
import { Worker } from 'node:worker_threads';
import type { Finding, Model } from 'encounter-models';
import { CliError } from '../cli-error.ts';
import type { ModelSource } from '../input/model-source.ts';
import type { FromThread, ToThread } from './messages.ts';
import type { RunSpec } from './spec.ts';

interface Task {
  /** The run it belongs to, or null. */
  readonly run: string | null;
  readonly message: ToThread;
  resolve(answer: FromThread): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly open: Set<string>;
  task: Task | null;
}

export class ThreadPool {
  readonly #threads: Thread[] = [];
  readonly #waiting: Task[] = [];
  readonly #specs = new Map<string, RunSpec>();
  #closed = false;

  constructor(size: number) {
    for (let i = 0; i < size; i++) this.#start();
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Makes a run known. Its models should be in shared memory (`shareModels`), for each thread gets them. */
  open(run: string, spec: RunSpec): void {
    this.#specs.set(run, spec);
  }

  close(run: string): void {
    this.#specs.delete(run);
    for (const thread of this.#threads)
      if (thread.open.delete(run)) thread.worker.postMessage({ kind: 'close', run } satisfies ToThread);
  }

  async pairCount(run: string): Promise<number> {
    const answer = await this.#ask(run, { kind: 'count', run });
    return answer.kind === 'count' ? answer.pairs : 0;
  }

  async work(run: string, from: number, to: number): Promise<Finding[]> {
    const answer = await this.#ask(run, { kind: 'work', run, from, to });
    return answer.kind === 'findings' ? answer.findings : [];
  }

  async load(source: ModelSource, places: readonly string[]): Promise<Model> {
    const answer = await this.#ask(null, { kind: 'load', source, places });
    if (answer.kind !== 'model') throw new Error(`a thread answered ${answer.kind} instead of a model`);
    return answer.model;
  }

  /** Ends all threads, at once. What they had to do is given up. */
  async end(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #ask(run: string | null, message: ToThread): Promise<FromThread> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, message, resolve, reject });
      this.#assign();
    });
  }

  #assign(): void {
    for (const thread of this.#threads) {
      if (thread.task !== null) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      thread.task = task;
      const spec = task.run === null ? undefined : this.#specs.get(task.run);
      if (task.run !== null && spec !== undefined && !thread.open.has(task.run)) {
        thread.open.add(task.run);
        thread.worker.postMessage({ kind: 'open', run: task.run, spec } satisfies ToThread);
      }
      thread.worker.postMessage(task.message);
    }
  }

  #start(): void {
    const thread: Thread = { worker: new Worker(new URL('./thread.js', import.meta.url)), open: new Set(), task: null };
    this.#threads.push(thread);
    let reason = 'it ended';
    thread.worker.on('message', (answer: FromThread) => {
      const { task } = thread;
      thread.task = null;
      if (answer.kind === 'problem') task?.reject(problem(answer.name, answer.message));
      else task?.resolve(answer);
      this.#assign();
    });
    thread.worker.on('error', (error) => {
      reason = error.message;
    });
    thread.worker.on('exit', () => {
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      if (this.#closed) return;
      this.#start();
      thread.task?.reject(new CliError(`A worker thread gave up (${reason}).`));
      this.#assign();
    });
  }
}

/** Errors lose their class on the way between threads. */
function problem(name: string, message: string): Error {
  if (name === 'Error') return new Error(message);
  return new CliError(message);
}
