// What PairCache buys when things move slowly: 1,000 pairs, 100 frames, nine pairs in ten apart. Only queries are timed.
import { Collider, intersects, PairCache, signedDistance } from '../packages/encounter/dist/index.js';
import { hull, makers, printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const PAIRS = 1000;
const FRAMES = 100;
const ROUNDS = 5;

/** Two colliders, the gap between them as asked, and how they move. */
function makePair(rng, shapeA, shapeB, gap) {
  const a = new Collider(shapeA, { orientation: rng.quaternion() });
  const b = new Collider(shapeB, { orientation: rng.quaternion() });
  const d = rng.direction();
  const start = signedDistance(a, b.setPosition(d.map((x) => 3 * x)));
  const { x, y, z } = start.normal;
  const move = gap - start.distance;
  const position = [3 * d[0] + move * x, 3 * d[1] + move * y, 3 * d[2] + move * z];
  // A drift of 0.1 in all, and a turn of 0.5 radians.
  return {
    a,
    b,
    position,
    velocity: rng.direction().map((v) => (0.1 / FRAMES) * v),
    orientation: rng.quaternion(),
    spin: rng.direction().map((v) => (0.25 / FRAMES) * v),
    options: { cache: new PairCache() },
  };
}

/** Puts frame f in place: B turned a little from its orientation, by a quaternion near 1. */
function place(pair, f) {
  const [px, py, pz] = pair.position;
  const [vx, vy, vz] = pair.velocity;
  const [x, y, z, w] = pair.orientation;
  const [sx, sy, sz] = pair.spin.map((s) => s * f);
  pair.b.setPosition([px + f * vx, py + f * vy, pz + f * vz]);
  pair.b.setOrientation([
    x + sx * w + sy * z - sz * y,
    y + sy * w + sz * x - sx * z,
    z + sz * w + sx * y - sy * x,
    w - sx * x - sy * y - sz * z,
  ]);
}

function makeScene(rng, shapes) {
  const pairs = [];
  for (let i = 0; i < PAIRS; i++)
    pairs.push(makePair(rng, shapes[i % shapes.length], rng.pick(shapes), i % 10 === 0 ? -0.15 : rng.range(0.15, 1)));
  return pairs;
}

/** Nanoseconds a query, without and with caches: the best of some rounds. */
function measure(pairs) {
  const best = { without: Infinity, cached: Infinity, hits: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const time = { without: 0, cached: 0 };
    let hits = 0;
    for (const pair of pairs) pair.options.cache.clear();
    for (let f = 0; f < FRAMES; f++) {
      for (const pair of pairs) place(pair, f);
      const order = (f & 1) === 0 ? ['without', 'cached'] : ['cached', 'without'];
      for (const way of order) {
        const t = performance.now();
        if (way === 'cached') {
          for (const { a, b, options } of pairs) if (intersects(a, b, options)) hits++;
        } else for (const { a, b } of pairs) if (intersects(a, b)) hits++;
        time[way] += performance.now() - t;
      }
    }
    best.without = Math.min(best.without, (1e6 * time.without) / (PAIRS * FRAMES));
    best.cached = Math.min(best.cached, (1e6 * time.cached) / (PAIRS * FRAMES));
    best.hits = hits / (2 * PAIRS * FRAMES);
  }
  return best;
}

const rng = new Rng(SEED);
const solid = ['sphere', 'ellipsoid', 'box', 'cylinder', 'cone', 'capsule', 'polytope', 'sum', 'hull', 'placed'];
const scenes = {
  'all kinds': Array.from({ length: 100 }, (_, i) => makers[solid[i % solid.length]](rng)),
  'hulls of 32': Array.from({ length: 24 }, () => hull(rng, 32)),
  'hulls of 512': Array.from({ length: 24 }, () => hull(rng, 512)),
};
const found = {};
for (const [name, shapes] of Object.entries(scenes)) found[name] = measure(makeScene(rng, shapes));

console.log(`boolean, ${PAIRS} pairs, ${FRAMES} frames, seed ${SEED}`);
printTable(
  ['', 'intersecting', 'ns without', 'ns with cache', 'without / with'],
  Object.entries(found).map(([name, { without, cached, hits }]) => [
    name,
    `${(100 * hits).toFixed(0)} %`,
    without.toFixed(0),
    cached.toFixed(0),
    (without / cached).toFixed(2),
  ]),
);
console.log(
  `with cache, hulls of 512 / hulls of 32: ${(found['hulls of 512'].cached / found['hulls of 32'].cached).toFixed(2)}`,
);
