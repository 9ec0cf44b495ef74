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
    CastHit,
    Collider,
    castShape,
    closestPoints,
    DistanceResult,
    Impact,
    intersects,
    Mesh,
    PairCache,
    PenetrationResult,
    penetration,
    RayHit,
    rayCast,
    signedDistance,
    timeOfImpact,
  } = await import('../packages/encounter/dist/index.js');
  const { makers, printTable, Rng } = await import('./random.mjs');

  const SEED = Number(process.env.SEED ?? 1);
  const WARM = 200;
  const AGAIN = 60;
  const MEASURED = 40;
  const BLOCK = 8;
  const REFITS = 50;
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

  // Meshes and convex shapes against a mesh, near enough that about half of them meet it.
  const mesh = bumpySphere(Mesh, 24, 16);
  const rock = new Collider(mesh);
  const place = () => ({ orientation: rng.quaternion(), position: rng.direction().map((x) => rng.range(1, 3) * x) });
  const rocks = Array.from({ length: 100 }, () => new Collider(mesh, place()));
  const convex = Array.from({ length: 200 }, () => new Collider(makers[rng.pick(kinds)](rng), place()));
  const rays = Array.from({ length: 400 }, () => [rng.direction().map((x) => 3 * x), rng.direction()]);
  const hit = new RayHit();

  // Motions towards the other, with a turn.
  const moves = pairs.map(() => ({ translation: rng.direction(), rotation: rng.direction().map((x) => 2 * x) }));
  const turns = pairs.map(() => ({ translation: rng.direction(), orientation: rng.quaternion() }));
  const still = [0, 0, 0];
  const castHit = new CastHit();
  const impact = new Impact();

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
    cast() {
      for (let i = 0; i < pairs.length; i++) castShape(pairs[i].a, moves[i].translation, pairs[i].b, still, castHit);
    },
    'time of impact'() {
      for (let i = 0; i < pairs.length; i++) timeOfImpact(pairs[i].a, moves[i], pairs[i].b, null, impact);
    },
    'time of impact, orientation'() {
      for (let i = 0; i < pairs.length; i++) timeOfImpact(pairs[i].a, turns[i], pairs[i].b, null, impact);
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
  const meshWays = {
    'mesh–mesh boolean'() {
      for (let i = 0; i < rocks.length; i++) intersects(rock, rocks[i]);
    },
    'mesh–mesh distance'() {
      for (let i = 0; i < rocks.length; i++) closestPoints(rock, rocks[i], distance);
    },
    'mesh–convex boolean'() {
      for (let i = 0; i < convex.length; i++) intersects(rock, convex[i]);
    },
    'mesh–convex distance'() {
      for (let i = 0; i < convex.length; i++) closestPoints(rock, convex[i], distance);
    },
    'mesh–mesh time of impact'() {
      for (let i = 0; i < rocks.length; i++) timeOfImpact(rocks[i], moves[i], rock, null, impact);
    },
    'mesh–convex time of impact'() {
      for (let i = 0; i < convex.length; i++) timeOfImpact(convex[i], moves[i], rock, null, impact);
    },
    'mesh–convex cast'() {
      for (let i = 0; i < convex.length; i++) castShape(convex[i], moves[i].translation, rock, still, castHit);
    },
    'mesh ray'() {
      for (let i = 0; i < rays.length; i++) rayCast(rock, rays[i][0], rays[i][1], hit);
    },
    'mesh refit'() {
      for (let i = 0; i < REFITS; i++) mesh.refit();
    },
  };

  const lengths = {
    'mesh–mesh boolean': rocks.length,
    'mesh–mesh distance': rocks.length,
    'mesh–convex boolean': convex.length,
    'mesh–convex distance': convex.length,
    'mesh–mesh time of impact': rocks.length,
    'mesh–convex time of impact': convex.length,
    'mesh–convex cast': convex.length,
    'mesh ray': rays.length,
    'mesh refit': REFITS,
  };
  console.log(`${pairs.length} pairs of ${kinds.length} kinds, seed ${SEED}`);
  const blocks = Array.from({ length: 10 }, (_, k) => `${BLOCK * k + 1}–${BLOCK * (k + 1)}`);
  printTable(
    ['bytes a query in passes', ...blocks],
    ['boolean', 'distance', 'depth'].map((name) => [name, ...blocks.map(() => grown(ways[name]))]),
  );
  console.log(`\nafter ${WARM} passes more`);
  const rows = measure(ways, () => pairs.length);
  rows.push(...measure(meshWays, (name) => lengths[name]));
  printTable(['', 'heap bytes a query'], rows);

  /** While the engine is still compiling: numbers that interpreted code computes go to the heap. */
  function grown(way) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let pass = 0; pass < BLOCK; pass++) way();
    return ((process.memoryUsage().heapUsed - before) / (BLOCK * pairs.length)).toFixed(0);
  }

  function measure(list, count) {
    for (let pass = 0; pass < WARM; pass++) for (const way of Object.values(list)) way();
    return Object.entries(list).map(([name, way]) => {
      globalThis.gc();
      // A full collection drops optimised code, too; some more passes bring it back.
      for (let pass = 0; pass < AGAIN; pass++) way();
      const before = process.memoryUsage().heapUsed;
      for (let pass = 0; pass < MEASURED; pass++) way();
      const after = process.memoryUsage().heapUsed;
      return [name, ((after - before) / (MEASURED * count(name))).toFixed(2)];
    });
  }
}

/** A mesh of n × m quads on a sphere with bumps, its poles of degenerate triangles included. */
function bumpySphere(Mesh, n, m) {
  const positions = new Float32Array(3 * n * (m + 1));
  const indices = [];
  for (let j = 0; j <= m; j++) {
    for (let i = 0; i < n; i++) {
      const u = (2 * Math.PI * i) / n;
      const v = (Math.PI * j) / m;
      const r = 1 + 0.1 * Math.sin(5 * u) * Math.sin(4 * v);
      const at = 3 * (j * n + i);
      positions.set([r * Math.sin(v) * Math.cos(u), r * Math.cos(v), r * Math.sin(v) * Math.sin(u)], at);
      if (j === m) continue;
      const [a, b, c, d] = [j * n + i, j * n + ((i + 1) % n), (j + 1) * n + ((i + 1) % n), (j + 1) * n + i];
      indices.push(a, b, c, a, c, d);
    }
  }
  return new Mesh({ positions, indices });
}
