/** A Redis of its own for a test, on a free port, without files. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

export interface RedisServer {
  readonly url: string;
  /** All keys. */
  keys(): Promise<string[]>;
  readonly client: Redis;
  stop(): Promise<void>;
}

/** Whether Debian's redis-server, or any other, is installed. Where it must be, its absence is an error. */
export function hasRedis(): boolean {
  const found = spawnSync('redis-server', ['--version']).status === 0;
  if (!found && process.env['ENCOUNTER_REDIS_TESTS'] === 'required')
    throw new Error('ENCOUNTER_REDIS_TESTS is required, and there is no redis-server');
  return found;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const server: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()],
    { stdio: 'ignore' },
  );
  const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  await client.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    keys: async () => (await client.keys('*')).sort(),
    async stop() {
      client.disconnect();
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await Promise.race([gone, pause(3000)]);
      server.kill('SIGKILL');
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
