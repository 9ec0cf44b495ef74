/** `encounter worker`: takes part in runs that others submit. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type ArgsDef, defineCommand } from 'citty';
import { checkOptions, countOption, lengthOption } from '../arguments.ts';
import { CliError } from '../cli-error.ts';

const args = {
  queue: { type: 'string', valueHint: 'redis://…', description: 'Where the runs are (required)' },
  models: {
    type: 'string',
    valueHint: 'folder',
    description: 'Read models from this folder only (default: from where the submitter read them)',
  },
  workers: { type: 'string', valueHint: 'n', description: 'Threads (default: as many as there are cores)' },
  lock: {
    type: 'string',
    valueHint: 'seconds',
    description: 'After this time without a sign of life others take over (default 15)',
  },
  quiet: { type: 'boolean', description: 'Print nothing but errors' },
} as const satisfies ArgsDef;

export const EXAMPLES = `encounter worker --queue redis://localhost:6379
encounter worker --queue redis://redis:6379 --models /models --workers 4`;

export const worker = defineCommand({
  meta: { name: 'worker', description: 'Take part in runs that `encounter clash --queue` submits' },
  args,
  async run({ args: given }): Promise<number> {
    checkOptions(given, args);
    if (given._.length > 0)
      throw new CliError(`encounter worker takes no files, and got ${JSON.stringify(given._[0])}.`);
    if (given.queue === undefined) throw new CliError('--queue is missing, such as --queue redis://localhost:6379.');
    const threads = countOption('workers', given.workers) ?? availableParallelism();
    const lock = lengthOption('lock', given.lock);
    if (lock !== undefined && lock < 0.5)
      throw new CliError(`--lock must be at least 0.5 seconds, and is ${given.lock}.`);
    const stop = new AbortController();
    const end = (): void => {
      // Asked twice, it does not wait for jobs in hand: others take them over.
      if (stop.signal.aborted) process.exit(0);
      stop.abort();
    };
    process.on('SIGINT', end).on('SIGTERM', end);
    const { workOnQueue } = await import('../queue/work.ts');
    await workOnQueue(given.queue, {
      threads,
      ...(given.models !== undefined && { models: folder(given.models) }),
      ...(lock !== undefined && { lockDuration: 1000 * lock }),
      say: (line) => given.quiet !== true && process.stderr.write(`${line}\n`),
      signal: stop.signal,
    });
    return 0;
  },
});

function folder(given: string): string {
  const path = resolve(given);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new CliError(`--models: ${given} is no folder.`);
  return path;
}
