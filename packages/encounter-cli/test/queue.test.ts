/** Runs over Redis: the same report as here, whatever happens to the workers, and nothing left behind. */

import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultScene, faultRun, prepare } from './fuzz/queue-faults.mjs';
import { encounter, ended, start } from './support/command.ts';
import { glb, gltf, PIPES, rows, WALLS, workplace } from './support/fixtures.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';

const there = hasRedis();
if (!there) console.log('\nno redis-server found: the tests of the queue do not run');

describe.runIf(there)('the queue', () => {
  const place = workplace();
  let redis: RedisServer;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    await redis.client.flushall();
  });

  afterAll(async () => {
    await redis?.stop();
    place.remove();
  });

  /** A worker that is ready, and what it has said so far. */
  async function worker(...options: string[]): Promise<{ child: ChildProcess; said(): string }> {
    const child = start('worker', '--queue', redis.url, '--workers', '1', '--lock', '1', ...options);
    started.push(child);
    let text = '';
    child.stderr!.on('data', (chunk) => {
      text += chunk;
    });
    await until(() => text.includes('Ready'));
    return { child, said: () => text };
  }

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const last = performance.now() + 60_000;
    while (!(await holds())) {
      if (performance.now() > last) throw new Error('waited in vain');
      await pause(20);
    }
  }

  test('gives the bytes of one thread; workers end when asked; nothing stays in Redis', async () => {
    const [a, b] = [place.write('a.glb', glb(rows(125, 'A', 0))), place.write('b.glb', glb(rows(125, 'B', 0.13)))];
    const job = ['clash', a, b, '--self', '--clearance', '0.1', '--json', '-'];
    const workers = await Promise.all([worker(), worker(), worker(), worker()]);
    const [here, there] = await Promise.all([
      encounter(...job, '--workers', '1'),
      encounter(...job, '--queue', redis.url, '--batch', '20'),
    ]);
    expect(there.stderr).toBe('');
    expect(there.code).toBe(0);
    expect(there.stdout.equals(here.stdout)).toBe(true);
    expect(JSON.parse(there.stdout.toString()).clashes.length).toBeGreaterThan(500);
    const ends = workers.map(({ child }) => ended(child));
    for (const { child } of workers) child.kill('SIGTERM');
    for (const { code } of await Promise.all(ends)) expect(code).toBe(0);
    expect((await redis.keys()).filter((key) => !key.endsWith(':stalled-check'))).toEqual([]);
  });

  test('two runs at once share the workers; models come from a folder, and are read once', async () => {
    const shared = place.path('shared');
    mkdirSync(shared, { recursive: true });
    const { json, buffer } = gltf(PIPES, 'pipes.bin');
    // The worker's folder has the same content under the same names, the submitter's paths do not exist for it.
    for (const folder of ['.', 'shared']) {
      place.write(`${folder}/walls.glb`, glb(WALLS));
      place.write(`${folder}/pipes.gltf`, json);
      place.write(`${folder}/pipes.bin`, buffer);
    }
    const { said } = await worker('--models', shared);
    const job = ['clash', place.path('walls.glb'), place.path('pipes.gltf'), '--clearance', '0.05', '--json', '-'];
    const here = await encounter(...job);
    const both = await Promise.all([1, 2].map(() => encounter(...job, '--queue', redis.url, '--batch', '3')));
    for (const { code, stdout } of both) {
      expect(code).toBe(0);
      expect(stdout.equals(here.stdout)).toBe(true);
    }
    expect(said().match(/ready after/g)).toHaveLength(2);
  });

  test('a model with other content is refused, and the run ends with a sentence', async () => {
    const other = place.path('other');
    mkdirSync(other, { recursive: true });
    place.write('other/walls.glb', glb(WALLS.slice(1)));
    await worker('--models', other);
    const { code, stderr } = await encounter(
      'clash',
      place.write('walls.glb', glb(WALLS)),
      '--queue',
      redis.url,
      '--batch',
      '1000',
      '--quiet',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('walls.glb was not found here');
    expect(stderr).toContain('has other content');
    expect((await redis.keys()).filter((key) => key.includes(':run'))).toEqual([]);
  });

  test('a worker of other versions says that it does not take part', async () => {
    await redis.client.hset('encounter:runs', 'some-run', '1-9.9.9-9.9.9-9.9.9');
    const { said } = await worker();
    await until(() => said().includes('does not take part'));
    expect(said()).toContain('Run some-run has versions 1-9.9.9-9.9.9-9.9.9');
  });

  test('a submitter that is interrupted takes its jobs along', async () => {
    const submitter = start('clash', place.write('walls.glb', glb(WALLS)), '--queue', redis.url);
    started.push(submitter);
    const end = ended(submitter);
    await until(async () => (await redis.keys()).some((key) => key.endsWith(':wait')));
    submitter.kill('SIGINT');
    const { code, stderr } = await end;
    expect(code).toBe(2);
    expect(stderr).toContain('Interrupted.');
    expect(await redis.keys()).toEqual([]);
  });

  test('a run whose submitter was killed is dropped by the workers', async () => {
    const submitter = start('clash', place.write('walls.glb', glb(WALLS)), '--queue', redis.url);
    started.push(submitter);
    await until(async () => (await redis.keys()).some((key) => key.endsWith(':wait')));
    submitter.kill('SIGKILL');
    const [manifest] = (await redis.keys()).filter((key) => /^encounter:run:[^:]+$/.test(key));
    expect(await redis.client.ttl(manifest)).toBeGreaterThan(0);
    await redis.client.del(manifest);
    await worker();
    await until(async () => !(await redis.keys()).some((key) => key.endsWith(':wait') || key.endsWith(':active')));
    expect((await redis.keys()).filter((key) => key.endsWith(':results'))).toEqual([]);
  });

  describe('with one worker killed and one stopped', () => {
    let scene: FaultScene;
    beforeAll(async () => {
      scene = await prepare();
    });
    afterAll(() => scene?.stop());

    test.each([11, 12])('seed %i: the report is complete and the same', async (seed) => {
      const { problems, events } = await faultRun(scene, seed);
      expect(problems, events.join(', ')).toEqual([]);
    });
  });
});

test('the documentation names the keys as they are', () => {
  const page = readFileSync(new URL('../../../docs/clash-at-scale.md', import.meta.url), 'utf8');
  expect(page).toContain('encounter:run');
});
