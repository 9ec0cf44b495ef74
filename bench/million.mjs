// Queries of a scene of a million boxes: random rays, and casts of a box over several lengths; mean µs per query, for each broad phase that
// takes a million. `node bench/million.mjs [DynamicAabbTree,Grid …] [--n=1000000] [--queries=1000] [--spacing=2]`. Each broad phase runs in a
// process of its own: a million colliders take about 2 GB. `ENCOUNTER=…/dist/index.js` measures another build.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const option = (name, value) =>
  Number(process.argv.find((x) => x.startsWith(`--${name}=`))?.slice(name.length + 3) ?? value);
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

const named = process.argv.slice(2).find((x) => !x.startsWith('--'));
if (process.env.MILLION_CHILD === undefined) {
  const rows = [];
  for (const phase of (named ?? 'DynamicAabbTree,Grid').split(',')) {
    const child = spawnSync(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, fileURLToPath(import.meta.url), phase, ...process.argv.slice(2)],
      { env: { ...process.env, MILLION_CHILD: '1' }, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
    );
    if (child.status !== 0) throw new Error(`${phase} ended with ${child.status ?? child.signal}`);
    rows.push(...JSON.parse(child.stdout));
  }
  console.log(
    `${COUNT.toLocaleString('en')} boxes, µs per query: mean of ${QUERIES} random ones, best of ${PASSES} passes per batch`,
  );
  printTable(['broad phase', 'filled in s', 'query', ...LENGTHS.map((l) => `length ${l}`), 'hits'], rows);
} else console.log(JSON.stringify(await measure(named)));

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
