// Garbage: heap bytes a query, after a long warm-up. Starts itself again with a young generation so large that nothing is
// collected while it measures.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

if (globalThis.gc === undefined) {
  const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else await run();

async function run() {
  const {
    Collider,
    closestPoints,
    DistanceResult,
    intersects,
    PairCache,
    PenetrationResult,
    penetration,
    signedDistance,
  } = await import('../packages/encounter/dist/index.js');
  const { makers, printTable, Rng } = await import('./random.mjs');

  const SEED = Number(process.env.SEED ?? 1);
  const WARM = 200;
  const AGAIN = 60;
  const MEASURED = 40;
  const rng = new Rng(SEED);
  const kinds = Object.keys(makers);
  const pairs = [];
  while (pairs.length < 800) {
    const a = new Collider(makers[rng.pick(kinds)](rng), { orientation: rng.quaternion() });
    const b = new Collider(makers[rng.pick(kinds)](rng), {
      orientation: rng.quaternion(),
      position: rng.direction().map((x) => rng.range(0, 2) * x),
    });
    pairs.push({ a, b, options: { cache: new PairCache() } });
  }

  // Results go into objects made here, and doubles are not added up in variables that outlive a loop: those are boxed.
  const distance = new DistanceResult();
  const depth = new PenetrationResult();
  const position = [0, 0, 0];
  const ways = {
    boolean() {
      for (let i = 0; i < pairs.length; i++) intersects(pairs[i].a, pairs[i].b);
    },
    'boolean, cached'() {
      for (let i = 0; i < pairs.length; i++) intersects(pairs[i].a, pairs[i].b, pairs[i].options);
    },
    distance() {
      for (let i = 0; i < pairs.length; i++) closestPoints(pairs[i].a, pairs[i].b, distance);
    },
    depth() {
      for (let i = 0; i < pairs.length; i++) penetration(pairs[i].a, pairs[i].b, depth);
    },
    'signed distance'() {
      for (let i = 0; i < pairs.length; i++) signedDistance(pairs[i].a, pairs[i].b, distance);
    },
    setPosition() {
      for (let i = 0; i < pairs.length; i++) {
        const m = pairs[i].a.placement.m;
        position[0] = m[9];
        position[1] = m[10];
        position[2] = m[11];
        pairs[i].a.setPosition(position);
      }
    },
  };

  for (let pass = 0; pass < WARM; pass++) for (const way of Object.values(ways)) way();
  const rows = [];
  for (const [name, way] of Object.entries(ways)) {
    globalThis.gc();
    // A full collection drops optimised code, too; some more passes bring it back.
    for (let pass = 0; pass < AGAIN; pass++) way();
    const before = process.memoryUsage().heapUsed;
    for (let pass = 0; pass < MEASURED; pass++) way();
    const after = process.memoryUsage().heapUsed;
    rows.push([name, ((after - before) / (MEASURED * pairs.length)).toFixed(2)]);
  }
  console.log(`${pairs.length} pairs of ${kinds.length} kinds, ${WARM} passes of warm-up, seed ${SEED}`);
  printTable(['', 'heap bytes a query'], rows);
}
