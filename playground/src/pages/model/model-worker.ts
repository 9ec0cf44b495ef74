/** The worker as the page sees it: questions with answers. */
import type { Assembly, GivenFile, PartClash, Reply, Request } from './protocol.ts';

export interface ClashAnswer {
  readonly clashes: readonly PartClash[];
  /** How many pairs of parts were tested. */
  readonly pairs: number;
  readonly ms: number;
  /** False for a run that was ended. */
  readonly complete: boolean;
}

type Answer = Exclude<Reply, { kind: 'progress' | 'failed' }>;
type Question = Exclude<Request, { kind: 'cancel' }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress?: (done: number, total: number, found: number) => void;
}

export class ModelWorker {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#hear(data));
    // Out of memory, or its file could not be loaded: nobody will answer any more.
    this.#worker.addEventListener('error', (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message || 'the worker could not start'));
      this.#waiting.clear();
    });
  }

  /** The models that were read last, or the sample. */
  async show(): Promise<Assembly> {
    const answer = await this.#ask<'assembly'>({ kind: 'show', id: this.#next() });
    return answer.assembly as Assembly;
  }

  async sample(): Promise<Assembly> {
    const answer = await this.#ask<'assembly'>({ kind: 'sample', id: this.#next() });
    return answer.assembly as Assembly;
  }

  /** The bytes of the files are handed over: they are gone here. */
  async read(files: readonly GivenFile[]): Promise<{ assembly: Assembly | null; failures: readonly string[] }> {
    const transfer = files.map(({ bytes }) => bytes);
    return this.#ask<'assembly'>({ kind: 'read', id: this.#next(), files }, transfer);
  }

  async clash(
    options: { clearance: number; self: boolean },
    onProgress: (done: number, total: number, found: number) => void,
  ): Promise<ClashAnswer> {
    return this.#ask<'clashes'>({ kind: 'clash', id: this.#next(), ...options }, [], onProgress);
  }

  async soups(): Promise<Extract<Reply, { kind: 'soups' }>['soups']> {
    return (await this.#ask<'soups'>({ kind: 'soups', id: this.#next() })).soups;
  }

  /** Ends the run that is under way. */
  cancel(): void {
    this.#post({ kind: 'cancel' });
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #next(): number {
    return ++this.#last;
  }

  #post(request: Request, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  #ask<K extends Answer['kind']>(
    question: Question,
    transfer: Transferable[] = [],
    onProgress?: Waiting['onProgress'],
  ): Promise<Extract<Reply, { kind: K }>> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve: resolve as Waiting['resolve'], reject, onProgress });
      this.#post(question, transfer);
    });
  }

  #hear(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === 'progress') {
      waiting.onProgress?.(reply.done, reply.total, reply.found);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.kind === 'failed') waiting.reject(new Error(reply.message));
    else waiting.resolve(reply);
  }
}
