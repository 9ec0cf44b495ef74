// A scene of a million boxes. First its frames: creating and adding boxes, the first encounters, frames in which all, 1 % or none of them
// move, memory, and how each grows from 10,000 boxes on; beside crashcat and rapier if they are installed (npm install --prefix
// bench/compare). Then random rays, and casts of a box over several lengths; mean µs per query.
// `node bench/million.mjs [DynamicAabbTree,Grid …] [--n=1000000] [--queries=1000] [--spacing=2] [--only=frames|queries]`. Everything is
// measured in a process of its own. `ENCOUNTER=…/dist/index.js` measures another build, CPU=1 the time of the processor.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const text = (name) => process.argv.find((x) => x.startsWith(`--${name}=`))?.slice(name.length + 3);
const option = (name, value) => Number(text(name) ?? value);
const COUNT = option('n', 1e6);
const QUERIES = option('queries', 1000);
/** The mean distance of boxes in sizes of a box. With 2 an eighth of the volume is filled, as in broad.mjs. */
const SPACING = option('spacing', 2);
/** Lengths of rays and casts, in sizes of a box. */
const LENGTHS = [2, 20, 200, 2000];
/** Every batch of queries counts with its best pass, so that other programs on the machine disturb little. */
const PASSES = 9;
const BATCH = 20;
const HEAP_MB = 7000;
/** From this many boxes on the growth is measured. */
const FEWEST = 1e4;
const PEERS = ['crashcat', 'rapier'];
/** Milliseconds after which a peer is given up. */
const PATIENCE = 300_000;

const named = process.argv.slice(2).find((x) => !x.startsWith('--'));
const phases = (named ?? 'DynamicAabbTree,Grid').split(',');
if (process.env.MILLION_CHILD === undefined) {
  if (text('only') !== 'queries') frames();
  if (text('only') !== 'frames') queries();
} else console.log(JSON.stringify(await measure(named)));

function run(script, args, flags = [], timeout = undefined) {
  const child = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, ...flags, fileURLToPath(new URL(script, import.meta.url)), ...args],
    { env: { ...process.env, MILLION_CHILD: '1' }, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', timeout },
  );
  if (child.status === 0) return JSON.parse(child.stdout);
  if (timeout === undefined) throw new Error(`${args[0]} ended with ${child.status ?? child.signal}`);
  return null;
}

function frames() {
  const peers = PEERS.filter(() => existsSync(new URL('compare/node_modules', import.meta.url)));
  if (peers.length === 0) console.log('Peers are left out: first npm install --prefix bench/compare');
  const sizes = COUNT > FEWEST ? [FEWEST, COUNT] : [COUNT];
  const header = ['create, add µs', 'first pairs ms', 'first all move ms', 'all move ms', 'worst ms', '1 % move ms'];
  const keys = ['create', 'first', 'firstMoving', 'moving', 'worst', 'few', 'still', 'memory'];
  const rows = [];
  for (const name of [...phases, ...peers]) {
    const patience = peers.includes(name) ? PATIENCE : undefined;
    const results = sizes.map((n) => run('million-frames.mjs', [name, n], ['--expose-gc'], patience));
    results.forEach((result, i) => {
      const cells = keys.map((key) => (result === null ? '–' : show(result[key])));
      rows.push([name, sizes[i].toLocaleString('en'), ...cells, result?.pairs ?? '–']);
    });
    if (results.length < 2 || results.includes(null)) continue;
    const [few, many] = results;
    // Creation and memory are figures per box.
    const exponent = (key) =>
      Math.log(many[key] / few[key]) / Math.log(sizes[1] / sizes[0]) + (key === 'create' || key === 'memory' ? 1 : 0);
    rows.push([name, 'exponent', ...keys.map((key) => exponent(key).toFixed(2)), '']);
  }
  console.log(
    `Boxes of size 1 that move by 0.05 per frame; ${process.env.CPU === '1' ? 'time of the processor' : 'time'}`,
  );
  printTable(['', 'boxes', ...header, 'none moves ms', 'bytes per box', 'pairs'], rows);
}

function show(x) {
  return x.toFixed(x < 10 ? 2 : x < 100 ? 1 : 0);
}

function queries() {
  const rows = phases.flatMap((phase) => run('million.mjs', [phase, ...process.argv.slice(2)]));
  console.log(
    `\n${COUNT.toLocaleString('en')} boxes, µs per query: mean of ${QUERIES} random ones, best of ${PASSES} passes per batch`,
  );
  printTable(['broad phase', 'filled in s', 'query', ...LENGTHS.map((l) => `length ${l}`), 'hits'], rows);
}

async function measure(phase) {
  const library = await import(process.env.ENCOUNTER ?? '../packages/encounter/dist/index.js');
  const { Box, Collider, Scene } = library;
  const rng = new Rng(SEED);
  const side = SPACING * Math.cbrt(COUNT);
  const shapes = Array.from(
    { length: 16 },
    () => new Box([rng.range(0.5, 1.5), rng.range(0.5, 1.5), rng.range(0.5, 1.5)]),
  );
  const anywhere = () => [rng.range(0, side), rng.range(0, side), rng.range(0, side)];
  const started = performance.now();
  const scene = new Scene({ broadPhase: new library[phase]() });
  for (let i = 0; i < COUNT; i++) scene.add(new Collider(rng.pick(shapes), { position: anywhere() }));
  scene.rayCast([0, 0, 0], [0, 0, 0]);
  const filled = (performance.now() - started) / 1000;

  const starts = Array.from({ length: QUERIES }, anywhere);
  const directions = Array.from({ length: QUERIES }, () => rng.direction());
  const moving = new Collider(new Box([0.5, 0.5, 0.5]));
  const asks = {
    ray: (p, r) => scene.rayCast(p, [p[0] + r[0], p[1] + r[1], p[2] + r[2]]),
    cast: (p, r) => scene.castShape(moving.setPosition(p), r),
  };
  const rows = [];
  for (const [name, ask] of Object.entries(asks)) {
    const times = [];
    const hits = [];
    for (const length of LENGTHS) {
      const moves = directions.map((d) => d.map((x) => length * x));
      const best = new Float64Array(Math.ceil(QUERIES / BATCH)).fill(Infinity);
      let hit = 0;
      for (let pass = 0, spent = 0; pass < PASSES; pass++) {
        hit = 0;
        for (let batch = 0; batch < best.length; batch++) {
          const end = Math.min(QUERIES, BATCH * (batch + 1));
          const begun = performance.now();
          for (let i = BATCH * batch; i < end; i++) if (ask(starts[i], moves[i]) !== null) hit++;
          const time = performance.now() - begun;
          best[batch] = Math.min(best[batch], time);
          spent += time;
        }
        // A pass this slow needs no second one.
        if (spent > 20_000) break;
      }
      times.push(((1000 * best.reduce((a, b) => a + b)) / QUERIES).toFixed(1));
      hits.push(`${Math.round((100 * hit) / QUERIES)} %`);
    }
    rows.push([phase, filled.toFixed(1), name, ...times, hits.join(', ')]);
  }
  return rows;
}
