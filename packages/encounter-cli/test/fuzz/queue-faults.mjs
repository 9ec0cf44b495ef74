/**
 * Four workers over Redis. At seeded moments one of them is killed (SIGKILL) and one is stopped (SIGSTOP), perhaps to go on later. The report
 * must be the same to the byte as that of one thread, and nothing of the run may stay in Redis.
 *
 *     node packages/encounter-cli/test/fuzz/queue-faults.mjs [runs = 20] [seed = 1]
 *
 * Needs the build and a redis-server.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Pairs in a job, and seconds until a silent worker loses its job. */
const BATCH = 250;
const LOCK = 1;

/** Octahedra that overlap their neighbours: a few thousand pairs that take a second or two. */
function model(count, shift) {
  const side = Math.ceil(Math.cbrt(count));
  const lines = [];
  for (let i = 0; i < count; i++) {
    const c = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)].map((x, k) => x + shift * (k + 1));
    const r = 0.55 + 0.03 * (i % 5);
    lines.push(`o Part ${shift} ${i}`);
    for (let k = 0; k < 6; k++)
      lines.push(`v ${c.map((x, axis) => (axis === k >> 1 ? x + (k & 1 ? r : -r) : x)).join(' ')}`);
    for (const x of [0, 1])
      for (const y of [2, 3])
        for (const z of [4, 5]) {
          const face = (x + y + z) % 2 === 0 ? [x, y, z] : [x, z, y];
          lines.push(`f ${face.map((n) => 6 * i + n + 1).join(' ')}`);
        }
  }
  return lines.join('\n');
}

/** mulberry32 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', resolve));
}

function command(...args) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.said = '';
  child.stderr.on('data', (chunk) => {
    child.said += chunk;
  });
  return child;
}

/** Two models, the report of one thread, and a Redis. */
export async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'encounter-faults-'));
  const files = [0, 0.21].map((shift, i) => {
    const file = join(folder, `model-${i}.obj`);
    writeFileSync(file, model(216, shift));
    return file;
  });
  const port = await freePort();
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => {});
  await redis.ping();
  const job = ['clash', ...files, '--self', '--clearance', '0.1', '--quiet'];
  const expected = join(folder, 'expected.json');
  const alone = command(...job, '--json', expected, '--workers', '1');
  await end(alone);
  if (alone.exitCode !== 0) throw new Error(`one thread: ${alone.said}`);
  return {
    folder,
    redis,
    url: `redis://127.0.0.1:${port}`,
    job,
    expected: readFileSync(expected, 'utf8'),
    async stop() {
      redis.disconnect();
      server.kill('SIGKILL');
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One run; returns what is wrong, or an empty list, and what happened. */
export async function faultRun({ folder, redis, url, job, expected }, seed) {
  const next = random(seed);
  const workers = [0, 1, 2, 3].map(() => command('worker', '--queue', url, '--workers', '1', '--lock', String(LOCK)));
  const problems = [];
  const events = [];
  const out = join(folder, `report-${seed}.json`);
  let submitter;
  try {
    await Promise.all(workers.map((worker) => until(() => worker.said.includes('Ready'), 300)));
    submitter = command(...job, '--json', out, '--queue', url, '--batch', String(BATCH));
    // Moments as shares of the results that have come.
    const plan = [
      { at: next() * 0.8, worker: 0, signal: 'SIGKILL' },
      { at: next() * 0.8, worker: 1, signal: 'SIGSTOP' },
    ];
    // In half of the runs the one that stood still goes on before the end, with a result that nobody waits for any more.
    const resumes = next() < 0.5;
    // About when its lock expires and others take over.
    const resumesAfter = 1000 * LOCK * (0.8 + 1.2 * next());
    let done = 0;
    let stoppedAt = 0;
    while (submitter.exitCode === null && submitter.signalCode === null) {
      const [manifest] = (await redis.keys('encounter:run:*')).filter((key) => key.split(':').length === 3);
      if (manifest !== undefined) {
        const total = Math.ceil(JSON.parse((await redis.get(manifest)) ?? '{}').pairCount / BATCH);
        done = Math.max(done, await redis.llen(`${manifest}:done`));
        for (const fault of plan.filter(({ at }) => done > 0 && done / total >= at)) {
          plan.splice(plan.indexOf(fault), 1);
          workers[fault.worker].kill(fault.signal);
          if (fault.signal === 'SIGSTOP') stoppedAt = performance.now();
          events.push(`${fault.signal} at ${done} of ${total}`);
        }
        if (resumes && stoppedAt > 0 && performance.now() - stoppedAt > resumesAfter) {
          workers[1].kill('SIGCONT');
          events.push(`SIGCONT at ${done} of ${total}`);
          stoppedAt = 0;
        }
      }
      await pause(2);
    }
    if (submitter.exitCode !== 0) problems.push(`exit code ${submitter.exitCode}: ${submitter.said}`);
    else if (readFileSync(out, 'utf8') !== expected) problems.push('another report');
    if (plan.length > 0) problems.push(`the run was over before ${plan.map(({ signal }) => signal)}`);
    // One that was stopped until now must not bring anything back.
    workers[1].kill('SIGCONT');
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map(end));
    const left = (await redis.keys('*')).filter((key) => !key.endsWith(':stalled-check'));
    if (left.length > 0) problems.push(`left in Redis: ${left.join(', ')}`);
  } finally {
    for (const child of [...workers, submitter]) child?.kill('SIGKILL');
    await redis.flushall();
  }
  return { problems, events };
}

async function until(holds, seconds) {
  const last = performance.now() + 1000 * seconds;
  while (!holds()) {
    if (performance.now() > last) throw new Error('waited in vain');
    await pause(20);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const runs = Number(process.argv[2] ?? 20);
  const seed = Number(process.argv[3] ?? 1);
  const scene = await prepare();
  let bad = 0;
  try {
    for (let i = 0; i < runs; i++) {
      const start = performance.now();
      const { problems, events } = await faultRun(scene, seed + i);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      if (problems.length > 0) bad++;
      console.log(`seed ${seed + i}: ${problems.join('; ') || 'the same report'} (${events.join(', ')}; ${seconds} s)`);
    }
  } finally {
    await scene.stop();
  }
  console.log(`${runs} runs, ${bad} wrong`);
  process.exitCode = bad > 0 ? 1 : 0;
}
