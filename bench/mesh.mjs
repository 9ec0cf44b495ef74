// Meshes, up to a million triangles in one process: building, refitting and queries, and the memory they take. Starts itself again
// with a collector that can be called, so that memory is read when nothing is left to collect.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SEED = Number(process.env.SEED ?? 1);
/** Quads around the ring and around the tube; two triangles each. */
const SIZES = [
  [192, 96],
  [1000, 500],
];

if (globalThis.gc === undefined) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else await run();

async function run() {
  const {
    Collider,
    closestPoints,
    contacts,
    DistanceResult,
    intersects,
    Mesh,
    penetration,
    PenetrationResult,
    RayHit,
    rayCast,
    Sphere,
  } = await import('../packages/encounter/dist/index.js');
  const { bumpyTorus, printTable, Rng } = await import('./random.mjs');

  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const milliseconds = (time) => `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`;
  const microseconds = (time) => {
    const us = 1e3 * time;
    return `${us < 100 ? us.toFixed(2) : us.toFixed(0)} µs`;
  };

  /** The best of some rounds, in milliseconds. */
  function best(rounds, work) {
    let least = Infinity;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      work();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  }

  /** Milliseconds a query over a list of things to query: the best of some passes, the first of which warms up. */
  function each(list, query, passes = 5) {
    const pass = () => {
      for (let i = 0; i < list.length; i++) query(list[i]);
    };
    return best(passes, pass) / list.length;
  }

  /** Bytes held outside the heap, where typed arrays are, and in it, after a collection. */
  function held() {
    globalThis.gc();
    globalThis.gc();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  }

  function measure([n, m]) {
    const rng = new Rng(SEED);
    const { positions, indices } = bumpyTorus(n, m);
    const count = indices.length / 3;
    const rounds = count > 1e5 ? 3 : 12;

    const before = held();
    let mesh = new Mesh({ positions, indices });
    const bytes = (held() - before) / count;

    const build = best(rounds, () => {
      mesh = new Mesh({ positions, indices });
    });
    const sah = best(rounds, () => {
      mesh = new Mesh({ positions, indices, strategy: 'sah' });
    });
    mesh = new Mesh({ positions, indices });
    const refit = best(3 * rounds, () => mesh.refit());
    const tree = mesh.serializeTree();
    const restore = best(rounds, () => new Mesh({ positions, indices, tree }));
    const solid = best(3, () => new Mesh({ positions, indices, tree, solid: true }));

    const torus = new Collider(mesh);
    const hit = new RayHit();
    const near = new DistanceResult();
    const depth = new PenetrationResult();
    const list = [];

    const rays = Array.from({ length: 2000 }, () => {
      const from = rng.direction().map((x) => 3 * x);
      const to = rng.direction().map((x) => 0.9 * x);
      return { from, to: to.map((x, i) => 2 * x - from[i]) };
    });
    let hits = 0;
    for (const { from, to } of rays) if (rayCast(torus, from, to, hit) !== null) hits++;
    const ray = each(rays, ({ from, to }) => rayCast(torus, from, to, hit));

    const balls = Array.from(
      { length: 500 },
      () => new Collider(new Sphere(0.05), { position: rng.direction().map((x) => rng.range(1.5, 2.5) * x) }),
    );
    const ball = each(balls, (b) => closestPoints(torus, b, near));

    // Another torus, turned, at distances at which about half of the pairs meet.
    const others = Array.from({ length: 40 }, () => {
      const place = { orientation: rng.quaternion(), position: rng.direction().map((x) => rng.range(1, 3) * x) };
      return new Collider(mesh, place);
    });
    const meeting = others.filter((other) => intersects(torus, other));
    const apart = others.filter((other) => !intersects(torus, other));
    const boolean = each(others, (other) => intersects(torus, other));
    let pairs = 0;
    for (const other of meeting) pairs += contacts(torus, other, list).length;
    const all = each(meeting, (other) => contacts(torus, other, list), 3);
    const distance = each(apart, (other) => closestPoints(torus, other, near), 3);
    const deepest = each(meeting, (other) => penetration(torus, other, depth), 3);

    // Scaled unevenly: the first query after a change of scale makes a copy of the vertices and the boxes.
    const flat = new Collider(mesh);
    let k = 0;
    const bake = best(rounds, () => {
      flat.setScale([1, 1 + ++k / 100, 1]);
      rayCast(flat, [0, 0, 0], [0, 1, 0], hit);
    });
    const again = held();
    const scaled = new Collider(mesh, { scale: [1, 2, 1] });
    rayCast(scaled, [0, 0, 0], [0, 1, 0], hit);
    const copy = (held() - again) / count;

    const { rss } = process.memoryUsage();
    const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`;
    return [
      ['triangles', count.toLocaleString('en')],
      ['build, midpoint (default)', milliseconds(build)],
      ['build, sah', milliseconds(sah)],
      ['refit', milliseconds(refit)],
      ['build with `tree` given', milliseconds(restore)],
      ['the same with `solid`, which is checked', milliseconds(solid)],
      ['bytes a triangle, vertices and indices aside', bytes.toFixed(1)],
      ['bytes a triangle of the tree alone', (mesh.triangles.tree.byteLength / count).toFixed(1)],
      ['ray', microseconds(ray)],
      ['  rays that hit', percent(hits, rays.length)],
      ['closest point to a small sphere', microseconds(ball)],
      ['mesh–mesh boolean', microseconds(boolean)],
      ['  pairs that meet', percent(meeting.length, others.length)],
      ['all contacts of those that meet', milliseconds(all)],
      ['  triangle pairs a pair of meshes', Math.round(pairs / meeting.length)],
      ['depth of those that meet, as soups', milliseconds(deepest)],
      ['distance of those that do not', milliseconds(distance)],
      ['first query after a change of scale', milliseconds(bake)],
      ['bytes a triangle of a scaled copy', copy.toFixed(1)],
      ['process memory (rss)', megabytes(rss)],
    ];
  }

  // The builder keeps some memory for the next small mesh; this one pays for it.
  const first = bumpyTorus(8, 8);
  new Mesh(first);
  const columns = SIZES.map(measure);
  const [head, ...rest] = columns[0].map(([name], r) => [name, ...columns.map((column) => column[r][1])]);
  console.log(`bumpy torus, best of some rounds, seed ${SEED}`);
  printTable(head, rest);
}
