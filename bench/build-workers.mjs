/**
 * Building and refitting a large mesh by one thread and by workers: wall time, and on Linux the processor time of the calling thread and of
 * the busiest worker, which is what a machine with nothing else to do would take. The argument is the strategy: midpoint, fast, sah or obb.
 * TRIANGLES=1000000, WORKERS=2, ROUNDS=8.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Mesh } from 'encounter';
import { WorkerPool } from 'encounter/bulk';

const [strategy = 'midpoint'] = process.argv.slice(2);
const across = Math.round(Math.sqrt(Number(process.env.TRIANGLES ?? 1e6) / 4));
const around = 2 * across;
const positions = new Float32Array(new SharedArrayBuffer(12 * around * across));
const indices = new Uint32Array(new SharedArrayBuffer(24 * around * across));
for (let i = 0; i < around; i++)
  for (let j = 0; j < across; j++) {
    const u = (2 * Math.PI * i) / around;
    const v = (2 * Math.PI * j) / across;
    const r = 0.4 + 0.05 * Math.sin(9 * u) * Math.cos(5 * v);
    const k = across * i + j;
    positions.set([(1 + r * Math.cos(v)) * Math.cos(u), (1 + r * Math.cos(v)) * Math.sin(u), r * Math.sin(v)], 3 * k);
    const right = across * ((i + 1) % around) + j;
    const up = across * i + ((j + 1) % across);
    const both = across * ((i + 1) % around) + ((j + 1) % across);
    indices.set([k, right, both, k, both, up], 6 * k);
  }

/** Nanoseconds of processor time by thread. Empty where the system does not tell. */
function threads() {
  try {
    return new Map(
      readdirSync('/proc/self/task').map((id) => [
        id,
        Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[0]),
      ]),
    );
  } catch {
    return new Map();
  }
}

/** The times of a thread are brought up to date when it sleeps. */
const sleep = () => new Promise((resolve) => setTimeout(resolve, 10));
const best = new Map();
async function measure(name, act) {
  await sleep();
  const before = threads();
  const start = performance.now();
  const result = await act();
  const wall = performance.now() - start;
  await sleep();
  let own = 0;
  let worker = 0;
  for (const [id, time] of threads()) {
    const spent = (time - (before.get(id) ?? 0)) / 1e6;
    if (Number(id) === process.pid) own = spent;
    else worker = Math.max(worker, spent);
  }
  const known = best.get(name) ?? { wall: Infinity, processor: Infinity };
  best.set(name, { wall: Math.min(known.wall, wall), processor: Math.min(known.processor, own + worker) });
  return result;
}

const pool = new WorkerPool(Number(process.env.WORKERS ?? 2));
for (let round = 0; round < Number(process.env.ROUNDS ?? 8); round++) {
  const one = await measure('new Mesh', () => new Mesh({ positions, indices, strategy }));
  const mesh = await measure('buildMesh', () => pool.buildMesh({ positions, indices, strategy }));
  await measure('mesh.refit', () => one.refit());
  await measure('pool.refit', () => pool.refit(mesh));
  await measure('new Mesh, stored tree', () => new Mesh({ positions, indices, strategy, tree: one.serializeTree() }));
}
console.log(
  `${strategy}, ${indices.length / 3} triangles, ${pool.size} workers, ms: wall, processor time of the caller and the busiest worker`,
);
for (const [name, { wall, processor }] of best)
  console.log(name.padEnd(24), wall.toFixed(1).padStart(8), processor.toFixed(1).padStart(8));
await pool.close();
