/** Connections to Redis. Loaded only with --queue: without it, nothing here is needed. */
import { Redis } from 'ioredis';
import { CliError, oneLine } from '../cli-error.ts';

/** Milliseconds to get the first connection. Later ones are tried for as long as it takes. */
const PATIENCE = 10_000;

/** Without user and password. */
export function shownAddress(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

export function checkAddress(url: string): void {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    throw new CliError(`--queue must be an address such as redis://localhost:6379, and is ${JSON.stringify(url)}.`);
}

/** As BullMQ asks for: commands wait for a connection that was lost, and never give up. */
export async function connect(url: string): Promise<Redis> {
  checkAddress(url);
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    lazyConnect: true,
    retryStrategy,
  });
  let last: unknown = null;
  // Without a listener, each failed attempt would be printed.
  redis.on('error', (error) => {
    last = error;
  });
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), PATIENCE).unref());
  try {
    await Promise.race([redis.connect(), timeout]);
  } catch (error) {
    redis.disconnect();
    throw new CliError(`Redis at ${shownAddress(url)} cannot be reached (${why(last ?? error)}).`, { cause: error });
  }
  return redis;
}

function retryStrategy(attempt: number): number {
  return Math.min(100 * attempt, 2000);
}

function why(error: unknown): string {
  const inner = (error as AggregateError).errors?.[0] ?? error;
  return oneLine(inner) || (inner as NodeJS.ErrnoException).code || 'no answer';
}
